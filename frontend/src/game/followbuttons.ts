// Buttons to follow the players seated here, except oneself.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { Model } from "./model";
import { followButton } from "../players/followforms";

export function followButtons({
  state: { game },
  page,
  followed,
}: Model): TemplateResult | typeof nothing {
  const { black, white } = game.seats;
  const others = [black, white].filter((seat) => seat?.player && seat.player !== page.chat.me);
  if (others.length === 0) return nothing;
  return html`<div class="follow-row">
    ${others.map((seat) => {
      const { player = "", name = "" } = seat ?? {};
      return followButton(player, name, followed.includes(player));
    })}
  </div>`;
}
