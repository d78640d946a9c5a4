// Asks the server what is known about a position: not at every click, and no late answer is shown.

import type { PositionPart } from "../protocol/findings";
import { positionLine } from "../rules/positionline";
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

/** How long the position must rest before it is asked about. */
export const REST_MS = 150;

/** At most this many positions have their answers remembered. */
const MOST_KEPT = 500;

export interface Asker {
  /** Wants to know about a position; null: about none. Any earlier question is dropped. */
  readonly want: (position: PositionPart | null) => void;
  /** Asks again after a refusal. */
  readonly again: () => void;
}

/** What asking needs: the question itself, a way to wait, and a listener for the answer. */
export interface AskWiring<Found> {
  readonly ask: (position: PositionPart) => Promise<Found>;
  readonly wait: (ms: number, then: () => void) => () => void;
  readonly heard: (answer: Answer<Found>) => void;
}

export function asker<Found>({ ask, wait, heard }: AskWiring<Found>): Asker {
  const kept = new Map<string, Found>();
  let wanted: string | null = null;
  let position: PositionPart | null = null;
  let cancel: () => void = () => undefined;

  const want = (next: PositionPart | null, isAgain = false): void => {
    const line = next === null ? null : positionLine(next);
    if (line === wanted && !isAgain) return;
    cancel();
    wanted = line;
    position = next;
    if (next === null || line === null) return heard(NO_ANSWER);
    const known = kept.get(line);
    if (known !== undefined) return heard({ kind: "known", found: known });
    heard({ kind: "asking" });
    cancel = wait(REST_MS, () => {
      ask(next).then(
        (found) => {
          keep(line, found);
          // The position may have changed meanwhile: a late answer is kept, not shown.
          if (wanted === line) heard({ kind: "known", found });
        },
        (error: unknown) => {
          if (wanted === line) heard({ kind: "refused", sentence: sentenceOf(error) });
        },
      );
    });
  };

  const keep = (line: string, found: Found): void => {
    kept.set(line, found);
    const oldest = kept.keys().next().value;
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  };

  return {
    want: (next) => want(next),
    again: () => want(position, true),
  };
}

/** What to say about whatever went wrong. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refusal ? error.message : say("The server cannot be reached: try again.");
}
