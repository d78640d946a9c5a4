// A variation in the margin: moves a viewer tries for themselves. None of it is ever sent.

import type { PositionPart } from "../protocol/findings";
import { sideOfPly } from "../rules/position";
import type { MovePart, SideWord, VariantPart } from "../protocol/protocol";
import type { Look } from "./record";
import type { Standing } from "../rules/winning";
import { standing } from "../rules/winning";

export interface Margin {
  /** The moves of the game it starts from, as they were then. */
  readonly start: readonly MovePart[];
  /** The squares tried, in order. */
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
  | { readonly margin: Margin; readonly why: null }
  | { readonly margin: null; readonly why: "taken" | "decided" };

/** Nothing tried yet, from the position after `ply` moves. */
export function begun(moves: readonly MovePart[], ply: number, from: Look): Margin {
  return { start: moves.slice(0, ply), moves: [], shown: 0, from };
}

/** With a stone on a square. Moves tried beyond those shown are dropped, unless it is the next. */
export function tried(margin: Margin, square: number, variant: VariantPart): Trial {
  if (standingOf(margin, variant).kind !== "open") return { margin: null, why: "decided" };
  if (squaresShown(margin).includes(square)) return { margin: null, why: "taken" };
  const { moves, shown } = margin;
  const isSame = moves[shown] === square;
  const after = isSame ? moves : [...moves.slice(0, shown), square];
  return { margin: { ...margin, moves: after, shown: shown + 1 }, why: null };
}

/** Some moves forward or back, within the variation. */
export function stepped(margin: Margin, by: number): Margin {
  const shown = Math.max(0, Math.min(margin.moves.length, margin.shown + by));
  return shown === margin.shown ? margin : { ...margin, shown };
}

/** Without the last stone shown and everything tried after it; null when nothing is left. */
export function undone(margin: Margin): Margin | null {
  if (margin.shown <= 1) return null;
  const moves = margin.moves.slice(0, margin.shown - 1);
  return { ...margin, moves, shown: moves.length };
}

/** The stones tried that lie on the board. */
export function triedStones({ start, moves, shown }: Margin): readonly Tried[] {
  return moves
    .slice(0, shown)
    .map((square, at) => ({ square, side: sideOfPly(start.length + at), number: at + 1 }));
}

/** Whose turn it is in the variation. */
export function sideToMove({ start, shown }: Margin): SideWord {
  return sideOfPly(start.length + shown);
}

/** How the position shown stands: a line made in the variation wins as in the game. */
export function standingOf(margin: Margin, variant: VariantPart): Standing {
  return standing(positionOf(squaresShown(margin), variant));
}

/** Whether the game still has the moves it starts from: they may have been taken back. */
export function isOfGame({ start }: Margin, moves: readonly MovePart[]): boolean {
  return start.every(({ square }, ply) => moves[ply]?.square === square);
}

/** The position after these squares were played in turn. */
export function positionOf(squares: readonly number[], variant: VariantPart): PositionPart {
  const { width, height, k, lineRule } = variant;
  const of = (side: SideWord): readonly number[] =>
    squares.filter((_, ply) => sideOfPly(ply) === side);
  const next = sideOfPly(squares.length);
  return { width, height, k, lineRule, black: of("black"), white: of("white"), sideToMove: next };
}

/** Every square with a stone, in the order of the moves. */
export function squaresShown({ start, moves, shown }: Margin): readonly number[] {
  return [...start.map(({ square }) => square), ...moves.slice(0, shown)];
}
