// What a person does on the page of a game, turned into commands and changes.

import type { Commands } from "./commands";
import { noteLook } from "./address";
import type { Variation } from "./variation";
import * as variations from "./variation";
import { leftVariation, objection as trialObjection, variationSentence } from "./variationwords";
import { canPremove, drawingOf, isMyTurn, mayTry, pendingStone, shownPly } from "./model";
import { phase } from "../protocol/parts";
import { sideOfPly } from "../rules/position";
import * as record from "./record";
import { playerName, premoveSentence } from "./sentences";
import { copyText } from "../viewer/clipboard";
import { play as sound } from "../viewer/sounds";
import { name, read } from "../rules/squares";
import type { Table } from "./store";
import { announce } from "../viewer/voice";
import { say } from "../words/words";

const AUTOPLAY_MS = 850;

export function gameCommands(table: Table, send: Commands["send"]): Commands {
  let autoplay: ReturnType<typeof setInterval> | undefined;

  /** Why this player cannot play on a square now; null if they can. */
  function objection(square: number): string | null {
    const { state, look } = table.model();
    const { game } = state;
    if (look !== null) return say("You look at an earlier move. Go back to live to play.");
    if (game.paused) return say("The game is paused: resume it first.");
    if (!isMyTurn(state))
      return say("It is {player}’s turn.", {
        player: playerName(game, sideOfPly(game.moves.length)),
      });
    return taken(square);
  }

  function taken(square: number): string | null {
    const { variant } = table.model().state.game;
    return table.stones().has(square)
      ? say("{square} is taken.", { square: name(square, variant) })
      : null;
  }

  function premove(square: number): void {
    if (table.model().premove === square) return act.cancelPremove();
    const sentence = taken(square);
    if (sentence !== null) return table.refuse(sentence);
    table.change({ premove: square, aim: null, hover: null, alert: null });
    announce(premoveSentence(table.model(), square));
  }

  function look(next: record.Look): void {
    table.change({ look: next, variation: null, aim: null, alert: null });
    noteLook(next);
  }

  function tryOut(square: number): void {
    const { state, look: before, variation } = table.model();
    const { moves, variant } = state.game;
    const start = variation ?? variations.begun(moves, shownPly(table.model()), before);
    const trial = variations.tried(start, square, variant);
    if (trial.variation === null) return table.refuse(trialObjection(trial.why, square, variant));
    stop();
    // The game goes on underneath, and the ply looked at stays.
    show(trial.variation);
    table.change({ look: record.held(before, moves.length) });
  }

  function show(variation: Variation): void {
    table.change({ variation, hover: null, alert: null });
    announce(
      variationSentence(variation, table.model().state.game.variant, drawingOf(table.model())),
    );
  }

  function stop(): void {
    clearInterval(autoplay);
    table.change({ playing: false });
  }

  const act: Commands = {
    send,
    play(square) {
      const { state, choices } = table.model();
      if (mayTry(state)) return tryOut(square);
      if (state.side === null || phase(state.game) !== "live" || pendingStone(table.model()))
        return;
      if (canPremove(table.model())) return premove(square);
      const sentence = objection(square);
      if (sentence !== null) return table.refuse(sentence);
      send({ type: "playMove", ply: state.game.moves.length, square });
      if (choices.sound) sound("stone");
    },
    aim: (aim) => table.change({ aim, alert: null }),
    cancelPremove() {
      if (table.model().premove === null) return;
      table.change({ premove: null });
      announce(say("Premove cancelled."));
    },
    enter(text) {
      const { square, sentence } = read(text, table.model().state.game.variant);
      const free = canPremove(table.model()) ? taken : objection;
      const entryError = sentence ?? free(square);
      table.change({ entryError });
      if (entryError !== null || square === null) return false;
      act.play(square);
      return true;
    },
    look(next) {
      stop();
      look(next);
    },
    step(by) {
      stop();
      const { variation, look: before, state } = table.model();
      if (variation !== null) return show(variations.stepped(variation, by));
      look(record.step(before, state.game.moves.length, by));
    },
    undo() {
      const { variation } = table.model();
      if (variation === null) return;
      const left = variations.undone(variation);
      if (left === null) return act.clear();
      show(left);
    },
    clear() {
      const { variation } = table.model();
      if (variation === null) return;
      look(variation.from);
      announce(leftVariation());
    },
    autoplay() {
      if (table.model().playing) return stop();
      const total = table.model().state.game.moves.length;
      look(table.model().look ?? record.at(0, total));
      table.change({ playing: true });
      autoplay = setInterval(() => {
        look(record.step(table.model().look, table.model().state.game.moves.length, 1));
        if (table.model().choices.sound) sound("stone");
        if (table.model().look === null) stop();
      }, AUTOPLAY_MS);
    },
    askResign: (resigning) => table.change({ resigning }),
    askRenew: (renewing) => table.change({ renewing }),
    copy(what, text) {
      void copyText(text).then((done) => {
        if (!done)
          return table.refuse(
            say("Copying is not allowed here: select the link and copy it by hand."),
          );
        table.copied(what);
        announce(say("Link copied."));
      });
    },
    chooseEmbed: (embedSize) => table.change({ embedSize }),
    share(title, url) {
      // Rejects when the person changes their mind.
      navigator.share({ title: `Inarow: ${title}`, url }).catch(() => undefined);
    },
  };
  return act;
}
