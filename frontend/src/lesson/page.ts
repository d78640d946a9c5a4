// What a lesson's page draws: how far one is, what is asked or said, the board, and the ways on.

import type { TemplateResult } from "lit-html";
import { html, nothing, svg } from "lit-html";
import type { BoardView, Ghost } from "../board/board";
import type { Fit } from "../board/geometry";
import { left, strokes, top } from "../board/geometry";
import type { BoardInput } from "../board/input";
import { numbers } from "../board/numbers";
import { playedBoard } from "../board/playedboard";
import { NO_HINTS } from "../evaluation/overlay";
import type { SideWord } from "../protocol/protocol";
import { completed } from "../rules/lying";
import type { Stones } from "../rules/position";
import { other, sideLater } from "../rules/position";
import { sideName } from "../rules/sides";
import type { Board } from "../rules/squares";
import { name } from "../rules/squares";
import * as icons from "../viewer/icons";
import { say } from "../words/words";
import type { LessonCommands } from "./commands";
import type { Model } from "./model";
import { drawingOf, learnerOf, said } from "./model";
import { canTry, isLastStep, isSolved, lying, ringed, stepOf } from "./state";

/** Which lesson it is, and which step. */
export function placeWords({ state: { data, at } }: Model): string {
  return say("Lesson {number} of {lessons} · step {step} of {steps}", {
    number: data.number,
    lessons: data.lessons,
    step: at + 1,
    steps: data.steps.length,
  });
}

/** The steps as segments. */
export function progress({ state: { data, at, done } }: Model): TemplateResult {
  const kind = (step: number): string =>
    `${step < done ? "done" : ""} ${step === at ? "now" : ""}`.trim();
  return html`<div
    class="segments-of-lesson"
    role="img"
    aria-label=${say("Step {number} of {steps}", { number: at + 1, steps: data.steps.length })}
  >
    ${data.steps.map((_, step) => html`<i class=${kind(step)}></i>`)}
  </div>`;
}

/** The step: words, board and buttons. */
export function lessonView(
  model: Model,
  stones: Stones,
  fit: Fit,
  input: BoardInput,
  act: LessonCommands,
): TemplateResult {
  return html`<div class="lesson-words">${words(model, act)}</div>
    <div class="lesson-board">${lessonBoard(model, stones, fit, input)}</div>
    <p id="lesson-stones" class="hidden">${stonesWords(model, stones)}</p>
    ${model.state.isFinished ? nothing : buttons(model, act)}`;
}

// --- Words ---------------------------------------------------------------------------------------

function words(model: Model, act: LessonCommands): TemplateResult {
  const { state } = model;
  const { told, turn, coming } = state;
  const step = stepOf(state);
  if (state.isFinished)
    return verdict(
      true,
      say("Lesson done"),
      html`<p>${say("That was the last step. Try it in a game.")}</p>`,
    );
  if (told === null)
    return html`<div class="lesson-says">
        <h2>${step.title}</h2>
        <p>${said(model, step.says)}</p>
      </div>
      ${turn === null ? nothing : asked(model, turn.asks)}`;
  if (!told.isRight)
    return verdict(
      false,
      say("Not yet"),
      html`<p>${said(model, told.sentence)}</p>`,
      html`<button type="button" class="button" @click=${act.again}>${say("Try again")}</button>`,
    );
  return verdict(
    true,
    turn === null ? step.title : say("Right"),
    html`<p>${said(model, told.sentence)}</p>
      ${turn === null || coming.length > 0 ? nothing : asked(model, turn.asks)}`,
  );
}

