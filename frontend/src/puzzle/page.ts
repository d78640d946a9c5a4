// What a puzzle's page draws: the board between its two bars, and the card that says how it goes.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { aimingRow } from "../board/aiming";
import type { BoardView, Ghost } from "../board/board";
import type { Fit } from "../board/geometry";
import { strokes } from "../board/geometry";
import type { BoardInput } from "../board/input";
import { kindSwitch } from "../board/kindswitch";
import { numbers } from "../board/numbers";
import { playedBoard } from "../board/playedboard";
import { NO_HINTS } from "../evaluation/overlay";
import { changeText } from "../players/ratingwords";
import type { PuzzleCommands } from "./commands";
import type { Model } from "./model";
import { boardDrawingOf, drawingOf } from "./model";
import type { PuzzleData, PuzzleState, Said, Walk } from "./state";
import { canTry, forbiddenHere, numbered, played, sideToMove } from "./state";
import { completed } from "../rules/lying";
import { forbiddenWords } from "../rules/forbidden";
import { hasEitherKind, moveName, moveTo, placed, squareIfAny, squareOf } from "../rules/move";
import type { Stones } from "../rules/position";
import { decidedBy } from "../rules/winning";
import { other } from "../rules/position";
import type { SideWord } from "../protocol/protocol";
import { sideName } from "../rules/sides";
import * as icons from "../viewer/icons";
import { stepButton } from "../viewer/stepbutton";
import { count, say } from "../words/words";

// --- The table -----------------------------------------------------------------------------------

export function puzzleTable(
  model: Model,
  stones: Stones,
  fit: Fit,
  input: BoardInput,
): TemplateResult {
  const { width, height, sideToMove: solver } = model.state.data.position;
  const { isOver } = model.state;
  return html`<div class="set">
    ${bar(model, other(solver))}
    <div class="stage">
      ${playedBoard({
        view: boardView(model, stones, fit),
        input,
        label: say("Board, {width} by {height}. Arrow keys move the cursor, Enter plays.", {
          width,
          height,
        }),
        describedBy: ["puzzle-task", "board-bans"],
        isPlayable: !isOver,
        ...(!isOver && { finger: model.finger }),
      })}
      <p class="hidden" id="board-bans">
        ${forbiddenWords(forbiddenHere(model.state), model.state.data.position, drawingOf(model))}
      </p>
    </div>
    ${bar(model, solver)}
  </div>`;
}

/** The bar of a side: the solver's is below, and says how the last try went. */
function bar(model: Model, side: SideWord): TemplateResult {
  const { state } = model;
  const isSolver = side === state.data.position.sideToMove;
  const isToMove = !state.isOver && sideToMove(state) === side && state.refutation === null;
  const drawn = drawingOf(model);
  return html`<section
    class=${`player ${isSolver ? "below" : "above"} ${isToMove ? "to-move" : ""}`}
    aria-label=${isSolver ? say("You") : sideName(side, drawn)}
  >
    <span class="time-line" aria-hidden="true"><i></i></span>
    ${icons.stone(side, drawn)}
    <span class="who">
      <span class="name">${isSolver ? say("You") : sideName(side, drawn)}</span>
      ${
        isSolver
          ? nothing
          : html`<span class="role"
              >${state.data.kind === "puzzle" ? say("always finds the best answer") : say("your opponent")}</span
            >`
      }
    </span>
    ${isSolver ? pill(state) : nothing}
  </section>`;
}

function pill(state: PuzzleState): TemplateResult | typeof nothing {
  const kind = state.said?.kind;
  if (kind === "right" || kind === "solved")
    return html`<span class="pill good"
      >${icons.done} ${kind === "right" ? say("Right") : say("Solved")}</span
    >`;
  if (state.refutation !== null || state.isOver || state.trying !== null) return nothing;
  return html`<span class="pill mine">${say("Your turn")}</span>`;
}

function boardView(model: Model, stones: Stones, fit: Fit): BoardView {
  const { state, choices, hover, aim, cursor } = model;
  const { position, marked } = state.data;
  const solver = position.sideToMove;
  const drawing = boardDrawingOf(model);
  const last = squareIfAny(played(state).moves.at(-1), position);
  const given = squareIfAny(marked, position);
  const line = won(state, stones);
  const tried = numbered(state);
  const ghost = (square: number | null): Ghost | null =>
    square !== null && canTry(state, square)
      ? placed(moveTo(square, model.kind, position), solver, position)
      : null;
  return {
    board: position,
    fit,
    zoom: model.zoom,
    drawing,
    coordinates: choices.coordinates,
    stones,
    // On a stone with a number there is no room for the dot.
    last: tried.length > 0 && drawing === "stones" ? null : last,
    line,
    strokes: line.length > 0 && last !== null ? strokes(line, last, position) : [],
    hover: aim === null ? ghost(hover) : null,
    aim: ghost(aim),
    premove: null,
    pending: state.trying === null ? null : placed(state.trying, solver, position),
    cursor,
    hints: {
      ...NO_HINTS,
      best: [...new Set(state.hinted.map((move) => squareOf(move, position)))],
      lit: given !== null && !stones.has(given) ? [given] : [],
    },
    viewer: solver,
    forbidden: forbiddenHere(state),
    explained: state.said?.ban ?? null,
    over: numbers(tried, position, fit, drawing),
  };
}

const NO_LINE: readonly number[] = [];

/** The line that ended it: of whoever won by it, or of the other side where a line loses. */
function won(state: PuzzleState, stones: Stones): readonly number[] {
  const { position } = state.data;
  const solver = position.sideToMove;
  const winner = state.refutation === null ? solver : other(solver);
  if (!state.isOver && state.refutation === null) return NO_LINE;
  return completed(stones, decidedBy(winner, position.lineRule), position);
}

