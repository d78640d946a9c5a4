// How many taps play on a square, and whether a finger may slide to it first.

import type { Fit } from "./geometry";
import type { Taps } from "../viewer/choices";

/** What plays on a square: a tap, a second tap on it, or a button that names it. */
export type Way = Exclude<Taps, "auto">;

/** A finger seldom misses a square of this many pixels. */
const FINGERTIP_PX = 44;

/** On squares below this many pixels two taps in a row may miss alike. */
const TINY_PX = 28;

/**
 * What plays on a square of this many pixels. `isForGood`: nobody can take it back, and there is a
 * button that names it.
 */
export function wayOf(
  choice: Taps,
  by: "touch" | "mouse" | "key",
  pixels: number,
  isForGood: boolean,
): Way {
  const way = choice === "auto" ? (by === "touch" ? wayBySize(pixels, isForGood) : "once") : choice;
  return way === "button" && (by === "key" || !isForGood) ? "twice" : way;
}

/** Whether a finger slides to the square it means: squares are smaller than its tip. */
export function slides({ square }: Fit): boolean {
  return square < FINGERTIP_PX;
}

function wayBySize(pixels: number, isForGood: boolean): Way {
  if (pixels < TINY_PX) return "button";
  return pixels < FINGERTIP_PX && isForGood ? "twice" : "once";
}
