// A game's review: who was ahead, what the move on the board was, what would have been better and why.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { evalGraph } from "../evaluation/evalgraph";
import { remarkWords } from "../evaluation/remarkwords";
import {
  labelSign,
  labelWords,
  progressWords,
  statusWord,
  verdictWords,
  worthWords,
} from "../evaluation/reviewwords";
import { isOpen } from "../net/poll";
import type { GameReview, Lesson, PlyReview } from "../protocol/findings";
import { sideOfPly } from "../rules/position";
import type { Moving } from "../rules/move";
import { moveName } from "../rules/move";
import { standing } from "../rules/winning";
import { mainLine, positionAt } from "../rules/tree";
import { count, say } from "../words/words";
import type { StudyCommands } from "./commands";
import { lineOf, stepped, withLine } from "./lines";
import type { Model } from "./model";
import { basePly, drawingOf, plyReviewOf } from "./model";

/** The graph of the game; while the review is on its way, how far it is. */
export function graph(model: Model, act: StudyCommands): TemplateResult | typeof nothing {
  const { review, page } = model;
  if (page.game === null || review === null || page.moves.length === 0) return nothing;
  return html`${evalGraph(review, model.page.start.lineRule, basePly(model), drawingOf(model), act.goPly)}
  ${review.state === "done" ? nothing : progress(model, review, act)}`;
}

function progress(model: Model, review: GameReview, act: StudyCommands): TemplateResult {
  return html`<section class="progress" aria-label=${say("Review")}>
    <p role="status">${model.reviewTrouble ?? progressWords(review)}</p>
    ${
      isOpen(review) || model.asking
        ? html`<progress max=${Math.max(1, review.total)} value=${review.done}>
            ${say("{done} of {total}", { done: review.done, total: review.total })}
          </progress>`
        : html`<button type="button" class="button small primary" @click=${act.analyse}>
            ${review.state === "none" && model.reviewTrouble === null ? say("Review this game") : say("Try again")}
          </button>`
    }
  </section>`;
}

/** What the move on the board was; while a line is shown, still about that move. */
export function verdict(model: Model, act: StudyCommands): TemplateResult | typeof nothing {
  const { page } = model;
  const ply = basePly(model);
  if (page.game === null || ply === null || page.moves.length === 0) return nothing;
  const told = plyReviewOf(model, ply);
  const first = told?.labels[0];
  const sign = first === undefined ? "" : labelSign(first.kind);
  return html`<section class=${`verdict ${sign}`} aria-labelledby="verdict-heading">
    <h2 id="verdict-heading">
      ${title(model, ply)}
      ${first === undefined ? nothing : html`<span class=${`tag-word ${sign}`}>${verdictWords(first, page.game[sideOfPly(ply - 1, page.start.lineRule)].name)}</span>`}
      <span class="labels">${told?.labels.map(labelWords).join(" · ")}</span>
    </h2>
    ${told === null ? beginning(model, ply, act) : said(told, ply, model, act)}
  </section>`;
}

/** "50. j9"; for the first position: "Start". */
function title({ page }: Model, ply: number): string {
  const square = page.moves[ply - 1];
  return square === undefined ? say("Start") : `${ply}. ${moveName(square, page.start)}`;
}

/** Where nothing is said of a move, the way to one of which something is. */
function beginning(model: Model, ply: number, act: StudyCommands): TemplateResult {
  const { review, page } = model;
  const worst = page.game?.viewer ? review?.[page.game.viewer]?.worst : null;
  const turned = review?.turningPoint;
  if (ply > 0 && ply <= (page.game?.given ?? 0))
    return html`<div class="said">
      <p class="quiet">${say("This stone was given with the opening. Nobody played it.")}</p>
    </div>`;
  if (ply > 0 || review?.state !== "done") return html`<div class="said"></div>`;
  return html`<div class="said">
      <p class="quiet">
        ${turned || worst ? say("Step through the moves, or go to where it mattered.") : say("No move of this game gave much away.")}
      </p>
    </div>
    <p class="ways-on">
      ${worst ? wayTo(say("Your biggest mistake"), worst, act) : nothing}
      ${turned && turned !== worst ? wayTo(say("Turning point"), turned, act) : nothing}
    </p>`;
}

function wayTo(words: string, ply: number, act: StudyCommands): TemplateResult {
  return html`<button type="button" class="button small" @click=${() => act.goPly(ply)}>
    ${words}
  </button>`;
}

