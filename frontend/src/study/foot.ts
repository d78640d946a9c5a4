// Under the moves: steps, how the position stands, and the row of actions. Each keeps its height; while
// the board is set up, its tools take the place of the steps and its answers that of the actions.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { kindSwitch } from "../board/kindswitch";
import { outcomeWords, sumWords } from "../evaluation/hintwords";
import { standingWords, worthWords } from "../evaluation/reviewwords";
import { other } from "../rules/position";
import { positionLine } from "../rules/positionline";
import { sideName } from "../rules/sides";
import { hasEitherKind, moveName, moveTo } from "../rules/move";
import { ROOT, isMain, mainLine } from "../rules/tree";
import * as icons from "../viewer/icons";
import { stepButton } from "../viewer/stepbutton";
import { count, say } from "../words/words";
import { hintsOf } from "./board";
import type { StudyCommands } from "./commands";
import type { Model, Overlay, Seen } from "./model";
import { boardDrawingOf, boardOf, drawingOf, endOf, gamePly, nextOf, worthOf } from "./model";
import type { Tool } from "./setup";

export function foot(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  return html`${model.editing === null ? steps(model, at, act) : tools(model, at, act)}
    ${tray(model, at, act)}
    <section class="actions" aria-label=${say("Actions")}>
      ${model.editing === null ? (model.line === null ? usual(model, at, act) : shownLine(model, act)) : setUp(at, act)}
    </section>`;
}

// --- Steps --------------------------------------------------------------------------------------

