// What of a new game's form is asked about, and who is told what is wrong.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Checked } from "../protocol/findings";
import type { FormWords } from "./formwords";
import { blame, questionOf, toggled } from "./formwords";

const FRESH: FormWords = {
  preset: "15x15",
  clock: "",
  width: "9",
  height: "9",
  k: "5",
  line_rule: "freestyle",
  blocked: "",
  clock_text: "",
  delay_seconds: "0",
  delay_moves: "0",
};

test("what is chosen from lists is not asked about", () => {
  assert.equal(questionOf(FRESH), null);
  assert.equal(questionOf({ ...FRESH, clock: "5+3", delay_seconds: "", width: "99" }), null);
});

test("what is typed is asked about as it is, and nothing else", () => {
  assert.equal(questionOf({ ...FRESH, clock: "custom", clock_text: "5+3 &" }), "clock=5%2B3%20%26");
  assert.equal(
    questionOf({ ...FRESH, preset: "custom", k: "" }),
    "width=9&height=9&k=&lineRule=freestyle&blocked=",
  );
  assert.equal(questionOf({ ...FRESH, delay_moves: "2" }), "delaySeconds=0&delayMoves=2");
});

test("a square that is pressed is named, and pressed again it isn’t", () => {
  assert.equal(toggled("", "c3"), "c3");
  assert.equal(toggled("a1, C3", "e5"), "a1 C3 e5");
  assert.equal(toggled("a1, C3", "c3"), "a1");
  assert.equal(toggled("a1c3", "c3"), "a1");
  assert.equal(toggled("c3 ?", "c3"), "");
});

const WRONG: Checked = {
  board: null,
  variant: null,
  title: "",
  known: null,
  clock: "",
  delay: null,
  wrong: [
    { field: "width", sentence: "width must be from 1 to 32, not 40." },
    { field: "delayMoves", sentence: "The delay must be 0 to 20 moves, not 21." },
  ],
};

test("every wrong field has its own sentence", () => {
  const told = blame(WRONG, null);
  assert.equal(told.width, "width must be from 1 to 32, not 40.");
  assert.equal(told.delay_moves, "The delay must be 0 to 20 moves, not 21.");
  assert.equal(told.height, "");
});

test("nobody is blamed for the word they still type", () => {
  const told = blame(WRONG, "width");
  assert.equal(told.width, "");
  assert.notEqual(told.delay_moves, "");
});

test("where nothing is known, nothing is wrong", () => {
  assert.ok(Object.values(blame(null, null)).every((sentence) => sentence === ""));
});
