// The room there is for the board of a puzzle.

import type { Fit } from "../board/geometry";
import { fit } from "../board/geometry";
import { BESIDE } from "../board/screen";
import type { Model } from "./model";
import { boardDrawingOf } from "./model";

/** On a phone on its side the board takes the whole height, and everything else is beside it. */
const LOW = "(min-width: 36rem) and (max-height: 32rem)";
const BESIDE_LOW_PX = 304;

/** In one column: the top of the page, the goal, the card and the tabs. */
const AROUND_PX = 300;

/**
 * However low the window, there is room for a square board of the window's width, up to this part of its
 * height: then the page scrolls.
 */
const LEAST = 0.6;

export function measure(root: Element, model: Model): Fit {
  const { position } = model.state.data;
  const drawing = boardDrawingOf(model);
  if (matchMedia(LOW).matches)
    return fit(position, drawing, { width: innerWidth - BESIDE_LOW_PX, height: innerHeight });
  const bars = [...root.querySelectorAll<HTMLElement>(".player")];
  const inBars = bars.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
  const height = matchMedia(BESIDE).matches
    ? root.clientHeight - inBars
    : Math.max(Math.min(root.clientWidth, LEAST * innerHeight), innerHeight - inBars - AROUND_PX);
  return fit(position, drawing, { width: root.clientWidth, height });
}
