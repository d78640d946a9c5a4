// How far a visitor has come in each lesson, kept in their own browser.

import type { BrowserStorage } from "../viewer/storage";
import { keepText, readText } from "../viewer/storage";
import { say } from "../words/words";

export const PROGRESS_KEY = "inarow.lessons";

/** How many steps of each lesson have been solved, by its key. */
export type Progress = ReadonlyMap<string, number>;

/** What is kept; whatever is unreadable counts as not done. */
export function readProgress(storage: BrowserStorage | null): Progress {
  const pairs = readText(storage, PROGRESS_KEY).split(" ");
  return new Map(
    pairs.flatMap((pair) => {
      const match = /^([a-z-]+):([0-9]{1,2})$/.exec(pair);
      return match ? [[match[1]!, Number(match[2])] as const] : [];
    }),
  );
}

/** Keeps that this many steps of a lesson have been solved. */
export function keepProgress(storage: BrowserStorage | null, key: string, done: number): Progress {
  const kept = readProgress(storage);
  const after = new Map(kept).set(key, Math.max(done, kept.get(key) ?? 0));
  keepText(storage, PROGRESS_KEY, [...after].map(([each, steps]) => `${each}:${steps}`).join(" "));
  return after;
}

/** Writes into a list of lessons how far each has come; where nothing was done, it says how long it takes. */
export function showProgress(root: ParentNode, progress: Progress): void {
  for (const lesson of root.querySelectorAll<HTMLElement>("[data-lesson]")) {
    const done = progress.get(lesson.dataset.lesson ?? "") ?? 0;
    const state = lesson.querySelector(".state");
    if (done === 0 || state === null) continue;
    const isDone = done >= Number(lesson.dataset.steps);
    state.textContent = isDone ? say("Done") : say("Step {number}", { number: done + 1 });
    lesson.toggleAttribute("data-done", isDone);
  }
}
