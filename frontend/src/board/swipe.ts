// A finger drawn across the board steps through the moves.

/** Where a finger is. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Shorter than this is a tap. */
const LEAST_PX = 40;

/** Forward for a swipe to the left, back for one to the right; null if it was not one. */
export function swiped(from: Place, to: Place): 1 | -1 | null {
  const across = to.x - from.x;
  const along = to.y - from.y;
  if (Math.abs(across) < LEAST_PX || Math.abs(across) < 2 * Math.abs(along)) return null;
  return across < 0 ? 1 : -1;
}
