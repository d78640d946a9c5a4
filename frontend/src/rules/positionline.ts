// A position as text, as the server writes and reads it (games/mnk/notation.py): for links.

import type { PositionPart } from "../protocol/findings";
import { name } from "./squares";

/** The whole position as one word: variant, rows from the top, side to move. */
export function positionLine(position: PositionPart): string {
  const { width, height, k, lineRule, blocked, sideToMove } = position;
  const rows = boardText(position)
    .split("\n")
    .map((row) => row.replace(/[.#]+/g, (bare) => String(bare.length)));
  const walls = blocked.map((square) => name(square, position)).join("");
  const variant = `${width}x${height}x${k}-${lineRule}${walls && `-${walls}`}`;
  return [variant, ...rows, sideToMove === "black" ? "X" : "O"].join("/");
}

/** The board, one line a row, the top row first: `X` black, `O` white, `.` empty, `#` blocked. */
export function boardText({ width, height, blocked, black, white }: PositionPart): string {
  const signs = new Array<string>(width * height).fill(".");
  for (const square of blocked) signs[square] = "#";
  for (const square of black) signs[square] = "X";
  for (const square of white) signs[square] = "O";
  return Array.from({ length: height }, (_, row) =>
    signs.slice((height - row - 1) * width, (height - row) * width).join(""),
  ).join("\n");
}
