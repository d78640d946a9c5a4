// Pointers, fingers and keys on a board: they mean the same on every page.

import { SAME_TAP_MS, fingers } from "./fingers";
import type { Fit } from "./geometry";
import { squareAtPlace } from "./geometry";
import type { Held } from "./held";
import type { KeyIntent, StepIntent } from "./keys";
import { boardKey } from "./keys";
import type { Place } from "./swipe";
import { swiped } from "./swipe";
import type { Way } from "./taps";
import { slides, wayOf } from "./taps";
import { WHOLE } from "./zoom";
import type { Board } from "../rules/squares";
import { centre, name, neighbour } from "../rules/squares";
import type { Turning } from "../rules/turning";
import { UPRIGHT, seenAt, squareSeen, turnedBoard } from "../rules/turning";
import type { Taps } from "../viewer/choices";
import { announce } from "../viewer/voice";
import { say } from "../words/words";

/** What people do on the board itself, and what keys mean there and beside it. */
export interface BoardInput {
  readonly key: (event: KeyboardEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly leave: () => void;
  readonly down: (event: PointerEvent) => void;
  readonly up: (event: PointerEvent) => void;
  readonly cancel: (event: PointerEvent) => void;
  readonly click: (event: MouseEvent) => void;
  readonly blur: () => void;
  readonly follow: (intent: KeyIntent) => void;
  /** Shows the whole board again. */
  readonly whole: () => void;
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
  /** How the viewer wants to play on a square. */
  readonly taps: () => Taps;
  /** Whether what is chosen can be taken back by nobody; then a button names what is aimed at. */
  readonly isForGood: boolean;
  /** Where a stone put on a square comes to lie; absent: always there. */
  readonly landing?: (square: number) => number;
  /** Whether anything can be chosen now. */
  readonly isOpen: () => boolean;
  /** Whether a square can be aimed at: something would be played there. */
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
  let pointer: "touch" | "mouse" = "mouse";
  let from: Place | null = null;
  let isDone = false;
  let tappedAt = -Infinity;

  const land = (square: number): number => page.landing?.(square) ?? square;

  /** What lies on a square; and where a stone put there falls, if it does. */
  function words(square: number): string {
    const lands = land(square);
    const about = page.words(square);
    if (lands === square) return about;
    return `${about}, ${say("a stone here falls to {square}", { square: name(lands, page.board()) })}`;
  }

  const turned = (): readonly [Board, Turning] => [page.board(), page.turning?.() ?? UPRIGHT];

  /** Where a pointer is in the box of the board, whose left top corner is 0, 0 and its other 1, 1. */
  function within(event: MouseEvent): Place {
    const box = (event.currentTarget as Element).querySelector("svg")!.getBoundingClientRect();
    return {
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
    };
  }

  function under(event: MouseEvent): number | null {
    const seen = squareAtPlace(within(event), turnedBoard(...turned()), fit(), held().zoom);
    return seen === null ? null : land(squareSeen(seen, ...turned()));
  }

  const way = (by: "touch" | "mouse" | "key"): Way =>
    wayOf(page.taps(), by, fit().square * held().zoom.scale, page.isForGood);

  function choose(square: number, by: "touch" | "mouse" | "key"): void {
    const how = way(by);
    const isEnough = how === "once" || (how === "twice" && held().aim === square);
    if (isEnough || !page.isFree(square)) page.choose(square);
    else page.aim(square, by === "key");
  }

  const onSmall = fingers({
    held,
    change,
    under,
    within,
    isFree: page.isFree,
    way: () => way("touch"),
    aim: (square) => page.aim(square, false),
    choose: page.choose,
  });

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
        return announce(words(next));
      }
      case "play":
        if (cursor !== null) choose(land(cursor), "key");
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
      if (event.pointerType === "touch") return onSmall.move(event);
      const hover = under(event);
      if (hover !== held().hover) change({ hover });
    },
    leave: () => change({ hover: null }),
    down(event) {
      const { pointerType, clientX, clientY } = event;
      pointer = pointerType === "touch" ? "touch" : "mouse";
      from = pointer === "touch" && stepping?.bySwipe ? { x: clientX, y: clientY } : null;
      isDone = pointer === "touch" && page.isForGood && page.isOpen() && slides(fit());
      if (held().cursor !== null) change({ cursor: null });
      if (isDone) onSmall.down(event);
    },
    up(event) {
      if (event.pointerType === "touch") onSmall.up(event);
      const by = from === null ? null : swiped(from, { x: event.clientX, y: event.clientY });
      from = null;
      if (by === null) return;
      isDone = true;
      stepping?.step({ kind: "step", by });
    },
    cancel: (event) => onSmall.cancel(event),
    click(event) {
      if (isDone) return;
      if (pointer === "touch") {
        if (event.timeStamp - tappedAt < SAME_TAP_MS) return;
        tappedAt = event.timeStamp;
      }
      const square = under(event);
      if (square === null) return change({ aim: null });
      choose(square, pointer);
    },
    blur: () => change({ cursor: null }),
    follow,
    whole: () => change({ zoom: WHOLE }),
  };
}
