// Squares and their names: 0 is a1, bottom left; the index grows along the row, then upwards.

import { say } from "../words/words";

export interface Board {
  readonly width: number;
  readonly height: number;
  /** The squares that nobody can take, if any. */
  readonly blocked?: readonly number[];
}

/** What a typed text means: a square, or the sentence that says why it is not one. */
export type Reading =
  | { readonly square: number; readonly sentence: null }
  | { readonly square: null; readonly sentence: string };

/** What people call a column: a..z, then aa, ab … af. */
export function columnName(column: number): string {
  const first = Math.floor(column / 26);
  const last = String.fromCharCode(97 + (column % 26));
  return first > 0 ? String.fromCharCode(96 + first) + last : last;
}

/** What people call a square. */
export function name(square: number, board: Board): string {
  return `${columnName(square % board.width)}${Math.floor(square / board.width) + 1}`;
}

/** The square that people call `text`, in either case; if none, why not, in the server's words. */
export function read(text: string, board: Board): Reading {
  const match = /^([a-z]{1,2})([1-9][0-9]?)$/i.exec(text.trim());
  const letters = match?.[1];
  const digits = match?.[2];
  if (letters === undefined || digits === undefined) {
    return {
      square: null,
      sentence: say("“{text}” isn’t a square. Type a letter and a number, like h8.", {
        text: text.slice(0, 20),
      }),
    };
  }
  let column = 0;
  for (const letter of letters.toLowerCase()) column = column * 26 + letter.charCodeAt(0) - 96;
  const row = Number(digits);
  if (column > board.width || row > board.height) {
    const corner = name(board.width * board.height - 1, board);
    return {
      square: null,
      sentence: say("{square} isn’t on this board. Squares go from a1 to {corner}.", {
        square: `${letters}${digits}`,
        corner,
      }),
    };
  }
  return { square: (row - 1) * board.width + column - 1, sentence: null };
}

export type Direction = "left" | "right" | "up" | "down" | "rowStart" | "rowEnd" | "top" | "bottom";

/** The square one step further, or the same square at the edge. */
export function neighbour(square: number, direction: Direction, board: Board): number {
  const { width, height } = board;
  const column = square % width;
  const row = Math.floor(square / width);
  const at = (c: number, r: number): number =>
    Math.min(Math.max(r, 0), height - 1) * width + Math.min(Math.max(c, 0), width - 1);
  switch (direction) {
    case "left":
      return at(column - 1, row);
    case "right":
      return at(column + 1, row);
    case "up":
      return at(column, row + 1);
    case "down":
      return at(column, row - 1);
    case "rowStart":
      return at(0, row);
    case "rowEnd":
      return at(width - 1, row);
    case "top":
      return at(column, height - 1);
    case "bottom":
      return at(column, 0);
    default:
      return direction satisfies never;
  }
}

/** The square a cursor starts from: the centre. */
export function centre(board: Board): number {
  return Math.floor((board.height - 1) / 2) * board.width + Math.floor((board.width - 1) / 2);
}
