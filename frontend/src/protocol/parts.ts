// What a message says by itself: whether a player is a bot, how far a game is.

import type { PlayerPart, Snapshot } from "./protocol";

export function isBot(player: PlayerPart | null): player is PlayerPart {
  return player?.kind === "bot";
}

export type Phase = "waiting" | "live" | "over";

export function phase(game: Snapshot): Phase {
  if (game.outcome !== null) return "over";
  return game.seats.black === null || game.seats.white === null ? "waiting" : "live";
}
