// What is done on the board of a lesson: a wrong move costs nothing, so one tap plays.

import { aimedSentence } from "../board/aiming";
import type { Fit } from "../board/geometry";
import type { BoardInput } from "../board/input";
import { boardInput } from "../board/input";
import { stoneName } from "../rules/sides";
import { name } from "../rules/squares";
import { announce } from "../viewer/voice";
import { say } from "../words/words";
import type { LessonCommands } from "./commands";
import { drawingOf } from "./model";
import { canTry, lying, stepOf } from "./state";
import type { LessonStore } from "./store";

export function lessonInput(store: LessonStore, act: LessonCommands, fit: () => Fit): BoardInput {
  return boardInput({
    board: () => stepOf(store.model().state).position,
    fit,
    held: store.model,
    change: store.change,
    begin: () => lying(store.model().state).moves.at(-1) ?? null,
    words: (square) => squareWords(store, square),
    taps: () => store.model().choices.taps,
    isForGood: false,
    isOpen: () => store.model().state.turn !== null,
    isFree: (square) => canTry(store.model().state, square),
    aim(square, byKey) {
      act.aim(square);
      if (byKey) announce(aimedSentence(square, stepOf(store.model().state).position));
    },
    choose: act.play,
    letGo: () => act.aim(null),
  });
}

function squareWords(store: LessonStore, square: number): string {
  const model = store.model();
  const stone = store.stones().get(square);
  const what = stone ? stoneName(stone.side, drawingOf(model)) : say("empty");
  return `${name(square, stepOf(model.state).position)}, ${what}`;
}
