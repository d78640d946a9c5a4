// The page of a puzzle or an exercise comes alive: the board is played on, the server answers.

import { render } from "lit-html";
import { poster, puzzleCommands } from "./puzzle/handlers";
import { puzzleInput } from "./puzzle/input";
import type { Model } from "./puzzle/model";
import { drawingOf, openModel } from "./puzzle/model";
import { aimed, puzzleBoard, saidLine } from "./puzzle/page";
import { measure } from "./puzzle/screen";
import type { PuzzleData } from "./puzzle/state";
import { createPuzzleStore } from "./puzzle/store";
import { startSettings } from "./viewer/settings";
import { startSound } from "./viewer/sounds";

const find = <E extends Element>(selector: string): E => document.querySelector<E>(selector)!;
const root = find<HTMLElement>("#puzzle");
const task = find<HTMLElement>("#puzzle-task");
const said = find<HTMLElement>("#puzzle-said");
const form = find<HTMLFormElement>("#puzzle-form");
const aim = find<HTMLElement>("#puzzle-aim");
const square = find<HTMLInputElement>("#square");
const solution = find<HTMLFormElement>("#solution-form");
const anew = find<HTMLElement>("#puzzle-again");
const data = JSON.parse(find("#puzzle-data").textContent) as PuzzleData;
const token = find<HTMLInputElement>("[name=csrfmiddlewaretoken]").value;

const settings = startSettings((choices) => store.change({ choices }));
const store = createPuzzleStore(openModel(data, settings.choices), draw);
let fit = measure(root, store.model());
const act = puzzleCommands(store, poster(token));
const input = puzzleInput(store, act, () => fit);

function draw(model: Model): void {
  const { state } = model;
  fit = measure(root, model);
  render(puzzleBoard(model, store.stones(), fit, input), root);
  solution.hidden = state.isOver;
  form.hidden = state.isOver || model.aim !== null;
  render(aimed(model, act), aim);
  anew.hidden = state.moves.length + state.refuted.length === 0;
  task.textContent = data.task[drawingOf(model)];
  render(saidLine(state), said);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (act.enter(square.value)) square.value = "";
});
solution.addEventListener("submit", (event) => {
  event.preventDefault();
  act.giveUp();
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
addEventListener("resize", store.draw);
root.replaceChildren();
store.draw();
startSound();
