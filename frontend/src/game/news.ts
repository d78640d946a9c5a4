// The line between the board and the tray in games between people: who has left, what happened, and
// what the signs on the board mean where they agreed to hints.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { Commands } from "./commands";
import type { Away } from "../live/clocks";
import type { Hints } from "../evaluation/overlay";
import { explained } from "./legend";
import type { Model } from "./model";
import { isPending } from "./model";
import { phase } from "../protocol/parts";
import { other } from "../rules/position";
import type { SideWord } from "../protocol/protocol";
import { newsSentence, playerName } from "./sentences";
import { parts, say } from "../words/words";

/** The line has its place, whether it says something or not: nothing moves when it does. */
export function news(model: Model, hints: Hints, act: Commands): TemplateResult {
  const { away, state } = model;
  const { side } = state;
  if (away !== null && side !== null && phase(state.game) === "live")
    return html`<div class="news away" role="group" aria-label=${say("Your opponent has left")}>
      ${left(model, side, away, act)}
    </div>`;
  const sentence = newsSentence(model);
  return html`<div class="news">
    <p id="legend">${sentence === "" ? explained(model, hints) : sentence}</p>
  </div>`;
}

function left(model: Model, side: SideWord, { canClaim }: Away, act: Commands): TemplateResult {
  const player = html`<bdi>${playerName(model.state.game, other(side))}</bdi>`;
  if (!canClaim)
    return html`<p>
      ${parts("{player} left. You can claim the win in {time}, or wait.", {
        player,
        time: html`<b class="count-down" data-count="claim"></b>`,
      })}
    </p>`;
  const busy = model.settling || isPending(model, "claimAbandoned");
  const button = (claim: "win" | "draw", label: string): TemplateResult =>
    html`<button
      type="button"
      class="button small"
      ?disabled=${busy}
      @click=${() => act.send({ type: "claimAbandoned", claim })}
    >
      ${label}
    </button>`;
  return html`<p>${parts("{player} left.", { player })}</p>
    ${button("win", say("Claim the win"))} ${button("draw", say("Claim a draw"))}`;
}

/** Over the board while the clock is stopped: no stone can be played there then. */
export function pauseBanner(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { game, side } = model.state;
  if (!game.paused || model.look !== null) return nothing;
  return html`<div class="pause-banner" role="group" aria-label=${say("Pause")}>
    <p>${say("The game is paused.")}</p>
    ${
      side === null
        ? nothing
        : html`<button
            type="button"
            class="button primary"
            ?disabled=${model.settling || isPending(model, "resume")}
            @click=${() => act.send({ type: "resume" })}
          >
            ${say("Resume")}
          </button>`
    }
  </div>`;
}
