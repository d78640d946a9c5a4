// Pointers, fingers and keys on the board of a review, an analysis or a study.

import { squareUnder } from "./board";
import type { Fit } from "./geometry";
import type { KeyIntent } from "./keys";
import { boardKey } from "./keys";
import { squareHint } from "./hintwords";
import { stoneName } from "./sentences";
import { centre, name, neighbour } from "./squares";
import type { StudyAct } from "./studyact";
import { hintsOf } from "./studyboard";
import { boardOf, drawingOf } from "./studymodel";
import type { StudyTable } from "./studytable";
import type { Touched } from "./swipe";
import { swiped } from "./swipe";
import { seenAt, squareSeen, turnedBoard } from "./turning";
import { say } from "./voice";

/** Below this many pixels a square, a finger chooses first and plays second. */
const SMALL_SQUARE = 28;

export interface StudyTouch {
  readonly key: (event: KeyboardEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly leave: () => void;
  readonly down: (event: PointerEvent) => void;
  readonly up: (event: PointerEvent) => void;
  readonly click: (event: MouseEvent) => void;
  readonly blur: () => void;
}

export function studyTouch(table: StudyTable, act: StudyAct, fit: () => Fit): StudyTouch {
  let pointer = "mouse";
  let from: Touched | null = null;
  let wasSwipe = false;
  const under = (event: MouseEvent): number | null => {
    const { turning } = table.model();
    const board = boardOf(table.model());
    const element = (event.currentTarget as Element).querySelector("svg");
    const seen = element && squareUnder(event, element, turnedBoard(board, turning), fit());
    return seen === null ? null : squareSeen(seen, board, turning);
  };
  return {
    key(event) {
      const intent = boardKey(event, true);
      if (!intent) return;
      event.preventDefault();
      followStudy(table, act, intent);
    },
    move(event) {
      if (event.pointerType === "touch") return;
      const hover = under(event);
      if (hover !== table.model().hover) table.change({ hover });
    },
    leave: () => table.change({ hover: null }),
    down(event) {
      pointer = event.pointerType;
      wasSwipe = false;
      from = pointer === "touch" ? { x: event.clientX, y: event.clientY } : null;
      if (table.model().cursor !== null) table.change({ cursor: null });
    },
    up(event) {
      const by = from === null ? null : swiped(from, { x: event.clientX, y: event.clientY });
      from = null;
      if (by === null) return;
      wasSwipe = true;
      act.step(by);
    },
    click(event) {
      if (wasSwipe) return;
      const square = under(event);
      if (square === null) return table.change({ aim: null });
      const small = pointer === "touch" && fit().square < SMALL_SQUARE;
      const { aim, marking, tool } = table.model();
      const isEmpty = !table.seen().stones.has(square);
      if (small && aim !== square && isEmpty && marking === null && tool !== "erase")
        return table.change({ aim: square });
      act.choose(square);
    },
    blur: () => table.change({ cursor: null }),
  };
}

/** Does what a key means. */
export function followStudy(table: StudyTable, act: StudyAct, intent: KeyIntent): void {
  const model = table.model();
  switch (intent.kind) {
    case "cursor": {
      const { turning } = model;
      const board = boardOf(model);
      const seen = turnedBoard(board, turning);
      const start = table.seen().last ?? centre(board);
      const cursor =
        model.cursor === null
          ? start
          : squareSeen(
              neighbour(seenAt(model.cursor, board, turning), intent.direction, seen),
              board,
              turning,
            );
      table.change({ cursor });
      return say(squareWords(table, cursor));
    }
    case "play":
      if (model.cursor !== null) act.choose(model.cursor);
      return;
    case "letGo":
      if (model.line !== null) act.leaveLine();
      else table.change({ aim: null, marking: null, tool: null, alert: null });
      return;
    case "step":
      return act.step(intent.by < 0 ? -1 : 1);
    case "first":
      return act.first();
    case "last":
      return act.last();
    default:
      return intent satisfies never;
  }
}

function squareWords(table: StudyTable, square: number): string {
  const model = table.model();
  const at = table.seen();
  const stone = at.stones.get(square);
  const what = stone === undefined ? "empty" : stoneName(stone.side, drawingOf(model));
  const hint = stone === undefined ? squareHint(square, hintsOf(model, at), at.side) : "";
  const { tree, here } = at.place;
  const mark = tree.nodes[here]!.marks.find((each) => each.square === square);
  const marked = mark === undefined ? "" : `marked ${mark.text || mark.kind}`;
  return [name(square, boardOf(model)), what, marked, hint].filter(Boolean).join(", ");
}
