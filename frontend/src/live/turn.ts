// Whose turn it is, and whether a game is under way: in an opening neither follows from the moves.

import type { ChosenPart, OpeningPart, SideWord, Snapshot } from "../protocol/protocol";
import { sideOfPly } from "../rules/position";
import { UNTIMED_PLIES } from "./state";

/** The side whose turn it is: in an opening, to place a stone of either side or to choose. */
export function sideToMove({
  opening,
  moves,
  variant,
}: Pick<Snapshot, "opening" | "moves" | "variant">): SideWord {
  return opening?.by ?? sideOfPly(moves.length, variant.lineRule);
}

/** An opening that still goes on; null without one, and once it is over. */
export function openingOf({ opening }: Pick<Snapshot, "opening">): OpeningPart | null {
  return opening === null || opening.by === null ? null : opening;
}

/** Whether something is to be chosen now, and no stone to be placed. */
export function isChoosing(game: Pick<Snapshot, "opening">): boolean {
  return (game.opening?.choices.length ?? 0) > 0;
}

/** How many squares have to be offered now; 0 where something else is decided. */
export function toOffer(game: Pick<Snapshot, "opening">): number {
  return game.opening?.offer ?? 0;
}

/** The squares that were offered for the stone that comes after this many; none: an empty list. */
export function offeredAfter({ opening }: Pick<Snapshot, "opening">, ply: number): Squares {
  const choices = opening?.chosen.filter((chosen) => chosen.ply === ply) ?? [];
  return choices.map(({ choice }) => choice).find(isOffer) ?? NONE;
}

export type Squares = readonly number[];

/** No squares: always the same value, so that nothing is redrawn for it. */
const NONE: Squares = [];

/** Whether a decision is an offer of squares. */
export function isOffer(choice: ChosenPart["choice"]): choice is Squares {
  return typeof choice !== "string";
}

/** The number of squares that a choice stands for; 0 for others. */
export function numberOf(choice: ChosenPart["choice"]): number {
  return isOffer(choice) ? 0 : Number(choice) || 0;
}

/** Whether both have moved, or decided something: the clock runs, and the game counts. */
export function isUnderWay({ opening, moves }: Pick<Snapshot, "opening" | "moves">): boolean {
  if (opening?.answered) return true;
  return moves.length - (opening?.stones ?? 0) >= UNTIMED_PLIES;
}
