// What is done on a game's board, and by keys beside it.

import { aimedSentence } from "../board/aiming";
import type { BoardInput } from "../board/input";
import { boardInput } from "../board/input";
import type { Commands } from "./commands";
import type { Fit } from "../board/geometry";
import { hintsShown } from "./hints";
import type { StepIntent, WatchIntent } from "../board/keys";
import { triedSentence } from "./variationwords";
import { canChoose, drawingOf, mayOffer, shownPly } from "./model";
import { offeredHere } from "./recordboard";
import { letter } from "../board/openingmarks";
import { outside } from "./openingwords";
import { phase } from "../protocol/parts";
import { isFree } from "../rules/blocked";
import { moveName, moveTo, squareIfAny } from "../rules/move";
import { sideOfPly } from "../rules/position";
import { squareSentence, status } from "./sentences";
import { sideName } from "../rules/sides";
import type { GameStore } from "./store";
import { announce } from "../viewer/voice";
import { say } from "../words/words";

export function gameInput(store: GameStore, act: Commands, fit: () => Fit): BoardInput {
  return boardInput({
    board: () => store.model().state.game.variant,
    fit,
    held: store.model,
    change: store.change,
    stepping: {
      byArrow: () => phase(store.model().state.game) === "over",
      bySwipe: false,
      step: (intent) => step(store, act, intent),
    },
    begin() {
      const { game } = store.model().state;
      return squareIfAny(game.moves[shownPly(store.model()) - 1]?.square, game.variant);
    },
    words: (square) => squareWords(store, square),
    // What is to be offered can be taken away again.
    taps: () => (mayOffer(store.model()) ? "once" : store.model().choices.taps),
    isForGood: true,
    landing: store.landing,
    isOpen: () => canChoose(store.model()),
    isFree(square) {
      const model = store.model();
      const { variant } = model.state.game;
      const isPremove = model.premove === moveTo(square, model.kind, variant);
      const isChosen = model.offering.includes(square) || isPremove;
      return canChoose(model) && !isChosen && isFree(square, store.stones(), variant);
    },
    aim(square, byKey) {
      act.aim(square);
      const { kind, state } = store.model();
      const { variant } = state.game;
      if (byKey) announce(aimedSentence(moveTo(square, kind, variant), variant));
    },
    choose: act.play,
    letGo() {
      const { variation, aim } = store.model();
      if (variation !== null) return act.clear();
      if (aim === null) act.cancelPremove();
      store.change({ aim: null, asking: null, explained: null });
    },
  });
}

function squareWords(store: GameStore, square: number): string {
  const model = store.model();
  const { game, side } = model.state;
  const drawn = drawingOf(model);
  if (model.variation !== null)
    return triedSentence(square, model.variation, store.stones(), game, drawn);
  const words = squareSentence(square, store.stones(), game, drawn, hintsShown(model), side);
  const offered = offeredHere(model).indexOf(square);
  if (offered >= 0) return `${words}, ${say("offered as {letter}", { letter: letter(offered) })}`;
  const isOut =
    model.look === null && !store.stones().has(square) && outside(game, square) !== null;
  return isOut ? `${words}, ${say("not for this stone")}` : words;
}

function step(store: GameStore, act: Commands, intent: StepIntent): void {
  switch (intent.kind) {
    case "step":
      act.step(intent.by);
      break;
    case "first":
      act.step(-Infinity);
      break;
    case "last":
      act.look(null);
      break;
    default:
      return intent satisfies never;
  }
  if (store.model().variation === null) announce(stepSentence(store));
}

/** Does what a key of the page asks; returns whether it means anything now. */
export function followWatch(store: GameStore, act: Commands, intent: WatchIntent): boolean {
  const { look, variation } = store.model();
  switch (intent) {
    case "live":
      if (look === null) return false;
      act.look(null);
      announce(stepSentence(store));
      return true;
    case "undo":
      act.undo();
      return variation !== null;
    default:
      return intent satisfies never;
  }
}

function stepSentence(store: GameStore): string {
  const model = store.model();
  const { game } = model.state;
  const ply = shownPly(model);
  const square = game.moves[ply - 1]?.square;
  const values = {
    move: ply,
    total: game.moves.length,
    side: sideName(sideOfPly(ply - 1, game.variant.lineRule), drawingOf(model)),
    square: square === undefined ? "" : moveName(square, game.variant),
  };
  if (ply < game.moves.length)
    return square === undefined
      ? say("Move {move} of {total}: the empty board", values)
      : say("Move {move} of {total}: {side} {square}", values);
  const move =
    square === undefined
      ? say("Move {move} of {total}: the empty board.", values)
      : say("Move {move} of {total}: {side} {square}.", values);
  return `${move} ${status(model)}`;
}
