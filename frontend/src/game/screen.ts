// The room there is for the board of a game.

import type { Fit } from "../board/geometry";
import { fit } from "../board/geometry";
import type { Model } from "./model";
import { drawingOf } from "./model";
import { BESIDE } from "../board/screen";

/** Height of all that is above and below the board where the page is one column: heading, bars, tray, row. */
const AROUND_PX = 304;

/** The least a board is high, however low the window: then the page scrolls. */
const LEAST_PX = 240;

/** On a phone on its side the board takes the whole height, and both bars stand beside it. */
const LOW = "(min-width: 36rem) and (max-height: 32rem)";
const BESIDE_LOW_PX = 304;

/** The board's size on this screen. */
export function measure(root: Element, model: Model): Fit {
  if (matchMedia(LOW).matches)
    return fit(model.state.game.variant, drawingOf(model), {
      width: innerWidth - BESIDE_LOW_PX,
      height: innerHeight,
    });
  const table = root.querySelector(".table");
  const bars = [...(table?.querySelectorAll<HTMLElement>(".player") ?? [])];
  const inBars = bars.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
  const beside = matchMedia(BESIDE).matches;
  return fit(model.state.game.variant, drawingOf(model), {
    width: table?.clientWidth ?? innerWidth,
    height: beside
      ? (table?.clientHeight ?? innerHeight) - inBars
      : Math.max(LEAST_PX, innerHeight - AROUND_PX),
  });
}
