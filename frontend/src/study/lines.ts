// The line a sentence speaks of, played on the board as a variation that is not kept.

import { isFree } from "../rules/blocked";
import { hasEitherKind, squareOf } from "../rules/move";
import type { Tree } from "../rules/tree";
import { add, mainLine, stonesAt } from "../rules/tree";

/** A line being shown. */
export interface ShownLine {
  /** The node it starts from. */
  readonly base: number;
  readonly moves: readonly number[];
  /** How many of the moves are on the board. */
  readonly shown: number;
}

/** What describes a line: moves from the position `start` plies after the beginning. */
export interface Told {
  readonly line: readonly number[];
  readonly start: number;
}

/** The line, with none of it played yet; null if it cannot be played from there. */
export function lineOf(tree: Tree, { line, start }: Told): ShownLine | null {
  const base = mainLine(tree)[start];
  return base === undefined ? null : lineFrom(tree, base, line);
}

/** A line from a node: as much of it as falls on empty squares. */
export function lineFrom(tree: Tree, base: number, line: readonly number[]): ShownLine | null {
  const taken = new Set(stonesAt(tree, base).keys());
  const { width, height } = tree.start;
  const most = (hasEitherKind(tree.start) ? 2 : 1) * width * height;
  const moves: number[] = [];
  for (const move of line) {
    const square = squareOf(move, tree.start);
    if (!isFree(square, taken, tree.start) || move < 0 || move >= most) break;
    taken.add(square);
    moves.push(move);
  }
  return moves.length === 0 ? null : { base, moves, shown: 0 };
}

/** Some moves forward or back, within the line. */
export function stepped(line: ShownLine, by: number): ShownLine {
  const shown = Math.max(0, Math.min(line.moves.length, line.shown + by));
  return shown === line.shown ? line : { ...line, shown };
}

export function isAtEnd({ shown, moves }: ShownLine): boolean {
  return shown === moves.length;
}

/** The tree with what is shown of the line, and the node it leads to: to be looked at, not kept. */
export function withLine(
  tree: Tree,
  line: ShownLine,
): { readonly tree: Tree; readonly here: number } {
  return line.moves
    .slice(0, line.shown)
    .reduce((place, move) => add(place.tree, place.here, move), { tree, here: line.base });
}
