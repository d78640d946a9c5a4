// What a person does on the page of a game, made into commands and changes.

import type { Act } from "./act";
import { canPremove, isMyTurn, pendingStone, phase } from "./model";
import { sideOfPly } from "./position";
import * as record from "./record";
import { playerName, premoveSentence } from "./sentences";
import { copyText } from "./sharing";
import { play as sound } from "./sounds";
import { name, read } from "./squares";
import type { Table } from "./table";
import { say } from "./voice";

const AUTOPLAY_MS = 850;

export function hands(table: Table, send: Act["send"]): Act {
  let autoplay: ReturnType<typeof setInterval> | undefined;

  /** Why this player cannot play on a square now; null if they can. */
  function objection(square: number): string | null {
    const { state, look } = table.model();
    const { game } = state;
    if (look !== null) return "You look at an earlier move. Go back to live to play.";
    if (game.paused) return "The game is paused: resume it first.";
    if (!isMyTurn(state)) return `It is ${playerName(game, sideOfPly(game.moves.length))}’s turn.`;
    return taken(square);
  }

  function taken(square: number): string | null {
    const { variant } = table.model().state.game;
    return table.stones().has(square) ? `${name(square, variant)} is taken.` : null;
  }

  function premove(square: number): void {
    if (table.model().premove === square) return act.cancelPremove();
    const sentence = taken(square);
    if (sentence !== null) return table.refuse(sentence);
    table.change({ premove: square, aim: null, hover: null, alert: null });
    say(premoveSentence(table.model(), square));
  }

  function look(next: record.Look): void {
    table.change({ look: next, aim: null, alert: null });
    const here = location.pathname + location.search;
    history.replaceState(null, "", here + record.fragment(next));
  }

  function stop(): void {
    clearInterval(autoplay);
    table.change({ playing: false });
  }

  const act: Act = {
    send,
    play(square) {
      const { state, choices } = table.model();
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
      say("Premove cancelled.");
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
    autoplay() {
      if (table.model().playing) return stop();
      const total = table.model().state.game.moves.length;
      if (table.model().look === null) look(record.at(0, total));
      table.change({ playing: true });
      autoplay = setInterval(() => {
        look(record.step(table.model().look, table.model().state.game.moves.length, 1));
        if (table.model().choices.sound) sound("stone");
        if (table.model().look === null) stop();
      }, AUTOPLAY_MS);
    },
    askResign: (resigning) => table.change({ resigning }),
    copy(what, text) {
      void copyText(text).then((done) => {
        if (!done)
          return table.refuse("Copying is not allowed here: select the link and copy it by hand.");
        table.copied(what);
        say("Link copied.");
      });
    },
    share(title, url) {
      // Rejects when the person changes their mind.
      navigator.share({ title: `Inarow: ${title}`, url }).catch(() => undefined);
    },
  };
  return act;
}
