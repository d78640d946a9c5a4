// The bars that touch the board: the players of a game, or the two sides of any position.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { percentWords } from "../evaluation/reviewwords";
import { playerLink } from "../players/playerlink";
import type { SideWord } from "../protocol/protocol";
import { other } from "../rules/position";
import { sideName } from "../rules/sides";
import * as icons from "../viewer/icons";
import { say } from "../words/words";
import type { Model, Seen } from "./model";
import { drawingOf } from "./model";

/** The side whose bar is below the board: the viewer's own; Black's for others. */
export function sideBelow({ page }: Model): SideWord {
  return page.game?.viewer ?? "black";
}

/** The bar above the board. */
export function barAbove(model: Model, at: Seen): TemplateResult {
  return bar(model, at, other(sideBelow(model)), "above");
}

/** The bar below the board. */
export function barBelow(model: Model, at: Seen): TemplateResult {
  return bar(model, at, sideBelow(model), "below");
}

function bar(model: Model, at: Seen, side: SideWord, place: string): TemplateResult {
  const { game } = model.page;
  const drawn = drawingOf(model);
  return html`<section class=${`player ${place}`} aria-label=${sideName(side, drawn)}>
    ${icons.stone(side, drawn)}
    <span class="who">
      <span class="name" dir="auto"
        >${game === null ? sideName(side, drawn) : playerLink(game[side], "")}</span
      >
      ${accuracy(model, side)}
    </span>
    ${pill(model, at, side)}
    ${game?.isCounted ? html`<span class="points">${points(game.winner, side)}</span>` : nothing}
  </section>`;
}

function accuracy({ review }: Model, side: SideWord): TemplateResult | typeof nothing {
  const words = review?.state === "done" ? percentWords(review[side]) : "";
  return words ? html`<span class="role">${words}</span>` : nothing;
}

function pill({ page }: Model, at: Seen, side: SideWord): TemplateResult | typeof nothing {
  if (page.game?.winner === side) return html`<span class="pill good">${say("Winner")}</span>`;
  return page.game === null && at.standing.kind === "open" && at.side === side
    ? html`<span class="pill">${say("To play")}</span>`
    : nothing;
}

function points(winner: SideWord | null, side: SideWord): string {
  if (winner === null) return "½";
  return winner === side ? "1" : "0";
}
