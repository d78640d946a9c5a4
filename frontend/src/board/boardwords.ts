// What lies on a board in words, for people who read it line by line: the same as pictures say of theirs.

import { blockedWords } from "../rules/blocked";
import type { Stones } from "../rules/position";
import { sideName } from "../rules/sides";
import type { Board } from "../rules/squares";
import { name } from "../rules/squares";
import type { Drawing } from "../viewer/choices";
import { say } from "../words/words";

/** "X: c2. O: none. Last move: c2." */
export function boardWords(
  stones: Stones,
  last: number | null,
  board: Board,
  drawing: Drawing,
): string {
  const of = (side: "black" | "white"): string => {
    const squares = [...stones.values()]
      .filter((stone) => stone.side === side)
      .map(({ square }) => name(square, board))
      .join(", ");
    const who = sideName(side, drawing);
    return squares
      ? say("{side}: {squares}.", { side: who, squares })
      : say("{side}: none.", { side: who });
  };
  const moved = last === null ? "" : say("Last move: {move}.", { move: name(last, board) });
  return [of("black"), of("white"), blockedWords(board), moved].filter(Boolean).join(" ");
}
