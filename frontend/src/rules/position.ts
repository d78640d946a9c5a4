// What lies on the board after some moves, and whose turn it is.

import type { MovePart, SideWord } from "../protocol/protocol";

export interface Stone {
  readonly square: number;
  readonly side: SideWord;
  /** How many moves had been played before it: 0 for the first stone. */
  readonly ply: number;
}

export type Stones = ReadonlyMap<number, Stone>;

export function other(side: SideWord): SideWord {
  return side === "black" ? "white" : "black";
}

/** The side to move when `ply` moves have been played. */
export function sideOfPly(ply: number): SideWord {
  return ply % 2 === 0 ? "black" : "white";
}

/** The stones after the first `ply` moves, by square. */
export function stonesAfter(moves: readonly MovePart[], ply: number): Stones {
  return new Map(
    moves
      .slice(0, ply)
      .map(({ square }, index) => [square, { square, side: sideOfPly(index), ply: index }]),
  );
}
