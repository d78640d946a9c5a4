// What is done on the board of a puzzle.

import { aimedSentence } from "../board/aiming";
import type { Fit } from "../board/geometry";
import type { BoardInput } from "../board/input";
import { boardInput } from "../board/input";
import type { PuzzleCommands } from "./commands";
import { boardDrawingOf } from "./model";
import { canTry, cleared, forbiddenHere, played } from "./state";
import type { PuzzleStore } from "./store";
import { emptyWord } from "../rules/blocked";
import { landing } from "../rules/falling";
import { bannedWords } from "../rules/forbidden";
import { moveTo, squareIfAny } from "../rules/move";
import { stoneName } from "../rules/sides";
import { name } from "../rules/squares";
import { announce } from "../viewer/voice";

export function puzzleInput(store: PuzzleStore, act: PuzzleCommands, fit: () => Fit): BoardInput {
  return boardInput({
    board: () => store.model().state.data.position,
    fit,
    held: store.model,
    change: store.change,
    begin() {
      const { position, moves } = played(store.model().state);
      return squareIfAny(moves.at(-1), position);
    },
    words: (square) => squareWords(store, square),
    taps: () => store.model().choices.taps,
    isForGood: true,
    landing: (square) =>
      landing(square, store.model().state.data.position, (each) => store.stones().has(each)),
    isOpen: () => !store.model().state.isOver,
    isFree: (square) => canTry(cleared(store.model().state), square),
    aim(square, byKey) {
      act.aim(square);
      const { kind, state } = store.model();
      const { position } = state.data;
      if (byKey) announce(aimedSentence(moveTo(square, kind, position), position));
    },
    choose: act.play,
    letGo: () => store.change({ aim: null }),
  });
}

function squareWords(store: PuzzleStore, square: number): string {
  const model = store.model();
  const stone = store.stones().get(square);
  const what = stone
    ? stoneName(stone.side, boardDrawingOf(model))
    : emptyWord(square, model.state.data.position);
  const ban = bannedWords(forbiddenHere(model.state), square);
  return [name(square, model.state.data.position), what, ban].filter(Boolean).join(", ");
}
