// What pointers, fingers and keys hold on a board at this moment.

import type { SideWord } from "../protocol/protocol";
import type { Place } from "./swipe";
import type { Zoom } from "./zoom";
import { WHOLE } from "./zoom";

/** A finger on the board: where on the screen, and on which square. */
export interface Finger extends Place {
  readonly square: number;
}

/** Null: nowhere. */
export interface Held {
  /** The square under a mouse or pen. */
  readonly hover: number | null;
  /** The square that was chosen but not played on yet. */
  readonly aim: number | null;
  /** Where the keyboard's cursor is; null until it is used. */
  readonly cursor: number | null;
  /** The finger that is choosing a square. */
  readonly finger: Finger | null;
  /** Which part of the board is seen. */
  readonly zoom: Zoom;
  /** The kind of stones to place, where a side may choose. */
  readonly kind: SideWord;
}

export const NOTHING_HELD: Held = {
  hover: null,
  aim: null,
  cursor: null,
  finger: null,
  zoom: WHOLE,
  kind: "black",
};
