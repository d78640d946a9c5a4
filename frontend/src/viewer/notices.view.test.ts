import { happens } from "../testing/view";

import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../net/lookup";
import type { Pushing } from "./notices";
import { startNotices } from "./notices";

const SUBSCRIPTION = { endpoint: "https://push/1", keys: { p256dh: "key", auth: "secret" } };

interface Sent {
  readonly address: string;
  readonly body: unknown;
}

/** The card as the server draws it, wired to a browser that answers as a test wants. */
function card(over: Partial<Pushing> = {}, refusal: Error | null = null, rows = "") {
  document.body.innerHTML = `<section id="notices" data-key="server">
    <span id="push-state">Even while no page of ours is open</span>
    <button id="push" disabled>Turn on</button>${rows}
    <form id="notice-choices" action="/settings/notices">
      <input type="checkbox" name="push_turn">
      <select name="zone" data-unset><option>UTC</option></select>
      <p id="notices-error"></p>
    </form></section>`;
  const sent: Sent[] = [];
  const done: string[] = [];
  const saved: Element[] = [];
  const answer = { status: 204, body: "" };
  const pushing: Pushing = {
    obstacle: () => null,
    endpoint: () => Promise.resolve(null),
    digest: (endpoint) => Promise.resolve(`digest-of-${endpoint.at(-1)}`),
    subscribe: (key) => {
      done.push(`subscribe ${key}`);
      return Promise.resolve(SUBSCRIPTION);
    },
    unsubscribe: () => {
      done.push("unsubscribe");
      return Promise.resolve();
    },
    ...over,
  };
  const send = (address: string, body: unknown): Promise<void> => {
    if (refusal) return Promise.reject(refusal);
    sent.push({ address, body });
    return Promise.resolve();
  };
  const fetcher = (() =>
    Promise.resolve(new Response(answer.body || null, { status: answer.status }))) as typeof fetch;
  const place = document.querySelector<HTMLElement>("#notices")!;
  startNotices(place, pushing, send, fetcher, (field) => saved.push(field));
  const find = (id: string): HTMLElement => place.querySelector<HTMLElement>(id)!;
  return { sent, done, saved, answer, button: find("#push") as HTMLButtonElement, find };
}

/** Until everything that was begun has been done. */
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

test("a browser is turned on, and the server is told where", async () => {
  const { button, sent, done, find } = card();
  await settle();
  assert.equal(button.disabled, false);
  button.click();
  await settle();
  assert.deepEqual(done, ["subscribe server"]);
  assert.deepEqual(sent, [
    {
      address: "/notices/subscribe",
      body: { endpoint: "https://push/1", p256dh: "key", auth: "secret" },
    },
  ]);
  assert.equal(button.textContent, "Turn off");
  assert.equal(find("#push-state").textContent, "On");
});

test("a browser that is on is turned off at the server, then here", async () => {
  const rows = '<form data-digest="digest-of-1"></form>';
  const { button, sent, done, find } = card(
    { endpoint: () => Promise.resolve("https://push/1") },
    null,
    rows,
  );
  await settle();
  assert.equal(find("[data-digest]").hidden, true); // it is the browser above
  assert.equal(button.textContent, "Turn off");
  button.click();
  await settle();
  assert.deepEqual(sent, [
    { address: "/notices/unsubscribe", body: { endpoint: "https://push/1" } },
  ]);
  assert.deepEqual(done, ["unsubscribe"]);
  assert.equal(button.textContent, "Turn on");
});

test("a browser in which somebody else is told is off for this visitor", async () => {
  const { button } = card({ endpoint: () => Promise.resolve("https://push/1") });
  await settle();
  assert.equal(button.textContent, "Turn on");
  assert.equal(button.disabled, false);
});

test("what the server refuses is said, and the browser is not told by accident", async () => {
  const refusal = new Refusal("noPushService", "Your browser’s push service can’t be used here.");
  const { button, done, find } = card({}, refusal);
  await settle();
  button.click();
  await settle();
  assert.deepEqual(done, ["subscribe server", "unsubscribe"]);
  assert.equal(find("#push-state").textContent, "Your browser’s push service can’t be used here.");
  assert.equal(button.textContent, "Turn on");
  assert.equal(button.disabled, false);
});

test("a browser that cannot says so in words, not its own", async () => {
  const { button, find } = card({
    subscribe: () => Promise.reject(new DOMException("Registration failed", "AbortError")),
  });
  await settle();
  button.click();
  await settle();
  assert.match(find("#push-state").textContent, /couldn’t reach its push service/);
});

test("who says no is asked again only by pressing", async () => {
  const { button, sent } = card({ subscribe: () => Promise.resolve(null) });
  await settle();
  button.click();
  await settle();
  assert.deepEqual(sent, []);
  assert.equal(button.textContent, "Turn on");
});

for (const [obstacle, words] of [
  ["unsupported", /can’t show notices/],
  ["homeScreen", /home screen/],
  ["blocked", /blocks them/],
] as const)
  test(`a browser in which they cannot be had says why: ${obstacle}`, async () => {
    const { button, find } = card({ obstacle: () => obstacle });
    await settle();
    assert.equal(button.disabled, true);
    assert.match(find("#push-state").textContent, words);
  });

test("what is chosen is kept at once, and what is refused is said", async () => {
  const { find, saved, answer } = card();
  const field = find("[name=push_turn]");
  happens(field, "change");
  await settle();
  assert.deepEqual(saved, [field]);
  answer.status = 400;
  answer.body = JSON.stringify({ sentence: "Quiet hours need two different times." });
  happens(field, "change");
  await settle();
  await settle();
  assert.equal(saved.length, 1);
  assert.equal(find("#notices-error").textContent, "Quiet hours need two different times.");
});

test("somebody who has not played has nothing to choose", () => {
  document.body.innerHTML = '<section id="notices"></section>';
  const place = document.querySelector<HTMLElement>("#notices")!;
  const never = (): never => assert.fail();
  startNotices(place, {} as Pushing, never, never, never);
});
