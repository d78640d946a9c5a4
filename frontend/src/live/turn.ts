// Whose turn it is, and whether a game is under way: in an opening neither follows from the moves.

import type { OpeningPart, SideWord, Snapshot } from "../protocol/protocol";
import { sideOfPly } from "../rules/position";
import { UNTIMED_PLIES } from "./state";

/** The side whose turn it is: in an opening, to place a stone of either side or to choose. */
export function sideToMove({ opening, moves }: Pick<Snapshot, "opening" | "moves">): SideWord {
  return opening?.by ?? sideOfPly(moves.length);
}

/** An opening that still goes on; null without one, and once it is over. */
export function openingOf({ opening }: Pick<Snapshot, "opening">): OpeningPart | null {
  return opening === null || opening.by === null ? null : opening;
}

/** Whether something is to be chosen now, and no stone to be placed. */
export function isChoosing(game: Pick<Snapshot, "opening">): boolean {
  return (game.opening?.choices.length ?? 0) > 0;
}

/** Whether both have moved, or decided something: the clock runs, and the game counts. */
export function isUnderWay({ opening, moves }: Pick<Snapshot, "opening" | "moves">): boolean {
  return opening === null ? moves.length >= UNTIMED_PLIES : opening.answered;
}
