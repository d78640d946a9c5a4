// Which of a game's mistakes have been practised in this tab: their dots say so.

import type { BrowserStorage } from "../viewer/storage";
import { keepText, readText } from "../viewer/storage";
import { say } from "../words/words";

export interface Practised {
  readonly game: string;
  readonly ply: number;
}

export function notePractised(storage: BrowserStorage | null, { game, ply }: Practised): void {
  const plies = practised(storage, game);
  if (!plies.includes(String(ply))) keepText(storage, keyOf(game), [...plies, ply].join(" "));
}

/** The plies of the mistakes for which a better move was found. */
export function practised(storage: BrowserStorage | null, game: string): readonly string[] {
  return readText(storage, keyOf(game)).split(" ").filter(Boolean);
}

export function markPractised(
  storage: BrowserStorage | null,
  game: string,
  page: ParentNode,
): void {
  const plies = practised(storage, game);
  for (const dot of page.querySelectorAll<HTMLElement>(".dot[data-ply]")) {
    if (dot.classList.contains("done") || !plies.includes(dot.dataset.ply!)) continue;
    dot.classList.add("done");
    dot.querySelector(".hidden")!.append(` (${say("solved")})`);
  }
}

const keyOf = (game: string): string => `inarow.practised.${game}`;
