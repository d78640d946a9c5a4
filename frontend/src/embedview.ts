// A game in a frame on another site: who plays, the board, the steps, the way to its page.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { BoardView } from "./board";
import { board } from "./board";
import type { Fit } from "./geometry";
import * as icons from "./icons";
import type { Model } from "./model";
import { drawingOf, phase, shownPly } from "./model";
import { clock, score } from "./players";
import type { Stones } from "./position";
import { sideOfPly } from "./position";
import type { SideWord } from "./protocol";
import type { Look } from "./record";
import { newMoves, step } from "./record";
import { recordView } from "./recordboard";
import { connectionSentence, lookWord, outcome, playerName } from "./sentences";
import { stepButton } from "./stepbutton";

export function embedView(
  model: Model,
  stones: Stones,
  fit: Fit,
  look: (look: Look) => void,
): TemplateResult {
  const { game } = model.state;
  const total = game.moves.length;
  const now = shownPly(model);
  const go = (by: number): void => look(step(model.look, total, by));
  return html`
    <section class="sitters" aria-label="Players">
      ${sitter(model, "black")}${sitter(model, "white")}
    </section>
    <div class="frame-stage">
      <div
        id="board"
        class="board"
        role="img"
        aria-label=${`Board, ${game.variant.width} by ${game.variant.height}`}
      >
        ${board(boardView(model, stones, fit))}
      </div>
    </div>
    <footer class="frame-foot">
      <div class="frame-steps" role="group" aria-label="Step through the moves">
        ${stepButton("Back", icons.back, now === 0, () => go(-1))}
        ${stepButton("Forward", icons.forth, now === total, () => go(1))}
      </div>
      <p class="frame-status" title=${standing(model)}>${standing(model)}</p>
      <a class="frame-link" href=${model.page.invitation} target="_blank" rel="noopener"
        >${phase(game) === "over" ? "See" : "Watch"}<span class="on-inarow"> on Inarow</span></a
      >
    </footer>
  `;
}

/** How the game stands, or where the viewer is; as short as a narrow frame needs it. */
export function standing(model: Model): string {
  const { game } = model.state;
  const trouble = connectionSentence(model.connection);
  if (trouble) return trouble;
  const total = game.moves.length;
  const missed = newMoves(model.look, total);
  if (model.look !== null)
    return missed > 0 && game.outcome === null ? `Live +${missed}` : lookWord(model);
  if (game.outcome !== null) return outcome(game, null, drawingOf(model));
  if (phase(game) === "waiting") return "Waiting for an opponent.";
  if (game.paused) return "Paused.";
  return total === 0 ? "No move yet." : `Live, move ${total}`;
}

function sitter(model: Model, side: SideWord): TemplateResult {
  const { game } = model.state;
  const toMove = phase(game) === "live" && sideOfPly(game.moves.length) === side;
  const points = score(game, side);
  return html`<p class=${`sitter ${toMove ? "to-move" : ""}`} data-side=${side}>
    ${icons.stone(side, drawingOf(model))}
    <span class="name" dir="auto">${playerName(game, side)}</span>
    ${toMove ? html`<span class="hidden">, to move</span>` : nothing}
    ${points === null ? nothing : html`<span class="points">${points}</span>`}
    ${clock(game, side, null)}
  </p>`;
}

/** The record alone: nothing is played in a frame. */
function boardView(model: Model, stones: Stones, fit: Fit): BoardView {
  return { ...recordView(model, stones, fit), coordinates: false, cursor: null, viewer: null };
}
