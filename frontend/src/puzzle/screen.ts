// The room there is for the board of a puzzle.

import type { Fit } from "../board/geometry";
import { fit } from "../board/geometry";
import type { Model } from "./model";
import { drawingOf } from "./model";

export function measure(root: Element, model: Model): Fit {
  const beside = matchMedia("(min-width: 56rem)").matches;
  const { top } = root.getBoundingClientRect();
  const height = beside ? innerHeight - top - scrollY - 16 : innerHeight * 0.7;
  const box = { width: root.clientWidth, height: Math.max(240, height) };
  return fit(model.state.data.position, drawingOf(model), box);
}
