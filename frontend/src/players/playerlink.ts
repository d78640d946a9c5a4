// A player's name, as a link to their page.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";

/** A player, as named by a seat or a list of spectators. */
export interface Named {
  readonly name: string;
  /** Their name in links. */
  readonly player: string;
}

/** The seated player's name; plain text for an open seat, or from before players had pages. */
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
