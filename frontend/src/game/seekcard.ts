// What one sees while looking for an opponent: the wait, the ways out of it, and who else waits.

import type { TemplateResult } from "lit-html";
import { clockTitle } from "../rules/timecontrol";
import { variantTitle } from "../rules/variant";
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { Commands } from "./commands";
import type { Model, Other } from "./model";
import { isPending } from "./model";
import { phase } from "../protocol/parts";
import { ratingMark } from "../players/ratingmark";
import { ratingOf, reachSentence } from "../players/ratingwords";
import { parts, say } from "../words/words";

/** The card of one's own seek: while it stands, and when it was called off. */
export function seekCard(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { game } = model.state;
  if (phase(game) === "waiting") return looking(model, act);
  if (game.seats.black !== null && game.seats.white !== null) return nothing;
  return html`<section class="card seek" aria-label=${say("Look again")}>
    <p>${say("You’re no longer looking for an opponent.")}</p>
    <button type="submit" form="pair" class="button primary wide" ?disabled=${model.settling}>
      ${say("Look again")}
    </button>
  </section>`;
}

function looking(model: Model, act: Commands): TemplateResult {
  const { variant, control } = model.state.game;
  const rating = model.page.seek?.rating ?? null;
  return html`<section class="card seek" aria-labelledby="seek-heading">
    <h2 id="seek-heading">${say("Looking for an opponent…")}</h2>
    <p class="waited" role="timer">
      ${parts("Waiting for {time}", { time: html`<span data-count="waited"></span>` }).map(
        (part) => (typeof part === "string" ? html`<span class="hidden">${part}</span>` : part),
      )}
    </p>
    <p>
      ${wishSentence(variantTitle(variant), control === null ? null : clockTitle(control))}
      ${say("The game is rated.")}
    </p>
    ${rating === null ? nothing : html`<p class="reach">${reachSentence(rating, model.reach)}</p>`}
    <p class="quiet">${say("Keep this page open. Leaving it cancels the search.")}</p>
    <p class="row">
      <button
        type="button"
        class="button"
        ?disabled=${isPending(model, "abort")}
        @click=${() => act.send({ type: "abort" })}
      >
        ${say("Cancel")}
      </button>
      <a class="button" href=${`${model.page.home}#new-game`} target="_blank" rel="noopener"
        >${say("Play a bot while you wait")}<span class="hidden"> ${say("(in a new tab)")}</span></a
      >
    </p>
    ${model.others.length === 0 ? nothing : others(model)}
  </section>`;
}

function wishSentence(variant: string, clock: string | null): string {
  return clock === null
    ? say("You’ll play the next person who wants {variant}, no clock.", {
        variant,
      })
    : say("You’ll play the next person who wants {variant}, {clock}.", {
        variant,
        clock,
      });
}

function others(model: Model): TemplateResult {
  return html`<h3>${say("Or join someone who’s waiting")}</h3>
    <ul class="games">
      ${repeat(
        model.others,
        ({ game }) => game,
        (other) => row(other, model),
      )}
    </ul>`;
}

function row(other: Other, model: Model): TemplateResult {
  const { game, host, variant, control } = other;
  return html`<li class="game-row">
    <span class="about">
      <span class="name" dir="auto"><bdi>${host}</bdi> ${ratingMark(ratingOf(other))}</span>
      <span class="quiet">${variant}</span>
      <span class="quiet">${control ?? say("no clock")}</span>
    </span>
    <button
      type="submit"
      form="join"
      formaction=${`/game/${game}/join`}
      class="button small"
      ?disabled=${model.settling}
    >
      ${say("Join")}<span class="hidden"> ${host}: ${variant} ${control ?? ""}</span>
    </button>
  </li>`;
}
