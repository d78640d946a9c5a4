// What lies on a board that was set up, after some moves from there on.

import type { PositionPart } from "../protocol/findings";
import type { SideWord } from "../protocol/protocol";
import type { Stones } from "./position";
import { other } from "./position";
import { linesOf } from "./winning";

/** A position and moves from there. */
export interface Lying {
  readonly position: PositionPart;
  readonly moves: readonly number[];
}

/** The stones by square, the position's own before those of the moves. */
export function stonesOf({ position, moves }: Lying): Stones {
  const set = [
    ...position.black.map((square) => ({ square, side: "black" as const })),
    ...position.white.map((square) => ({ square, side: "white" as const })),
  ];
  const sides = [position.sideToMove, other(position.sideToMove)] as const;
  const later = moves.map((square, index) => ({
    square,
    side: index % 2 === 0 ? sides[0] : sides[1],
  }));
  return new Map(
    [...set, ...later].map((stone, ply) => [stone.square, { ...stone, ply }] as const),
  );
}

/** The squares of the lines a side has completed, if any. */
export function completed(
  stones: Stones,
  side: SideWord,
  position: PositionPart,
): readonly number[] {
  const of = (whose: SideWord): readonly number[] =>
    [...stones.values()].filter((stone) => stone.side === whose).map(({ square }) => square);
  return linesOf({ ...position, black: of("black"), white: of("white") }, side).squares;
}
