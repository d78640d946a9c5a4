// What is under a finger, shown larger above it.

import type { TemplateResult } from "lit-html";
import { svg } from "lit-html";
import type { Finger } from "./held";
import type { Fit } from "./geometry";
import { left, top } from "./geometry";
import type { Board } from "../rules/squares";
import type { Zoom } from "./zoom";

/** This many squares along each edge; the middle one is under the finger. */
const SQUARES = 5;
const SIZE_PX = 160;
/** From the finger to the loupe above it; or to one beside it, where there is no room above. */
const ABOVE_PX = 72;
const BESIDE_PX = 48;
const EDGE_PX = 8;

/** Where the loupe stands on a screen of this width, in pixels: above the finger if it can. */
export function placeOf(
  { x, y }: Finger,
  screen: number,
): { readonly x: number; readonly y: number } {
  const within = (at: number): number =>
    Math.min(Math.max(at, EDGE_PX), screen - SIZE_PX - EDGE_PX);
  const above = y - ABOVE_PX - SIZE_PX;
  if (above >= EDGE_PX) return { x: within(x - SIZE_PX / 2), y: above };
  const beside = x > screen / 2 ? x - BESIDE_PX - SIZE_PX : x + BESIDE_PX;
  return { x: within(beside), y: EDGE_PX };
}

/** The loupe: the drawn board once more, so that it shows all that the board shows. */
export function loupe(finger: Finger, size: Board, fit: Fit, zoom: Zoom): TemplateResult {
  const place = placeOf(finger, document.documentElement.clientWidth);
  const seen = SQUARES * fit.square * zoom.scale;
  const middle = (at: number, start: number, pixels: number): number =>
    (fit.margin + (at + 0.5) * fit.square - start * pixels) * zoom.scale;
  const box = [
    middle(left(finger.square, size), zoom.x, fit.width) - seen / 2,
    middle(top(finger.square, size), zoom.y, fit.height) - seen / 2,
    seen,
    seen,
  ];
  return svg`<svg class="loupe" aria-hidden="true" focusable="false">
    <g transform=${`translate(${place.x} ${place.y})`}>
      <rect class="loupe-ground" width=${SIZE_PX} height=${SIZE_PX} />
      <svg width=${SIZE_PX} height=${SIZE_PX} viewBox=${box.join(" ")}>
        <use href="#squares" />
      </svg>
      <rect class="loupe-frame" width=${SIZE_PX} height=${SIZE_PX} />
    </g>
  </svg>`;
}
