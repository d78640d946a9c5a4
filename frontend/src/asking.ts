// What a position is worth, asked of the server: not at every click, and no late answer is shown.

import type { Assessment, PositionPart } from "./findings";
import { positionLine } from "./positionline";

/** Whatever the server refuses: a sentence to be shown. */
export class Refusal extends Error {
  readonly code: string;
  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

export type Answer =
  | { readonly kind: "none" }
  | { readonly kind: "asking" }
  | { readonly kind: "known"; readonly assessment: Assessment }
  | { readonly kind: "refused"; readonly sentence: string };

export const NO_ANSWER: Answer = { kind: "none" };

/** How long the position must rest before it is asked about. */
export const REST_MS = 150;

/** Positions whose answers are remembered. */
const MOST_KEPT = 500;

export interface Asker {
  /** Wants to know of a position; null: of none. What was asked before is dropped. */
  readonly want: (position: PositionPart | null) => void;
  /** Asks again after a refusal. */
  readonly again: () => void;
}

/** What it takes to ask: the question itself, waiting, and who hears the answer. */
export interface AskWiring {
  readonly ask: (position: PositionPart) => Promise<Assessment>;
  readonly wait: (ms: number, then: () => void) => () => void;
  readonly heard: (answer: Answer) => void;
}

export function asker({ ask, wait, heard }: AskWiring): Asker {
  const kept = new Map<string, Assessment>();
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
    if (known !== undefined) return heard({ kind: "known", assessment: known });
    heard({ kind: "asking" });
    cancel = wait(REST_MS, () => {
      ask(next).then(
        (assessment) => {
          keep(line, assessment);
          // The position may have changed meanwhile: what is late is kept, not shown.
          if (wanted === line) heard({ kind: "known", assessment });
        },
        (error: unknown) => {
          if (wanted === line) heard({ kind: "refused", sentence: sentenceOf(error) });
        },
      );
    });
  };

  const keep = (line: string, assessment: Assessment): void => {
    kept.set(line, assessment);
    const oldest = kept.keys().next().value;
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  };

  return {
    want: (next) => want(next),
    again: () => want(position, true),
  };
}

/** What to say of whatever went wrong. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refusal ? error.message : "The server cannot be reached: try again.";
}
