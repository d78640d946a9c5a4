// Alice takes a lesson: what its page shows and says at each step, with its real store and handlers.

import { controls, drawn, press, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "lit-html";
import { fit } from "../board/geometry";
import { lessonCommands } from "./handlers";
import { lessonInput } from "./input";
import { openModel } from "./model";
import { lessonView, placeWords, progress } from "./page";
import { createLessonStore } from "./store";
import { testClock } from "../testing/clock";
import { LESSON, SIZE, at } from "../testing/lesson";
import type { Choices } from "../viewer/choices";
import { DEFAULTS } from "../viewer/choices";

/** Longer than an answer waits. */
const A_SECOND = 1_000;

function learning(done = 0, part: Partial<Choices> = {}, isStill = false) {
  const clock = testClock();
  const solved: number[] = [];
  const places: string[] = [];
  const store = createLessonStore(
    openModel(LESSON, done, { ...DEFAULTS, sound: false, ...part }),
    () => undefined,
  );
  const act = lessonCommands(store, {
    wait: clock.wait,
    isStill: () => isStill,
    solved: (steps) => void solved.push(steps),
    top: () => void places.push("top"),
    focus: () => void places.push("board"),
  });
  const laid = fit(SIZE, "marks", { width: 300, height: 300 });
  const input = lessonInput(store, act, () => laid);
  const page = (): HTMLElement =>
    drawn(
      html`${progress(store.model())}${lessonView(store.model(), store.stones(), laid, input, act)}
        <p id="spoken"></p>`,
    );
  return {
    act,
    input,
    page,
    solved,
    pass: clock.pass,
    places,
    place: () => placeWords(store.model()),
    words: () => textOf(page().querySelector(".lesson-words")),
    controls: () => controls(page()),
    lie: () => textOf(page().querySelector("#lesson-stones")),
    marks: (kind: string) => page().querySelectorAll(`#board .mark.${kind}`).length,
    numbers: () => [...page().querySelectorAll(".tried-number")].map((each) => each.textContent),
    spoken(what: () => void) {
      const root = page();
      what();
      return root.querySelector("#spoken")!.textContent;
    },
  };
}

test("a step says what it is about and what is asked, with the sides as this board calls them", () => {
  const lesson = learning();
  assert.equal(lesson.place(), "Lesson 2 of 3 · step 1 of 2");
  assert.equal(lesson.words(), "Make three You play X. Your turn. Add the third.");
  assert.equal(lesson.lie(), "X: a1, b1. O: a2, b2.");
  assert.deepEqual(lesson.controls(), ["(Back)", "Hint", "(Next)"]);
  assert.ok(lesson.page().querySelector("#board")!.classList.contains("playable"));
  const stones = learning(0, { stones: "stones" });
  assert.equal(stones.words(), "Make three You play Black. Your turn. Add the third.");
  assert.equal(stones.lie(), "Black: a1, b1. White: a2, b2.");
});

test("the right square solves the step: its line is drawn, and the next one opens", () => {
  const lesson = learning();
  lesson.act.play(at("c1"));
  assert.equal(lesson.words(), "Make three Three in a row. You win!");
  assert.equal(lesson.page().querySelectorAll("path.line").length, 1);
  assert.deepEqual(lesson.solved, [1]);
  assert.deepEqual(lesson.controls(), ["(Back)", "(Hint)", "Next"]);
  assert.ok(!lesson.page().querySelector("#board")!.classList.contains("playable"));
  press(lesson.page(), "Next");
  assert.equal(lesson.place(), "Lesson 2 of 3 · step 2 of 2");
  assert.deepEqual(lesson.places, ["top", "board"]);
});

test("a wrong square is answered after a moment, numbered, and taken back by a press", async () => {
  const lesson = learning();
  lesson.act.play(at("c3"));
  assert.equal(lesson.words(), "Not yet Try again O takes c2 and wins.");
  assert.deepEqual([lesson.marks("black"), lesson.marks("white")], [3, 2]);
  await lesson.pass(A_SECOND);
  assert.deepEqual([lesson.marks("black"), lesson.marks("white")], [3, 3]);
  assert.deepEqual(lesson.numbers(), ["1"]); // the answer's number would lie under its line
  assert.deepEqual(lesson.solved, []);
  press(lesson.page(), "Try again");
  assert.deepEqual([lesson.marks("black"), lesson.marks("white")], [2, 2]);
  assert.equal(lesson.words(), "Make three You play X. Your turn. Add the third.");
  assert.deepEqual(lesson.places, ["board"]);
});

test("another square may be tried at once; the answer to the first does not come any more", async () => {
  const lesson = learning();
  lesson.act.play(at("c3"));
  lesson.act.play(at("c1"));
  await lesson.pass(A_SECOND);
  assert.deepEqual([lesson.marks("black"), lesson.marks("white")], [3, 2]);
  assert.equal(lesson.words(), "Make three Three in a row. You win!");
});

test("where nothing is to move, an answer appears at once", () => {
  const lesson = learning(0, {}, true);
  lesson.act.play(at("c3"));
  assert.deepEqual([lesson.marks("black"), lesson.marks("white")], [3, 3]);
});

test("a right move of several is answered, and then the next is asked for", async () => {
  const lesson = learning(1);
  lesson.act.play(at("c1"));
  assert.equal(lesson.words(), "Right Two threats. O stops one at b1.");
  lesson.act.play(at("c2")); // too early
  assert.equal(lesson.marks("black"), 3);
  await lesson.pass(A_SECOND);
  assert.equal(
    lesson.words(),
    "Right Two threats. O stops one at b1. Your turn. Complete the other.",
  );
  assert.deepEqual(lesson.controls(), ["Back", "Hint", "(Finish)"]);
  lesson.act.play(at("c2"));
  assert.deepEqual(lesson.solved, [2]);
  press(lesson.page(), "Finish");
  assert.match(lesson.words(), /^Lesson done/);
  assert.deepEqual(lesson.controls(), []);
});

test("only a hint puts rings on the board, and says where", () => {
  const lesson = learning();
  const rings = (): number => lesson.page().querySelectorAll(".right-ring").length;
  assert.equal(rings(), 0);
  assert.equal(
    lesson.spoken(() => lesson.act.hint()),
    "Hint: c1.",
  );
  assert.equal(rings(), 1);
  lesson.act.play(at("c1"));
  assert.equal(rings(), 0);
});

test("what happens is said once, to people who listen", () => {
  const lesson = learning();
  assert.equal(
    lesson.spoken(() => lesson.act.play(at("c3"))),
    "Not yet. O takes c2 and wins.",
  );
  assert.equal(
    lesson.spoken(() => lesson.act.play(at("c1"))),
    "Three in a row. You win!",
  );
  assert.equal(
    lesson.spoken(() => lesson.act.forward()),
    "Step 2 of 2. Threaten twice. One move makes two threats. Find it.",
  );
});

test("a button that is grey does nothing", () => {
  const lesson = learning();
  press(lesson.page(), "Next");
  press(lesson.page(), "Back");
  assert.equal(lesson.place(), "Lesson 2 of 3 · step 1 of 2");
  assert.deepEqual(lesson.places, []);
  lesson.act.play(at("c1"));
  press(lesson.page(), "Hint");
  assert.equal(lesson.words(), "Make three Three in a row. You win!");
});

test("the segments say how far one is", () => {
  const kinds = (done: number): readonly string[] =>
    [...learning(done).page().querySelectorAll(".segments-of-lesson i")].map(
      (each) => each.className,
    );
  assert.deepEqual(kinds(0), ["now", ""]);
  assert.deepEqual(kinds(1), ["done", "now"]);
  assert.deepEqual(kinds(2), ["done now", "done"]);
  assert.equal(
    learning(1).page().querySelector(".segments-of-lesson")!.getAttribute("aria-label"),
    "Step 2 of 2",
  );
});

test("keys move the cursor and play; where moves are confirmed the first one chooses", () => {
  const lesson = learning();
  lesson.input.follow({ kind: "cursor", direction: "down" });
  lesson.input.follow({ kind: "cursor", direction: "right" });
  lesson.input.follow({ kind: "cursor", direction: "down" });
  lesson.input.follow({ kind: "play" });
  assert.deepEqual(lesson.solved, [1]);

  const careful = learning(0, { taps: "twice" });
  careful.input.follow({ kind: "cursor", direction: "down" });
  careful.input.follow({ kind: "cursor", direction: "right" });
  careful.input.follow({ kind: "cursor", direction: "down" });
  careful.input.follow({ kind: "play" });
  assert.deepEqual([careful.solved, careful.marks("aim")], [[], 1]);
  careful.input.follow({ kind: "letGo" });
  assert.equal(careful.marks("aim"), 0);
  careful.input.follow({ kind: "play" });
  careful.input.follow({ kind: "play" });
  assert.deepEqual(careful.solved, [1]);
});
