// A game as this browser holds it, and what each message makes of it.

import type { Answers } from "./answers";
import { answered, stillTrue, unanswered } from "./answers";
import { isNumbered } from "./numbered";
import { other } from "../rules/position";
import type {
  FromServer,
  Numbered,
  Offer,
  OffersPart,
  Presence,
  SideWord,
  Snapshot,
} from "../protocol/protocol";

/** A setting of the aggressive bot's A, made when `ply` stones had been played. */
export interface Setting {
  readonly ply: number;
  readonly value: number;
}

export interface State {
  /**
   * The game at its version: equal to the snapshot the server would send at that version,
   * except for its `now`, which stays that of the last snapshot heard.
   */
  readonly game: Snapshot;
  /** The side this connection may play; null for a spectator. */
  readonly side: SideWord | null;
  /** Who is connected; null while unknown. */
  readonly presence: Presence | null;
  /** The hints told to this viewer. */
  readonly answers: Answers;
  /** How A was set since this page was opened, in order. */
  readonly settings: readonly Setting[];
  /** A version was missed: only a fresh snapshot helps. */
  readonly resync: boolean;
  /** On a new connection the first snapshot replaces everything, even with a lower version. */
  readonly fresh: boolean;
}

export function begin(game: Snapshot, side: SideWord | null): State {
  return {
    game,
    side,
    presence: null,
    answers: unanswered(game.moves.length),
    settings: [],
    resync: false,
    fresh: true,
  };
}

/** The state after a message. A message heard twice, or too early, changes nothing in the game. */
export function reduce(state: State, message: FromServer): State {
  switch (message.type) {
    case "welcome":
      return { ...state, side: message.side, fresh: true };
    case "snapshot":
      // A snapshot read before the last messages may arrive after them.
      if (!state.fresh && message.version < state.game.version) return state;
      return { ...withGame(state, message), resync: false, fresh: false };
    case "presence":
      return { ...state, presence: message };
    case "said":
    case "chat":
    case "chatHidden":
      return state; // talk beside the game (chat.ts)
    case "outcomes":
    case "threatMarks":
    case "benefits":
    case "words":
      return { ...state, answers: answered(state.answers, message, state.game) };
    case "rejected":
    case "pong":
      // Both tell the server's version: if it is higher than ours, a message was lost on the way.
      return (message.version ?? 0) > state.game.version ? { ...state, resync: true } : state;
    default:
      if (!isNumbered(message)) return message satisfies never;
      if (message.version <= state.game.version) return state;
      if (message.version > state.game.version + 1) return { ...state, resync: true };
      return {
        ...withGame(state, { ...apply(state.game, message), version: message.version }),
        settings: settingsAfter(state, message),
        ...(message.type === "chosen" && message.swaps && swapped(state)),
      };
  }
}

/** What a viewer holds beside the game, once the two players have changed sides. */
function swapped({ side, presence }: State): Pick<State, "side" | "presence"> {
  return {
    side: side === null ? null : other(side),
    presence: presence && {
      ...presence,
      black: presence.white,
      white: presence.black,
      blackClaimMs: presence.whiteClaimMs,
      whiteClaimMs: presence.blackClaimMs,
    },
  };
}

function settingsAfter({ settings, game }: State, message: Numbered): readonly Setting[] {
  switch (message.type) {
    case "aggressivenessSet":
      return [...settings, { ply: game.moves.length, value: message.value }];
    case "takenBack":
      // What was set later counts from the bot's next move on, which is now a different one.
      return settings.map((each) => ({ ...each, ply: Math.min(each.ply, message.ply) }));
    default:
      return settings;
  }
}

/** The state of a later, or another, game: anything said about a position now gone is forgotten. */
function withGame(state: State, game: Snapshot): State {
  const answers = isContinued(state.game, game)
    ? stillTrue(state.answers, game)
    : unanswered(game.moves.length);
  return {
    ...state,
    game,
    answers,
  };
}

/** Whether a game continues another: moves are taken back, and a server may lose its last ones. */
export function isContinued(before: Snapshot, after: Snapshot): boolean {
  if (before.moves === after.moves) return true;
  return before.moves.every(({ square }, ply) => after.moves[ply]?.square === square);
}

export const NO_OFFERS: OffersPart = {
  draw: null,
  takeback: null,
  pause: null,
  hints: null,
  rematch: null,
};

/** This many moves are free: the clock starts once both sides have made their first. */
export const UNTIMED_PLIES = 2;

function withOffer(game: Snapshot, what: Offer, by: SideWord | null): Snapshot {
  return { ...game, offers: { ...game.offers, [what]: by } };
}

function apply(game: Snapshot, message: Numbered): Snapshot {
  switch (message.type) {
    case "seatTaken":
      return { ...game, seats: { ...game.seats, [message.side]: message.player } };
    case "movePlayed":
      return {
        ...game,
        moves: [...game.moves, { square: message.square, at: message.at }],
        offers: NO_OFFERS,
        clock: message.clock,
        paused: false,
        vacation: null,
        dead: message.dead,
        forbidden: message.forbidden ?? [],
        outcome: message.outcome,
        line: message.line,
        opening: message.opening ?? game.opening,
      };
    case "chosen":
      return {
        ...game,
        offers: NO_OFFERS,
        clock: message.clock,
        paused: false,
        opening: message.opening,
        ...(message.swaps && {
          seats: { black: game.seats.white, white: game.seats.black },
          series: game.series && {
            ...game.series,
            black: game.series.white,
            white: game.series.black,
          },
        }),
      };
    case "gameEnded":
      return {
        ...game,
        offers: NO_OFFERS,
        clock: message.clock,
        paused: false,
        vacation: null,
        dead: false,
        forbidden: [],
        outcome: message.outcome,
        reason: message.reason,
      };
    case "offered":
      return withOffer(game, message.what, message.by);
    case "declined":
    case "cancelled":
      return withOffer(game, message.what, null);
    case "takenBack":
      return {
        ...game,
        moves: game.moves.slice(0, message.ply),
        offers: NO_OFFERS,
        clock: message.clock,
        dead: message.dead,
        forbidden: message.forbidden ?? [],
        line: [],
        hintsSince: game.hintsSince === null ? null : Math.min(game.hintsSince, message.ply),
      };
    case "paused":
      return {
        ...game,
        offers: NO_OFFERS,
        clock: message.clock,
        paused: true,
        vacation: message.vacation,
      };
    case "resumed":
      return { ...game, clock: message.clock, paused: false, vacation: null };
    case "timeAdded":
    case "timeCredited":
      return { ...game, clock: message.clock };
    case "hintsAgreed":
      return { ...withOffer(game, "hints", null), hintsSince: message.ply };
    case "rematchAgreed":
      return { ...withOffer(game, "rematch", null), rematch: message.game };
    case "rated":
      return { ...game, ratings: message.ratings };
    case "aggressivenessSet":
      return { ...game, aggressiveness: message.value };
    case "hintAsked": {
      const { by, kind, ply } = message;
      return { ...game, hints: [...game.hints, { side: by, kind, ply }] };
    }
    default:
      return message satisfies never;
  }
}
