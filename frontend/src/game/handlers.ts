// What a person does on the page of a game, turned into commands and changes.

import type { Commands } from "./commands";
import { noteLook } from "./address";
import { read, roomsOf, shownRoom } from "./chat";
import type { Variation } from "./variation";
import * as variations from "./variation";
import { leftVariation, objection as trialObjection, variationSentence } from "./variationwords";
import { isFree, takenSentence } from "../rules/blocked";
import { banSentence } from "../rules/forbidden";
import {
  canPremove,
  drawingOf,
  forbiddenHere,
  isMyTurn,
  mayOffer,
  mayTry,
  pendingStone,
  shownPly,
} from "./model";
import { choiceFirst, notOffered, offeredWords, outside } from "./openingwords";
import { isChoosing, toOffer } from "../live/turn";
import { phase } from "../protocol/parts";
import * as record from "./record";
import { premoveSentence, turnSentence } from "./sentences";
import { copyText } from "../viewer/clipboard";
import { play as sound } from "../viewer/sounds";
import { moveTo, placed, readMove, squareOf } from "../rules/move";
import { chooseKind } from "../board/kindswitch";
import type { GameStore } from "./store";
import { announce } from "../viewer/voice";
import { say } from "../words/words";

const AUTOPLAY_MS = 850;