function verdict(
  isGood: boolean,
  title: string,
  about: TemplateResult,
  button: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<div class=${`lesson-told ${isGood ? "good" : ""}`}>
    <div class="lesson-told-head">
      <span class="lesson-told-sign">${isGood ? icons.done : icons.withdraw}</span>
      <h2>${title}</h2>
      ${button}
    </div>
    ${about}
  </div>`;
}

function asked(model: Model, sentence: string): TemplateResult {
  return html`<p class="asked">
    ${icons.stone(learnerOf(model), drawingOf(model))}
    <span><b>${say("Your turn.")}</b> ${said(model, sentence)}</span>
  </p>`;
}

/** What lies on the board, for people who cannot see it. */
function stonesWords(model: Model, stones: Stones): string {
  const { position } = stepOf(model.state);
  const of = (side: SideWord): string =>
    say("{side}: {squares}.", {
      side: sideName(side, drawingOf(model)),
      squares:
        [...stones.values()]
          .filter((stone) => stone.side === side)
          .map(({ square }) => name(square, position))
          .join(", ") || say("none"),
    });
  const you = learnerOf(model);
  return `${of(you)} ${of(other(you))}`;
}

// --- The board -----------------------------------------------------------------------------------

function lessonBoard(model: Model, stones: Stones, fit: Fit, input: BoardInput): TemplateResult {
  const { width, height } = stepOf(model.state).position;
  return playedBoard({
    view: boardView(model, stones, fit),
    input,
    label: say("Board, {width} by {height}. Arrow keys move the cursor, Enter plays.", {
      width,
      height,
    }),
    describedBy: ["lesson-stones"],
    isPlayable: model.state.turn !== null,
  });
}

function boardView(model: Model, stones: Stones, fit: Fit): BoardView {
  const { state, choices, hover, aim, cursor } = model;
  const { position } = stepOf(state);
  const { moves } = lying(state);
  const last = moves.at(-1) ?? null;
  const line = (["black", "white"] as const).flatMap((side) => completed(stones, side, position));
  const learner = learnerOf(model);
  const ghost = (square: number | null): Ghost | null =>
    square !== null && canTry(state, square) ? { square, side: learner } : null;
  const refuted = state.refuted
    .map((square, at) => ({
      square,
      side: sideLater(learner, stones.size, at, position.lineRule),
      number: at + 1,
    }))
    .filter(({ square }) => !line.includes(square));
  return {
    board: position,
    fit,
    drawing: drawingOf(model),
    coordinates: choices.coordinates,
    stones,
    last: state.refuted.length > 0 ? null : last,
    line,
    strokes: line.length > 0 && last !== null ? strokes(line, last, position) : [],
    hover: aim === null ? ghost(hover) : null,
    aim: ghost(aim),
    premove: null,
    pending: null,
    cursor,
    hints: NO_HINTS,
    viewer: learner,
    over: svg`${numbers(refuted, position, fit, drawingOf(model))}
      ${ringed(state).map((square) => ring(square, position))}`,
  };
}

/** Around a square that is right. */
function ring(square: number, size: Board): TemplateResult {
  return svg`<circle class="right-ring" cx=${left(square, size) + 0.5} cy=${top(square, size) + 0.5} r="0.36" />`;
}

// --- Buttons -------------------------------------------------------------------------------------

function buttons(model: Model, act: LessonCommands): TemplateResult {
  const { state } = model;
  const canHint = state.turn !== null && state.coming.length === 0;
  const off = (isOff: boolean): "true" | typeof nothing => (isOff ? "true" : nothing);
  return html`<div class="lesson-buttons">
    <button type="button" class="button" aria-disabled=${off(state.at === 0)} @click=${act.back}>
      ${say("Back")}
    </button>
    <button
      type="button"
      class="button"
      aria-disabled=${off(!canHint)}
      aria-pressed=${state.isHinted ? "true" : "false"}
      @click=${act.hint}
    >
      ${icons.bulb} ${say("Hint")}
    </button>
    <button
      type="button"
      class="button primary next"
      aria-disabled=${off(!isSolved(state))}
      @click=${act.forward}
    >
      ${isLastStep(state) ? say("Finish") : say("Next")}
    </button>
  </div>`;
}
