// The stones of a variation on the board: translucent and numbered, unlike those of the game.

import type { TemplateResult } from "lit-html";
import { svg } from "lit-html";
import { stoneOf } from "../board/board";
import type { Drawing } from "../viewer/choices";
import type { Fit } from "../board/geometry";
import { left, top } from "../board/geometry";
import type { Tried } from "./variation";
import type { Board } from "../rules/squares";

export function variationLayer(
  stones: readonly Tried[],
  size: Board,
  fit: Fit,
  drawn: Drawing,
  line: readonly number[],
): TemplateResult {
  const kind = (square: number): string => (line.includes(square) ? " winning" : "");
  return svg`<g>
    ${stones.map((stone) => stoneOf(stone, size, drawn, `ghost tried${kind(stone.square)}`))}
    <g transform=${`scale(${1 / fit.square})`}>
      ${stones.map((stone) => numberOf(stone, size, fit.square, drawn))}
    </g>
  </g>`;
}

/** Inside the stone; beside a mark, which has no room for it. */
function numberOf(
  { square, side, number }: Tried,
  size: Board,
  pixels: number,
  drawn: Drawing,
): TemplateResult {
  const x = (left(square, size) + 0.5) * pixels;
  const y = (top(square, size) + 0.5) * pixels;
  const isMark = drawn === "marks";
  const font = isMark ? Math.max(9, pixels * 0.2) : Math.max(8, pixels * 0.44);
  const [dx, dy] = isMark ? [pixels * 0.38, pixels * 0.42] : [0, font * 0.36];
  return svg`<text class=${`tried-number on-${isMark ? "board" : side}`} x=${x + dx} y=${y + dy} font-size=${font}>${number}</text>`;
}
