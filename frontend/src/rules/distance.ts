// How far off a win is, as players count: in the winner's own moves. The wire counts plies, the
// moves of both sides. The same as games/mnk/distance.py.

import { count, say } from "../words/words";

/** How many moves of their own the winner still makes in a game that ends in this many plies. */
export function winnersMoves(plies: number): number {
  return Math.ceil(plies / 2);
}

/** When a win comes, to be put into a sentence: "in 3 moves", "on the next move". */
export function inMoves(plies: number): string {
  const moves = winnersMoves(plies);
  return moves === 1
    ? say("on the next move")
    : count("in {count} move", "in {count} moves", moves);
}

/** The same where it may come sooner. */
export function inAtMost(plies: number): string {
  const moves = winnersMoves(plies);
  return moves === 1
    ? say("on the next move")
    : count("in at most {count} move", "in at most {count} moves", moves);
}
