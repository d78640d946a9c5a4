// The page of a puzzle or an exercise comes alive: the board is played on, the server answers.

import { html, render } from "lit-html";
import type { BoardView } from "./board/board";
import { board } from "./board/board";
import { boardTouch } from "./board/input";
import { drawing } from "./viewer/choices";
import type { Fit } from "./board/geometry";
import { fit, strokes } from "./board/geometry";
import { NO_HINTS } from "./evaluation/overlay";
import type { KeyIntent } from "./board/keys";
import { stoneName } from "./rules/sides";
import type { PuzzleData, PuzzleState, Shown, Tried } from "./puzzle/state";
import {
  again,
  answered,
  canTry,
  completed,
  lineWords,
  opened,
  played,
  refused,
  shown,
  sideToMove,
  stonesOf,
  trying,
} from "./puzzle/state";
import { startSettings } from "./viewer/settings";
import { play as sound, startSound } from "./viewer/sounds";
import { centre, name, neighbour, read } from "./rules/squares";
import { announce } from "./viewer/voice";
import { say } from "./words/words";

const find = <E extends Element>(selector: string): E => document.querySelector<E>(selector)!;
const root = find<HTMLElement>("#puzzle");
const task = find<HTMLElement>("#puzzle-task");
const said = find<HTMLElement>("#puzzle-said");
const form = find<HTMLFormElement>("#puzzle-form");
const square = find<HTMLInputElement>("#square");
const solution = find<HTMLFormElement>("#solution-form");
const anew = find<HTMLElement>("#puzzle-again");
const data = JSON.parse(find("#puzzle-data").textContent) as PuzzleData;
const token = find<HTMLInputElement>("[name=csrfmiddlewaretoken]").value;

let state: PuzzleState = opened(data);
let cursor: number | null = null;
let hover: number | null = null;
let aim: number | null = null;
const settings = startSettings((changed) => {
  choices = changed;
  draw();
});
let { choices } = settings;
let laid: Fit = measure();
const touched = boardTouch({
  board: () => data.position,
  fit: () => laid,
  held: () => ({ hover, aim, cursor }),
  change(part) {
    ({ hover, aim, cursor } = { hover, aim, cursor, ...part });
    draw();
  },
  steps: () => false,
  follow,
  choose,
});

function measure(): Fit {
  const beside = matchMedia("(min-width: 56rem)").matches;
  const near = choices.coordinates ? 22 : 10;
  const { top } = root.getBoundingClientRect();
  const height = beside ? innerHeight - top - scrollY - 16 : innerHeight * 0.7;
  const box = { width: root.clientWidth, height: Math.max(240, height) };
  return fit(data.position, box, { left: near, bottom: near, right: 10, top: 10 });
}

function view(): BoardView {
  const drawn = drawing(choices, data.position);
  const lying = played(state);
  const stones = stonesOf(lying);
  const last = lying.moves.at(-1) ?? null;
  const solver = data.position.sideToMove;
  const line = state.isOver ? completed(stones, solver, data.position) : [];
  const may = (at: number | null) =>
    at !== null && canTry(state, at) ? { square: at, side: solver } : null;
  return {
    board: data.position,
    fit: laid,
    drawing: drawn,
    coordinates: choices.coordinates,
    stones,
    last,
    line,
    strokes: line.length > 0 && last !== null ? strokes(line, last, data.position) : [],
    hover: aim === null ? may(hover) : null,
    aim: may(aim),
    premove: null,
    pending: state.trying === null ? null : { square: state.trying, side: sideToMove(state) },
    cursor,
    hints: NO_HINTS,
    viewer: solver,
  };
}

function draw(): void {
  laid = measure();
  const { width, height } = data.position;
  render(
    html`<div
      id="board"
      class=${`board ${state.isOver ? "" : "playable"}`}
      role="application"
      tabindex="0"
      aria-label=${say("Board, {width} by {height}. Arrow keys move the cursor, Enter plays.", { width, height })}
      @keydown=${touched.key}
      @pointermove=${touched.move}
      @pointerleave=${touched.leave}
      @pointerdown=${touched.down}
      @click=${touched.click}
      @blur=${touched.blur}
    >
      ${board(view())}
    </div>`,
    root,
  );
  form.hidden = solution.hidden = state.isOver;
  anew.hidden = state.moves.length + state.refuted.length === 0;
  task.textContent = data.task[drawing(choices, data.position)];
  render(words(), said);
}

