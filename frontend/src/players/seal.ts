// A player's seal as the page draws it, and a bot's robot: games/pages/seals.py draws the same.

import type { TemplateResult } from "lit-html";
import { html, nothing, svg } from "lit-html";
import { sealOf } from "./sealshape";

/** The seal of the player of this name in links; nothing without a name, as for an open seat. */
export function seal(player: string, isBot = false): TemplateResult | typeof nothing {
  if (isBot)
    return html`<svg class="seal bot" viewBox="-2 -1.75 24 24" aria-hidden="true" focusable="false">
      <path d="M4 8.5h12V16H4zM10 8.5V5.5M10 4v.2M7.6 11.4v1.4M12.4 11.4v1.4M2 11v2.5M18 11v2.5" />
    </svg>`;
  if (player === "") return nothing;
  const { ground, dots } = sealOf(player);
  return html`<svg
    class=${`seal ground-${ground}`}
    viewBox="0 0 24 24"
    aria-hidden="true"
    focusable="false"
  >
    ${dots.map(([x, y]) => svg`<circle cx=${x} cy=${y} r="2.1" />`)}
  </svg>`;
}
