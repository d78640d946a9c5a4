// The room there is for the board of a game.

import type { Fit } from "../board/geometry";
import { fit } from "../board/geometry";
import type { Model } from "./model";
import { drawingOf } from "./model";
import { BESIDE } from "../board/screen";

/** Height of all that is above and below the board where the page is one column. */
const AROUND_PX = 176;

/** Height of the line that brings news, or explains hints. */
const LEGEND_PX = 44;

/** Height of the clocks, where they stand below the names. */
const CLOCKS_PX = 28;

/** Height of the periods in them. */
const PERIODS_PX = 16;

/** The board's size on this screen. */
export function measure(root: Element, model: Model): Fit {
  const stage = root.querySelector(".stage");
  const beside = matchMedia(BESIDE).matches;
  const { control } = model.state.game;
  const periods = control !== null && control.periods > 1 ? PERIODS_PX : 0;
  const around = AROUND_PX + LEGEND_PX + (control === null ? 0 : CLOCKS_PX + periods);
  return fit(model.state.game.variant, drawingOf(model), {
    width: stage?.clientWidth ?? innerWidth,
    height: beside
      ? (stage?.clientHeight ?? innerHeight - around)
      : Math.max(240, innerHeight - around),
  });
}
