// The room there is for the board of a study.

import type { Fit } from "./geometry";
import { fit } from "./geometry";
import { BESIDE } from "./screen";
import { edgesOf } from "./studyboard";
import type { Model } from "./studymodel";
import { boardOf } from "./studymodel";
import { turnedBoard } from "./turning";

/** Height of what stands above and below the board where the page is one column: it may be scrolled to. */
const AROUND_PX = 150;

export function measure(root: Element, model: Model): Fit {
  const stage = root.querySelector(".stage");
  const beside = matchMedia(BESIDE).matches;
  return fit(
    turnedBoard(boardOf(model), model.turning),
    {
      width: stage?.clientWidth ?? innerWidth,
      height: beside
        ? (stage?.clientHeight ?? innerHeight - AROUND_PX)
        : Math.max(260, innerHeight - AROUND_PX),
    },
    edgesOf(model, beside && innerHeight > 512),
  );
}
