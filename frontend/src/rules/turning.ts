// The board seen turned and mirrored: which square is shown where. A turn never changes the position.

import type { Board } from "./squares";
import { columnName } from "./squares";

export interface Turning {
  /** Quarter turns, clockwise. */
  readonly quarters: 0 | 1 | 2 | 3;
  /** Mirrored left to right, before it is turned. */
  readonly flipped: boolean;
}

export const UPRIGHT: Turning = { quarters: 0, flipped: false };

export function rotated({ quarters, flipped }: Turning): Turning {
  return { quarters: ((quarters + 1) % 4) as Turning["quarters"], flipped };
}

/** Mirrored as it is seen: what was on the left is on the right. */
export function flipped({ quarters, flipped: was }: Turning): Turning {
  return { quarters: ((4 - quarters) % 4) as Turning["quarters"], flipped: !was };
}

/** The board as it is seen: turned by a quarter, its edges change places. */
export function turnedBoard(board: Board, turning: Turning): Board {
  const { width, height } = board;
  const blocked = (board.blocked ?? []).map((square) => seenAt(square, board, turning));
  return turning.quarters % 2 === 0
    ? { width, height, blocked }
    : { width: height, height: width, blocked };
}

/** Where a square is seen. */
export function seenAt(
  square: number,
  board: Board,
  { quarters, flipped: mirrored }: Turning,
): number {
  let { width, height } = board;
  let column = square % width;
  let row = Math.floor(square / width);
  if (mirrored) column = width - 1 - column;
  for (let turn = 0; turn < quarters; turn += 1) {
    [column, row] = [row, width - 1 - column];
    [width, height] = [height, width];
  }
  return row * width + column;
}

/** The square seen at a place. */
export function squareSeen(seen: number, board: Board, turning: Turning): number {
  const { width, height } = turnedBoard(board, turning);
  let column = seen % width;
  let row = Math.floor(seen / width);
  let [wide, high] = [width, height];
  for (let turn = 0; turn < turning.quarters; turn += 1) {
    // Back by a quarter: the inverse of the turn above, on a board `high` wide.
    [column, row] = [high - 1 - row, column];
    [wide, high] = [high, wide];
  }
  if (turning.flipped) column = wide - 1 - column;
  return row * wide + column;
}

/** The labels along the edges: columns from the left, rows from the bottom. */
export interface EdgeLabels {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

export function edgeLabels(board: Board, turning: Turning): EdgeLabels {
  const seen = turnedBoard(board, turning);
  const isTurned = turning.quarters % 2 === 1;
  const columnOf = (square: number): string => columnName(square % board.width);
  const rowOf = (square: number): string => String(Math.floor(square / board.width) + 1);
  const [across, up] = isTurned ? [rowOf, columnOf] : [columnOf, rowOf];
  return {
    columns: Array.from({ length: seen.width }, (_, column) =>
      across(squareSeen(column, board, turning)),
    ),
    rows: Array.from({ length: seen.height }, (_, row) =>
      up(squareSeen(row * seen.width, board, turning)),
    ),
  };
}
