// Who looks for an opponent and finds none is told, after a while, who waits for something else.

import type { Other } from "./model";

export const WIDEN_MS = 20_000;

/** How often it is asked who waits. */
const ASK_MS = 5_000;

/** What it takes: asking, waiting, whether anybody still looks, and who hears of it. */
export interface Widening {
  readonly ask: () => Promise<readonly Other[]>;
  readonly wait: (ms: number, then: () => void) => void;
  readonly looks: () => boolean;
  readonly heard: (others: readonly Other[]) => void;
}

/** Asks who else waits, from 20 seconds of waiting on; `waitedMs` have gone by already. */
export function widen(waitedMs: number, { ask, wait, looks, heard }: Widening): void {
  const next = (ms: number): void =>
    wait(ms, () => {
      if (!looks()) return;
      ask()
        .then((others) => {
          if (looks()) heard(others);
        })
        // Without an answer what was heard last stands; joining whoever has gone is refused in words.
        .catch(() => undefined)
        .finally(() => next(ASK_MS));
    });
  next(Math.max(0, WIDEN_MS - waitedMs));
}

/** Whether it is another list than before. */
export function differs(before: readonly Other[], after: readonly Other[]): boolean {
  const names = (others: readonly Other[]): string => others.map(({ game }) => game).join();
  return names(before) !== names(after);
}

/** What is said when somebody has come to the list, or the first has gone. */
export function othersSentence(before: readonly Other[], after: readonly Other[]): string {
  const [first] = after.filter(({ game }) => before.every((other) => other.game !== game));
  if (first === undefined) return "";
  const clock = first.control === null ? "without a clock" : first.control;
  return `${first.host} waits for another game: ${first.variant}, ${clock}.`;
}
