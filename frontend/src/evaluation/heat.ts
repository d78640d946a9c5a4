// The heat map by the heuristic of the aggressive bot: G = M + A·N, ranked again for any A.

import type { SquareBenefit } from "../protocol/protocol";
import { LINE_RULES } from "../protocol/protocol";
import type { Rules } from "../rules/variant";
import { lineLength } from "../rules/variant";
import { say } from "../words/words";

export interface Heat {
  readonly square: number;
  /** What the square is worth to the bot, or to the side to move: G. */
  readonly worth: number;
  /** 1 is the best; ties share a rank. */
  readonly rank: number;
  /** From 0 to 1: half by rank, half by worth, as one square may be worth a thousand others. */
  readonly warmth: number;
}

/** A of the 10×10 game. */
export const AGGRESSIVENESS = 0.8;
export const MOST_AGGRESSIVENESS = 2;
export const AGGRESSIVENESS_STEP = 0.05;

/** Whether lines win for one side on a board, and none is longer than the longest that G weighs correctly. */
export function isWeighed(rules: Rules, longest: number): boolean {
  if (!LINE_RULES[rules.lineRule].hasBenefits) return false;
  return Math.max(lineLength(rules, 1, 0), lineLength(rules, 0, 1)) <= longest;
}

/** Why a board has no heat map. */
export function noHeatWords({ lineRule }: Rules, longest: number): string {
  if (!LINE_RULES[lineRule].hasBenefits)
    return say("The heat map weighs rows that win for one side. Here there are none.");
  return say(
    "The heat map works for rows of up to {longest} squares. This board’s rows are longer.",
    { longest },
  );
}

/** Every candidate by worth, the best first. */
export function heatOf(squares: readonly SquareBenefit[], aggressiveness: number): readonly Heat[] {
  const ranked = squares
    .map(({ square, mine, theirs }) => ({ square, worth: mine + aggressiveness * theirs }))
    .sort((one, two) => two.worth - one.worth || one.square - two.square);
  const most = ranked[0]?.worth ?? 0;
  let rank = 1;
  return ranked.map(({ square, worth }, index) => {
    const above = ranked[index - 1];
    // Equal sums of fractions may differ in their last digit.
    if (above !== undefined && above.worth - worth > 1e-9) rank = index + 1;
    const byRank = 1 - (rank - 1) / ranked.length;
    return { square, worth, rank, warmth: most > 0 ? (byRank + worth / most) / 2 : 1 };
  });
}

/** A worth in at most four characters: 38.4, 120, 9k. */
export function worthWord(worth: number): string {
  if (worth >= 999.5) return `${Math.round(worth / 100) / 10}k`.replace(/(\d\d)\.\d/, "$1");
  return worth >= 99.95 ? String(Math.round(worth)) : String(Math.round(worth * 10) / 10);
}

/** A as people read it: 0.80. */
export function aggressivenessWord(value: number): string {
  return value.toFixed(2);
}
