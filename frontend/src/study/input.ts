// Pointers, fingers and keys on the board of a review, an analysis or a study.

import type { Touch } from "../board/input";
import { boardTouch } from "../board/input";
import type { MarkPart } from "../protocol/findings";
import type { Fit } from "../board/geometry";
import type { KeyIntent } from "../board/keys";
import { squareHint } from "../evaluation/hintwords";
import { stoneName } from "../rules/sides";
import type { Board } from "../rules/squares";
import { centre, name, neighbour } from "../rules/squares";
import type { StudyCommands } from "./commands";
import { hintsOf } from "./board";
import { boardOf, drawingOf } from "./model";
import type { StudyStore } from "./store";
import type { Touched } from "../board/swipe";
import { swiped } from "../board/swipe";
import type { Turning } from "../rules/turning";
import { seenAt, squareSeen, turnedBoard } from "../rules/turning";
import { announce } from "../viewer/voice";
import { say } from "../words/words";

export interface StudyTouch extends Touch {
  readonly up: (event: PointerEvent) => void;
}

export function studyTouch(store: StudyStore, act: StudyCommands, fit: () => Fit): StudyTouch {
  let from: Touched | null = null;
  let wasSwipe = false;
  const turned = (): readonly [Board, Turning] => [boardOf(store.model()), store.model().turning];
  const touched = boardTouch({
    board: () => turnedBoard(...turned()),
    squareOn: (place) => squareSeen(place, ...turned()),
    fit,
    held: store.model,
    change: store.change,
    steps: () => true,
    follow: (intent) => followStudy(store, act, intent),
    choose(square, isSmall) {
      const { aim, marking, tool } = store.model();
      const isEmpty = !store.seen().stones.has(square);
      if (isSmall && aim !== square && isEmpty && marking === null && tool !== "erase")
        return store.change({ aim: square });
      act.choose(square);
    },
  });
  return {
    ...touched,
    down(event) {
      wasSwipe = false;
      from = event.pointerType === "touch" ? { x: event.clientX, y: event.clientY } : null;
      touched.down(event);
    },
    up(event) {
      const by = from === null ? null : swiped(from, { x: event.clientX, y: event.clientY });
      from = null;
      if (by === null) return;
      wasSwipe = true;
      act.step(by);
    },
    click(event) {
      if (!wasSwipe) touched.click(event);
    },
  };
}

/** Does what a key means. */
export function followStudy(store: StudyStore, act: StudyCommands, intent: KeyIntent): void {
  const model = store.model();
  switch (intent.kind) {
    case "cursor": {
      const { turning } = model;
      const board = boardOf(model);
      const seen = turnedBoard(board, turning);
      const start = store.seen().last ?? centre(board);
      const cursor =
        model.cursor === null
          ? start
          : squareSeen(
              neighbour(seenAt(model.cursor, board, turning), intent.direction, seen),
              board,
              turning,
            );
      store.change({ cursor });
      return announce(squareWords(store, cursor));
    }
    case "play":
      if (model.cursor !== null) act.choose(model.cursor);
      return;
    case "letGo":
      if (model.line !== null) act.leaveLine();
      else store.change({ aim: null, marking: null, tool: null, alert: null });
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

function squareWords(store: StudyStore, square: number): string {
  const model = store.model();
  const at = store.seen();
  const stone = at.stones.get(square);
  const what = stone === undefined ? say("empty") : stoneName(stone.side, drawingOf(model));
  const hint = stone === undefined ? squareHint(square, hintsOf(model, at), at.side) : "";
  const { tree, here } = at.place;
  const mark = tree.nodes[here]!.marks.find((each) => each.square === square);
  const marked = mark === undefined ? "" : markedWords(mark);
  return [name(square, boardOf(model)), what, marked, hint].filter(Boolean).join(", ");
}

function markedWords({ kind, text }: MarkPart): string {
  if (text) return say("marked {text}", { text });
  switch (kind) {
    case "circle":
      return say("marked circle");
    case "square":
      return say("marked square");
    case "triangle":
      return say("marked triangle");
    case "cross":
      return say("marked cross");
    case "text":
      return say("marked text");
    default:
      return kind satisfies never;
  }
}
