// A variation: moves a viewer of a game tries for themselves. None of it is ever sent.

import type { PositionPart } from "../protocol/findings";
import { isFree } from "../rules/blocked";
import { placed, squareOf } from "../rules/move";
import { sideOfPly } from "../rules/position";
import type { MovePart, SideWord, VariantPart } from "../protocol/protocol";
import type { Look } from "./record";
import type { Standing } from "../rules/winning";
import { standing } from "../rules/winning";

export interface Variation {
  /** The moves of the game it starts from, as they were then. */
  readonly start: readonly MovePart[];
  /** The moves tried, in order. */
  readonly moves: readonly number[];
  /** How many of them lie on the board. */
  readonly shown: number;
  /** Where in the game the viewer was looking before. */
  readonly from: Look;
}

/** A stone that was tried; the first one is number 1. */
export interface Tried {
  readonly square: number;
  readonly side: SideWord;
  readonly number: number;
}

/** What became of a try: the variation with it, or why there is none. */
export type Trial =
  | { readonly variation: Variation; readonly why: null }
  | { readonly variation: null; readonly why: "taken" | "decided" };

/** Nothing tried yet, from the position after `ply` moves. */
export function begun(moves: readonly MovePart[], ply: number, from: Look): Variation {
  return { start: moves.slice(0, ply), moves: [], shown: 0, from };
}

/** With one more move. Moves tried beyond those shown are dropped, unless it is the next. */
export function tried(variation: Variation, move: number, variant: VariantPart): Trial {
  if (standingOf(variation, variant).kind !== "open") return { variation: null, why: "decided" };
  if (!isFree(squareOf(move, variant), new Set(squaresShown(variation, variant)), variant))
    return { variation: null, why: "taken" };
  const { moves, shown } = variation;
  const isSame = moves[shown] === move;
  const after = isSame ? moves : [...moves.slice(0, shown), move];
  return { variation: { ...variation, moves: after, shown: shown + 1 }, why: null };
}

/** Some moves forward or back, within the variation. */
export function stepped(variation: Variation, by: number): Variation {
  const shown = Math.max(0, Math.min(variation.moves.length, variation.shown + by));
  return shown === variation.shown ? variation : { ...variation, shown };
}

/** Without the last stone shown and everything tried after it; null when nothing is left. */
export function undone(variation: Variation): Variation | null {
  if (variation.shown <= 1) return null;
  const moves = variation.moves.slice(0, variation.shown - 1);
  return { ...variation, moves, shown: moves.length };
}

/** The stones tried that lie on the board. */
export function triedStones(
  { start, moves, shown }: Variation,
  variant: VariantPart,
): readonly Tried[] {
  return moves.slice(0, shown).map((move, at) => ({
    ...placed(move, sideOfPly(start.length + at, variant.lineRule), variant),
    number: at + 1,
  }));
}

/** Whose turn it is in the variation. */
export function sideToMove(
  { start, shown }: Variation,
  { lineRule }: Pick<VariantPart, "lineRule">,
): SideWord {
  return sideOfPly(start.length + shown, lineRule);
}

/** How the position shown stands: a line made in the variation wins as in the game. */
export function standingOf(variation: Variation, variant: VariantPart): Standing {
  return standing(positionOf(movesShown(variation), variant));
}

/** Whether the game still has the moves it starts from: they may have been taken back. */
export function isOfGame({ start }: Variation, moves: readonly MovePart[]): boolean {
  return start.every(({ square }, ply) => moves[ply]?.square === square);
}

/** The position after these moves. */
export function positionOf(moves: readonly number[], variant: VariantPart): PositionPart {
  const { width, height, k, lineRule, blocked } = variant;
  const laid = moves.map((move, ply) => placed(move, sideOfPly(ply, lineRule), variant));
  const of = (side: SideWord): readonly number[] =>
    laid.filter((stone) => stone.side === side).map(({ square }) => square);
  const next = sideOfPly(moves.length, lineRule);
  const stones = { black: of("black"), white: of("white") };
  return { width, height, k, lineRule, blocked, ...stones, sideToMove: next };
}

/** Every square with a stone, in the order of the moves. */
export function squaresShown(variation: Variation, variant: VariantPart): readonly number[] {
  return movesShown(variation).map((move) => squareOf(move, variant));
}

/** Every move, in order. */
export function movesShown({ start, moves, shown }: Variation): readonly number[] {
  return [...start.map(({ square }) => square), ...moves.slice(0, shown)];
}
