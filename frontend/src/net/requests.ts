// Questions to the server in JSON, with the page's token; what it refuses comes back as a sentence.

import { Refusal } from "./lookup";
import { say } from "../words/words";

export interface ServerRequests {
  readonly get: <T>(address: string) => Promise<T>;
  readonly send: <T>(
    method: "POST" | "PUT" | "DELETE",
    address: string,
    body?: unknown,
    /** Ends the request: nobody waits for its answer any more. */
    ended?: AbortSignal,
  ) => Promise<T>;
  /** Sends a form, which is answered as JSON. */
  readonly submit: <T>(address: string, form: FormData) => Promise<T>;
}

/** `fetcher` is the browser's fetch; tests bring their own. `key` opens a private game. */
export function serverRequests(
  token: string,
  fetcher: typeof fetch,
  key: string | null = null,
): ServerRequests {
  const answered = async <T>(sent: Promise<Response>): Promise<T> => {
    const response = await sent;
    const body: unknown = response.status === 204 ? null : await read(response);
    if (!response.ok) throw refusalOf(response, body);
    return body as T;
  };
  const headers = {
    Accept: "application/json",
    ...(key !== null && { Authorization: `Bearer ${key}` }),
  };
  return {
    get: (address) => answered(fetcher(address, { headers, credentials: "same-origin" })),
    send: (method, address, body, ended) =>
      answered(
        fetcher(address, {
          method,
          credentials: "same-origin",
          headers: { ...headers, "X-CSRFToken": token, "Content-Type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(ended !== undefined && { signal: ended }),
        }),
      ),
    submit: (address, form) =>
      answered(
        fetcher(address, {
          method: "POST",
          credentials: "same-origin",
          headers: { ...headers, "X-CSRFToken": token },
          body: form,
        }),
      ),
  };
}

async function read(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch {
    if (response.ok)
      throw new Refusal("unreadable", say("We couldn’t read the answer. Try again."));
    return null;
  }
}

function refusalOf({ status, headers }: Response, body: unknown): Refusal {
  const said: { readonly code?: unknown; readonly sentence?: unknown } =
    typeof body === "object" && body !== null ? body : {};
  const code = typeof said.code === "string" ? said.code : String(status);
  const sentence = typeof said.sentence === "string" ? said.sentence : sentenceFor(status);
  const seconds = Number.parseInt(headers.get("Retry-After") ?? "", 10);
  return new Refusal(code, sentence, Number.isNaN(seconds) ? null : seconds * 1000);
}

/** What an answer without a sentence of its own means. */
function sentenceFor(status: number): string {
  switch (status) {
    case 403:
      return say("This page is out of date. Reload it.");
    case 404:
      return say("There’s nothing here. Check the link.");
    case 413:
      return say("That’s too much at once.");
    case 429:
      return say("Too many requests at once. Wait a moment.");
    case 503:
      return say("The server is busy. Try again in a moment.");
    default:
      return say("That didn’t work. Try again.");
  }
}
