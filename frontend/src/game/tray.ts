// What lies right under the board: how the game stands, what is new, refusals, typed squares.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { Commands } from "./commands";
import { kindSwitch } from "../board/kindswitch";
import type { Hints } from "../evaluation/overlay";
import type { Model } from "./model";
import { isOfGame } from "./variation";
import { staleVariation, variationStatus } from "./variationwords";
import { canPlay, drawingOf, mayOffer, mayTry } from "./model";
import { news } from "./news";
import { phase } from "../protocol/parts";
import { newMoves } from "./record";
import { ending } from "./result";
import { lookSentence, status } from "./sentences";
import { hasEitherKind, moveName } from "../rules/move";
import { centre, name } from "../rules/squares";
import { backLabel, backWords } from "../live/watchwords";
import { parts, say } from "../words/words";

export function tray(model: Model, hints: Hints, act: Commands): TemplateResult {
  const { game, side } = model.state;
  const isWon = game.outcome !== null && game.outcome.winner === side && side !== null;
  return html`<section
    class=${`tray ${isWon ? "won" : ""}`}
    aria-label=${phase(game) === "over" ? say("Result") : say("Your move")}
  >
    <div class="standing">${standing(model, act)} ${news(model, hints)}</div>
    ${mayPlace(model) ? kindSwitch(model.kind, act.kind) : nothing} ${beside(model, act)}
    <p class="alert" role="alert">${model.alert ?? ""}</p>
  </section>`;
}

/** Whether the viewer, who may choose, may place or try stones here. */
function mayPlace({ state, variation }: Model): boolean {
  const isPlaying = state.side !== null && phase(state.game) === "live";
  const isTrying = variation !== null || mayTry(state);
  return hasEitherKind(state.game.variant) && (isPlaying || isTrying);
}

/** How things stand, and at the end what came of it. */
function standing(model: Model, act: Commands): TemplateResult {
  const { state, look, variation, premove } = model;
  const { game } = state;
  if (variation !== null)
    return html`<p class="status trying">
      ${isOfGame(variation, game.moves) ? variationStatus(variation, game.variant, drawingOf(model)) : staleVariation()}
    </p>`;
  if (look !== null) return html`<p class="status">${lookSentence(model)}</p>`;
  if (phase(game) === "over") return ending(model);
  if (premove !== null) return chosen(premove, model, act);
  return html`<p class=${`status ${canPlay(model) || mayOffer(model) ? "mine" : ""}`}>
    ${status(model)} ${game.clock ? html`<span data-count="start"></span>` : nothing}
  </p>`;
}

function chosen(premove: number, model: Model, act: Commands): TemplateResult {
  return html`<p class="status premove-line">
    <span
      >${parts("Premove {square}", {
        square: html`<b>${moveName(premove, model.state.game.variant)}</b>`,
      })}</span
    >
    <button
      type="button"
      class="button small"
      aria-label=${say("Cancel the premove")}
      @click=${act.cancelPremove}
    >
      ${say("Cancel")}
    </button>
  </p>`;
}

/** At the end of the line: the way back to live, or a square to type. */
function beside(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { state, look, variation } = model;
  if (variation !== null) return trying(model, act);
  if (look !== null) return backToLive(model, act);
  return state.side !== null && phase(state.game) === "live" ? entry(model, act) : nothing;
}

function backToLive(model: Model, act: Commands): TemplateResult {
  const { game } = model.state;
  const fresh = newMoves(model.look, game.moves.length);
  return html`<button
    type="button"
    class=${`button small back-to-live ${fresh > 0 ? "fresh" : ""}`}
    aria-label=${backLabel(phase(game), fresh)}
    title=${say("Key L")}
    @click=${() => act.look(null)}
  >
    ${backWords(phase(game), fresh)}
  </button>`;
}

/** The ways out of a variation of one's own. */
function trying(model: Model, act: Commands): TemplateResult {
  return html`<div class="trying-buttons" role="group" aria-label=${say("Your variation")}>
    <button type="button" class="button small" title=${say("Backspace")} @click=${act.undo}>
      ${say("Undo")}
    </button>
    <button type="button" class="button small" title=${say("Escape")} @click=${act.clear}>
      ${say("Clear")}
    </button>
    ${backToLive(model, act)}
  </div>`;
}

function entry(model: Model, act: Commands): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).querySelector("input");
    if (input && act.enter(input.value)) input.value = "";
  };
  return html`<form class="entry" @submit=${submit} novalidate>
    <label class="hidden" for="entry">${say("Square")}</label>
    <input
      id="entry"
      name="square"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      maxlength="7"
      placeholder=${name(centre(model.state.game.variant), model.state.game.variant)}
      aria-describedby="entry-error"
      aria-invalid=${model.entryError ? "true" : "false"}
    />
    <button type="submit" class="button small">
      ${mayOffer(model) ? say("Add") : say("Play")}
    </button>
    <p id="entry-error" class="entry-error" role="alert">${model.entryError ?? ""}</p>
  </form>`;
}
