// The stones of a variation on the board: translucent and numbered, unlike those of the game.

import type { TemplateResult } from "lit-html";
import { svg } from "lit-html";
import { stoneOf } from "../board/board";
import type { Drawing } from "../viewer/choices";
import type { Fit } from "../board/geometry";
import { numbers } from "../board/numbers";
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
    ${numbers(stones, size, fit, drawn)}
  </g>`;
}