export function gameCommands(store: GameStore, send: Commands["send"]): Commands {
  let autoplay: ReturnType<typeof setInterval> | undefined;

  /** Why this player cannot play on a square now; null if they can. */
  function objection(square: number): string | null {
    const { state, look } = store.model();
    const { game } = state;
    if (look !== null) return say("You’re looking at an earlier move. Go back to live to play.");
    if (game.paused) return say("The game is paused. Resume it first.");
    if (!isMyTurn(state)) return turnSentence(game);
    if (isChoosing(game)) return choiceFirst(game);
    if (toOffer(game) > 0) return taken(square) ?? notOffered(game, store.model().offering, square);
    return taken(square) ?? outside(game, square);
  }

  function taken(square: number): string | null {
    const { variant } = store.model().state.game;
    return isFree(square, store.stones(), variant) ? null : takenSentence(square, variant);
  }

  /** Adds a square to those that are to be offered, or takes it away. */
  function offer(square: number): void {
    const { offering: before, state } = store.model();
    const offering = before.includes(square)
      ? before.filter((each) => each !== square)
      : [...before, square];
    store.change({ offering, aim: null, hover: null, alert: null });
    const { variant } = state.game;
    const left = say("{number} to go.", { number: toOffer(state.game) - offering.length });
    announce(
      offering.length === 0
        ? left
        : `${say("Offered: {squares}.", { squares: offeredWords(offering, variant) })} ${left}`,
    );
  }

  function premove(square: number): void {
    const { kind, state } = store.model();
    const move = moveTo(square, kind, state.game.variant);
    if (store.model().premove === move) return act.cancelPremove();
    const sentence = taken(square);
    if (sentence !== null) return store.refuse(sentence);
    store.change({ premove: move, aim: null, hover: null, alert: null });
    announce(premoveSentence(store.model(), move));
  }

  function look(next: record.Look): void {
    store.change({ look: next, variation: null, aim: null, explained: null, alert: null });
    noteLook(next);
  }

  /** Says why black may not play a square; whether it is one. */
  function explains(square: number): boolean {
    const ban = forbiddenHere(store.model()).find((each) => each.square === square);
    if (ban === undefined || canPremove(store.model())) return false;
    store.change({ explained: square, aim: null, hover: null, alert: null });
    announce(banSentence(ban, store.model().state.game.variant, drawingOf(store.model())));
    return true;
  }

  function tryOut(square: number): void {
    const { state, look: before, variation, kind } = store.model();
    const { moves, variant } = state.game;
    const start = variation ?? variations.begun(moves, shownPly(store.model()), before);
    const move = moveTo(square, kind, variant);
    const trial = variations.tried(start, move, variant);
    if (trial.variation === null) return store.refuse(trialObjection(trial.why, move, variant));
    stop();
    // The game goes on underneath, and the ply looked at stays.
    show(trial.variation);
    store.change({ look: record.held(before, moves.length) });
  }

  function show(variation: Variation): void {
    store.change({ variation, hover: null, alert: null });
    announce(
      variationSentence(variation, store.model().state.game.variant, drawingOf(store.model())),
    );
  }

  function stop(): void {
    clearInterval(autoplay);
    store.change({ playing: false });
  }

  const act: Commands = {
    send,
    play(chosen) {
      const { state, choices, kind } = store.model();
      const { variant } = state.game;
      const square = store.landing(chosen);
      if (explains(square)) return;
      store.change({ explained: null });
      if (mayTry(state)) return tryOut(square);
      if (state.side === null || phase(state.game) !== "live" || pendingStone(store.model()))
        return;
      if (canPremove(store.model())) return premove(square);
      const sentence = objection(square);
      if (sentence !== null) return store.refuse(sentence);
      if (mayOffer(store.model())) return offer(square);
      if (toOffer(state.game) > 0) return; // on its way
      const move = moveTo(square, kind, variant);
      send({ type: "playMove", ply: state.game.moves.length, square: move });
      if (choices.sound) sound("stone");
    },
    aim: (aim) => store.change({ aim: aim === null ? null : store.landing(aim), alert: null }),
    kind: (kind) => chooseKind(kind, store.model().state.game.variant, store.change),
    closeBan: () => store.change({ explained: null }),
    cancelPremove() {
      if (store.model().premove === null) return;
      store.change({ premove: null });
      announce(say("Premove cancelled."));
    },
    enter(text) {
      const { state, kind } = store.model();
      const { variant } = state.game;
      const { square: move, sentence } = readMove(text, kind, variant);
      const free = canPremove(store.model()) ? taken : objection;
      const entryError = sentence ?? free(squareOf(move, variant));
      store.change({ entryError });
      if (entryError !== null || move === null) return false;
      const { square, side } = placed(move, kind, variant);
      store.change({ kind: side });
      act.play(square);
      return true;
    },
    look(next) {
      stop();
      look(next);
    },
    step(by) {
      stop();
      const { variation, look: before, state } = store.model();
      if (variation !== null) return show(variations.stepped(variation, by));
      look(record.step(before, state.game.moves.length, by));
    },
    undo() {
      const { variation } = store.model();
      if (variation === null) return;
      const left = variations.undone(variation);
      if (left === null) return act.clear();
      show(left);
    },
    clear() {
      const { variation } = store.model();
      if (variation === null) return;
      look(variation.from);
      announce(leftVariation());
    },
    autoplay() {
      if (store.model().playing) return stop();
      const total = store.model().state.game.moves.length;
      look(store.model().look ?? record.at(0, total));
      store.change({ playing: true });
      autoplay = setInterval(() => {
        look(record.step(store.model().look, store.model().state.game.moves.length, 1));
        if (store.model().choices.sound) sound("stone");
        if (store.model().look === null) stop();
      }, AUTOPLAY_MS);
    },
    ask: (asking) => store.change({ asking, settling: asking !== null }),
    tab(tab) {
      const { chat, state } = store.model();
      const next = { ...chat, open: tab === "chat" };
      store.change({ tab, chat: read(next, shownRoom(next, roomsOf(state))) });
    },
    askRenew: (renewing) => store.change({ renewing }),
    copy(what, text) {
      void copyText(text).then((done) => {
        if (!done)
          return store.refuse(
            say("This browser doesn’t allow copying here. Select the link and copy it yourself."),
          );
        store.change({ copied: what });
        announce(say("Link copied."));
      });
    },
    chooseEmbed: (embedSize) => store.change({ embedSize }),
    share(title, url) {
      // Rejects when the person changes their mind.
      navigator.share({ title: `Inarow: ${title}`, url }).catch(() => undefined);
    },
  };
  return act;
}
