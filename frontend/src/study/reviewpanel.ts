// What is known about the game and the position: graph, words, accuracy, threats, ways to go on.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { evalGraph } from "../evaluation/evalgraph";
import type { GameReview, PlyReview, Lesson, ThreatPart, Way } from "../protocol/findings";
import { estimateKey, squareNames, threatTitle } from "../evaluation/hintwords";
import { labels, moveTitle } from "./movetree";
import { isOpen } from "../net/poll";
import { other } from "../rules/position";
import { accuracyWords, progressWords, statusWord, worthWords } from "../evaluation/reviewwords";
import { remarkWords } from "../evaluation/remarkwords";
import { sideName } from "../rules/sides";
import type { Board } from "../rules/squares";
import { name } from "../rules/squares";
import type { StudyCommands } from "./commands";
import type { Model, Seen } from "./model";
import { depth, sideAt } from "../rules/tree";
import { assessmentOf, basePly, drawingOf, plyReviewOf } from "./model";
import { count, say } from "../words/words";

/** The state of a game's review, its graph, and how each side did. */
export function reviewPanel(model: Model, act: StudyCommands): TemplateResult | typeof nothing {
  const { review, page } = model;
  if (page.game === null || review === null) return nothing;
  return html`<section class="findings" aria-labelledby="review-heading">
    <h2 id="review-heading">${say("Who was ahead")}</h2>
    ${review.state === "done" ? nothing : progress(model, review, act)}
    ${evalGraph(review, basePly(model), drawingOf(model), act.goPly)}
  </section>`;
}

function progress(model: Model, review: GameReview, act: StudyCommands): TemplateResult {
  const open = isOpen(review);
  const again = review.state === "failed";
  return html`<div class="progress">
    <p role="status">${progressWords(review)}</p>
    ${
      open
        ? html`<progress max=${Math.max(1, review.total)} value=${review.done}>
            ${say("{done} of {total}", { done: review.done, total: review.total })}
          </progress>`
        : html`<button
            type="button"
            class="button primary"
            ?disabled=${model.asking}
            @click=${act.analyse}
          >
            ${model.asking ? say("Starting…") : again ? say("Try again") : say("Review this game")}
          </button>`
    }
    ${model.reviewTrouble ? html`<p class="error" role="alert">${model.reviewTrouble}</p>` : nothing}
  </div>`;
}

/** How each side did. */
export function accuracyPanel(model: Model): TemplateResult | typeof nothing {
  const { review } = model;
  if (review?.state !== "done") return nothing;
  return html`<section class="accuracy" aria-labelledby="accuracy-heading">
    <h2 id="accuracy-heading">${say("Accuracy")}</h2>
    ${accuracy(model, review)}
  </section>`;
}

function accuracy(model: Model, { black, white }: GameReview): TemplateResult {
  const drawn = drawingOf(model);
  if ((black?.moves ?? 0) + (white?.moves ?? 0) === 0)
    return html`<p class="quiet">${say("Nothing in this game is proved, only estimated.")}</p>`;
  return html`<ul>
    <li>${accuracyWords(black, sideName("black", drawn))}</li>
    <li>${accuracyWords(white, sideName("white", drawn))}</li>
  </ul>`;
}

/** What is said about the move that led here; while its line is shown, still about that move. */
export function wordsPanel(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  const { line, tree, here, page } = model;
  const ply = basePly(model);
  const review = plyReviewOf(model, ply);
  const title = moveTitle(
    depth(tree, here),
    other(sideAt(tree, here)),
    tree.nodes[here]!.move,
    drawingOf(model),
    model,
  );
  if (page.game === null && at.ply === 0) return html``;
  return html`<section class="words" aria-labelledby="words-heading">
    <h2 id="words-heading">${title}</h2>
    ${review ? labels(review.labels) : nothing}
    ${review ? review.lessons.map((each) => lesson(each, model, act)) : nothing}
    ${review && ply !== null ? better(review, ply, model, act) : nothing}
    ${line === null ? nothing : shownLine(model, act)}
  </section>`;
}

function lesson(each: Lesson, model: Model, act: StudyCommands): TemplateResult {
  const { line, page } = model;
  const text = remarkWords(each.remarks, page.start, drawingOf(model));
  // An estimate says itself that it is one.
  const isProved = each.status === "proved";
  const status = isProved ? html`<em class="status">${statusWord("proved")}</em>` : nothing;
  if (each.line.length === 0)
    return html`<p
      class="sentence"
      @pointerenter=${() => act.light(each.squares)}
      @pointerleave=${() => act.light([])}
    >
      ${text} ${status}
    </p>`;
  const isShown = line !== null && line.moves.every((move, at) => move === each.line[at]);
  return html`<button
    type="button"
    class="sentence"
    aria-pressed=${isShown ? "true" : "false"}
    title=${say("Play these moves on the board")}
    @click=${() => act.showLine(each)}
    @pointerenter=${() => act.light(each.squares)}
    @pointerleave=${() => act.light([])}
    @focus=${() => act.light(each.squares)}
    @blur=${() => act.light([])}
  >
    <span class="play" aria-hidden="true">▸</span>
    <span
      >${text} ${status}<span class="hidden"> ${say("Plays these moves on the board.")}</span></span
    >
  </button>`;
}

