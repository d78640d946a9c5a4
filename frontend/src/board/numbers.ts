// The numbers on stones that show in which order they were played.

import type { TemplateResult } from "lit-html";
import { svg } from "lit-html";
import type { Fit } from "./geometry";
import { left, top } from "./geometry";
import type { SideWord } from "../protocol/protocol";
import type { Board } from "../rules/squares";
import type { Drawing } from "../viewer/choices";

/** A stone with its number. */
export interface Numbered {
  readonly square: number;
  readonly side: SideWord;
  readonly number: number;
}

/** Inside each stone; beside a mark, which has no room for it. */
export function numbersOn(
  stones: readonly Numbered[],
  size: Board,
  { square: pixels }: Fit,
  drawn: Drawing,
): TemplateResult {
  return svg`<g transform=${`scale(${1 / pixels})`}>
    ${stones.map((stone) => numberOn(stone, size, pixels, drawn))}
  </g>`;
}

function numberOn(
  { square, side, number }: Numbered,
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
