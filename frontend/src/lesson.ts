// The page of a lesson comes alive: one step at a time, on a board to play on.

import { render } from "lit-html";
import { lessonCommands } from "./lesson/handlers";
import { lessonInput } from "./lesson/input";
import type { Model } from "./lesson/model";
import { openModel } from "./lesson/model";
import { lessonView, placeWords, progress } from "./lesson/page";
import { keepProgress, readProgress, showProgress } from "./lesson/progress";
import { measure } from "./lesson/screen";
import type { LessonData } from "./lesson/state";
import { createLessonStore } from "./lesson/store";
import { openStorage } from "./viewer/browserstorage";
import { startSettings } from "./viewer/settings";
import { startSound } from "./viewer/sounds";
import { wait } from "./viewer/timer";

const find = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!;
const root = find("#lesson");
const place = find("#lesson-place");
const segments = find("#lesson-progress");
const ways = find("#lesson-ways");
const list = find(".all-lessons");
const data = JSON.parse(find("#lesson-data").textContent) as LessonData;

const storage = openStorage();
const settings = startSettings((choices) => store.change({ choices }));
const done = readProgress(storage).get(data.key) ?? 0;
const store = createLessonStore(openModel(data, done, settings.choices), draw);
const act = lessonCommands(store, {
  wait,
  isStill: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
  solved: (steps) => showProgress(list, keepProgress(storage, data.key, steps)),
  top: () => scrollTo(0, 0),
  focus: () => find("#board").focus({ preventScroll: true }),
});
root.replaceChildren();
root.classList.add("playing");
const input = lessonInput(store, act, () => fit);
let fit = measure(root, store.model());

function draw(model: Model): void {
  fit = measure(root.querySelector(".lesson-board") ?? root, model);
  place.textContent = placeWords(model);
  render(progress(model), segments);
  render(lessonView(model, store.stones(), fit, input, act), root);
  ways.classList.remove("unscripted");
  ways.hidden = !model.state.isFinished;
}

showProgress(list, readProgress(storage));
store.draw();
store.draw(); // Now the place of the board is there to be measured.
new ResizeObserver(store.draw).observe(root);
addEventListener("resize", store.draw);
startSound();
