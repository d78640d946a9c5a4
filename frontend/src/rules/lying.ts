// What lies on a board that was set up, after some moves from there on.

import type { PositionPart } from "../protocol/findings";
import type { SideWord } from "../protocol/protocol";
import type { Stones } from "./position";
import { hasEitherKind, placed } from "./move";
import { sideLater } from "./position";
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
  const { sideToMove, lineRule } = position;
  const later = moves.map((move, index) =>
    placed(move, sideLater(sideToMove, set.length, index, lineRule), position),
  );
  return new Map(
    [...set, ...later].map((stone, ply) => [stone.square, { ...stone, ply }] as const),
  );
}

/** The squares of the lines a side has completed, if any; of either kind, where it may place both. */
export function completed(
  stones: Stones,
  side: SideWord,
  position: PositionPart,
): readonly number[] {
  const of = (whose: SideWord): readonly number[] =>
    [...stones.values()].filter((stone) => stone.side === whose).map(({ square }) => square);
  if (hasEitherKind(position))
    return (["black", "white"] as const).flatMap(
      (kind) => linesOf({ ...position, black: of("black"), white: of("white") }, kind).squares,
    );
  return linesOf({ ...position, black: of("black"), white: of("white") }, side).squares;
}
