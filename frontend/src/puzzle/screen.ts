// The room there is for the board of a puzzle.

import type { Fit } from "../board/geometry";
import { fit } from "../board/geometry";
import { BESIDE } from "../board/screen";
import type { Model } from "./model";
import { drawingOf } from "./model";

/** The least a board is high, however low the window: then the page scrolls. */
const LEAST_PX = 240;

/** On a phone on its side the board takes the whole height, and all else stands beside it. */
const LOW = "(min-width: 36rem) and (max-height: 32rem)";
const BESIDE_LOW_PX = 304;

/** Under the board of a page in one column: its bar, and the card above the tabs. */
const UNDER_PX = 240;

export function measure(root: Element, model: Model): Fit {
  const { position } = model.state.data;
  const drawing = drawingOf(model);
  if (matchMedia(LOW).matches)
    return fit(position, drawing, { width: innerWidth - BESIDE_LOW_PX, height: innerHeight });
  const bars = [...root.querySelectorAll<HTMLElement>(".player")];
  const inBars = bars.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
  const height = matchMedia(BESIDE).matches
    ? root.clientHeight - inBars
    : Math.max(LEAST_PX, innerHeight - inBars - UNDER_PX);
  return fit(position, drawing, { width: root.clientWidth, height });
}
