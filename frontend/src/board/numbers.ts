// Numbers on stones that show a line: inside the stone; beside a mark, which has no room for them.

import type { TemplateResult } from "lit-html";
import { svg } from "lit-html";
import type { Fit } from "./geometry";
import { left, top } from "./geometry";
import type { SideWord } from "../protocol/protocol";
import type { Board } from "../rules/squares";
import type { Drawing } from "../viewer/choices";

export interface Numbered {
  readonly square: number;
  readonly side: SideWord;
  readonly number: number;
}

export function numbers(
  stones: readonly Numbered[],
  size: Board,
  { square: pixels }: Fit,
  drawn: Drawing,
): TemplateResult {
  const isMark = drawn === "marks";
  const font = isMark ? Math.max(9, pixels * 0.2) : Math.max(8, pixels * 0.44);
  const [dx, dy] = isMark ? [pixels * 0.38, pixels * 0.42] : [0, font * 0.36];
  return svg`<g transform=${`scale(${1 / pixels})`}>
    ${stones.map(({ square, side, number }) => {
      const x = (left(square, size) + 0.5) * pixels;
      const y = (top(square, size) + 0.5) * pixels;
      return svg`<text class=${`tried-number on-${isMark ? "board" : side}`} x=${x + dx} y=${y + dy} font-size=${font}>${number}</text>`;
    })}
  </g>`;
}
