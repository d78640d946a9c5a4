// Pointers, fingers and keys on a game's board, and the keys beside it.

import type { Commands } from "./commands";
import type { Touch } from "../board/input";
import { boardTouch } from "../board/input";
import type { Fit } from "../board/geometry";
import { hintsShown } from "./hints";
import type { KeyIntent, WatchIntent } from "../board/keys";
import { triedSentence } from "./variationwords";
import { canChoose, drawingOf, shownPly } from "./model";
import { phase } from "../protocol/parts";
import { sideOfPly } from "../rules/position";
import { squareSentence, status } from "./sentences";
import { sideName } from "../rules/sides";
import { centre, name, neighbour } from "../rules/squares";
import type { GameStore } from "./store";
import { announce } from "../viewer/voice";
import { say } from "../words/words";

export function touch(store: GameStore, act: Commands, fit: () => Fit): Touch {
  return boardTouch({
    board: () => store.model().state.game.variant,
    fit,
    held: store.model,
    change: store.change,
    steps: () => phase(store.model().state.game) === "over",
    follow: (intent) => follow(store, act, intent),
    choose(square, isSmall) {
      if (mustAim(store, square, isSmall)) act.aim(square);
      else act.play(square);
    },
  });
}

/** Whether a square is only chosen now, and played on when it is chosen again. */
function mustAim(store: GameStore, square: number, small: boolean): boolean {
  const model = store.model();
  const free = canChoose(model) && !store.stones().has(square) && model.premove !== square;
  return (small || model.choices.confirm) && free && model.aim !== square;
}

/** Does what a key means. */
export function follow(store: GameStore, act: Commands, intent: KeyIntent): void {
  const model = store.model();
  const { game } = model.state;
  switch (intent.kind) {
    case "cursor": {
      const start = game.moves[shownPly(model) - 1]?.square ?? centre(game.variant);
      const cursor =
        model.cursor === null ? start : neighbour(model.cursor, intent.direction, game.variant);
      store.change({ cursor });
      const hints = hintsShown(model);
      const { variation } = model;
      if (variation !== null)
        return announce(triedSentence(cursor, variation, store.stones(), game, drawingOf(model)));
      return announce(
        squareSentence(cursor, store.stones(), game, drawingOf(model), hints, model.state.side),
      );
    }
    case "play":
      if (model.cursor === null) return;
      if (!mustAim(store, model.cursor, false)) return act.play(model.cursor);
      act.aim(model.cursor);
      return announce(
        say("{square} chosen. Enter again confirms, Escape lets go.", {
          square: name(model.cursor, game.variant),
        }),
      );
    case "letGo":
      if (model.variation !== null) return act.clear();
      if (model.aim === null) act.cancelPremove();
      return store.change({ aim: null, resigning: false });
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
    side: sideName(sideOfPly(ply - 1), drawingOf(model)),
    square: square === undefined ? "" : name(square, game.variant),
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
