// Two fingers on a board show a part of it larger. They never place a stone.

import type { Place } from "./swipe";
import type { Board } from "../rules/squares";
import { left, top } from "./geometry";

/** The part of a board that is seen: its left and top edge, and one over its size, as parts of all. */
export interface Zoom {
  /** How many times as large as the whole board would be. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };

const MOST = 4;

/** Two fingers on a board, each as parts of the box the board is drawn in. */
export type Pinch = readonly [Place, Place];

/**
 * What is seen after two fingers have moved: what was under the middle between them still is, and
 * as much farther as they are apart, as much larger is the board. Nothing outside is ever seen.
 */
export function pinched(zoom: Zoom, from: Pinch, to: Pinch): Zoom {
  const grown = apart(from) === 0 ? 1 : apart(to) / apart(from);
  const scale = Math.min(Math.max(zoom.scale * grown, 1), MOST);
  const [before, now] = [middle(from), middle(to)];
  const inside = (start: number): number => Math.min(Math.max(start, 0), 1 - 1 / scale);
  return {
    scale,
    x: inside(zoom.x + before.x / zoom.scale - now.x / scale),
    y: inside(zoom.y + before.y / zoom.scale - now.y / scale),
  };
}

/** Whether the middle of a square is in the part that is seen. */
export function isInSight(square: number, size: Board, zoom: Zoom): boolean {
  const within = (at: number, start: number): boolean =>
    at >= start && at <= start + 1 / zoom.scale;
  return (
    within((left(square, size) + 0.5) / size.width, zoom.x) &&
    within((top(square, size) + 0.5) / size.height, zoom.y)
  );
}

function apart([one, other]: Pinch): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middle([one, other]: Pinch): Place {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
