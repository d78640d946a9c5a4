// When to ask for a review again: until it is done, more slowly while the server does not answer.

import type { GameReview } from "../protocol/findings";

export const POLL_MS = 700;

const MOST_MS = 15_000;

/** Whether a review is still being worked on. */
export function isOpen(review: GameReview | null): boolean {
  return review?.state === "waiting" || review?.state === "working";
}

/** In how many milliseconds to ask again; null: never. `failures`: failed requests in a row. */
export function nextPollMs(review: GameReview | null, failures: number): number | null {
  if (!isOpen(review)) return null;
  return Math.min(MOST_MS, POLL_MS * 2 ** Math.min(failures, 10));
}

/** What happens while a review is followed. */
export interface Following {
  readonly stop: () => void;
}

/** What following a review needs: to ask, to wait, and a listener. */
export interface Wiring {
  readonly ask: () => Promise<GameReview>;
  readonly wait: (ms: number, then: () => void) => () => void;
  readonly heard: (review: GameReview) => void;
  /** The request has failed this many times in a row. */
  readonly failed: (failures: number) => void;
}

/** Asks for a review until it is done or failed, starting from what is known now. */
export function follow(known: GameReview, { ask, wait, heard, failed }: Wiring): Following {
  let stopped = false;
  let cancel: () => void = () => undefined;
  const next = (review: GameReview, failures: number): void => {
    const ms = nextPollMs(review, failures);
    if (ms === null || stopped) return;
    cancel = wait(ms, () => {
      ask().then(
        (answer) => {
          if (stopped) return;
          heard(answer);
          next(answer, 0);
        },
        () => {
          if (stopped) return;
          failed(failures + 1);
          next(review, failures + 1);
        },
      );
    });
  };
  next(known, 0);
  return {
    stop() {
      stopped = true;
      cancel();
    },
  };
}
