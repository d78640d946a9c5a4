// When to ask for a review again: until it is done, slower while the server does not answer.

import type { GameReview } from "../protocol/findings";

export const POLL_MS = 700;

const MOST_MS = 15_000;

/** Whether a review is still being worked on. */
export function isOpen(review: GameReview | null): boolean {
  return review?.state === "waiting" || review?.state === "working";
}

/** In how many milliseconds to ask again; null: never. `failures` is how many asks in a row failed. */
export function nextPollMs(review: GameReview | null, failures: number): number | null {
  if (!isOpen(review)) return null;
  return Math.min(MOST_MS, POLL_MS * 2 ** Math.min(failures, 10));
}

/** What happens while a review is followed. */
export interface Following {
  readonly stop: () => void;
}

/** What it takes to follow a review: asking, waiting, and who hears of it. */
export interface Wiring {
  readonly ask: () => Promise<GameReview>;
  readonly wait: (ms: number, then: () => void) => () => void;
  readonly heard: (review: GameReview) => void;
  /** The ask failed so many times in a row. */
  readonly failed: (failures: number) => void;
}

/** Asks for a review until it is done or failed, from what is known of it now. */
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