function said(told: PlyReview, ply: number, model: Model, act: StudyCommands): TemplateResult {
  const [first, ...others] = told.lessons;
  return html`<div class="said" tabindex="0" role="group" aria-label=${say("Why")}>
      ${first === undefined ? nothing : lesson(first, model, act)} ${better(told, ply, model, act)}
      ${others.map((each) => lesson(each, model, act))}
    </div>
    <p class="ways-on">${shows(told, model, act)} ${tries(told, ply, act)}</p>`;
}

/** A sentence; one that speaks of moves plays them. */
function lesson(each: Lesson, model: Model, act: StudyCommands): TemplateResult {
  const text = remarkWords(each.remarks, model.page.start, drawingOf(model));
  // An estimate says itself that it is one.
  const status =
    each.status === "proved" ? html`<em class="sureness">${statusWord("proved")}</em>` : nothing;
  const light = () => act.light(each.squares);
  const dim = () => act.light([]);
  if (each.line.length === 0)
    return html`<p class="sentence" @pointerenter=${light} @pointerleave=${dim}>
      ${text} ${status}
    </p>`;
  return html`<button
    type="button"
    class="sentence"
    title=${say("Play these moves on the board")}
    @click=${() => act.showLine(each)}
    @pointerenter=${light}
    @pointerleave=${dim}
    @focus=${light}
    @blur=${dim}
  >
    ${text} ${status}<span class="hidden"> ${say("Plays these moves on the board.")}</span>
  </button>`;
}

/** The button that plays on the board what the first sentence says. */
function shows(
  { lessons }: PlyReview,
  model: Model,
  act: StudyCommands,
): TemplateResult | typeof nothing {
  const shown = lessons.find(({ line }) => line.length > 0);
  if (shown === undefined) return nothing;
  return html`<button
    type="button"
    class="button small primary"
    title=${say("Play these moves on the board")}
    @click=${() => act.showLine(shown)}
  >
    ${wins(shown, model) ? say("Show the win") : say("Show it")}
  </button>`;
}

/** Whether a sentence's line ends with a row. */
function wins(told: Lesson, { tree }: Model): boolean {
  const line = lineOf(tree, told);
  if (line === null || mainLine(tree)[told.start] === undefined) return false;
  const end = withLine(tree, stepped(line, line.moves.length));
  return standing(positionAt(end.tree, end.here)).kind === "won";
}

/** Where something better was to be found: the position before the move, with nothing marked. */
function tries(told: PlyReview, ply: number, act: StudyCommands): TemplateResult | typeof nothing {
  if (!gaveAway(told) || told.best.includes(told.square)) return nothing;
  return html`<button type="button" class="button small" @click=${() => act.tryInstead(ply)}>
    ${say("Try it yourself")}
  </button>`;
}

function gaveAway({ labels }: PlyReview): boolean {
  return labels.some(({ kind }) => ["bad", "doubtful"].includes(labelSign(kind)));
}

/** What would have been better, and what that was worth; of the best moves, that they are. */
function better(
  told: PlyReview,
  ply: number,
  model: Model,
  act: StudyCommands,
): TemplateResult | typeof nothing {
  const { best, square } = told;
  if (best.length === 0) return nothing;
  const squares = bestNames(best, model.page.start);
  if (best.includes(square)) {
    const words =
      best.length === 1
        ? say("The best move.")
        : say("One of the {number} best: {squares}.", { number: best.length, squares });
    return html`<p class="quiet">${words}</p>`;
  }
  if (!gaveAway(told)) return nothing;
  const before = model.review?.worths[ply - 1] ?? null;
  const worth =
    before === null
      ? ""
      : worthWords(before, sideOfPly(ply - 1, model.page.start.lineRule), drawingOf(model));
  return html`<p
    class="quiet"
    @pointerenter=${() => act.light(best)}
    @pointerleave=${() => act.light([])}
  >
    ${worth ? say("Better: {squares}. {worth}", { squares, worth }) : say("Better: {squares}", { squares })}
  </p>`;
}

const MOST_BEST = 6;

/** "h8, i9"; of many, the first: "h8, i9, g8, g9, h9, i8 and 3 more". */
function bestNames(best: readonly number[], board: Moving): string {
  const squares = best
    .slice(0, MOST_BEST)
    .map((each) => moveName(each, board))
    .join(", ");
  const more = best.length - MOST_BEST;
  return more > 0
    ? count("{squares} and {count} more", "{squares} and {count} more", more, { squares })
    : squares;
}
