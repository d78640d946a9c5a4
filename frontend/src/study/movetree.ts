// The moves as a list: the main line with times and labels, variations between its moves.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { Drawing } from "../viewer/choices";
import type { LabelPart, NodePart, PlyReview } from "../protocol/findings";
import * as icons from "../viewer/icons";
import { other } from "../rules/position";
import type { SideWord } from "../protocol/protocol";
import { labelSign, labelWords } from "../evaluation/reviewwords";
import { sideName } from "../rules/sides";
import { name } from "../rules/squares";
import type { StudyCommands } from "./commands";
import type { Model } from "./model";
import { drawingOf } from "./model";
import type { Run } from "../rules/tree";
import { runs } from "../rules/tree";
import { say } from "../words/words";

/** Variations deeper than this are not indented further: there is no room for it. */
const MOST_LEVELS = 5;

export function moveTree(model: Model, act: StudyCommands): TemplateResult {
  const { tree } = model;
  const found = runs(tree);
  const plies = depths(tree.nodes);
  const main = new Set(found.filter(({ level }) => level === 0).flatMap(({ nodes }) => nodes));
  const reviews = new Map(model.review?.plies.map((each) => [each.square, each]) ?? []);
  return html`<section class="record" aria-labelledby="moves-heading">
    <h2 id="moves-heading">${say("Moves")}</h2>
    <div class="moves-box" tabindex="0" role="region" aria-labelledby="moves-heading">
      ${tree.nodes[0]!.comment ? html`<p class="comment">${tree.nodes[0]!.comment}</p>` : nothing}
      <ol class="line">
        ${found.map((run) =>
          run.level === 0
            ? run.nodes.map((index) => row(index, plies[index]!, model, reviews, act))
            : variation(run, plies, model, act),
        )}
      </ol>
      ${main.size === 0 ? html`<p class="empty">${say("No moves yet. Play on the board.")}</p>` : nothing}
    </div>
  </section>`;
}

/** How many moves lead to each node. */
function depths(nodes: readonly NodePart[]): readonly number[] {
  const found: number[] = [];
  for (const { parent } of nodes) found.push(parent < 0 ? 0 : found[parent]! + 1);
  return found;
}

function sideOf(model: Model, ply: number): SideWord {
  const { sideToMove } = model.tree.start;
  return ply % 2 === 1 ? sideToMove : other(sideToMove);
}

function row(
  index: number,
  ply: number,
  model: Model,
  reviews: ReadonlyMap<number, PlyReview>,
  act: StudyCommands,
): TemplateResult {
  const { page, tree } = model;
  const { comment, move } = tree.nodes[index]!;
  const isGames = page.game !== null && page.moves[ply - 1] === move;
  const review = isGames ? reviews.get(move) : undefined;
  const spent = isGames ? page.game.spent[ply - 1] : undefined;
  return html`<li class="main-move">
    ${moveButton(index, ply, model, act)}
    ${spent ? html`<span class="spent quiet">${spent}</span>` : nothing}
    ${review ? labels(review.labels) : nothing}
    ${comment ? html`<p class="comment">${comment}</p>` : nothing}
  </li>`;
}

export function labels(all: readonly LabelPart[]): TemplateResult | typeof nothing {
  if (all.length === 0) return nothing;
  return html`<span class="labels">${all.map(label)}</span>`;
}

const SIGNS = { bad: "✗", doubtful: "?", good: "✓", plain: "·" } as const;

function label(part: LabelPart): TemplateResult {
  const sign = labelSign(part.kind);
  return html`<span class=${`label ${sign} ${part.status}`}
    ><span aria-hidden="true">${SIGNS[sign]}</span> ${labelWords(part)}</span
  >`;
}

function variation(
  { level, nodes }: Run,
  plies: readonly number[],
  model: Model,
  act: StudyCommands,
): TemplateResult {
  return html`<li class=${`variation level-${Math.min(level, MOST_LEVELS)}`}>
    ${nodes.map((index) => {
      const { comment } = model.tree.nodes[index]!;
      return html`${moveButton(index, plies[index]!, model, act)}
      ${comment ? html`<span class="comment">${comment}</span>` : nothing}`;
    })}
  </li>`;
}

function moveButton(index: number, ply: number, model: Model, act: StudyCommands): TemplateResult {
  const drawn = drawingOf(model);
  const side = sideOf(model, ply);
  const { move, glyph } = model.tree.nodes[index]!;
  const isHere = index === model.here && model.line === null;
  return html`<button
    type="button"
    class="move"
    aria-current=${isHere ? "step" : nothing}
    @click=${() => act.go(index)}
  >
    <span class="number">${ply}<span class="hidden">, ${sideName(side, drawn)}</span></span
    >${icons.stone(side, drawn)} ${moveName(move, model)}${glyph ? html`<b>${glyph}</b>` : nothing}
  </button>`;
}

export function moveName(move: number | null, model: Model): string {
  return move === null ? say("pass") : name(move, model.tree.start);
}

/** "Move 12: Black h8"; for the first position: "Start". */
export function moveTitle(
  ply: number,
  side: SideWord,
  move: number | null,
  drawn: Drawing,
  model: Model,
): string {
  if (ply === 0) return say("Start");
  const who = { number: ply, side: sideName(side, drawn) };
  return move === null
    ? say("Move {number}: {side} passes", who)
    : say("Move {number}: {side} {square}", { ...who, square: moveName(move, model) });
}
