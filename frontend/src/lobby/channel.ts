// What a page that shows TV does as the lobby changes: pure values.

import type { Channel, Lobby, LobbyGame } from "../protocol/protocol";
import { bothWords, movesWords } from "../live/watchwords";
import { say } from "../words/words";

export type Plan =
  /** The game shown is the one that is on. */
  | { readonly kind: "stay" }
  /** Nothing else is on yet; whether the game shown is over. */
  | { readonly kind: "wait"; readonly over: boolean }
  /** Another game is on. */
  | { readonly kind: "go"; readonly next: LobbyGame; readonly over: boolean };

/** What to do while `shown` is on the screen (null: nothing). */
export function plan(lobby: Lobby, family: Channel["family"], shown: string | null): Plan {
  const on = gameOn(lobby, family);
  if (on !== null && on.game === shown) return { kind: "stay" };
  const over = shown !== null && !lobby.live.some(({ game }) => game === shown);
  return on === null ? { kind: "wait", over } : { kind: "go", next: on, over };
}

/** The game on a channel; null if there is none. */
export function gameOn(lobby: Lobby, family: Channel["family"]): LobbyGame | null {
  const slug = lobby.tv.find((each) => each.family === family)?.game;
  return lobby.live.find(({ game }) => game === slug) ?? null;
}

/** Black and White, by their names. */
export function pairing({ seats }: LobbyGame): string {
  return `${seats.black?.name ?? "?"} – ${seats.white?.name ?? "?"}`;
}

/** How late a game is shown, in words; empty for one that is shown as it is played. */
export function latenessSentence({ delay }: LobbyGame): string {
  if (delay === null) return "";
  const { ms, moves } = delay;
  const time = ms > 0 ? say("{count} s", { count: ms / 1000 }) : "";
  return say("shown {delay} late", { delay: bothWords(time, moves > 0 ? movesWords(moves) : "") });
}
