// The room there is for the board of a study.

import type { Fit } from "../board/geometry";
import { fit } from "../board/geometry";
import { BESIDE } from "../board/screen";
import type { Model } from "./model";
import { boardOf, drawingOf } from "./model";
import { turnedBoard } from "../rules/turning";

/** Height of what stands above and below the board where the page is one column: it may be scrolled to. */
const AROUND_PX = 150;

export function measure(root: Element, model: Model): Fit {
  const stage = root.querySelector(".stage");
  const beside = matchMedia(BESIDE).matches;
  return fit(turnedBoard(boardOf(model), model.turning), drawingOf(model), {
    width: stage?.clientWidth ?? innerWidth,
    height: beside
      ? (stage?.clientHeight ?? innerHeight - AROUND_PX)
      : Math.max(260, innerHeight - AROUND_PX),
  });
}
