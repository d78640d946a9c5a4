// What a puzzle's page draws: the board, and what was said about the last try.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { aimingRow } from "../board/aiming";
import type { BoardView, Ghost } from "../board/board";
import type { Fit } from "../board/geometry";
import { strokes } from "../board/geometry";
import type { BoardInput } from "../board/input";
import { playedBoard } from "../board/playedboard";
import { NO_HINTS } from "../evaluation/overlay";
import type { PuzzleCommands } from "./commands";
import type { Model } from "./model";
import { drawingOf } from "./model";
import type { PuzzleState } from "./state";
import { canTry, completed, lineWords, played, sideToMove } from "./state";
import type { Stones } from "../rules/position";
import { name } from "../rules/squares";
import { say } from "../words/words";

export function puzzleBoard(
  model: Model,
  stones: Stones,
  fit: Fit,
  input: BoardInput,
): TemplateResult {
  const { width, height } = model.state.data.position;
  return playedBoard({
    view: boardView(model, stones, fit),
    input,
    label: say("Board, {width} by {height}. Arrow keys move the cursor, Enter plays.", {
      width,
      height,
    }),
    isPlayable: !model.state.isOver,
    ...(!model.state.isOver && { finger: model.finger }),
  });
}

function boardView(model: Model, stones: Stones, fit: Fit): BoardView {
  const { state, choices, hover, aim, cursor } = model;
  const { position } = state.data;
  const solver = position.sideToMove;
  const last = played(state).moves.at(-1) ?? null;
  const line = state.isOver ? completed(stones, solver, position) : [];
  const ghost = (square: number | null): Ghost | null =>
    square !== null && canTry(state, square) ? { square, side: solver } : null;
  return {
    board: position,
    fit,
    zoom: model.zoom,
    drawing: drawingOf(model),
    coordinates: choices.coordinates,
    stones,
    last,
    line,
    strokes: line.length > 0 && last !== null ? strokes(line, last, position) : [],
    hover: aim === null ? ghost(hover) : null,
    aim: ghost(aim),
    premove: null,
    pending: state.trying === null ? null : { square: state.trying, side: sideToMove(state) },
    cursor,
    hints: NO_HINTS,
    viewer: solver,
  };
}

/** The square that is aimed at. */
export function aimed(model: Model, act: PuzzleCommands): TemplateResult | typeof nothing {
  const { state, aim } = model;
  if (aim === null || state.isOver) return nothing;
  const { position } = state.data;
  const label = say("Play {square}", { square: name(aim, position) });
  return aimingRow({
    square: aim,
    board: position,
    label,
    heard: label,
    aim: act.aim,
    play: act.play,
  });
}

/** What was said about the last try; before the first, how a puzzle is played. */
export function saidLine(state: PuzzleState): TemplateResult {
  if (state.said) return html`<p class=${`verdict ${state.said.kind}`}>${state.said.sentence}</p>`;
  const line = lineWords(state);
  if (state.isOver) return html`<p>${say("The solution: {line}.", { line })}</p>`;
  if (state.moves.length > 0) return html`<p>${say("So far: {line}. Your move.", { line })}</p>`;
  return html`<p class="quiet">${say("Play on the board or type a square.")}</p>`;
}
