// What a player does with the help they have in a game, turned into questions and choices.

import { ask, forget } from "../live/answers";
import type { Help } from "../viewer/choices";
import { HINT_OF, hasAnswer, hasHeat, helpSwitches, helper } from "./hints";
import { bestWords } from "../evaluation/hintwords";
import type { HelpIntent } from "../board/keys";
import { drawingOf, isMyTurn } from "./model";
import { isAsked } from "../live/pending";
import { other, sideOfPly } from "../rules/position";
import type { HintKind } from "../protocol/protocol";
import { moveWords } from "../evaluation/movewords";
import { playerName } from "./names";
import { turnSentence } from "./sentences";
import type { NewCommand } from "../live/socket";
import type { State } from "../live/state";
import type { GameStore } from "./store";
import { announce } from "../viewer/voice";
import { say } from "../words/words";

/** When keys move the slider, A is sent once they have rested for this long. */
const KEYS_REST_MS = 300;

export interface HelpCommands {
  /** Switches a kind of help on or off, for this game. */
  readonly toggle: (help: Help) => void;
  /** Asks for a hint by hand; one already told is said again. */
  readonly ask: (kind: HintKind) => void;
  /** Asks without a word, as the switches do at every turn. */
  readonly askQuietly: (kind: HintKind) => void;
  /** Marks the squares of a threat; none to stop. */
  readonly light: (squares: readonly number[]) => void;
  /** A under the finger: nothing is sent yet. */
  readonly drag: (value: number) => void;
  /** A was let go of, or moved by a key. */
  readonly letGo: (value: number, byKey: boolean) => void;
}

export function helpCommands(
  store: GameStore,
  /** Sends a command and returns its id. */
  send: (command: NewCommand) => string,
): HelpCommands {
  let rest: ReturnType<typeof setTimeout> | undefined;

  function askQuietly(kind: HintKind): void {
    const ply = store.model().state.game.moves.length;
    const id = send({ type: "askHint", kind, ply });
    store.change({ asked: ask(store.model().asked, ply, id, kind), helpRefusal: null });
  }

  function setAggressiveness(value: number): void {
    clearTimeout(rest);
    store.change({ draft: null });
    if (helper(store.model()) === null) return;
    if (value !== store.model().state.game.aggressiveness)
      send({ type: "setAggressiveness", value });
  }

  return {
    toggle(help) {
      const model = store.model();
      const level = helper(model);
      if (level === null || (help === "heat" && !hasHeat(level, model.state.game))) return;
      const on = !helpSwitches(model)[help];
      // A player who switches it on again may ask again.
      store.change({
        help: on ? [...model.help, help] : model.help.filter((each) => each !== help),
        asked: forget(model.asked, HINT_OF[help]),
        helpRefusal: null,
        lit: [],
      });
      announce(switchedSentence(help, on));
    },
    ask(kind) {
      const model = store.model();
      const { game, answers } = model.state;
      const ply = game.moves.length;
      if (helper(model) === null || isAsked(model.pending, kind, ply)) return;
      const sentence = objection(kind, model.state);
      if (sentence !== null) return store.refuse(sentence);
      if (!hasAnswer(answers, kind, ply)) return askQuietly(kind);
      if (kind === "words" && answers.words) {
        store.change({ spoken: true });
        announce(moveWords(answers.words, game.variant, drawingOf(model)));
      }
      if (kind === "best" && answers.best)
        announce(
          bestWords({ outcomes: answers.best.squares, best: answers.best.best }, game.variant),
        );
    },
    askQuietly,
    light: (lit) => store.change({ lit }),
    drag: (draft) => store.change({ draft }),
    letGo(value, byKey) {
      if (!byKey) return setAggressiveness(value);
      clearTimeout(rest);
      store.change({ draft: value });
      rest = setTimeout(() => setAggressiveness(value), KEYS_REST_MS);
    },
  };
}

/** Does what a key means. */
export function followHelp(help: HelpCommands, intent: HelpIntent): void {
  switch (intent.kind) {
    case "toggle":
      return help.toggle(intent.help);
    case "ask":
      return help.ask(intent.hint);
    default:
      return intent satisfies never;
  }
}

export function helpName(help: Help): string {
  switch (help) {
    case "outcomes":
      return say("Outcomes");
    case "threats":
      return say("Threats");
    case "heat":
      return say("Heat map");
    default:
      return help satisfies never;
  }
}

function switchedSentence(help: Help, on: boolean): string {
  switch (help) {
    case "outcomes":
      return on ? say("Outcomes on.") : say("Outcomes off.");
    case "threats":
      return on ? say("Threats on.") : say("Threats off.");
    case "heat":
      return on ? say("Heat map on.") : say("Heat map off.");
    default:
      return help satisfies never;
  }
}

/** Whether the opponent has a last move to talk about. */
export function theyHavePlayed({ game, side }: State): boolean {
  return game.moves.some((_, ply) => sideOfPly(ply, game.variant.lineRule) !== side);
}

/** Why a hint cannot be asked for now; null if it can. */
function objection(kind: HintKind, state: State): string | null {
  const { game, side } = state;
  if (kind !== "words") return isMyTurn(state) ? null : turnSentence(game);
  if (side === null || theyHavePlayed(state)) return null;
  return say("{player} hasn’t moved yet, so there’s no move to explain.", {
    player: playerName(game, other(side)),
  });
}
