// The room there is for the board of a lesson.

import type { Fit } from "../board/geometry";
import { fit } from "../board/geometry";
import type { Model } from "./model";
import { drawingOf } from "./model";
import { stepOf } from "./state";

/** The same condition as in the style sheet: the board is beside the words. */
const BESIDE = "(min-width: 36rem) and (max-height: 32rem)";

/** Tabs lie at the foot of the window. */
const TABBED = "(max-width: 55.99rem) and (min-height: 32.01rem)";

/** What stands above and below the board and should be seen together with it, in rem. */
const AROUND = { tabbed: 25.25, railed: 17.5 };
const LEAST_PX = 240;

export function measure(place: Element, model: Model): Fit {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const around = matchMedia(TABBED).matches ? AROUND.tabbed : AROUND.railed;
  const above = place.getBoundingClientRect().top + scrollY;
  const height = innerHeight - (matchMedia(BESIDE).matches ? above + rem : around * rem);
  const box = { width: place.clientWidth, height: Math.max(LEAST_PX, height) };
  return fit(stepOf(model.state).position, drawingOf(model), box);
}
