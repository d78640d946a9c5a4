// A player's name within a page: always the same way, whatever letters it is written in.

import type { TemplateResult } from "lit-html";
import { html } from "lit-html";

/** As a seat, or a list of spectators, tells of a player. */
export interface Named {
  readonly name: string;
  /** Their name in links. */
  readonly player: string;
}

export function playerName({ name }: Named): TemplateResult {
  return html`<span class="player-name" dir="auto">${name}</span>`;
}
