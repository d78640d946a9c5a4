// The two players: names, stones, whose turn, who is there, and the score at the end.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import * as icons from "./icons";
import type { Model } from "./model";
import { drawingOf, phase } from "./model";
import { sideOfPly } from "./position";
import type { SideWord, Snapshot } from "./protocol";
import { playerName, sideName } from "./sentences";

export function players(model: Model): TemplateResult {
  return html`<section class="players" aria-label="Players">
    ${player(model, "black")}${player(model, "white")}
  </section>`;
}

function player(model: Model, side: SideWord): TemplateResult {
  const { game, side: viewer, presence } = model.state;
  const drawn = drawingOf(model);
  const toMove = phase(game) === "live" && sideOfPly(game.moves.length) === side;
  const there = presence?.[side] ?? null;
  const points = score(game, side);
  return html`<div class=${`player ${toMove ? "to-move" : ""}`} data-side=${side}>
    ${icons.stone(side, drawn)}
    <span class="who">
      <span class=${game.seats[side] ? "name" : "name open"} dir="auto"
        >${playerName(game, side)}</span
      >
      <span class="role">
        ${sideName(side, drawn)}${viewer === side ? html` · you` : nothing}
        ${toMove ? html`<span class="hidden">, to move</span>` : nothing}
      </span>
    </span>
    ${points === null ? nothing : html`<span class="points">${points}</span>`}
    ${
      there === null || game.seats[side] === null
        ? nothing
        : html`<span
            class=${`presence ${there ? "there" : "away"}`}
            title=${there ? "here" : "away"}
          >
            <span class="hidden">${there ? "here" : "away"}</span>
          </span>`
    }
  </div>`;
}

function score(game: Snapshot, side: SideWord): string | null {
  if (game.outcome === null || game.outcome.termination === "abort") return null;
  if (game.outcome.winner === null) return "½";
  return game.outcome.winner === side ? "1" : "0";
}
