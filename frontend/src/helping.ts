// What a player does with the help of a game against a bot, made into questions and choices.

import { ask, forget } from "./answers";
import type { Choices, Help } from "./choices";
import { switchHelp } from "./choices";
import { HINT_OF, botOpponent, hasAnswer, helpSwitches, helper, isBot } from "./hints";
import { bestWords } from "./hintwords";
import type { HelpIntent } from "./keys";
import { isMyTurn } from "./model";
import { isAsked } from "./pending";
import { sideOfPly } from "./position";
import type { HintKind, Snapshot } from "./protocol";
import { playerName } from "./sentences";
import type { Wish } from "./socket";
import type { Table } from "./table";
import { say } from "./voice";

/** While keys move the slider, A is sent when they have rested for so long. */
const KEYS_REST_MS = 300;

export interface Helping {
  /** Switches a kind of help on or off; remembered for this bot's level. */
  readonly toggle: (help: Help) => void;
  /** Asks for a hint by hand; one that was told already is said again. */
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

export function helping(
  table: Table,
  /** Sends a command and returns its id. */
  send: (wish: Wish) => string,
  choose: (choices: Choices) => void,
): Helping {
  let rest: ReturnType<typeof setTimeout> | undefined;

  function askQuietly(kind: HintKind): void {
    const ply = table.model().state.game.moves.length;
    const id = send({ type: "askHint", kind, ply });
    table.change({ asked: ask(table.model().asked, ply, id, kind), helpRefusal: null });
  }

  function setAggressiveness(value: number): void {
    clearTimeout(rest);
    table.change({ draft: null });
    if (helper(table.model()) === null) return;
    if (value !== table.model().state.game.aggressiveness)
      send({ type: "setAggressiveness", value });
  }

  return {
    toggle(help) {
      const model = table.model();
      const bot = botOpponent(model.state.game, model.state.side);
      if (helper(model) === null || bot === null) return;
      const level = bot.level ?? "";
      if (help === "heat" && level !== "aggressive") return;
      const on = !helpSwitches(model)[help];
      // Whoever switches it on again may ask again.
      table.change({ asked: forget(model.asked, HINT_OF[help]), helpRefusal: null, lit: [] });
      choose(switchHelp(model.choices, level, help, on));
      say(`${HELP_NAMES[help]} ${on ? "on" : "off"}.`);
    },
    ask(kind) {
      const model = table.model();
      const { game, answers } = model.state;
      const ply = game.moves.length;
      if (helper(model) === null || isAsked(model.pending, kind, ply)) return;
      const sentence = objection(kind, model.state.game, isMyTurn(model.state));
      if (sentence !== null) return table.refuse(sentence);
      if (!hasAnswer(answers, kind, ply)) return askQuietly(kind);
      if (kind === "words" && answers.words) {
        table.spoken();
        say(answers.words.text);
      }
      if (kind === "best" && answers.best)
        say(bestWords({ outcomes: answers.best.squares, best: answers.best.best }, game.variant));
    },
    askQuietly,
    light: (lit) => table.change({ lit }),
    drag: (draft) => table.change({ draft }),
    letGo(value, byKey) {
      if (!byKey) return setAggressiveness(value);
      clearTimeout(rest);
      table.change({ draft: value });
      rest = setTimeout(() => setAggressiveness(value), KEYS_REST_MS);
    },
  };
}

/** Does what a key means. */
export function followHelp(help: Helping, intent: HelpIntent): void {
  switch (intent.kind) {
    case "toggle":
      return help.toggle(intent.help);
    case "ask":
      return help.ask(intent.hint);
    default:
      return intent satisfies never;
  }
}

export const HELP_NAMES: Readonly<Record<Help, string>> = {
  outcomes: "Outcomes",
  threats: "Threats",
  heat: "Heat map",
};

/** Whether the bot has a last move to speak of. */
export function botHasPlayed({ moves, seats }: Snapshot): boolean {
  return moves.some((_, ply) => isBot(seats[sideOfPly(ply)]));
}

/** Why a hint cannot be asked for now; null if it can. */
function objection(kind: HintKind, game: Snapshot, myTurn: boolean): string | null {
  if (kind === "words")
    return botHasPlayed(game) ? null : "The bot has not played yet: there is no move to explain.";
  return myTurn ? null : `It is ${playerName(game, sideOfPly(game.moves.length))}’s turn.`;
}
