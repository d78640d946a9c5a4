// Squares on which no stone may ever lie: they belong to the board, and no line goes over them.

import { say } from "../words/words";
import type { Board } from "./squares";
import { name } from "./squares";

export function isBlocked(square: number, board: Board): boolean {
  return board.blocked?.includes(square) ?? false;
}

/** Whether a square can get a stone: it has none, and is not blocked. */
export function isFree(
  square: number,
  stones: { has(square: number): boolean },
  board: Board,
): boolean {
  return !stones.has(square) && !isBlocked(square, board);
}

/** How many stones a board has room for. */
export function room(board: Board): number {
  return board.width * board.height - (board.blocked?.length ?? 0);
}

/** What lies on a square without a stone. */
export function emptyWord(square: number, board: Board): string {
  return isBlocked(square, board) ? say("blocked") : say("empty");
}

/** Why a stone cannot be put on a square that is no empty one. */
export function takenSentence(square: number, board: Board): string {
  return isBlocked(square, board)
    ? say("{square} is blocked. Choose another square.", { square: name(square, board) })
    : say("{square} is taken.", { square: name(square, board) });
}

/** "Blocked: c3, d4."; empty where nothing is. */
export function blockedWords(board: Board): string {
  const squares = board.blocked?.map((square) => name(square, board)).join(", ");
  return squares ? say("Blocked: {squares}.", { squares }) : "";
}
