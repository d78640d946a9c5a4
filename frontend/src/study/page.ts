// The page of a review, an analysis or a study: the board first, then graph, words and moves.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { BoardInput } from "../board/input";
import { playedBoard } from "../board/playedboard";
import type { Fit } from "../board/geometry";
import { heatPanel } from "./heatpanel";
import { outcomeWords, sumWords } from "../evaluation/hintwords";
import * as icons from "../viewer/icons";
import { moveTree } from "./movetree";
import { keepPanel, notesPanel } from "./notespanel";
import { positionLine } from "../rules/positionline";
import { accuracyPanel, positionPanel, reviewPanel, wordsPanel } from "./reviewpanel";
import { standingWords, worthWords } from "../evaluation/reviewwords";
import { setupPanel } from "./setuppanel";
import { name } from "../rules/squares";
import { stepButton } from "../viewer/stepbutton";
import type { StudyCommands } from "./commands";
import { boardView, hintsOf } from "./board";
import type { Model, Overlay, Seen } from "./model";
import {
  OVERLAYS,
  boardOf,
  drawingOf,
  endOf,
  gamePly,
  hasHeat,
  nextOf,
  wantsAssessment,
  worthOf,
} from "./model";
import { ROOT, isMain, mainLine } from "../rules/tree";
import { say } from "../words/words";

export function studyPage(
  model: Model,
  at: Seen,
  fit: Fit,
  act: StudyCommands,
  input: BoardInput,
): TemplateResult {
  const { width, height } = boardOf(model);
  if (model.page.kind === "study" && model.kept === null) return unread(model);
  return html`
    <div class="stage">
      ${playedBoard({
        view: boardView(model, at, fit),
        input,
        label: say("Board, {width} by {height}", { width, height }),
        describedBy: ["standing"],
        isPlayable: true,
      })}
    </div>
    <div class="under">
      ${standingLine(model, at)} ${steps(model, at, act)} ${switches(model, act)}
    </div>
    <div class="panel">
      ${heatPanel(model, at, act)} ${reviewPanel(model, act)} ${wordsPanel(model, at, act)}
      ${positionPanel(model, at, act)} ${elsewhere(model, at)} ${setupPanel(model, at, act)}
      ${moveTree(model, act)} ${notesPanel(model, act)} ${accuracyPanel(model)}
      ${keepPanel(model, act)} ${keyboard()}
    </div>
  `;
}

/** A study that has not come yet, or does not come. */
function unread({ alert }: Model): TemplateResult {
  return html`<div class="stage"></div>
    <div class="under">
      <p class=${`standing-line ${alert ? "error" : "quiet"}`} role="status">
        ${alert ?? say("Loading the study…")}
      </p>
    </div>`;
}

/** Who is to move or who won, what it is worth, what is under the pointer; its height is fixed. */
function standingLine(model: Model, at: Seen): TemplateResult {
  const drawn = drawingOf(model);
  return html`<p class=${`standing-line ${model.alert ? "error" : ""}`} id="standing">
    ${
      model.alert ??
      html`<b>${ended(model) ?? standingWords(at.standing, at.side, drawn)}</b>
        <span>${about(model, at) || known(model, at)}</span>`
    }
  </p>`;
}

/** What is known about the square under the pointer, or under the keyboard's cursor. */
function about(model: Model, at: Seen): string {
  const square = model.hover ?? model.aim ?? model.cursor;
  const { benefits, aggressiveness } = model;
  const board = boardOf(model);
  const { outcomes, heat } = hintsOf(model, at);
  const warm = heat.find((each) => each.square === square);
  if (warm !== undefined && benefits.kind === "known") {
    const benefit = benefits.found.squares.find((each) => each.square === square);
    if (benefit) return sumWords(warm, benefit, aggressiveness, board);
  }
  const outcome = outcomes.find((each) => each.square === square);
  const words = outcome ? outcomeWords(outcome) : "";
  return square !== null && words ? `${name(square, board)}: ${words}` : "";
}

/** How the game ended, at its last position: not every game is decided by its stones. */
function ended(model: Model): string | null {
  const { game, moves } = model.page;
  return game !== null && gamePly(model) === moves.length ? game.result : null;
}

function known(model: Model, at: Seen): string {
  if (at.standing.kind !== "open") return "";
  const worth = worthOf(model);
  const words = worth === null ? "" : worthWords(worth, at.side, drawingOf(model));
  if (words) return words;
  if (!wantsAssessment(model)) return "";
  switch (model.answer.kind) {
    case "asking":
      return say("Thinking…");
    case "known":
      return say("Nothing known here");
    case "refused":
      return say("No answer: see the panel");
    case "none":
      return "";
    default:
      return model.answer satisfies never;
  }
}

