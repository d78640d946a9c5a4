// What lies over a board: outcomes, the best squares, heat, threats; in numbers, not yet drawn.

import type { Heat } from "./heat";
import type { SquareOutcome, ThreatPart } from "../protocol/protocol";

/** What lies over the board. */
export interface Hints {
  readonly outcomes: readonly SquareOutcome[];
  readonly best: readonly number[];
  readonly heat: readonly Heat[];
  readonly threats: readonly ThreatPart[];
  /** The squares of the threat in hand, or of the words just said. */
  readonly lit: readonly number[];
}

export const NO_HINTS: Hints = { outcomes: [], best: [], heat: [], threats: [], lit: [] };

/** An estimated square among the others: 1 is the best, equals share a rank. */
export interface Estimate {
  readonly square: number;
  readonly rank: number;
}

/** The best of the estimated squares, the best first: more of them would only be noise. */
export function estimates(outcomes: readonly SquareOutcome[]): readonly Estimate[] {
  const scored = outcomes
    .filter(({ status, score }) => status === "estimated" && score !== null)
    .map(({ square, score }) => ({ square, score: score ?? 0 }))
    .sort((one, two) => two.score - one.score || one.square - two.square)
    .slice(0, MOST_ESTIMATES);
  return scored.map(({ square, score }) => ({
    square,
    rank: 1 + scored.findIndex((each) => each.score === score),
  }));
}

const MOST_ESTIMATES = 9;
