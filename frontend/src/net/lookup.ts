// Asks the server about what is on the page: not at every click, one question at a time, the newest.

import { say } from "../words/words";

/** A refusal by the server: a sentence to show. */
export class Refusal extends Error {
  readonly code: string;
  /** After this long the server will accept it; null: it did not say. */
  readonly waitMs: number | null;
  constructor(code: string, sentence: string, waitMs: number | null = null) {
    super(sentence);
    this.code = code;
    this.waitMs = waitMs;
  }
}

export type Answer<Found> =
  | { readonly kind: "none" }
  | { readonly kind: "asking" }
  | { readonly kind: "known"; readonly found: Found }
  | { readonly kind: "refused"; readonly sentence: string };

export const NO_ANSWER: Answer<never> = { kind: "none" };

/** How long what is asked about must rest before. */
export const REST_MS = 150;

/** At most this many answers are remembered. */
const MOST_KEPT = 500;

export interface Asker<Asked> {
  /** Wants to know about this; null: about nothing. Any earlier question is ended. */
  readonly want: (next: Asked | null) => void;
  /** Asks again after a refusal. */
  readonly again: () => void;
}

/** What asking needs: the question itself, a way to wait, and a listener for the answer. */
export interface AskWiring<Asked, Found> {
  readonly ask: (asked: Asked) => Promise<Found>;
  /** Ends the last question: nobody waits for its answer any more. */
  readonly giveUp?: () => void;
  /** The same word for the same question. */
  readonly key: (asked: Asked) => string;
  readonly wait: (ms: number, then: () => void) => () => void;
  readonly heard: (answer: Answer<Found>) => void;
  readonly restMs?: number;
}

export function asker<Asked, Found>({
  ask,
  key,
  giveUp = () => undefined,
  wait,
  heard,
  restMs = REST_MS,
}: AskWiring<Asked, Found>): Asker<Asked> {
  const kept = new Map<string, Found>();
  let wanted: string | null = null;
  let asked: Asked | null = null;
  let cancel: () => void = () => undefined;

  const want = (next: Asked | null, isAgain = false): void => {
    const word = next === null ? null : key(next);
    if (word === wanted && !isAgain) return;
    cancel();
    wanted = word;
    asked = next;
    if (next === null || word === null) return heard(NO_ANSWER);
    const known = kept.get(word);
    if (known !== undefined) return heard({ kind: "known", found: known });
    heard({ kind: "asking" });
    let isOver = false;
    let isAsked = false;
    const rest = wait(restMs, () => {
      isAsked = true;
      ask(next).then(
        (found) => {
          keep(word, found);
          // Something else may be asked meanwhile: a late answer is kept, not shown.
          if (!isOver) heard({ kind: "known", found });
          isAsked = false;
        },
        (error: unknown) => {
          if (!isOver) heard({ kind: "refused", sentence: sentenceOf(error) });
          isAsked = false;
        },
      );
    });
    // The server gives its turn to the next question: nobody waits for this one.
    cancel = () => {
      isOver = true;
      rest();
      if (isAsked) giveUp();
    };
  };

  const keep = (word: string, found: Found): void => {
    kept.set(word, found);
    const oldest = kept.keys().next().value;
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  };

  return {
    want: (next) => want(next),
    again: () => want(asked, true),
  };
}

/** What to say about whatever went wrong. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refusal ? error.message : say("We can’t reach the server. Try again.");
}
