// The lobby as this browser holds it, and what each message makes of it.

import type {
  FromLobbyServer,
  GameMoved,
  ListChanged,
  Lobby,
  LobbyChanged,
  LobbyGame,
} from "../protocol/protocol";

export interface LobbyState {
  readonly lobby: Lobby;
  /** A change was missed: only the whole lobby helps. */
  readonly resync: boolean;
}

/** The state after a message. Games with nothing new stay the very same values. */
export function reduceLobby(state: LobbyState, message: FromLobbyServer): LobbyState {
  const { lobby } = state;
  switch (message.type) {
    case "lobby":
      return { lobby: message, resync: false };
    case "lobbyChanged":
      if (message.epoch !== lobby.epoch || message.number > lobby.number + 1)
        return { ...state, resync: true };
      return message.number <= lobby.number ? state : { ...state, lobby: applied(lobby, message) };
    case "pong":
      // Higher than ours: a change was lost on the way.
      return (message.version ?? 0) > lobby.number ? { ...state, resync: true } : state;
    case "rejected":
      return state;
    default:
      return message satisfies never;
  }
}

function applied(lobby: Lobby, change: LobbyChanged): Lobby {
  return {
    ...lobby,
    number: change.number,
    open: listAfter(lobby.open, change.open),
    live: listAfter(lobby.live, change.live),
    counts: change.counts ?? lobby.counts,
    tv: change.tv ?? lobby.tv,
  };
}

function listAfter(games: readonly LobbyGame[], change: ListChanged | null): readonly LobbyGame[] {
  if (change === null) return games;
  const gone = new Set(change.gone);
  const came = new Map(change.came.map((game) => [game.game, game]));
  const moved = new Map(change.moved.map((step) => [step.game, step]));
  const held = new Set(games.map(({ game }) => game));
  const list = [
    ...change.came.filter(({ game }) => !held.has(game)),
    ...games
      .filter(({ game }) => !gone.has(game))
      .map((game) => came.get(game.game) ?? stepped(game, moved.get(game.game))),
  ];
  if (change.order === null) return list;
  const place = new Map(change.order.map((game, at) => [game, at]));
  return list.sort((a, b) => (place.get(a.game) ?? 0) - (place.get(b.game) ?? 0));
}

function stepped(game: LobbyGame, step: GameMoved | undefined): LobbyGame {
  if (step === undefined) return game;
  const moves =
    game.moves === null || step.moves.length === 0 ? game.moves : [...game.moves, ...step.moves];
  return {
    ...game,
    moves,
    ply: game.ply === null ? null : game.ply + step.moves.length,
    spectators: step.spectators ?? game.spectators,
    away: step.away ?? game.away,
  };
}
