// What the server answers or refuses, as the page hears it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "./lookup";
import { serverRequests } from "./requests";

/** A server that answers everything the same way, and remembers what it was asked. */
function server(
  status: number,
  body: string,
): {
  readonly asked: { address: string; options: RequestInit }[];
  readonly fetcher: typeof fetch;
} {
  const asked: { address: string; options: RequestInit }[] = [];
  return {
    asked,
    fetcher: (address, options) => {
      asked.push({ address: String(address), options: options ?? {} });
      return Promise.resolve(new Response(status === 204 ? null : body, { status }));
    },
  };
}

async function refusal(status: number, body: string): Promise<Refusal> {
  const error: unknown = await serverRequests("t", server(status, body).fetcher)
    .get("/x")
    .catch((caught: unknown) => caught);
  assert.ok(error instanceof Refusal);
  return error;
}

test("a form is sent as it is, and its answer read as JSON", async () => {
  const { asked, fetcher } = server(200, '{"met":null}');
  const form = new FormData();
  form.set("preset", "3x3");
  assert.deepEqual(await serverRequests("secret", fetcher).submit("/pair", form), { met: null });
  const { headers, body, method } = asked[0]!.options;
  assert.equal(method, "POST");
  assert.equal(body, form);
  assert.equal((headers as Record<string, string>)["X-CSRFToken"], "secret");
  assert.equal((headers as Record<string, string>)["Accept"], "application/json");
});

test("a change is sent with the page's token, as JSON", async () => {
  const { asked, fetcher } = server(201, '{"slug":"s"}');
  assert.deepEqual(await serverRequests("secret", fetcher).send("POST", "/studies", { a: 1 }), {
    slug: "s",
  });
  const headers = asked[0]!.options.headers as Record<string, string>;
  assert.equal(headers["X-CSRFToken"], "secret");
  assert.equal(asked[0]!.options.body, '{"a":1}');
});

test("what is deleted answers with nothing", async () => {
  assert.equal(await serverRequests("t", server(204, "").fetcher).send("DELETE", "/x"), null);
});

test("a refusal has the server's code and sentence", async () => {
  const { code, message } = await refusal(
    503,
    '{"code":"nobodyToAsk","sentence":"No thinker runs."}',
  );
  assert.deepEqual([code, message], ["nobodyToAsk", "No thinker runs."]);
});

test("a refusal without JSON has a sentence all the same", async () => {
  assert.match((await refusal(404, "<html>")).message, /Check the link/);
  assert.match((await refusal(503, "")).message, /busy/);
  assert.match((await refusal(500, "[]")).message, /Try again/);
  assert.match((await refusal(200, "<html>")).message, /couldn’t read the answer/);
});

test("a refusal tells when to come back, where the server says so", async () => {
  const fetcher: typeof fetch = () =>
    Promise.resolve(new Response("{}", { status: 429, headers: { "Retry-After": "12" } }));
  const error: unknown = await serverRequests("t", fetcher)
    .get("/x")
    .catch((caught: unknown) => caught);
  assert.ok(error instanceof Refusal);
  assert.equal(error.waitMs, 12_000);
  assert.equal((await refusal(429, "{}")).waitMs, null);
});

test("a request can be ended by whoever sent it", async () => {
  const { asked, fetcher } = server(200, "{}");
  const question = new AbortController();
  await serverRequests("t", fetcher).send("POST", "/x", {}, question.signal);
  assert.equal(asked[0]!.options.signal, question.signal);
  await serverRequests("t", fetcher).send("POST", "/x", {});
  assert.equal(asked[1]!.options.signal, undefined);
});
