// A game as this browser holds it, and what each message makes of it.

import type { FromServer, Numbered, Presence, SideWord, Snapshot } from "./protocol";

export interface State {
  /** The game at its version: equal to the snapshot the server would send at that version. */
  readonly game: Snapshot;
  /** The side this connection may play; null for a spectator. */
  readonly side: SideWord | null;
  /** Who is connected; null while unknown. */
  readonly presence: Presence | null;
  /** A version was missed: only a fresh snapshot helps. */
  readonly resync: boolean;
  /** On a new connection the first snapshot replaces everything, even with a lower version. */
  readonly fresh: boolean;
}

export function begin(game: Snapshot, side: SideWord | null): State {
  return { game, side, presence: null, resync: false, fresh: true };
}

/** The state after a message. A message heard twice, or too early, changes nothing of the game. */
export function reduce(state: State, message: FromServer): State {
  switch (message.type) {
    case "welcome":
      return { ...state, side: message.side, fresh: true };
    case "snapshot":
      // A snapshot read before the last messages may arrive after them.
      if (!state.fresh && message.version < state.game.version) return state;
      return { ...state, game: message, resync: false, fresh: false };
    case "presence":
      return { ...state, presence: message };
    case "rejected":
    case "pong":
      // Both tell the server's version: more than ours, and a message was lost on the way.
      return (message.version ?? 0) > state.game.version ? { ...state, resync: true } : state;
    case "seatTaken":
    case "movePlayed":
    case "gameEnded":
    case "drawOffered":
    case "drawDeclined":
    case "rematchOffered":
    case "rematchDeclined":
    case "rematchAgreed":
      if (message.version <= state.game.version) return state;
      if (message.version > state.game.version + 1) return { ...state, resync: true };
      return { ...state, game: { ...apply(state.game, message), version: message.version } };
    default:
      return message satisfies never;
  }
}

function apply(game: Snapshot, message: Numbered): Snapshot {
  switch (message.type) {
    case "seatTaken":
      return { ...game, seats: { ...game.seats, [message.side]: message.player } };
    case "movePlayed":
      return {
        ...game,
        moves: [...game.moves, { square: message.square, at: message.at }],
        drawOffer: null,
        dead: message.dead,
        outcome: message.outcome,
        line: message.line,
      };
    case "gameEnded":
      return { ...game, drawOffer: null, dead: false, outcome: message.outcome };
    case "drawOffered":
      return { ...game, drawOffer: message.by };
    case "drawDeclined":
      return { ...game, drawOffer: null };
    case "rematchOffered":
      return { ...game, rematchOffer: message.by };
    case "rematchDeclined":
      return { ...game, rematchOffer: null };
    case "rematchAgreed":
      return { ...game, rematchOffer: null, rematch: message.game };
    default:
      return message satisfies never;
  }
}
