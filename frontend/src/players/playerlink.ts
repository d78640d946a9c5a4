// A player's name, as a link to their page.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";

/** As a seat, or a list of spectators, tells of a player. */
export interface Named {
  readonly name: string;
  /** Their name in links. */
  readonly player: string;
}

/** The name of who sits there; of an open seat, or of one told before players had pages, plain. */
export function playerLink(player: Named | null, otherwise: string, apart = false): TemplateResult {
  if (player === null || player.player === "") return html`<bdi>${player?.name ?? otherwise}</bdi>`;
  return html`<a
    class="player-link"
    href=${`/player/${player.player}/`}
    target=${apart ? "_blank" : nothing}
    rel=${apart ? "noopener" : nothing}
    ><bdi>${player.name}</bdi></a
  >`;
}
