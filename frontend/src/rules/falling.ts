// Where stones come to rest: where they are put, or, if they fall, at the bottom of their column.

import { LINE_RULES } from "../protocol/protocol";
import type { Rules } from "./variant";

/**
 * Where a stone put on a square comes to lie: there, unless stones fall; then on the lowest empty
 * square of the column. On the square itself where the column is full.
 */
export function landing(
  square: number,
  { width, height, lineRule }: Rules,
  isTaken: (square: number) => boolean,
): number {
  if (!LINE_RULES[lineRule].falls) return square;
  for (let at = square % width; at < width * height; at += width) if (!isTaken(at)) return at;
  return square;
}

/** From how many squares above the board's top edge a stone falls to its square; 0: it doesn't. */
export function drop(square: number, { width, height, lineRule }: Rules): number {
  return LINE_RULES[lineRule].falls ? height - Math.floor(square / width) : 0;
}
