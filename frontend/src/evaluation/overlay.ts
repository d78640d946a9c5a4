// What lies over a board: outcomes, the best squares, heat, threats; in numbers, not yet drawn.

import type { Heat } from "./heat";
import type { SideWord, SquareOutcome, ThreatPart } from "../protocol/protocol";
import type { Moving } from "../rules/move";
import { hasEitherKind, placed, squareOf } from "../rules/move";

/** What lies over the board. */
export interface Hints {
  readonly outcomes: readonly SquareOutcome[];
  readonly best: readonly number[];
  readonly heat: readonly Heat[];
  readonly threats: readonly ThreatPart[];
  /** The squares of the threat in hand, or of the words just said. */
  readonly lit: readonly number[];
  /** Where a stone may be of either kind: what is known of all moves. The rest is of one kind. */
  readonly whole?: Worths;
}

/** What moves are worth, and which are best. */
export type Worths = Pick<Hints, "outcomes" | "best">;

/** What is shown while stones of this kind are placed: by square, what a move there is worth. */
export function ofKind(
  whole: Worths,
  kind: SideWord,
  board: Moving,
): Worths & Pick<Hints, "whole"> {
  if (!hasEitherKind(board)) return whole;
  const isOf = (move: number): boolean => placed(move, kind, board).side === kind;
  return {
    outcomes: whole.outcomes
      .filter(({ square }) => isOf(square))
      .map((each) => ({ ...each, square: squareOf(each.square, board) })),
    best: whole.best.filter(isOf).map((move) => squareOf(move, board)),
    whole,
  };
}

export const NO_HINTS: Hints = { outcomes: [], best: [], heat: [], threats: [], lit: [] };

/** An estimated square among the others: 1 is the best, equals share a rank. */
export interface Estimate {
  readonly square: number;
  readonly rank: number;
  /** Whoever plays here wins this often, 0 to 1; null where squares can only be compared. */
  readonly chance: number | null;
}

/** The best of the estimated squares, the best first: more of them would only be noise. */
export function estimates(outcomes: readonly SquareOutcome[]): readonly Estimate[] {
  const scored = outcomes
    .filter(({ status, score }) => status === "estimated" && score !== null)
    .map(({ square, score, isChance }) => ({ square, score: score ?? 0, isChance }))
    .sort((one, two) => two.score - one.score || one.square - two.square)
    .slice(0, MOST_ESTIMATES);
  return scored.map(({ square, score, isChance }) => ({
    square,
    rank: 1 + scored.findIndex((each) => each.score === score),
    chance: isChance ? (score + 1) / 2 : null,
  }));
}

const MOST_ESTIMATES = 8;

/** Between 1 and 99: only a proof is sure. */
export function percent(chance: number): number {
  return Math.max(1, Math.min(99, Math.round(100 * chance)));
}
