// The second line under the board: who has left, what happened, what the signs on the board mean.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { Commands } from "./commands";
import type { Hints } from "../evaluation/overlay";
import { explained } from "./legend";
import type { Model } from "./model";
import { isPending } from "./model";
import { offerWords } from "../live/offerwords";
import { phase } from "../protocol/parts";
import { other } from "../rules/position";
import type { Offer } from "../protocol/protocol";
import { playerName } from "./names";
import { lastingSentence, pausedSentence } from "./sentences";
import { parts, say } from "../words/words";

/** The line has its place, whether it says something or not: nothing moves when it does. */
export function news(model: Model, hints: Hints): TemplateResult {
  const words = saysItself(model)
    ? ""
    : (left(model) ?? model.note ?? offering(model) ?? lasting(model, hints));
  return html`<p class="news" id="legend">${words}</p>`;
}

/** A rematch that is offered stands beside its buttons. */
function saysItself({ state: { game, side } }: Model): boolean {
  return side !== null && game.offers.rematch !== null;
}

function lasting(model: Model, hints: Hints): unknown {
  const explanation = explained(model, hints);
  return explanation === nothing ? lastingSentence(model) : explanation;
}

/** An opponent who has left, until the game can be claimed. */
function left({ away, state: { game, side } }: Model): unknown {
  if (away === null || away.canClaim || side === null || phase(game) !== "live") return null;
  return parts("{player} is away. You can claim the win in {time}.", {
    player: html`<bdi>${playerName(game, other(side))}</bdi>`,
    time: html`<b class="count-down" data-count="claim"></b>`,
  });
}

/** What one has offered, while it stands. */
function offering({ state: { game, side } }: Model): string | null {
  const mine = (["draw", "takeback", "pause", "hints"] as const satisfies readonly Offer[]).find(
    (what) => side !== null && game.offers[what] === side,
  );
  return mine === undefined || game.outcome !== null ? null : offerWords(mine).mine;
}

/** Over the board while the clock is stopped: no stone can be played there then. */
export function pauseBanner(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { game, side } = model.state;
  if (!game.paused || model.look !== null) return nothing;
  return html`<div class="pause-banner" role="group" aria-label=${say("Pause")}>
    <p dir="auto">${pausedSentence(model.state)}</p>
    ${
      side === null || game.vacation !== null
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