/** What was said about the last try. */
function saidWords(): string {
  return state.said?.sentence ?? "";
}

function words() {
  if (state.said) return html`<p class=${`verdict ${state.said.kind}`}>${saidWords()}</p>`;
  const line = lineWords(state);
  if (state.isOver) return html`<p>${say("This is the whole of it: {line}.", { line })}</p>`;
  if (state.moves.length > 0) return html`<p>${say("So far: {line}. Go on.", { line })}</p>`;
  return html`<p class="quiet">${say("Play on the board, or write a square.")}</p>`;
}

/** Plays on a square, or only chooses it where a second touch must confirm. */
function choose(at: number, small: boolean): void {
  clear();
  if (!canTry(state, at)) return draw();
  if ((small || choices.confirm) && aim !== at) {
    aim = at;
    announce(say("{square} chosen.", { square: name(at, data.position) }));
    return draw();
  }
  void attempt(at);
}

/** A try that was wrong makes room for the next one. */
function clear(): void {
  if (state.trying === null && state.refuted.length > 0)
    state = { ...state, refuted: [], said: null };
}

function follow(intent: KeyIntent): void {
  if (intent.kind === "cursor") {
    cursor =
      cursor === null
        ? (played(state).moves.at(-1) ?? centre(data.position))
        : neighbour(cursor, intent.direction, data.position);
    announce(lies(cursor));
    return draw();
  }
  if (intent.kind === "play" && cursor !== null) return choose(cursor, false);
  aim = null;
  draw();
}

function lies(at: number): string {
  const stone = stonesOf(played(state)).get(at);
  const what = stone ? stoneName(stone.side, drawing(choices, data.position)) : say("empty");
  return `${name(at, data.position)}, ${what}`;
}

async function attempt(at: number): Promise<void> {
  const moves = [...state.moves, at];
  state = trying(state, at);
  aim = hover = null;
  if (choices.sound) sound("stone");
  draw();
  const answer = await post<Tried>(data.tryUrl, { moves, began: data.began });
  state = typeof answer === "string" ? refused(state, answer) : answered(state, answer);
  finish();
}

async function giveUp(): Promise<void> {
  if (state.trying !== null) return;
  const answer = await post<Shown>(data.showUrl, {});
  state = typeof answer === "string" ? refused(state, answer) : shown(state, answer);
  finish();
}

function finish(): void {
  draw();
  announce(saidWords());
}

/** The server's answer, or a sentence if there is none. */
async function post<T>(url: string, body: object): Promise<T | string> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "x-csrftoken": token,
      },
      body: JSON.stringify(body),
    });
    const kind = response.headers.get("content-type") ?? "";
    if (!kind.startsWith("application/json")) return away();
    const answer = (await response.json()) as T & { readonly sentence: string };
    return response.ok ? answer : answer.sentence;
  } catch {
    return away();
  }
}

function away(): string {
  return say("The server cannot be reached: try again in a moment.");
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  clear();
  const { square: at, sentence } = read(square.value, data.position);
  if (sentence !== null) state = refused(state, sentence);
  else if (!canTry(state, at))
    state = refused(state, say("{square} is taken.", { square: name(at, data.position) }));
  else {
    square.value = "";
    return void attempt(at);
  }
  finish();
});
solution.addEventListener("submit", (event) => {
  event.preventDefault();
  void giveUp();
});
anew.addEventListener("click", (event) => {
  event.preventDefault();
  state = again(state);
  history.replaceState(
    null,
    "",
    location.pathname + location.search.replace(/[?&]moves=[^&]*/, ""),
  );
  finish();
});
addEventListener("resize", draw);
root.replaceChildren();
draw();
startSound();
