// The help a player has, against a bot or by agreement: what is switched on, what to ask for, what
// the board shows.

import type { Answers, Asked } from "../live/answers";
import type { Help } from "../viewer/choices";
import { BETWEEN_PEOPLE, asksForHeat } from "../viewer/choices";
import { AGGRESSIVENESS, heatOf } from "../evaluation/heat";
import type { Model } from "./model";
import { isMyTurn, pendingStone } from "./model";
import { phase } from "../protocol/parts";
import type { Hints } from "../evaluation/overlay";
import { NO_HINTS, ofKind } from "../evaluation/overlay";
import { isBot } from "../protocol/parts";
import type { Pending } from "../live/pending";
import { isAsked, pendingAggressiveness } from "../live/pending";
import { openingOf } from "../live/turn";
import { nextPlyOf, other, sideOfPly } from "../rules/position";
import type {
  HintKind,
  Outcomes,
  PlayerPart,
  SideWord,
  Snapshot,
  SquareOutcome,
} from "../protocol/protocol";
import { LINE_RULES } from "../protocol/protocol";

/** The hint that a switch asks for at every turn. */
export const HINT_OF: Readonly<Record<Help, HintKind>> = {
  outcomes: "outcomes",
  threats: "threats",
  heat: "benefits",
};

/** The bot this viewer plays against; null for spectators and in games between people. */
export function botOpponent(game: Snapshot, viewer: SideWord | null): PlayerPart | null {
  if (viewer === null) return null;
  const player = game.seats[other(viewer)];
  return isBot(player) ? player : null;
}

/**
 * What this viewer's choice of help is kept under: the bot's level, or `BETWEEN_PEOPLE` who agreed
 * to hints; null where there are no hints, as for spectators.
 */
export function helpLevel(game: Snapshot, viewer: SideWord | null): string | null {
  const bot = botOpponent(game, viewer);
  if (bot !== null) return bot.level ?? "";
  return viewer !== null && game.hintsSince !== null ? BETWEEN_PEOPLE : null;
}

/** The level of the help this viewer may ask for now; null where they may not. */
export function helper({ state }: Model): string | null {
  return phase(state.game) === "live" ? helpLevel(state.game, state.side) : null;
}

/** Whether the help of this level has a heat map in this game: not where rows lose or are anybody's. */
export function hasHeat(level: string, { variant }: Snapshot): boolean {
  return asksForHeat(level) && LINE_RULES[variant.lineRule].hasBenefits;
}

/** What is switched on in this game. */
export function helpSwitches(model: Model): Readonly<Record<Help, boolean>> {
  const level = helpLevel(model.state.game, model.state.side);
  const isOn = (help: Help): boolean => level !== null && model.help.includes(help);
  return {
    outcomes: isOn("outcomes"),
    threats: isOn("threats"),
    heat: isOn("heat") && hasHeat(level!, model.state.game),
  };
}

/** What to ask for now, automatically: each kind once in each of the player's turns. */
export function wanted(model: Model): readonly HintKind[] {
  const { state, connection, look, pending, asked } = model;
  const ready = connection.kind === "live" && look === null && pendingStone(model) === null;
  if (!ready || helper(model) === null || !isMyTurn(state) || openingOf(state.game)) return [];
  const ply = state.game.moves.length;
  const on = helpSwitches(model);
  const before = asked.ply === ply ? asked.questions.map(({ kind }) => kind) : [];
  return (Object.keys(HINT_OF) as Help[])
    .filter((help) => on[help])
    .map((help) => HINT_OF[help])
    .filter(
      (kind) =>
        !before.includes(kind) &&
        !isAsked(pending, kind, ply) &&
        !hasAnswer(state.answers, kind, ply),
    );
}

/** After a broken connection: what was asked and is no longer on its way may be asked again. */
export function askedStill(asked: Asked, pending: Pending): Asked {
  return {
    ...asked,
    questions: asked.questions.filter(({ id }) => pending.some((command) => command.id === id)),
  };
}

export function hasAnswer(answers: Answers, kind: HintKind, ply: number): boolean {
  return answers.ply === ply && answers[kind] !== null;
}

/** Whether the answer to a question of this kind is still to come. */
export function isAwaited({ state, asked }: Model, kind: HintKind): boolean {
  const ply = state.game.moves.length;
  const open = asked.questions.some((each) => each.kind === kind && !each.isRefused);
  return asked.ply === ply && open && !hasAnswer(state.answers, kind, ply);
}

/** A as this page shows it: while dragged, while on its way, or as it is. */
export function shownAggressiveness(model: Model): number | null {
  const { state, pending, draft } = model;
  if (state.game.aggressiveness === null) return null;
  return draft ?? pendingAggressiveness(pending) ?? state.game.aggressiveness;
}

/** The A that ranks the heat map: the bot's, or between people the usual one. */
export function rankedBy(model: Model): number {
  return shownAggressiveness(model) ?? AGGRESSIVENESS;
}

/** The bot's first ply that a value of A counts for, if set when `ply` stones had been played. */
export function settledBy(ply: number, game: Snapshot): number {
  const { lineRule } = game.variant;
  const side = sideOfPly(ply, lineRule);
  return nextPlyOf(isBot(game.seats[side]) ? side : other(side), ply, lineRule);
}

/** What lies over the board now: only for the live position, and while the game goes on. */
export function hintsShown(model: Model): Hints {
  const { state, look } = model;
  const { answers } = state;
  const isNow = answers.ply === state.game.moves.length && look === null;
  if (!isNow || helper(model) === null || pendingStone(model) !== null) return NO_HINTS;
  const on = helpSwitches(model);
  const outcomes = on.outcomes ? answers.outcomes : null;
  const best = worthFraming(answers.best ?? outcomes);
  const inBest = (each: SquareOutcome): boolean => best.includes(each.square);
  const heat = on.heat ? answers.benefits : null;
  const words = model.spoken ? answers.words : null;
  const shown = {
    outcomes: outcomes?.squares ?? answers.best?.squares.filter(inBest) ?? [],
    best,
  };
  return {
    ...ofKind(shown, model.kind, state.game.variant),
    heat: heat ? heatOf(heat.squares, rankedBy(model)) : [],
    threats: on.threats ? (answers.threats?.threats ?? []) : [],
    lit: model.lit.length > 0 ? model.lit : (words?.squares ?? []),
  };
}

/** Where every square is as good as any other, none is marked. */
function worthFraming(outcomes: Outcomes | null): readonly number[] {
  if (outcomes === null || outcomes.best.length === outcomes.squares.length) return [];
  return outcomes.best;
}
