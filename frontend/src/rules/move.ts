// Moves: a square, or, where a stone may be of either kind, a square and a kind as one number. As on
// the server (games/mnk/move.py), nothing else takes a move apart or puts one together.

import type { LineRule, SideWord } from "../protocol/protocol";
import { LINE_RULES } from "../protocol/protocol";
import { say } from "../words/words";
import type { Board, Reading } from "./squares";
import { name, read } from "./squares";

/** What a move is read by. */
export interface Moving extends Board {
  readonly lineRule: LineRule;
}

/** A stone, and where it lies. */
export interface Placed {
  readonly square: number;
  readonly side: SideWord;
}

/** Whether a side may place stones of either kind: then kinds belong to nobody. */
export function hasEitherKind({ lineRule }: Pick<Moving, "lineRule">): boolean {
  return LINE_RULES[lineRule].eitherKind;
}

/** Where a move puts a stone, and whose, or of which kind: the mover's, unless it may be either. */
export function placed(move: number, mover: SideWord, board: Moving): Placed {
  const square = squareOf(move, board);
  if (!hasEitherKind(board)) return { square, side: mover };
  return { square, side: square === move ? "black" : "white" };
}

/** The square of a move; of a square, itself. */
export function squareOf(move: number, { width, height }: Moving): number {
  return move % (width * height);
}

/** The square of a move, if there is one. */
export function squareIfAny(move: number | null | undefined, board: Moving): number | null {
  return move === null || move === undefined ? null : squareOf(move, board);
}

/** The move that puts a stone of this kind there; the kind matters only where it may be either. */
export function moveTo(square: number, kind: SideWord, board: Moving): number {
  const isSecond = hasEitherKind(board) && kind === "white";
  return isSecond ? square + board.width * board.height : square;
}

/** What people call a move: "h8", or "X h8" where a stone may be of either kind. */
export function moveName(move: number, board: Moving): string {
  const { square, side } = placed(move, "black", board);
  return hasEitherKind(board) ? `${kindName(side)} ${name(square, board)}` : name(square, board);
}

/** What a kind of stones is called that belongs to nobody. */
export function kindName(kind: SideWord): string {
  return kind === "black" ? "X" : "O";
}

/** The move that a typed text means: with a kind before it, or else with a stone of this kind. */
export function readMove(text: string, kind: SideWord, board: Moving): Reading {
  const [, sign, where] = /^\s*([xo])\s*([a-z]{1,2}[1-9][0-9]?)\s*$/i.exec(text) ?? [];
  if (!hasEitherKind(board) || sign === undefined || where === undefined)
    return moved(read(text, board), kind, board);
  return moved(read(where, board), sign.toLowerCase() === "x" ? "black" : "white", board);
}

function moved(reading: Reading, kind: SideWord, board: Moving): Reading {
  return reading.square === null
    ? reading
    : { square: moveTo(reading.square, kind, board), sentence: null };
}

/** What choosing a kind does: "Place X". */
export function placeWords(kind: SideWord): string {
  return say("Place {kind}", { kind: kindName(kind) });
}
