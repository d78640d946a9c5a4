// The room there is for the board, and keeping the current move in sight in its list.

import type { Fit } from "./geometry";
import { fit } from "./geometry";
import type { Model } from "./model";
import { drawingOf } from "./model";

/** The same condition as in the style sheet: the panel stands beside the board. */
export const BESIDE = "(min-width: 56rem), (min-width: 36rem) and (max-height: 32rem)";

/** Height of everything above and below the board where the page is one column. */
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
  const labels = model.choices.coordinates;
  const roomy = beside && innerHeight > 512;
  const snug = drawingOf(model) === "stones" ? 4 : 10;
  const far = roomy ? (labels ? 26 : 12) : snug;
  const near = labels ? (roomy ? 26 : 20) : far;
  return fit(
    model.state.game.variant,
    {
      width: stage?.clientWidth ?? innerWidth,
      height: beside
        ? (stage?.clientHeight ?? innerHeight - around)
        : Math.max(240, innerHeight - around),
    },
    { left: near, bottom: near, right: far, top: far },
  );
}

/** Keeps the move looked at in sight within its box, without moving the page. */
export function followMove(root: Element): void {
  const list = root.querySelector(".moves-box");
  const current = root.querySelector(".move[aria-current]");
  if (!list) return;
  if (!current) {
    list.scrollTop = 0;
    return;
  }
  const head = root.querySelector(".moves thead")?.getBoundingClientRect().height ?? 0;
  const row = current.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  // What stands below the move must be visible too: an agreement after it; on a phone, its labels.
  const next = current.closest("tr")?.nextElementSibling;
  const below = next?.matches(".agreed:last-child")
    ? next
    : current.parentElement?.querySelector(":scope > .labels");
  const bottom = Math.max(row.bottom, below?.getBoundingClientRect().bottom ?? 0);
  if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom + 4;
  else if (row.top < frame.top + head) list.scrollTop -= frame.top + head - row.top;
}
