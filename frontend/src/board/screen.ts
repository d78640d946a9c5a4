// Where the panel stands, and the move in sight in its list.

/** The same condition as in the style sheet: the panel stands beside the board. */
export const BESIDE = "(min-width: 56rem), (min-width: 36rem) and (max-height: 32rem)";

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
  // What stands below the move is to be seen, too: what was agreed after it, and on a phone its labels.
  const next = current.closest("tr")?.nextElementSibling;
  const below = next?.matches(".agreed:last-child")
    ? next
    : current.parentElement?.querySelector(":scope > .labels");
  const bottom = Math.max(row.bottom, below?.getBoundingClientRect().bottom ?? 0);
  if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom + 4;
  else if (row.top < frame.top + head) list.scrollTop -= frame.top + head - row.top;
}