/** Which squares were best where another one was played. */
function better(
  { best, square }: PlyReview,
  ply: number,
  { tree }: Model,
  act: StudyCommands,
): TemplateResult | typeof nothing {
  if (best.length === 0) return nothing;
  const squares = bestNames(best, tree.start);
  if (best.includes(square))
    return html`<p class="quiet">
      ${
        best.length === 1
          ? say("The best move.")
          : say("One of the {number} best: {squares}.", { number: best.length, squares })
      }
    </p>`;
  return html`<p>
    <button type="button" class="link" @click=${() => act.goPly(ply - 1)}>
      ${say("Better: {squares}", { squares })}</button
    ><span class="quiet"> – ${say("show it")}</span>
  </p>`;
}

const MOST_BEST = 6;

/** "h8, i9"; of many, the first: "h8, i9, g8, g9, h9, i8 and 3 more". */
function bestNames(best: readonly number[], board: Board): string {
  const squares = best
    .slice(0, MOST_BEST)
    .map((each) => name(each, board))
    .join(", ");
  const more = best.length - MOST_BEST;
  return more > 0
    ? count("{squares} and {count} more", "{squares} and {count} more", more, { squares })
    : squares;
}

function shownLine(model: Model, act: StudyCommands): TemplateResult {
  const { line, tree } = model;
  const moves = line?.moves ?? [];
  return html`<div class="shown-line" role="group" aria-label=${say("Moves on the board")}>
    <p>
      ${moves.map((move, at) => html`<span class=${at < (line?.shown ?? 0) ? "played" : "quiet"}>${name(move, tree.start)}</span> `)}
    </p>
    <button type="button" class="button small" @click=${act.leaveLine}>${say("Back")}</button>
    <button type="button" class="button small" @click=${act.keepLine}>
      ${say("Save as variation")}
    </button>
  </div>`;
}

/** What is found in the position on the board. */
export function positionPanel(
  model: Model,
  at: Seen,
  act: StudyCommands,
): TemplateResult | typeof nothing {
  const { answer, over } = model;
  const assessment = at.standing.kind === "open" ? assessmentOf(model) : null;
  if (answer.kind === "refused")
    return html`<section class="position" aria-label=${say("This position")}>
      <p class="error" role="alert">${answer.sentence}</p>
      <button type="button" class="button small" @click=${act.askAgain}>${say("Ask again")}</button>
    </section>`;
  if (assessment === null) return nothing;
  const { ways, threats, squares } = assessment;
  return html`<section class="position" aria-label=${say("This position")}>
    ${over.outcomes && squares.length > 0 ? outcomeKey() : nothing}
    ${
      ways.length === 0
        ? nothing
        : html`<h2>${say("Best moves")}</h2>
            <ol class="ways">
              ${ways.map((way) => wayRow(way, model, at, act))}
            </ol>`
    }
    ${
      !over.threats
        ? nothing
        : threats.length === 0
          ? html`<p class="quiet">${say("No threats on the board.")}</p>`
          : html`<h2>${say("Threats")}</h2>
              <ul class="threats">
                ${threats.map((threat) => threatRow(threat, model, act))}
              </ul>`
    }
  </section>`;
}

/** What the signs on the squares mean. */
function outcomeKey(): TemplateResult {
  return html`<p class="quiet">
    <span class="pair"
      ><span class="sign win" aria-hidden="true">W3</span> ${say("win in 3 moves (proved)")}</span
    >
    <span class="pair"
      ><span class="sign loss" aria-hidden="true">L4</span> ${say("loss in 4 (proved)")}</span
    >
    <span class="pair"><span class="sign" aria-hidden="true">=</span> ${say("draw (proved)")}</span>
    <span class="pair">${estimateKey({ isChance: true })}</span>
  </p>`;
}

const MOST_MOVES = 8;

function wayRow({ worth, moves }: Way, model: Model, at: Seen, act: StudyCommands): TemplateResult {
  const names = moves.slice(0, MOST_MOVES).map((move) => name(move, model.tree.start));
  return html`<li>
    <button
      type="button"
      class="way"
      title=${say("Play these moves on the board")}
      @click=${() => act.showWay(moves)}
      @pointerenter=${() => act.light(moves.slice(0, 1))}
      @pointerleave=${() => act.light([])}
      @focus=${() => act.light(moves.slice(0, 1))}
      @blur=${() => act.light([])}
    >
      <b>${names[0] ?? ""}</b>
      <span>${names.slice(1).join(" ")}${moves.length > MOST_MOVES ? " …" : ""}</span>
      <span class="quiet">${worthWords(worth, at.side, drawingOf(model))}</span>
    </button>
  </li>`;
}

function threatRow(threat: ThreatPart, model: Model, act: StudyCommands): TemplateResult {
  const board = model.tree.start;
  const squares = [...threat.stones, ...threat.squares];
  const onward = squareNames(threat.squares, board);
  return html`<li>
    <button
      type="button"
      class=${`threat-row ${threat.side === "black" ? "mine" : "theirs"}`}
      @pointerenter=${() => act.light(squares)}
      @pointerleave=${() => act.light([])}
      @focus=${() => act.light(squares)}
      @blur=${() => act.light([])}
    >
      <span class="diamond" aria-hidden="true"></span>
      <span
        ><b>${threatTitle(threat, null, board, drawingOf(model))}</b>
        ${squareNames(threat.stones, board)}</span
      >
      <span class="quiet"
        ><span class="hidden">${say("at {squares}", { squares: onward })}</span
        ><span aria-hidden="true">→ ${onward}</span></span
      >
    </button>
  </li>`;
}
