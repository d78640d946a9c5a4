// The room there is for a board between its two bars, and the move in sight in its list.

import type { Drawing } from "../viewer/choices";
import type { Fit } from "./geometry";
import { fit } from "./geometry";
import type { Board } from "../rules/squares";

/** The same condition as in the style sheet: the panel is beside the board. */
export const BESIDE = "(min-width: 56rem), (min-width: 36rem) and (max-height: 32rem)";

/** Height of all that is above and below the board where the page is one column: heading, bars, tray, row. */
const AROUND_PX = 304;

/** The least a board is high, however low the window: then the page scrolls. */
const LEAST_PX = 240;

/** On a phone on its side the board takes the whole height, and both bars are beside it. */
const LOW = "(min-width: 36rem) and (max-height: 32rem)";
const BESIDE_LOW_PX = 304;

/** The size of the board on the table of this page. */
export function tableFit(root: Element, board: Board, drawing: Drawing): Fit {
  if (matchMedia(LOW).matches)
    return fit(board, drawing, { width: innerWidth - BESIDE_LOW_PX, height: innerHeight });
  const table = root.querySelector(".table");
  const bars = [...(table?.querySelectorAll<HTMLElement>(".player") ?? [])];
  const inBars = bars.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
  const beside = matchMedia(BESIDE).matches;
  return fit(board, drawing, {
    width: table?.clientWidth ?? innerWidth,
    height: beside
      ? (table?.clientHeight ?? innerHeight) - inBars
      : Math.max(LEAST_PX, innerHeight - AROUND_PX),
  });
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
  // What stands below the move is to be seen, too: what was agreed or noted after it.
  const next = current.closest("tr")?.nextElementSibling;
  const below = next?.matches(".agreed:last-child, .noted") ? next : null;
  const bottom = Math.max(row.bottom, below?.getBoundingClientRect().bottom ?? 0);
  if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom + 4;
  else if (row.top < frame.top + head) list.scrollTop -= frame.top + head - row.top;
}
