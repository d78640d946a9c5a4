// The room there is for the board of a puzzle.

import type { Fit } from "../board/geometry";
import { fit } from "../board/geometry";
import type { Model } from "./model";

export function measure(root: Element, { state, choices }: Model): Fit {
  const beside = matchMedia("(min-width: 56rem)").matches;
  const near = choices.coordinates ? 22 : 10;
  const { top } = root.getBoundingClientRect();
  const height = beside ? innerHeight - top - scrollY - 16 : innerHeight * 0.7;
  const box = { width: root.clientWidth, height: Math.max(240, height) };
  return fit(state.data.position, box, { left: near, bottom: near, right: 10, top: 10 });
}
