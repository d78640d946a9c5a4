// What the engine makes of the position: its three best lines. The box keeps its height in every state.

import type { TemplateResult } from "lit-html";
import { html, svg } from "lit-html";
import { percent } from "../evaluation/overlay";
import { worthWords } from "../evaluation/reviewwords";
import type { Assessment, Worth } from "../protocol/findings";
import { winnersMoves } from "../rules/distance";
import { sideName } from "../rules/sides";
import { moveName } from "../rules/move";
import { count, say } from "../words/words";
import type { StudyCommands } from "./commands";
import type { Model, Seen } from "./model";
import { assessmentOf, drawingOf } from "./model";

export function engineBox(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  return html`<section class="engine" aria-label=${say("Engine")}>
    <div class="engine-head">
      <label class="switch" for="engine"
        ><input
          id="engine"
          type="checkbox"
          role="switch"
          .checked=${model.isEngineOn}
          @change=${(event: Event) => act.engine((event.currentTarget as HTMLInputElement).checked)}
        /><b>${say("Engine")}</b></label
      >
      <p class="quiet">${summary(model, at)}</p>
    </div>
    ${body(model, at, act)}
  </section>`;
}

/** Whose chances the numbers are, or what is proved. */
function summary(model: Model, at: Seen): string {
  const found = model.isEngineOn ? assessmentOf(model) : null;
  if (found === null || at.standing.kind !== "open") return "";
  const drawn = drawingOf(model);
  return found.worth.status === "estimated"
    ? say("Chance to win for {side} (estimate)", { side: sideName(at.side, drawn) })
    : worthWords(found.worth, at.side, drawn);
}

function body(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  if (!model.isEngineOn) return note(say("Switch the engine on to see its three best moves."));
  if (model.editing !== null) return note(say("The engine looks at the board when you are done."));
  if (at.standing.kind !== "open") return note(say("The game is over here."));
  const { answer } = model;
  switch (answer.kind) {
    case "none":
    case "asking":
      return note(say("Thinking…"));
    case "refused":
      return html`<div class="engine-note">
        <p class="error" role="alert">${answer.sentence}</p>
        <button type="button" class="button small" @click=${act.askAgain}>
          ${say("Ask again")}
        </button>
      </div>`;
    case "known":
      return lines(answer.found, model, act);
    default:
      return answer satisfies never;
  }
}

function note(words: string): TemplateResult {
  return html`<p class="engine-note quiet" role="status">${words}</p>`;
}

/** A line of the box: what it is worth, and how it goes on. */
export interface EngineLine {
  readonly worth: Worth;
  /** One after the other; or, if they are `alike`, squares that are worth the same. */
  readonly moves: readonly number[];
  readonly alike: boolean;
}

const MOST_LINES = 3;

/** The best ways to go on; after them single squares, the best first, those proved alike together. */
export function engineLines({ ways, squares }: Assessment): readonly EngineLine[] {
  const begun = new Set(ways.map(({ moves }) => moves[0]));
  const found = new Map<string, { worth: Worth; moves: number[]; alike: boolean }>();
  for (const each of [...squares].sort((one, two) => rank(two) - rank(one))) {
    if (begun.has(each.square) || each.status === "unknown") continue;
    const key = each.status === "proved" ? `${each.verdict} ${each.plies}` : String(each.square);
    const line = found.get(key);
    if (line) line.moves.push(each.square);
    else found.set(key, { worth: each, moves: [each.square], alike: true });
  }
  return [...ways.map((way) => ({ ...way, alike: false })), ...found.values()].slice(0, MOST_LINES);
}

/** Orders worths as games/review/worths.py does: quick wins first, quick losses last. */
function rank({ verdict, plies, score }: Worth): number {
  const soon = 1 / (2 + (plies ?? 10_000));
  switch (verdict) {
    case "win":
      return 4 + soon;
    case "draw":
      return 2;
    case "loss":
      return -1 - soon;
    case null:
      return score === null ? 0 : score > 0 ? 3 + score / 2 : 1 + score / 2;
    default:
      return verdict satisfies never;
  }
}

const MOST_MOVES = 10;

function lines(found: Assessment, model: Model, act: StudyCommands): TemplateResult {
  const all = engineLines(found);
  if (all.length === 0) return note(say("Nothing is known about this position."));
  return html`<ol class="engine-lines">
    ${all.map((each) => row(each, model, act))}
  </ol>`;
}

function row(
  { worth, moves, alike }: EngineLine,
  model: Model,
  act: StudyCommands,
): TemplateResult {
  const [first, ...others] = moves
    .slice(0, MOST_MOVES)
    .map((move) => moveName(move, model.tree.start));
  const rest = alike ? others.map((each) => `, ${each}`).join("") : ` ${others.join(" ")}`;
  const lit = alike ? moves : moves.slice(0, 1);
  return html`<li>
    <button
      type="button"
      class="engine-line"
      title=${alike ? say("Play {square}", { square: first ?? "" }) : say("Play these moves on the board")}
      @click=${() => act.showWay(alike ? moves.slice(0, 1) : moves)}
      @pointerenter=${() => act.light(lit)}
      @pointerleave=${() => act.light([])}
      @focus=${() => act.light(lit)}
      @blur=${() => act.light([])}
    >
      ${value(worth)}
      <span class="moves-on"><b>${first}</b>${rest}${moves.length > MOST_MOVES ? " …" : ""}</span>
    </button>
  </li>`;
}

/** A proof is a chip with words, an estimate a number with a bar: the one is never taken for the other. */
function value(worth: Worth): TemplateResult {
  if (worth.status === "proved" && worth.verdict !== null)
    return html`<span class=${`proof ${worth.verdict}`}>${outcomeIn(worth)}</span>`;
  if (worth.status !== "estimated" || worth.score === null) return html`<span></span>`;
  const chance = percent((worth.score + 1) / 2);
  return html`<span class="estimate"
    ><span>${chance}%<span class="hidden"> ${say("chance to win (estimate)")}</span></span
    ><svg class="chance" aria-hidden="true" focusable="false">
      ${svg`<rect class="track" width="100%" height="100%" /><rect width=${`${chance}%`} height="100%" />`}
    </svg></span
  >`;
}

/** How it ends for whoever moves; the winner's own moves are counted. */
function outcomeIn({ verdict, plies }: Worth): string {
  if (verdict === "draw") return say("Draw");
  const moves = plies === null ? null : winnersMoves(plies);
  if (verdict === "win")
    return moves === null ? say("Win") : count("Win in {count}", "Win in {count}", moves);
  return moves === null ? say("Loss") : count("Loss in {count}", "Loss in {count}", moves);
}