function steps(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  const { line, here } = model;
  const isFirst = line === null && here === ROOT;
  const isLast = line === null ? nextOf(model) === null : line.shown === line.moves.length;
  const isEmpty = model.tree.nodes.length === 1 && line === null;
  const isCopied = model.copied === "here";
  return html`<div class="steps" role="group" aria-label=${say("Step through the moves")}>
    ${stepButton(say("First"), icons.first, isFirst, act.first)}
    ${stepButton(say("Back"), icons.back, isFirst, () => act.step(-1))}
    ${stepButton(say("Forward"), icons.forth, isLast, () => act.step(1))}
    ${stepButton(say("Last"), icons.last, line === null && here === endOf(model), act.last)}
    ${stepButton(model.playing ? say("Stop") : say("Play from here"), model.playing ? icons.halt : icons.run, isEmpty, act.autoplay)}
    ${stepButton(isCopied ? say("Copied") : say("Copy a link to this position"), isCopied ? icons.done : icons.link, false, () => act.copy("here", linkHere(model, at)))}
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

// --- How it stands ------------------------------------------------------------------------------

function tray(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  return html`<section class="tray" aria-label=${say("How it stands")}>
    <div class="standing" id="standing">
      <p class="status">
        ${ended(model) ?? standingWords(at, drawingOf(model))}
        <span class="quiet place">${placeWords(model, at)}</span>
      </p>
      <p class="news">${about(model, at) || known(model, at)}</p>
    </div>
    ${hasEitherKind(boardOf(model)) && model.editing === null ? kindSwitch(model.kind, act.kind) : nothing}
    <p class="alert" role="alert">${model.alert ?? ""}</p>
  </section>`;
}

/** How the game ended, at its last position: not every game is decided by its stones. */
function ended(model: Model): string | null {
  const { game, moves } = model.page;
  return game !== null && gamePly(model) === moves.length ? game.result : null;
}

/** Where one is: which move of how many, or in a variation. */
function placeWords(model: Model, at: Seen): string {
  const { line, page, tree, here } = model;
  if (line !== null)
    return say("Line, {number} of {total}", { number: line.shown, total: line.moves.length });
  const ply = gamePly(model);
  if (ply !== null) return moveWords(ply, page.moves.length);
  if (page.game !== null || !isMain(tree, here))
    return say("Variation, move {number}", { number: at.ply });
  return moveWords(at.ply, mainLine(tree).length - 1);
}

function moveWords(number: number, total: number): string {
  return total === 0 ? "" : say("Move {number} of {total}", { number, total });
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
  return square !== null && words
    ? `${moveName(moveTo(square, model.kind, board), board)}: ${words}`
    : "";
}

function known(model: Model, at: Seen): string {
  if (at.standing.kind !== "open") return "";
  const worth = worthOf(model);
  return worth === null ? "" : worthWords(worth, at.side, drawingOf(model));
}

// --- Actions ------------------------------------------------------------------------------------

function usual(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  const asked = `p=${positionLine(at.position)}`;
  const { kind, game } = model.page;
  const isMine = model.kept?.isMine ?? false;
  return html`<div class="row">
    ${kind === "analysis" ? action(icons.grid, say("Edit"), act.edit) : nothing}
    ${game === null ? nothing : link(icons.lesson, say("Practise"), `/game/${game.slug}/practice`)}
    ${isMine ? toggle(icons.bubble, say("Comment"), model.isNoting, act.note) : nothing}
    ${action(icons.flip, say("Flip"), act.flip)} ${overlay("threats", icons.eye, model, act)}
    ${overlay("outcomes", icons.percents, model, act)}
    ${
      kind === "analysis"
        ? action(icons.save, say("Save"), act.keep, model.asking)
        : link(icons.chart, say("Analyse"), `/analysis?${asked}`)
    }
    ${kind === "study" && !isMine ? action(icons.save, say("Copy study"), act.keep, model.asking) : nothing}
  </div>`;
}

function action(
  icon: TemplateResult,
  label: string,
  press: () => void,
  isOff = false,
): TemplateResult {
  return html`<button type="button" class="act" ?disabled=${isOff} @click=${press}>
    ${icon}<span>${label}</span>
  </button>`;
}

function link(icon: TemplateResult, label: string, address: string): TemplateResult {
  return html`<a class="act" href=${address}>${icon}<span>${label}</span></a>`;
}

function toggle(
  icon: TemplateResult,
  label: string,
  isOn: boolean,
  press: () => void,
  letter: string | typeof nothing = nothing,
): TemplateResult {
  return html`<button
    type="button"
    class="act"
    aria-pressed=${isOn ? "true" : "false"}
    aria-keyshortcuts=${letter}
    @click=${press}
  >
    ${icon}<span>${label}</span>
  </button>`;
}

function overlay(
  which: Overlay,
  icon: TemplateResult,
  model: Model,
  act: StudyCommands,
): TemplateResult {
  return toggle(
    icon,
    overlayName(which),
    model.over[which],
    () => act.toggle(which),
    letterOf(which, model),
  );
}

export function overlayName(which: Overlay): string {
  switch (which) {
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
      return which satisfies never;
  }
}

/** The key of an overlay; outcomes have none where theirs chooses a kind of stones. */
export function letterOf(which: Overlay, model: Model): string | typeof nothing {
  const isTaken = which === "outcomes" && hasEitherKind(boardOf(model));
  return isTaken ? nothing : LETTERS[which];
}

export const LETTERS: Readonly<Record<Overlay, string>> = {
  outcomes: "o",
  heat: "h",
  threats: "t",
  best: "b",
  numbers: "n",
};

/** While a line is shown: the ways out of it. */
function shownLine({ line, tree }: Model, act: StudyCommands): TemplateResult {
  const moves = line?.moves ?? [];
  const shown = line?.shown ?? 0;
  return html`<div class="question" role="group" aria-label=${say("Moves on the board")}>
    <p class="shown-line">
      ${moves.map((move, at) => html`<span class=${at < shown ? "played" : "quiet"}>${moveName(move, tree.start)}</span> `)}
    </p>
    <button type="button" class="button" @click=${act.leaveLine}>${say("Back")}</button>
    <button type="button" class="button primary" @click=${act.keepLine}>${say("Keep")}</button>
  </div>`;
}

// --- Setting up ---------------------------------------------------------------------------------

function tools(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  const drawn = boardDrawingOf(model);
  return html`<div class="tools" role="group" aria-label=${say("Set up the board")}>
    ${tool("black", icons.stone("black", drawn), sideName("black", drawn), model, act)}
    ${tool("white", icons.stone("white", drawn), sideName("white", drawn), model, act)}
    ${tool("erase", icons.eraser, say("Erase"), model, act)}
    ${action(icons.swap, say("Swap"), () => act.side(other(at.side)))}
    ${action(icons.withdraw, say("Clear"), act.clear)}
  </div>`;
}

function tool(
  which: Tool,
  icon: TemplateResult,
  label: string,
  model: Model,
  act: StudyCommands,
): TemplateResult {
  return html`<button
    type="button"
    class="act"
    data-tool=${which}
    aria-pressed=${model.tool === which ? "true" : "false"}
    @click=${() => act.tool(which)}
  >
    ${icon}<span>${label}</span>
  </button>`;
}

function setUp(at: Seen, act: StudyCommands): TemplateResult {
  const { black, white } = at.position;
  return html`<div class="question" role="group" aria-label=${say("Set up the board")}>
    <p>
      ${count("{count} stone on the board.", "{count} stones on the board.", black.length + white.length)}
    </p>
    <button type="button" class="button" @click=${act.cancelEdit}>${say("Cancel")}</button>
    <button type="button" class="button primary" @click=${act.endEdit}>${say("Done")}</button>
  </div>`;
}
