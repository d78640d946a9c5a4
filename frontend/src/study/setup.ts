// The set-up board: any stones, either side to move. Each change is a new position.

import type { PositionPart } from "../protocol/findings";
import { other } from "../rules/position";
import type { SideWord } from "../protocol/protocol";
import { LINE_RULES } from "../protocol/protocol";
import type { Rules } from "../rules/variant";

/** What a click on the set-up board does. */
export type Tool = "black" | "white" | "erase";

/** An empty board, black to move. */
export function emptyBoard({ width, height, k, lineRule, blocked = [] }: Rules): PositionPart {
  return { width, height, k, lineRule, blocked, black: [], white: [], sideToMove: "black" };
}

/** With a tool used on a square; a stone put where the same one already lies is taken away. */
export function used(position: PositionPart, tool: Tool, square: number): PositionPart {
  const before = position.black.includes(square)
    ? "black"
    : position.white.includes(square)
      ? "white"
      : null;
  return tool === "erase" || tool === before
    ? erase(position, square)
    : place(position, square, tool);
}

/** With a stone on a square, in the place of the one that lies there. */
export function place(position: PositionPart, square: number, side: SideWord): PositionPart {
  const cleared = without(position, square);
  return { ...cleared, [side]: [...cleared[side], square].sort((a, b) => a - b) };
}

/** Without the stone on a square; where stones fall, those above it come down by one. */
export function erase(position: PositionPart, square: number): PositionPart {
  const { width, lineRule } = position;
  const cleared = without(position, square);
  if (!LINE_RULES[lineRule].falls) return cleared;
  const fallen = (squares: readonly number[]): readonly number[] =>
    squares
      .map((each) => (each > square && (each - square) % width === 0 ? each - width : each))
      .sort((a, b) => a - b);
  return { ...cleared, black: fallen(cleared.black), white: fallen(cleared.white) };
}

function without(position: PositionPart, square: number): PositionPart {
  const other = (squares: readonly number[]): readonly number[] =>
    squares.filter((each) => each !== square);
  return { ...position, black: other(position.black), white: other(position.white) };
}

export function clear(position: PositionPart): PositionPart {
  return { ...emptyBoard(position), sideToMove: position.sideToMove };
}

export function toMove(position: PositionPart, sideToMove: SideWord): PositionPart {
  return { ...position, sideToMove };
}

/** The turn is skipped: the other side is to move. */
export function skip(position: PositionPart): PositionPart {
  return toMove(position, other(position.sideToMove));
}
