// The page of a puzzle or an exercise comes alive: the board is played on, the server answers.

import { render } from "lit-html";
import { followKindKey } from "./board/kindswitch";
import { poster, puzzleCommands } from "./puzzle/handlers";
import { puzzleInput } from "./puzzle/input";
import type { Model } from "./puzzle/model";
import { drawingOf, openModel } from "./puzzle/model";
import { card, cardKind, puzzleTable } from "./puzzle/page";
import { markPractised, notePractised } from "./puzzle/practised";
import { measure } from "./puzzle/screen";
import type { Counted, PuzzleData } from "./puzzle/state";
import { createPuzzleStore } from "./puzzle/store";
import { openTabStorage } from "./viewer/browserstorage";
import { startSettings } from "./viewer/settings";
import { startSound } from "./viewer/sounds";
import { wait } from "./viewer/timer";
import { say } from "./words/words";

const find = <E extends Element>(selector: string): E => document.querySelector<E>(selector)!;
const root = find<HTMLElement>("#puzzle");
const told = find<HTMLElement>("#told");
const task = find<HTMLElement>("#puzzle-task");
const form = find<HTMLFormElement>("#puzzle-form");
const square = find<HTMLInputElement>("#square");
const anew = find<HTMLElement>("#puzzle-again");
const data = JSON.parse(find("#puzzle-data").textContent) as PuzzleData;
const token = find<HTMLInputElement>("[name=csrfmiddlewaretoken]").value;
const storage = openTabStorage();

const settings = startSettings((choices) => {
  store.change({ choices });
  resize();
});
const store = createPuzzleStore(openModel(data, settings.choices), draw);
let fit = measure(root, store.model());
const act = puzzleCommands(store, {
  post: poster(token),
  wait,
  isStill: () => matchMedia("(prefers-reduced-motion:reduce)").matches,
});
const input = puzzleInput(store, act, () => fit);

function draw(model: Model): void {
  const { state } = model;
  const drawn = drawingOf(model);
  render(puzzleTable(model, store.stones(), fit, input), root);
  told.className = `told ${cardKind(state)}`;
  const hadFocus = told.contains(document.activeElement);
  render(card(model, act), told);
  // A button that was pressed and is gone leaves its focus where one plays on.
  if (hadFocus && !told.contains(document.activeElement))
    root.querySelector<HTMLElement>("#board")?.focus({ preventScroll: true });
  task.textContent = data.task[drawn];
  form.hidden = state.isOver;
  anew.hidden = played(model) === 0 || (!state.isOver && state.refutation !== null);
  put("#my-rating", state.counted === null ? null : String(state.counted.rating));
  put("#my-streak", state.counted === null ? null : String(state.counted.streak));
  put("#my-today", state.counted === null ? null : todayWords(state.counted));
  put("#worth-before", data.worths?.[drawn][0] || null);
  put("#worth-after", data.worths?.[drawn][1] || null);
  document.querySelector("#puzzle-skip")?.toggleAttribute("hidden", state.isOver);
  if (state.isOver || state.counted !== null)
    document.querySelector("#puzzle-analysis")?.removeAttribute("hidden");
  if (data.practised && state.said?.kind === "solved") notePractised(storage, data.practised);
  markPractised(storage, data.practised?.game ?? "", document);
}

const played = ({ state }: Model): number => state.moves.length + (state.walk?.moves.length ?? 0);

function todayWords({ today: [solved, tried] }: Counted): string {
  return say("{solved} of {tried}", { solved, tried });
}

/** Writes a fact beside the board, where there is one. */
function put(selector: string, text: string | null): void {
  const place = document.querySelector(selector);
  if (place && text !== null) place.textContent = text;
}

function resize(): void {
  fit = measure(root, store.model());
  root.style.setProperty("--board-width", `${fit.width}px`); // the bars are as wide as the board
  store.draw();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (act.enter(square.value)) square.value = "";
});
anew.addEventListener("click", (event) => {
  event.preventDefault();
  act.again();
  history.replaceState(
    null,
    "",
    location.pathname + location.search.replace(/[?&]moves=[^&]*/, ""),
  );
});
root.replaceChildren();
told.replaceChildren();
store.draw();
resize(); // only now there are bars whose height is known
new ResizeObserver(resize).observe(root);
addEventListener("resize", resize);
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented) return;
  if ((event.target as Element).closest("input, select, textarea, .menu")) return;
  followKindKey(event, data.position, act.kind);
});
startSound();
