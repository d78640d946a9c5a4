// What is done on the board of a review, an analysis or a study.

import type { BoardInput } from "../board/input";
import { boardInput } from "../board/input";
import type { MarkPart } from "../protocol/findings";
import type { Fit } from "../board/geometry";
import { squareHint } from "../evaluation/hintwords";
import { emptyWord, isFree } from "../rules/blocked";
import { landing } from "../rules/falling";
import { bannedWords } from "../rules/forbidden";
import { stoneName } from "../rules/sides";
import { name } from "../rules/squares";
import type { StudyCommands } from "./commands";
import { hintsOf } from "./board";
import { boardDrawingOf, boardOf, forbiddenHere } from "./model";
import type { StudyStore } from "./store";
import { say } from "../words/words";

export function studyInput(store: StudyStore, act: StudyCommands, fit: () => Fit): BoardInput {
  return boardInput({
    board: () => boardOf(store.model()),
    turning: () => store.model().turning,
    fit,
    held: store.model,
    change: store.change,
    stepping: {
      byArrow: () => true,
      bySwipe: true,
      step(intent) {
        switch (intent.kind) {
          case "step":
            return act.step(intent.by < 0 ? -1 : 1);
          case "first":
            return act.first();
          case "last":
            return act.last();
          default:
            return intent satisfies never;
        }
      },
    },
    begin: () => store.seen().last,
    words: (square) => squareWords(store, square),
    taps: () => "auto",
    isForGood: false,
    landing(square) {
      const { marking, tool } = store.model();
      const { stones, position } = store.seen();
      const isSetUp = tool !== null && (tool === "erase" || stones.has(square));
      if (isSetUp || marking !== null) return square;
      return landing(square, position, (each) => stones.has(each));
    },
    isOpen: () => true,
    isFree(square) {
      const { marking, tool } = store.model();
      if (marking !== null || tool === "erase") return false;
      return isFree(square, store.seen().stones, store.model().tree.start);
    },
    aim: (aim) => store.change({ aim }),
    choose: act.choose,
    letGo() {
      if (store.model().line !== null) act.leaveLine();
      else store.change({ aim: null, marking: null, alert: null });
    },
  });
}

function squareWords(store: StudyStore, square: number): string {
  const model = store.model();
  const at = store.seen();
  const stone = at.stones.get(square);
  const what =
    stone === undefined
      ? emptyWord(square, boardOf(model))
      : stoneName(stone.side, boardDrawingOf(model));
  const hint =
    stone === undefined ? squareHint(square, hintsOf(model, at), at.side, model.tree.start) : "";
  const banned = bannedWords(forbiddenHere(model), square);
  const { tree, here } = at.place;
  const mark = tree.nodes[here]!.marks.find((each) => each.square === square);
  const marked = mark === undefined ? "" : markedWords(mark);
  return [name(square, boardOf(model)), what, banned, marked, hint].filter(Boolean).join(", ");
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
