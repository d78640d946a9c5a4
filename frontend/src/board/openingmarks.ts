// What an opening marks on the board: where the next stone may lie, and the squares that are offered.

import type { TemplateResult } from "lit-html";
import { svg } from "lit-html";
import type { Board } from "../rules/squares";
import type { Fit } from "./geometry";
import { left, top } from "./geometry";

/** A frame around the squares on which the next stone may lie, and a veil on all others. */
export function area(squares: readonly number[], size: Board): TemplateResult {
  const open = new Set(squares);
  const all = Array.from({ length: size.width * size.height }, (_, square) => square);
  const veiled = all
    .filter((square) => !open.has(square))
    .map((square) => `M${left(square, size)} ${top(square, size)}h1v1h-1z`);
  return svg`<path class="veil" d=${veiled.join("")} />
    <path class="area" d=${all.flatMap((square) => edges(square, open, size)).join("")} />`;
}

/** The lines between a square and its right and lower neighbour where one is open and one is not. */
function edges(square: number, open: ReadonlySet<number>, size: Board): readonly string[] {
  const [x, y] = [left(square, size), top(square, size)];
  const parts = (other: number): boolean => open.has(square) !== open.has(other);
  return [
    ...(x + 1 < size.width && parts(square + 1) ? [`M${x + 1} ${y}v1`] : []),
    ...(y + 1 < size.height && parts(square - size.width) ? [`M${x} ${y + 1}h1`] : []),
  ];
}

/** The letters of the squares that are offered, in order: a, b, c. */
export function offeredMarks(
  squares: readonly number[],
  size: Board,
  { square: pixels }: Fit,
): TemplateResult {
  const font = Math.max(10, pixels * 0.5);
  return svg`<g class="offered" transform=${`scale(${1 / pixels})`}>
    ${squares.map((square, index) => {
      const [x, y] = [(left(square, size) + 0.5) * pixels, (top(square, size) + 0.5) * pixels];
      return svg`<circle cx=${x} cy=${y} r=${pixels * 0.42} />
        <text x=${x} y=${y + font * 0.34} font-size=${font}>${letter(index)}</text>`;
    })}
  </g>`;
}

/** The letter of the first square offered, of the second one, and so on. */
export function letter(index: number): string {
  return String.fromCharCode("a".charCodeAt(0) + index);
}
