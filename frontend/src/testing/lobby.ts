// Lobbies for tests, drawn in a few words.

import type { ListChanged, Lobby, LobbyChanged, LobbyGame } from "../protocol/protocol";
import { ALICE, BOB, GOMOKU } from "./game";

export function liveGame(game: string, part: Partial<LobbyGame> = {}): LobbyGame {
  const moves = part.moves === undefined ? [] : part.moves;
  return {
    game,
    variant: GOMOKU,
    seats: { black: ALICE, white: BOB },
    ply: moves?.length ?? null,
    control: null,
    family: "gomoku",
    delay: null,
    spectators: 0,
    away: [],
    seek: false,
    rated: false,
    range: null,
    series: null,
    opening: "none",
    ...part,
    moves,
  };
}

export function lobby(part: Partial<Lobby> = {}): Lobby {
  return {
    type: "lobby",
    epoch: "e",
    number: 0,
    open: [],
    live: [],
    counts: { online: 0, playing: 0, spectators: 0 },
    tv: [],
    ...part,
  };
}

export function change(
  number: number,
  { live, ...part }: Partial<Omit<LobbyChanged, "live">> & { live?: Partial<ListChanged> },
): LobbyChanged {
  const nothing: ListChanged = { gone: [], came: [], moved: [], order: null };
  return {
    type: "lobbyChanged",
    epoch: "e",
    number,
    open: null,
    counts: null,
    tv: null,
    ...part,
    live: live === undefined ? null : { ...nothing, ...live },
  };
}
