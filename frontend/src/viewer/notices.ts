// The card of notices: this browser is told or not, and what is chosen is kept at once.

import { say } from "../words/words";

export interface Pushing {
  /** Why notices cannot be had here; null where they can. */
  readonly obstacle: () => "unsupported" | "homeScreen" | "blocked" | null;
  /** The address that this browser is told at; null while it is not told. */
  readonly endpoint: () => Promise<string | null>;
  /** What the server knows such an address by. */
  readonly digest: (endpoint: string) => Promise<string>;
  /** Asks the person and the browser; null if the person does not want to. */
  readonly subscribe: (key: string) => Promise<PushSubscriptionJSON | null>;
  readonly unsubscribe: () => Promise<void>;
}

export type Send = (address: string, body: unknown) => Promise<void>;

/** Wires the card, where there is something to choose. `saved` says beside its title what is kept. */
export function startNotices(
  card: HTMLElement,
  pushing: Pushing,
  send: Send,
  fetcher: typeof fetch,
  saved: (field: Element, isKept: boolean) => void,
): void {
  const { key } = card.dataset;
  if (key === undefined) return;
  startPushing(card, key, pushing, send);
  startChoices(card.querySelector<HTMLFormElement>("#notice-choices")!, fetcher, saved);
}

function startPushing(card: HTMLElement, key: string, pushing: Pushing, send: Send): void {
  const button = card.querySelector<HTMLButtonElement>("#push")!;
  const state = card.querySelector<HTMLElement>("#push-state")!;
  const asked = state.textContent;
  let endpoint: string | null = null;

  const show = (words: string | null = null): void => {
    const obstacle = pushing.obstacle();
    button.disabled = obstacle !== null && endpoint === null;
    button.textContent = endpoint === null ? say("Turn on") : say("Turn off");
    state.textContent =
      words ?? (obstacle === null ? (endpoint === null ? asked : say("On")) : why(obstacle));
  };

  const turn = async (): Promise<void> => {
    if (endpoint !== null) {
      await send("/notices/unsubscribe", { endpoint });
      await pushing.unsubscribe();
      endpoint = null;
      return;
    }
    const made = await pushing.subscribe(key);
    if (made?.endpoint === undefined || made.keys === undefined) return;
    const { p256dh, auth } = made.keys;
    try {
      await send("/notices/subscribe", { endpoint: made.endpoint, p256dh, auth });
    } catch (failure) {
      await pushing.unsubscribe();
      throw failure;
    }
    endpoint = made.endpoint;
  };

  button.addEventListener("click", () => {
    button.disabled = true;
    turn().then(
      () => show(),
      (failure: unknown) => show(sentence(failure)),
    );
  });
  knownHere(card, pushing).then(
    (found) => {
      endpoint = found;
      show();
    },
    () => show(),
  );
}

/** Where this browser is told, if it is this visitor who is told there. Its row in the list hides. */
async function knownHere(card: HTMLElement, pushing: Pushing): Promise<string | null> {
  const endpoint = await pushing.endpoint();
  if (endpoint === null) return null;
  const digest = await pushing.digest(endpoint);
  const row = card.querySelector<HTMLElement>(`[data-digest="${digest}"]`);
  if (row === null) return null;
  row.hidden = true;
  return endpoint;
}

/** What went wrong: the server says it in a sentence; a browser in words for programmers. */
function sentence(failure: unknown): string {
  return failure instanceof DOMException || !(failure instanceof Error)
    ? say("Your browser couldn’t reach its push service. Try again later.")
    : failure.message;
}

function why(obstacle: "unsupported" | "homeScreen" | "blocked"): string {
  switch (obstacle) {
    case "unsupported":
      return say("This browser can’t show notices here");
    case "homeScreen":
      return say("Add Inarow to your home screen first, and open it there");
    case "blocked":
      return say("Your browser blocks them. Allow them in its settings for this site.");
    default:
      return obstacle satisfies never;
  }
}

/** What is chosen is kept at once. */
function startChoices(
  form: HTMLFormElement,
  fetcher: typeof fetch,
  saved: (field: Element, isKept: boolean) => void,
): void {
  const error = form.querySelector<HTMLElement>("#notices-error")!;
  const zone = form.querySelector<HTMLSelectElement>("[name=zone]")!;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isKnown = [...zone.options].some(({ value }) => value === here);
  if (zone.dataset.unset !== undefined && isKnown) zone.value = here;
  form.addEventListener("change", ({ target }) => {
    fetcher(form.action, {
      method: "POST",
      body: new FormData(form),
      headers: { Accept: "application/json" },
      credentials: "same-origin",
    }).then(
      async (answer) => {
        error.textContent = answer.ok ? "" : await said(answer);
        if (answer.ok) saved(target as Element, true);
      },
      () => (error.textContent = say("We couldn’t save that. Check your connection.")),
    );
  });
}

async function said(answer: Response): Promise<string> {
  try {
    const { sentence } = (await answer.json()) as { readonly sentence?: unknown };
    if (typeof sentence === "string") return sentence;
  } catch {
    // Not in JSON: it is said below.
  }
  return say("That didn’t work. Reload the page and try again.");
}
