// Where black may not play, drawn: rings with a bar; and through the stones of what one would make, lines.

import type { TemplateResult } from "lit-html";
import { svg } from "lit-html";
import type { ForbiddenPart } from "../protocol/protocol";
import type { Board } from "../rules/squares";
import { left, top } from "./geometry";

/** The rings; `explained` is the one whose lines are drawn. */
export function bans(
  forbidden: readonly ForbiddenPart[],
  explained: ForbiddenPart | null,
  size: Board,
): TemplateResult {
  const middle = (square: number): readonly [number, number] => [
    left(square, size) + 0.5,
    top(square, size) + 0.5,
  ];
  const lines = (explained?.shapes ?? []).map((shape, index) => {
    const [x1, y1] = middle(shape[0]!);
    const [x2, y2] = middle(shape[shape.length - 1]!);
    return svg`<path class="shape-case" d=${`M${x1} ${y1}L${x2} ${y2}`} />
      <path class=${`shape ${kindOf(index)}`} d=${`M${x1} ${y1}L${x2} ${y2}`} />`;
  });
  return svg`${lines}${forbidden.map(({ square }) => {
    const [x, y] = middle(square);
    const isChosen = square === explained?.square;
    return svg`<g class=${`ban ${isChosen ? "chosen" : ""}`} transform=${`translate(${x} ${y})`}>
      <circle class="ban-ground" r=${isChosen ? 0.43 : 0.36} />
      <circle r="0.34" /><path d="M-.22 .22L.22-.22" />
    </g>`;
  })}`;
}

/** Lines that cross are told apart: every other one is dotted. */
export function kindOf(index: number): string {
  return index % 2 === 1 ? "second" : "";
}
