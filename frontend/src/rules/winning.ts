// Whether a position is over: the completed lines, wherever they came from, and who wins by them.

import type { PositionPart } from "../protocol/findings";
import type { LineRule, SideWord } from "../protocol/protocol";
import { LINE_RULES } from "../protocol/protocol";
import { room } from "./blocked";
import { other } from "./position";
import { lineLength } from "./variant";

/** A stroke from one square to another. */
export interface Stroke {
  readonly from: number;
  readonly to: number;
}

/** The lines one side has completed. */
export interface Lines {
  readonly side: SideWord;
  readonly squares: readonly number[];
  readonly strokes: readonly Stroke[];
}

export type Standing =
  | { readonly kind: "open" }
  | { readonly kind: "won"; readonly winner: SideWord; readonly lines: Lines }
  | { readonly kind: "both" }
  | { readonly kind: "full" };

const AXES = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** How a position stands by the stones alone. In a set-up position both sides may have a line. */
export function standing(position: PositionPart): Standing {
  const found = (["black", "white"] as const)
    .map((side) => linesOf(position, side))
    .filter(({ squares }) => squares.length > 0);
  const [lines] = found;
  if (lines !== undefined && LINE_RULES[position.lineRule].eitherKind)
    return anybodys(found, other(position.sideToMove));
  if (found.length > 1) return { kind: "both" };
  if (lines !== undefined)
    return { kind: "won", winner: decidedBy(lines.side, position.lineRule), lines };
  const full = position.black.length + position.white.length >= room(position);
  return { kind: full ? "full" : "open" };
}

/** Lines of kinds that belong to nobody: whoever moved last has completed them. */
function anybodys(found: readonly Lines[], winner: SideWord): Standing {
  const squares = found.flatMap((lines) => lines.squares).sort((a, b) => a - b);
  const strokes = found.flatMap((lines) => lines.strokes);
  return { kind: "won", winner, lines: { side: winner, squares, strokes } };
}

/** Who wins when a side completes a line. */
export function decidedBy(side: SideWord, lineRule: LineRule): SideWord {
  return LINE_RULES[lineRule].completingLoses ? other(side) : side;
}

/** Every run of a side's stones that is a line by the variant's rule. */
export function linesOf(position: PositionPart, side: SideWord): Lines {
  const { width, height } = position;
  const { overlines: always, endsBlock, forbids } = LINE_RULES[position.lineRule];
  const overlines = always || (forbids && side === "white");
  const own = new Set(position[side]);
  const others = new Set(position[side === "black" ? "white" : "black"]);
  const squares = new Set<number>();
  const strokes: Stroke[] = [];
  const at = (column: number, row: number): number | null =>
    column >= 0 && column < width && row >= 0 && row < height ? row * width + column : null;
  const has = (square: number | null): boolean => square !== null && own.has(square);
  for (const square of [...own].sort((a, b) => a - b)) {
    const column = square % width;
    const row = Math.floor(square / width);
    for (const [dx, dy] of AXES) {
      if (has(at(column - dx, row - dy))) continue; // its run was met before
      const run = [square];
      for (let n = 1; has(at(column + n * dx, row + n * dy)); n += 1)
        run.push(at(column + n * dx, row + n * dy)!);
      const needed = lineLength(position, dx, dy);
      if (overlines ? run.length < needed : run.length !== needed) continue;
      const ends = [at(column - dx, row - dy), at(column + run.length * dx, row + run.length * dy)];
      if (endsBlock && ends.every((end) => end !== null && others.has(end))) continue;
      if (run.length === 1 && squares.has(square)) continue; // one stone is one line, not four
      for (const each of run) squares.add(each);
      strokes.push({ from: square, to: run[run.length - 1]! });
    }
  }
  return { side, squares: [...squares].sort((a, b) => a - b), strokes };
}
