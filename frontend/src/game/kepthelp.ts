// Which hints are switched on lasts for one game: a reload keeps them, the next game starts without any.

import type { BrowserStorage } from "../viewer/storage";
import { keepText, readText } from "../viewer/storage";
import type { Help } from "../viewer/choices";
import { HELPS } from "../viewer/choices";

export const KEY = "inarow.hints";

/** Keeps what is switched on in a game, in place of the last game's. */
export function keepHelp(storage: BrowserStorage | null, game: string, on: readonly Help[]): void {
  keepText(storage, KEY, [game, ...on].join(" "));
}

/** What was switched on in this game; nothing in any other. */
export function readHelp(storage: BrowserStorage | null, game: string): readonly Help[] {
  const [of, ...kept] = readText(storage, KEY).split(" ");
  return of === game ? HELPS.filter((help) => kept.includes(help)) : [];
}
