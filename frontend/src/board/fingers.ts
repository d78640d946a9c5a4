// Fingers on a board whose squares are smaller than they are: one slides to the square it means and
// sees it in a loupe; two show a part of the board larger, and never place a stone.

import type { Held } from "./held";
import type { Place } from "./swipe";
import type { Way } from "./taps";
import type { Pinch, Zoom } from "./zoom";
import { pinched } from "./zoom";

/** A second tap this soon after the first is the same tap: nobody thinks that fast. */
export const SAME_TAP_MS = 350;

/** What fingers are on. */
export interface Touchable {
  readonly held: () => Held;
  readonly change: (part: Partial<Held>) => void;
  /** The square under a finger; null off the board. */
  readonly under: (event: PointerEvent) => number | null;
  /** Where a finger is, as parts of the box the board is drawn in. */
  readonly within: (event: PointerEvent) => Place;
  readonly isFree: (square: number) => boolean;
  readonly way: () => Way;
  readonly aim: (square: number) => void;
  readonly choose: (square: number) => void;
}

export interface Fingers {
  readonly down: (event: PointerEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly up: (event: PointerEvent) => void;
  /** The browser took the finger for something else: all is as before. */
  readonly cancel: (event: PointerEvent) => void;
}

/** The one finger that chooses: where it came down, and what was aimed at before. */
interface Choosing {
  readonly pointer: number;
  readonly first: number | null;
  readonly before: number | null;
}

export function fingers(board: Touchable): Fingers {
  const touching = new Map<number, Place>();
  let choosing: Choosing | null = null;
  let pinch: { readonly zoom: Zoom; readonly from: Pinch } | null = null;
  let tappedAt = -Infinity;

  /** Aims at what is under the finger; where a stone lies, at nothing. */
  function follow(event: PointerEvent): void {
    const square = board.under(event);
    const aim = square !== null && board.isFree(square) ? square : null;
    if (aim === null) board.change({ aim });
    else if (aim !== board.held().aim) board.aim(aim);
    board.change({
      finger: square === null ? null : { x: event.clientX, y: event.clientY, square },
    });
  }

  function lift(event: PointerEvent, { first, before }: Choosing): void {
    const square = board.under(event);
    board.change({ finger: null });
    if (square === null) return;
    if (!board.isFree(square)) {
      if (square === first) board.choose(square);
      return;
    }
    const way = board.way();
    if (way === "once" || (way === "twice" && square === before && square === first))
      board.choose(square);
  }

  function giveUp(): void {
    if (choosing !== null) board.change({ aim: choosing.before, finger: null });
    choosing = null;
  }

  function gone({ pointerId }: PointerEvent): void {
    touching.delete(pointerId);
    pinch = null;
  }

  return {
    down(event) {
      touching.set(event.pointerId, board.within(event));
      pinch = null;
      const [one, other, third] = touching.values();
      if (other === undefined) {
        if (event.timeStamp - tappedAt < SAME_TAP_MS) return;
        const first = board.under(event);
        choosing = { pointer: event.pointerId, first, before: board.held().aim };
        return follow(event);
      }
      giveUp();
      if (one !== undefined && third === undefined)
        pinch = { zoom: board.held().zoom, from: [one, other] };
    },
    move(event) {
      if (!touching.has(event.pointerId)) return;
      touching.set(event.pointerId, board.within(event));
      const [one, other] = touching.values();
      if (pinch !== null && one !== undefined && other !== undefined)
        board.change({ zoom: pinched(pinch.zoom, pinch.from, [one, other]) });
      else if (choosing?.pointer === event.pointerId) follow(event);
    },
    up(event) {
      gone(event);
      if (choosing?.pointer !== event.pointerId) return;
      const mine = choosing;
      choosing = null;
      tappedAt = event.timeStamp;
      lift(event, mine);
    },
    cancel(event) {
      gone(event);
      if (choosing?.pointer === event.pointerId) giveUp();
    },
  };
}
