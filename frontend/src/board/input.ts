// Pointers, fingers and keys on a board: they mean the same on every page.

import { squareUnder } from "./board";
import type { Fit } from "./geometry";
import type { KeyIntent, StepIntent } from "./keys";
import { boardKey } from "./keys";
import type { Place } from "./swipe";
import { swiped } from "./swipe";
import type { Board } from "../rules/squares";
import { centre, neighbour } from "../rules/squares";
import type { Turning } from "../rules/turning";
import { UPRIGHT, seenAt, squareSeen, turnedBoard } from "../rules/turning";
import { announce } from "../viewer/voice";

/** Below this many pixels a square, a finger chooses first and plays second. */
const SMALL_SQUARE = 28;

/** A finger's second tap this soon after the first is the same tap: nobody thinks that fast. */
const SAME_TAP_MS = 350;

/** What people do on the board itself, and what keys mean there and beside it. */
export interface BoardInput {
  readonly key: (event: KeyboardEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly leave: () => void;
  readonly down: (event: PointerEvent) => void;
  readonly up: (event: PointerEvent) => void;
  readonly click: (event: MouseEvent) => void;
  readonly blur: () => void;
  readonly follow: (intent: KeyIntent) => void;
}

/** Where the pointer is, what is chosen, and where the keyboard's cursor is; null: nowhere. */
export interface Held {
  readonly hover: number | null;
  readonly aim: number | null;
  readonly cursor: number | null;
}

/** How the moves beside a board are stepped through. */
export interface Stepping {
  /** Whether arrows on the board step, rather than move the cursor. */
  readonly byArrow: () => boolean;
  /** Whether a finger drawn across the board steps. */
  readonly bySwipe: boolean;
  readonly step: (intent: StepIntent) => void;
}

/** What differs from page to page. */
export interface BoardPage {
  readonly board: () => Board;
  /** How the board is turned as it is seen. */
  readonly turning?: () => Turning;
  readonly fit: () => Fit;
  readonly held: () => Held;
  readonly change: (part: Partial<Held>) => void;
  /** Absent where there are no moves to step through. */
  readonly stepping?: Stepping;
  /** Where the cursor begins; null: in the centre. */
  readonly begin: () => number | null;
  /** What lies on a square, for listeners. */
  readonly words: (square: number) => string;
  /** Whether every square must be confirmed, not only a small one under a finger. */
  readonly confirms: () => boolean;
  /** Whether a square can be confirmed: something would be played there. */
  readonly isFree: (square: number) => boolean;
  /** Chooses a square, to be confirmed. */
  readonly aim: (square: number, byKey: boolean) => void;
  /** Does what a square is chosen for. */
  readonly choose: (square: number) => void;
  /** Drops what was chosen or begun. */
  readonly letGo: () => void;
}

export function boardInput(page: BoardPage): BoardInput {
  const { fit, held, change, stepping } = page;
  let pointer = "mouse";
  let from: Place | null = null;
  let wasSwipe = false;
  let tappedAt = -Infinity;

  const turned = (): readonly [Board, Turning] => [page.board(), page.turning?.() ?? UPRIGHT];

  function under(event: MouseEvent): number | null {
    const element = (event.currentTarget as Element).querySelector("svg");
    const seen = element && squareUnder(event, element, turnedBoard(...turned()), fit());
    return seen === null ? null : squareSeen(seen, ...turned());
  }

  function choose(square: number, isSmall: boolean, byKey: boolean): void {
    const mustAim = (isSmall || page.confirms()) && held().aim !== square && page.isFree(square);
    if (mustAim) page.aim(square, byKey);
    else page.choose(square);
  }

  function follow(intent: KeyIntent): void {
    const { cursor } = held();
    switch (intent.kind) {
      case "cursor": {
        const seen = cursor === null ? null : seenAt(cursor, ...turned());
        const next =
          seen === null
            ? (page.begin() ?? centre(page.board()))
            : squareSeen(neighbour(seen, intent.direction, turnedBoard(...turned())), ...turned());
        change({ cursor: next });
        return announce(page.words(next));
      }
      case "play":
        if (cursor !== null) choose(cursor, false, true);
        return;
      case "letGo":
        return page.letGo();
      case "step":
      case "first":
      case "last":
        return stepping?.step(intent);
      default:
        return intent satisfies never;
    }
  }

  return {
    key(event) {
      const intent = boardKey(event, stepping?.byArrow() ?? false);
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
    down({ pointerType, clientX, clientY }) {
      pointer = pointerType;
      from = pointer === "touch" && stepping?.bySwipe ? { x: clientX, y: clientY } : null;
      wasSwipe = false;
      if (held().cursor !== null) change({ cursor: null });
    },
    up({ clientX, clientY }) {
      const by = from === null ? null : swiped(from, { x: clientX, y: clientY });
      from = null;
      if (by === null) return;
      wasSwipe = true;
      stepping?.step({ kind: "step", by });
    },
    click(event) {
      if (wasSwipe) return;
      if (pointer === "touch") {
        if (event.timeStamp - tappedAt < SAME_TAP_MS) return;
        tappedAt = event.timeStamp;
      }
      const square = under(event);
      if (square === null) return change({ aim: null });
      choose(square, pointer === "touch" && fit().square < SMALL_SQUARE, false);
    },
    blur: () => change({ cursor: null }),
    follow,
  };
}
