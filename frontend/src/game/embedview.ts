// A game in a frame on another site: who plays, the board, the steps, the way to its page.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { BoardView } from "../board/board";
import { board } from "../board/board";
import type { Fit } from "../board/geometry";
import * as icons from "../viewer/icons";
import type { Model } from "./model";
import { drawingOf, shownPly } from "./model";
import { phase } from "../protocol/parts";
import { clock, score } from "./players";
import type { Stones } from "../rules/position";
import { sideToMove } from "../live/turn";
import type { SideWord } from "../protocol/protocol";
import type { Look } from "./record";
import { newMoves, step } from "./record";
import { recordView } from "./recordboard";
import { playerName } from "./names";
import { lookWord, outcome } from "./sentences";
import { connectionSentence } from "../live/connectionwords";
import { stepButton } from "../viewer/stepbutton";
import { parts, say } from "../words/words";

export function embedView(
  model: Model,
  stones: Stones,
  fit: Fit,
  look: (look: Look) => void,
): TemplateResult {
  const { game } = model.state;
  const total = game.moves.length;
  const now = shownPly(model);
  const place = html`<span class="on-inarow">${say("on Inarow")}</span>`;
  const go = (by: number): void => look(step(model.look, total, by));
  return html`
    <section class="sitters" aria-label=${say("Players")}>
      ${sitter(model, "black")}${sitter(model, "white")}
    </section>
    <div class="frame-stage">
      <div
        id="board"
        class="board"
        role="img"
        aria-label=${say("Board, {width} by {height}", {
          width: game.variant.width,
          height: game.variant.height,
        })}
      >
        ${board(boardView(model, stones, fit))}
      </div>
    </div>
    <footer class="frame-foot">
      <div class="frame-steps" role="group" aria-label=${say("Step through the moves")}>
        ${stepButton(say("Back"), icons.back, now === 0, () => go(-1))}
        ${stepButton(say("Forward"), icons.forth, now === total, () => go(1))}
      </div>
      <p class="frame-status" title=${standing(model)}>${standing(model)}</p>
      <a class="frame-link" href=${model.page.invitation} target="_blank" rel="noopener"
        >${phase(game) === "over" ? parts("See {place}", { place }) : parts("Watch {place}", { place })}</a
      >
    </footer>
  `;
}

/** How the game stands, or where the viewer is; as short as a narrow frame needs. */
export function standing(model: Model): string {
  const { game } = model.state;
  const trouble = connectionSentence(model.connection);
  if (trouble) return trouble;
  const total = game.moves.length;
  const missed = newMoves(model.look, total);
  if (model.look !== null)
    return missed > 0 && game.outcome === null
      ? say("Live +{number}", { number: missed })
      : lookWord(model);
  if (game.outcome !== null) return outcome(game, null);
  if (phase(game) === "waiting") return say("Waiting for an opponent.");
  if (game.paused) return say("Paused.");
  return total === 0 ? say("No move yet.") : say("Live, move {move}", { move: total });
}

function sitter(model: Model, side: SideWord): TemplateResult {
  const { game } = model.state;
  const toMove = phase(game) === "live" && sideToMove(game) === side;
  const points = score(game, side);
  return html`<p class=${`sitter ${toMove ? "to-move" : ""}`} data-side=${side}>
    ${icons.stone(side, drawingOf(model))}
    <span class="name" dir="auto">${playerName(game, side)}</span>
    ${toMove ? html`<span class="hidden">, ${say("to move")}</span>` : nothing}
    ${points === null ? nothing : html`<span class="points">${points}</span>`}
    ${clock(game, side, null)}
  </p>`;
}

/** The record alone: nothing is played in a frame. */
function boardView(model: Model, stones: Stones, fit: Fit): BoardView {
  return { ...recordView(model, stones, fit), cursor: null, viewer: null };
}
