// What is done on the board of a puzzle.

import { aimedSentence } from "../board/aiming";
import type { Fit } from "../board/geometry";
import type { BoardInput } from "../board/input";
import { boardInput } from "../board/input";
import type { PuzzleCommands } from "./commands";
import { drawingOf } from "./model";
import { canTry, cleared, played } from "./state";
import type { PuzzleStore } from "./store";
import { emptyWord } from "../rules/blocked";
import { landing } from "../rules/falling";
import { stoneName } from "../rules/sides";
import { name } from "../rules/squares";
import { announce } from "../viewer/voice";

export function puzzleInput(store: PuzzleStore, act: PuzzleCommands, fit: () => Fit): BoardInput {
  return boardInput({
    board: () => store.model().state.data.position,
    fit,
    held: store.model,
    change: store.change,
    begin: () => played(store.model().state).moves.at(-1) ?? null,
    words: (square) => squareWords(store, square),
    taps: () => store.model().choices.taps,
    isForGood: true,
    landing: (square) =>
      landing(square, store.model().state.data.position, (each) => store.stones().has(each)),
    isOpen: () => !store.model().state.isOver,
    isFree: (square) => canTry(cleared(store.model().state), square),
    aim(square, byKey) {
      act.aim(square);
      if (byKey) announce(aimedSentence(square, store.model().state.data.position));
    },
    choose: act.play,
    letGo: () => store.change({ aim: null }),
  });
}

function squareWords(store: PuzzleStore, square: number): string {
  const model = store.model();
  const stone = store.stones().get(square);
  const what = stone
    ? stoneName(stone.side, drawingOf(model))
    : emptyWord(square, model.state.data.position);
  return `${name(square, model.state.data.position)}, ${what}`;
}
