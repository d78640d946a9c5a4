// Pointers, fingers and keys on a board: they mean the same on every page.

import { squareUnder } from "./board";
import type { Fit } from "./geometry";
import type { KeyIntent } from "./keys";
import { boardKey } from "./keys";
import type { Board } from "../rules/squares";

/** Below this many pixels a square, a finger chooses first and plays second. */
const SMALL_SQUARE = 28;

/** What people do on the board itself. */
export interface Touch {
  readonly key: (event: KeyboardEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly leave: () => void;
  readonly down: (event: PointerEvent) => void;
  readonly click: (event: MouseEvent) => void;
  readonly blur: () => void;
}

/** Where the pointer is, what is chosen, and where the keyboard's cursor is; null: nowhere. */
export interface Held {
  readonly hover: number | null;
  readonly aim: number | null;
  readonly cursor: number | null;
}

/** A board that is touched, as its page knows it. */
export interface TouchedBoard {
  readonly board: () => Board;
  readonly fit: () => Fit;
  readonly held: () => Held;
  readonly change: (part: Partial<Held>) => void;
  /** Whether arrows step through the moves: the game is over. */
  readonly steps: () => boolean;
  /** Does what a key means. */
  readonly follow: (intent: KeyIntent) => void;
  /** A square was clicked; on a small one a finger must confirm. */
  readonly choose: (square: number, isSmall: boolean) => void;
  /** The square shown at a place on the board, if it is turned. */
  readonly squareOn?: (place: number) => number;
}

export function boardTouch({
  board,
  fit,
  held,
  change,
  steps,
  follow,
  choose,
  squareOn = (place) => place,
}: TouchedBoard): Touch {
  let pointer = "mouse";
  const under = (event: MouseEvent): number | null => {
    const element = (event.currentTarget as Element).querySelector("svg");
    const place = element && squareUnder(event, element, board(), fit());
    return place === null ? null : squareOn(place);
  };
  return {
    key(event) {
      const intent = boardKey(event, steps());
      if (!intent) return;
      event.preventDefault();
      follow(intent);
    },
    move(event) {
      if (event.pointerType === "touch") return;
      const hover = under(event);
      if (hover !== held().hover) change({ hover });
    },
    leave: () => change({ hover: null }),
    down(event) {
      pointer = event.pointerType;
      if (held().cursor !== null) change({ cursor: null });
    },
    click(event) {
      const square = under(event);
      if (square === null) return change({ aim: null });
      choose(square, pointer === "touch" && fit().square < SMALL_SQUARE);
    },
    blur: () => change({ cursor: null }),
  };
}
