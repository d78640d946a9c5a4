// The moves in two columns, each with the word for what it was; variations and comments between them.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { labelSign, tagWords } from "../evaluation/reviewwords";
import type { NodePart, PlyReview } from "../protocol/findings";
import type { SideWord } from "../protocol/protocol";
import { sideName } from "../rules/sides";
import { moveName as nameOf } from "../rules/move";
import type { Run } from "../rules/tree";
import { children, runs, sidesToMove } from "../rules/tree";
import type { Drawing } from "../viewer/choices";
import { say } from "../words/words";
import type { StudyCommands } from "./commands";
import type { Model } from "./model";
import { drawingOf } from "./model";

/** Variations deeper than this are not indented further: there is no room for it. */
const MOST_LEVELS = 5;

export function moveTree(model: Model, act: StudyCommands): TemplateResult {
  const { tree, here, line, review } = model;
  const drawn = drawingOf(model);
  const comment = tree.nodes[0]!.comment;
  return html`<section class="record" aria-label=${say("Moves")}>
    <div class="moves-box" tabindex="0" role="region" aria-label=${say("List of moves")}>
      ${comment ? html`<p class="comment" dir="auto">${comment}</p>` : nothing}
      <table class="moves">
        <thead>
          <tr>
            <th scope="col">
              <span aria-hidden="true">#</span><span class="hidden">${say("Number")}</span>
            </th>
            <th scope="col">${sideName("black", drawn)}</th>
            <th scope="col">${sideName("white", drawn)}</th>
          </tr>
        </thead>
        <tbody>
          ${guard([tree, here, line, review, drawn], () => rows(model, act))}
        </tbody>
      </table>
      ${tree.nodes.length === 1 ? html`<p class="empty">${say("No moves yet. Play on the board.")}</p>` : nothing}
    </div>
  </section>`;
}

/** A row of the main line that is being filled: its cells by side. */
interface Row {
  readonly number: number;
  readonly black: readonly TemplateResult[];
  readonly white: readonly TemplateResult[];
}

const GAP = html`<span class="gap" aria-hidden="true">…</span>`;

function rows(model: Model, act: StudyCommands): readonly TemplateResult[] {
  const { tree } = model;
  const plies = depths(tree.nodes);
  const sides = sidesToMove(tree);
  const reviews = new Map(model.review?.plies.map((each) => [each.square, each]) ?? []);
  const found: TemplateResult[] = [];
  let open: Row | null = null as Row | null;
  const close = (): void => {
    if (open !== null) found.push(rowOf(open));
    open = null;
  };
  for (const run of runs(tree)) {
    if (run.level > 0) {
      close();
      found.push(variation(run, plies, model, act));
      continue;
    }
    for (const index of run.nodes) {
      const ply = plies[index]!;
      const cell = moveCell(index, ply, model, reviews, act);
      // A turn may have several stones: they share its cell.
      if (sides[tree.nodes[index]!.parent] === "black") {
        if (open !== null && open.white.length > 0) close();
        open = { number: open?.number ?? ply, black: [...(open?.black ?? []), cell], white: [] };
      } else {
        open ??= { number: ply, black: [GAP], white: [] };
        open = { ...open, white: [...open.white, cell] };
      }
      const { comment } = tree.nodes[index]!;
      if (!comment) continue;
      close();
      found.push(noted(comment));
    }
  }
  close();
  return found;
}

function rowOf({ number, black, white }: Row): TemplateResult {
  return html`<tr>
    <th scope="row">${number}</th>
    <td>${black}</td>
    <td>${white}</td>
  </tr>`;
}

function noted(comment: string): TemplateResult {
  return html`<tr class="noted">
    <td colspan="3"><p class="comment" dir="auto">${comment}</p></td>
  </tr>`;
}

/** How many moves lead to each node. */
function depths(nodes: readonly NodePart[]): readonly number[] {
  const found: number[] = [];
  for (const { parent } of nodes) found.push(parent < 0 ? 0 : found[parent]! + 1);
  return found;
}

function moveCell(
  index: number,
  ply: number,
  model: Model,
  reviews: ReadonlyMap<number, PlyReview>,
  act: StudyCommands,
): TemplateResult {
  const { page, tree } = model;
  const { move } = tree.nodes[index]!;
  const isGames = page.game !== null && move !== null && page.moves[ply - 1] === move;
  const label = isGames ? reviews.get(move)?.labels[0] : undefined;
  const spent = isGames ? page.game.spent[ply - 1] : "";
  return html`<div class="played">
    ${moveButton(index, model, act)}
    <span class="notes"
      >${
        label
          ? html`<span class=${`tag-word ${labelSign(label.kind)}`}>${tagWords(label)}</span>`
          : spent
            ? html`<span class="quiet">${spent}</span>`
            : nothing
      }</span
    >
  </div>`;
}

function variation(
  { level, nodes }: Run,
  plies: readonly number[],
  model: Model,
  act: StudyCommands,
): TemplateResult {
  const first = nodes[0]!;
  const number = plies[first]!;
  const isFirst = children(model.tree, model.tree.nodes[first]!.parent)[0] === first;
  return html`<tr class="noted">
    <td colspan="3">
      <div class=${`variation level-${Math.min(level, MOST_LEVELS)}`}>
        <span class="quiet">${isFirst ? `${number}.` : say("{number} instead:", { number })}</span>
        ${nodes.map((index) => {
          const { comment } = model.tree.nodes[index]!;
          return html`${moveButton(index, model, act)}
          ${comment ? html`<span class="comment" dir="auto">${comment}</span>` : nothing}`;
        })}
      </div>
    </td>
  </tr>`;
}

function moveButton(index: number, model: Model, act: StudyCommands): TemplateResult {
  const { move, glyph } = model.tree.nodes[index]!;
  const isHere = index === model.here && model.line === null;
  return html`<button
    type="button"
    class="move"
    aria-current=${isHere ? "step" : nothing}
    @click=${() => act.go(index)}
  >
    ${moveName(move, model)}${glyph ? html`<b>${glyph}</b>` : nothing}
  </button>`;
}

export function moveName(move: number | null, model: Model): string {
  return move === null ? say("pass") : nameOf(move, model.tree.start);
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