function steps(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  const { line, here } = model;
  const isFirst = line === null && here === ROOT;
  const isLast = line === null ? nextOf(model) === null : line.shown === line.moves.length;
  return html`<div class="steps" role="group" aria-label=${say("Step through the moves")}>
    ${stepButton(say("First"), icons.first, isFirst, act.first)}
    ${stepButton(say("Back"), icons.back, isFirst, () => act.step(-1))}
    ${stepButton(say("Forward"), icons.forth, isLast, () => act.step(1))}
    ${stepButton(say("Last"), icons.last, line === null && here === endOf(model), act.last)}
    ${stepButton(model.playing ? say("Stop") : say("Play from here"), model.playing ? icons.halt : icons.run, mainLine(model.tree).length === 1 && line === null, act.autoplay)}
    ${stepButton(model.copied === "here" ? say("Copied") : say("Copy a link to this position"), icons.link, false, () => act.copy("here", linkHere(model, at)))}
    ${stepButton(say("Flip the board"), icons.flip, false, act.flip)}
    ${stepButton(say("Turn the board"), icons.rotate, false, act.rotate)}
    <p class="look">${model.copied === "here" ? say("Link copied") : placeWords(model, at)}</p>
  </div>`;
}

/** The address of this position: the ply for a game's own, the analysis board for any other. */
function linkHere(model: Model, at: Seen): string {
  const ply = gamePly(model);
  const { pathname, origin, search } = location;
  if (ply !== null) return `${origin}${pathname}#${ply}`;
  if (model.page.kind === "study") return `${origin}${pathname}${search}`;
  return `${origin}/analysis?p=${positionLine(at.position)}`;
}

/** Where more is said about the position on the board. */
function elsewhere(model: Model, at: Seen): TemplateResult {
  const asked = `p=${positionLine(at.position)}`;
  return html`<p class="study-links">
    <a href=${`/explorer?${asked}`}>${say("Explore this position")}</a>
    ${isProvedWon(model, at) ? html`<a href=${`/proof?${asked}`}>${say("See the proof")}</a>` : nothing}
  </p>`;
}

/** Whether a side is proved to win from here on. */
function isProvedWon(model: Model, { standing }: Seen): boolean {
  const worth = worthOf(model);
  if (standing.kind !== "open" || worth?.status !== "proved") return false;
  return worth.verdict === "win" || worth.verdict === "loss";
}

function placeWords(model: Model, at: Seen): string {
  const ply = gamePly(model);
  if (model.line !== null) {
    const { shown, moves } = model.line;
    return say("Line, {number} of {total}", { number: shown, total: moves.length });
  }
  if (ply !== null) return moveWords(ply, model.page.moves.length);
  if (model.page.game !== null || !isMain(model.tree, model.here))
    return say("Variation, move {number}", { number: at.ply });
  return moveWords(at.ply, mainLine(model.tree).length - 1);
}

function moveWords(number: number, total: number): string {
  return say("Move {number} of {total}", { number, total });
}

function overlayName(overlay: Overlay): string {
  switch (overlay) {
    case "outcomes":
      return say("Outcomes");
    case "heat":
      return say("Heat map");
    case "threats":
      return say("Threats");
    case "best":
      return say("Best");
    case "numbers":
      return say("Numbers");
    default:
      return overlay satisfies never;
  }
}

const LETTERS: Readonly<Record<Overlay, string>> = {
  outcomes: "o",
  heat: "h",
  threats: "t",
  best: "b",
  numbers: "n",
};

function switches(model: Model, act: StudyCommands): TemplateResult {
  const toggle = (
    label: string,
    letter: string | typeof nothing,
    on: boolean,
    click: () => void,
  ): TemplateResult =>
    html`<button
      type="button"
      class="button toggle"
      aria-pressed=${on ? "true" : "false"}
      aria-keyshortcuts=${letter}
      @click=${click}
    >
      ${label}
    </button>`;
  const offered = OVERLAYS.filter((each) => each !== "heat" || hasHeat(model));
  return html`<div class="switches" role="group" aria-label=${say("On the board")}>
    ${offered.map((each) =>
      toggle(overlayName(each), LETTERS[each], model.over[each], () => act.toggle(each)),
    )}
    ${toggle(say("Coordinates"), nothing, model.choices.coordinates, act.coordinates)}
  </div>`;
}

function keyboard(): TemplateResult {
  return html`<details class="card fold">
    <summary>${say("Keyboard")}</summary>
    <div>
      <p>
        ${say("Left and right step through the moves. Home and End go to the first and the last. Escape leaves the moves that are shown.")}
        ${say("On the board, Shift and an arrow move the cursor. Enter plays there.")}
      </p>
      <p>
        ${say("When you aren’t typing: O shows outcomes, H the heat map, T threats, B the best squares, N numbers. F flips the board, R turns it. A plays through the moves.")}
      </p>
    </div>
  </details>`;
}
