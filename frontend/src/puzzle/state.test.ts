// A puzzle's page: right and wrong tries, the solution, what lies on the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { PuzzleData } from "./state";
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
} from "./state";

// O . .
// . X .     Black to move: a1 (0), then c3 (8) is left for a line through b2 (4).
// . . O
const data: PuzzleData = {
  position: {
    width: 3,
    height: 3,
    k: 3,
    lineRule: "freestyle",
    black: [4],
    white: [2, 6],
    sideToMove: "black",
  },
  moves: [],
  task: {
    stones: "Black to move and win. Only one move does.",
    marks: "X to move and win. Only one move does.",
  },
  isOver: false,
  tryUrl: "/puzzle/abc/try",
  showUrl: "/puzzle/abc/solution",
  began: "",
};
const start = opened(data);

test("a right move stays, with the reply; then it is the solver's turn again", () => {
  const sent = trying(start, 0);
  assert.equal(canTry(sent, 1), false);
  const after = answered(sent, { verdict: "right", sentence: "a1 is right.", reply: 1 });
  assert.deepEqual(after.moves, [0, 1]);
  assert.equal(sideToMove(after), "black");
  assert.equal(lineWords(after), "a1 b1");
  assert.equal(stonesOf(played(after)).get(1)?.side, "white");
  assert.equal(canTry(after, 1), false);
  assert.equal(canTry(after, 8), true);
});

test("a wrong move lies there, with what blocks it, until the next try", () => {
  const after = answered(trying(start, 3), { verdict: "wrong", sentence: "No.", reply: 5 });
  assert.deepEqual(after.moves, []);
  assert.deepEqual([...stonesOf(played(after)).keys()], [4, 2, 6, 3, 5]);
  assert.deepEqual(after.said, { kind: "wrong", sentence: "No." });
  assert.deepEqual(played(trying(after, 0)).moves, []);
});

test("a solved puzzle takes no more moves, until it is begun again", () => {
  const counted = { rating: 1662, change: 162 };
  const after = answered(trying({ ...start, moves: [0, 1] }, 8), {
    verdict: "solved",
    sentence: "c3 completes the line: solved.",
    counted,
  });
  assert.equal(after.isOver, true);
  assert.equal(canTry(after, 3), false);
  assert.equal(
    after.said?.sentence,
    "c3 completes the line: solved. Your puzzle rating is now 1662 (+162).",
  );
  assert.deepEqual(completed(stonesOf(played(after)), "black", data.position), [0, 4, 8]);
  assert.equal(canTry(again(after), 8), true);
});

test("a refusal changes nothing on the board", () => {
  const after = refused(trying(start, 0), "Not now.");
  assert.equal(after.trying, null);
  assert.deepEqual(played(after).moves, []);
  assert.equal(canTry(after, 0), true);
});

test("the solution lies on the board whole, and a rating that fell is said with a minus", () => {
  const counted = { rating: 1338, change: -162 };
  const after = shown(start, { moves: [0, 1, 8], sentence: "a1 b1 c3.", counted });
  assert.equal(after.isOver, true);
  assert.equal(after.said?.sentence, "a1 b1 c3. Your puzzle rating is now 1338 (−162).");
});

test("where no better move is known, the exercise goes on", () => {
  assert.equal(shown(start, { moves: [], sentence: "No better move is known." }).isOver, false);
});

test("an overline is no line where exactly k are needed", () => {
  const row = { ...data.position, width: 5, height: 1, black: [0, 1, 2, 3], white: [] };
  const stones = stonesOf({ position: row, moves: [] });
  assert.deepEqual(completed(stones, "black", { ...row, lineRule: "exact" }), []);
  assert.deepEqual(completed(stones, "black", row), [0, 1, 2, 3]);
});

test("with full lines a column needs the whole height", () => {
  const tall = { ...data.position, height: 4, lineRule: "full" as const, white: [] };
  const three = stonesOf({ position: { ...tall, black: [0, 3, 6] }, moves: [] });
  assert.deepEqual(completed(three, "black", tall), []);
  const four = stonesOf({ position: { ...tall, black: [0, 3, 6] }, moves: [9] });
  assert.deepEqual(completed(four, "black", tall), [0, 3, 6, 9]);
});
