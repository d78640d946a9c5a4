// What the players of a game are called.

import type { SideWord, Snapshot } from "../protocol/protocol";
import { say } from "../words/words";

/** The name of the player on a side, as the viewer should read it. */
export function playerName(game: Snapshot, side: SideWord): string {
  return game.seats[side]?.name ?? say("Open seat");
}
