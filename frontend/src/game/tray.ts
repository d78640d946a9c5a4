// What lies right under the board: how the game stands, refusals, typed squares, a finger's aim.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { Commands } from "./commands";
import * as icons from "../viewer/icons";
import type { Model } from "./model";
import type { Variation } from "./variation";
import { isOfGame } from "./variation";
import { staleVariation, variationStatus } from "./variationwords";
import { canPlay, drawingOf } from "./model";
import { phase } from "../protocol/parts";
import { newMoves } from "./record";
import { lookSentence, status } from "./sentences";
import { sideName } from "../rules/sides";
import type { Direction } from "../rules/squares";
import { centre, name, neighbour } from "../rules/squares";
import { backLabel, backWords } from "../live/watchwords";
import { parts, say } from "../words/words";

export function tray(model: Model, act: Commands): TemplateResult {
  return html`<section class="tray" aria-label=${say("Your move")}>
    ${model.aim !== null ? aiming(model, model.aim, act) : standing(model, act)}
    <p class="alert" role="alert">${model.alert ?? ""}</p>
  </section>`;
}

function standing(model: Model, act: Commands): TemplateResult {
  const { state, look, variation, premove } = model;
  if (variation !== null) return trying(model, variation, act);
  const playing = state.side !== null && phase(state.game) === "live";
  const kind = look !== null ? "" : canPlay(model) ? "mine" : phase(state.game);
  return html`
    <div class=${`standing ${premove === null ? "" : "chosen"}`}>
      <p class=${`status ${kind} ${state.game.reason ? "long" : ""}`}>
        ${look === null ? status(model) : lookSentence(model)}
        ${look === null && state.game.clock ? html`<span data-count="start"></span>` : nothing}
      </p>
      ${premove === null ? nothing : chosen(premove, model, act)}
    </div>
    ${look !== null ? backToLive(model, act) : playing ? entry(model, act) : nothing}
  `;
}

function chosen(premove: number, model: Model, act: Commands): TemplateResult {
  return html`<p class="premove-line">
    <span
      >${parts("Premove {square}", {
        square: html`<b>${name(premove, model.state.game.variant)}</b>`,
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

/** A variation of one's own: how it stands, and the ways out of it. */
function trying(model: Model, variation: Variation, act: Commands): TemplateResult {
  const { game } = model.state;
  const isStale = !isOfGame(variation, game.moves);
  return html`
    <div class="standing">
      <p class="status trying">
        ${isStale ? staleVariation() : variationStatus(variation, game.variant, drawingOf(model))}
      </p>
    </div>
    <div class="trying-buttons" role="group" aria-label=${say("Your variation")}>
      <button type="button" class="button small" title=${say("Backspace")} @click=${act.undo}>
        ${say("Undo")}
      </button>
      <button type="button" class="button small" title=${say("Escape")} @click=${act.clear}>
        ${say("Clear")}
      </button>
      ${backToLive(model, act)}
    </div>
  `;
}

function entry(model: Model, act: Commands): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).querySelector("input");
    if (input && act.enter(input.value)) input.value = "";
  };
  return html`<form class="entry" @submit=${submit} novalidate>
    <label for="entry">${say("Square")}</label>
    <input
      id="entry"
      name="square"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      maxlength="5"
      placeholder=${name(centre(model.state.game.variant), model.state.game.variant)}
      aria-describedby="entry-error"
      aria-invalid=${model.entryError ? "true" : "false"}
    />
    <button type="submit" class="button small">${say("Play")}</button>
    <p id="entry-error" class="entry-error" role="alert">${model.entryError ?? ""}</p>
  </form>`;
}

/** A square that was chosen is confirmed here: no mis-tap costs a game. */
function aiming(model: Model, aim: number, act: Commands): TemplateResult {
  const { game, side } = model.state;
  const nudge = (direction: Direction, label: string, icon: TemplateResult): TemplateResult =>
    html`<button
      type="button"
      class="button nudge"
      aria-label=${label}
      @click=${() => act.aim(neighbour(aim, direction, game.variant))}
    >
      ${icon}
    </button>`;
  const square = name(aim, game.variant);
  const values = { square, side: side === null ? "" : sideName(side, drawingOf(model)) };
  const [label, heard] = canPlay(model)
    ? [say("Play {square}", values), say("Play {square} as {side}", values)]
    : [say("Premove {square}", values), say("Premove {square} as {side}", values)];
  return html`<div class="aiming">
    ${nudge("left", say("One square left"), icons.toLeft)}
    ${nudge("down", say("One square down"), icons.down)}
    ${nudge("up", say("One square up"), icons.up)}
    ${nudge("right", say("One square right"), icons.toRight)}
    <button type="button" class="button primary" aria-label=${heard} @click=${() => act.play(aim)}>
      ${label}
    </button>
  </div>`;
}