// --- The card ------------------------------------------------------------------------------------

/** What there is to say, over a row of buttons; as high in every state. */
export function card(model: Model, act: PuzzleCommands): TemplateResult {
  const { state } = model;
  const { said } = state;
  const kind = said?.kind ?? (state.isOver ? "solved" : "intro");
  const { position } = state.data;
  return html`<div class="told-words ${kind}">${words(state)}</div>
    ${hasEitherKind(position) && !state.isOver ? kindSwitch(model.kind, act.kind) : nothing}
    <div class="told-row">${row(model, act)}</div>`;
}

/** The colour of the card's ground: the shape before it says the same. */
export function cardKind({ said, isOver }: PuzzleState): string {
  if (said?.kind === "right" || said?.kind === "solved" || (isOver && said === null)) return "good";
  return said?.kind === "wrong" || said?.kind === "slower" ? "wrong" : "";
}

function words(state: PuzzleState): TemplateResult {
  const { said, data } = state;
  if (said === null) {
    if (state.isOver) return html`<h2>${say("Solved")}</h2>`;
    return html`<p>${data.intro}</p>
      ${data.game ? html`<p class="quiet in-one-column">${data.game}</p>` : nothing}
      <p class=${data.game ? "quiet in-two-columns" : "quiet"}>${help(data)}</p>`;
  }
  return html`<h2>${sign(said)} ${heading(state, said)} ${streak(said)} ${rating(said)}</h2>
    <p>${said.kind === "solved" && said.lesson ? said.lesson : said.sentence}</p>`;
}

function help({ hintUrl }: PuzzleData): string {
  return hintUrl === null
    ? say("Try another move on the board.")
    : say("Tap or click where you’d play.");
}

function sign({ kind }: Said): TemplateResult | typeof nothing {
  switch (kind) {
    case "right":
    case "solved":
      return html`<span class="sign-ring good">${icons.done}</span>`;
    case "wrong":
    case "slower":
      return html`<span class="sign-ring">${icons.withdraw}</span>`;
    default:
      return nothing;
  }
}

function heading({ left, data }: PuzzleState, { kind }: Said): string {
  switch (kind) {
    case "right":
      return count("Right. One more.", "Right. {count} more.", left);
    case "solved":
      return data.kind === "practice" ? say("Better") : say("Solved");
    case "wrong":
      return say("Not that one");
    case "slower":
      return say("There’s a quicker way");
    case "unclear":
      return say("Not sure");
    case "hint":
      return say("Hint");
    case "shown":
      return data.kind === "practice" ? say("A better move") : say("The solution");
    case "refused":
      return say("Try again");
    default:
      return kind satisfies never;
  }
}

/** What the puzzle did to the player's rating. */
function rating({ counted }: Said): TemplateResult | typeof nothing {
  if (counted === null) return nothing;
  return html`<span class="counted"
    ><span class="hidden">${say("Your puzzle rating:")} </span>${counted.rating}
    <small>${changeText(counted.change)}</small></span
  >`;
}

function streak({ counted }: Said): TemplateResult | typeof nothing {
  if (counted === null || counted.streak < 2) return nothing;
  return html`<small>${count("{count} in a row", "{count} in a row", counted.streak)}</small>`;
}

function row(model: Model, act: PuzzleCommands): TemplateResult {
  const { state, aim } = model;
  const { data, walk, refutation } = state;
  const { position } = data;
  if (aim !== null && !state.isOver) {
    const square = moveName(moveTo(aim, model.kind, position), position);
    const label = say("Play {square}", { square });
    return aimingRow({
      square: aim,
      board: position,
      label,
      heard: label,
      aim: act.aim,
      play: act.play,
    });
  }
  if (walk !== null && walk.moves.length > 1)
    return html`${steps(walk, act)} ${next(data.nextUrl)}`;
  if (state.isOver)
    return html`${next(data.nextUrl)}
    ${
      data.kind === "puzzle"
        ? html`<button type="button" class="button" @click=${act.watch}>
            ${say("Watch again")}
          </button>`
        : nothing
    }`;
  if (refutation !== null)
    return html`<button type="button" class="button primary" @click=${act.tryAgain}>
      ${say("Try again")}
    </button>`;
  return html`${
      data.hintUrl === null
        ? nothing
        : html`<button type="button" class="button" @click=${act.hint}>
            ${icons.bulb} ${say("Hint")}
          </button>`
    }
    <button type="button" class="button" @click=${act.giveUp}>
      ${data.kind === "practice" ? say("Show a better move") : say("Show solution")}
    </button>`;
}

function next(address: string | null): TemplateResult {
  return address === null
    ? html`<a class="button" href="/puzzles">${say("Solve puzzles")}</a>`
    : html`<a class="button primary" href=${address}
        >${address.startsWith("/puzzle/") ? say("Next puzzle") : say("Next mistake")}</a
      >`;
}

/** The solution, stepped through. */
function steps({ moves, at }: Walk, act: PuzzleCommands): TemplateResult {
  const isFirst = at === 0;
  const isLast = at === moves.length;
  return html`<div class="steps four" role="group" aria-label=${say("Step through the moves")}>
    ${stepButton(say("First"), icons.first, isFirst, () => act.walkTo(0))}
    ${stepButton(say("Back"), icons.back, isFirst, () => act.walkTo(at - 1))}
    ${stepButton(say("Forward"), icons.forth, isLast, () => act.walkTo(at + 1))}
    ${stepButton(say("Last"), icons.last, isLast, () => act.walkTo(moves.length))}
  </div>`;
}
