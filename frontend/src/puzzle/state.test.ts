// A puzzle's page: right and wrong tries, the solution, what lies on the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { PuzzleData, PuzzleState } from "./state";
import {
  again,
  allAtOnce,
  answered,
  canTry,
  helped,
  numbered,
  oneMore,
  opened,
  played,
  refused,
  replied,
  shown,
  sideToMove,
  trying,
  walkedTo,
  watched,
} from "./state";
import { completed, stonesOf } from "../rules/lying";

// O . .
// . X .     Black to move: a1 (0), then c3 (8) is left for a line through b2 (4).
// . . O
const data: PuzzleData = {
  kind: "puzzle",
  position: {
    width: 3,
    height: 3,
    k: 3,
    lineRule: "freestyle",
    blocked: [],
    black: [4],
    white: [2, 6],
    sideToMove: "black",
  },
  moves: [],
  task: { stones: "Black to play and win in 2", marks: "X to play and win in 2" },
  intro: "Only one first move wins (proved).",
  isOver: false,
  left: 2,
  tryUrl: "/puzzle/abc/try",
  showUrl: "/puzzle/abc/solution",
  hintUrl: "/puzzle/abc/hint",
  nextUrl: "/puzzle/next",
  began: "",
};
const start = opened(data);

const squares = (state: PuzzleState): readonly number[] => [...stonesOf(played(state)).keys()];

test("a right move stays; its reply lands later, and until then nobody plays", () => {
  const sent = trying(start, 0);
  assert.equal(canTry(sent, 1), false);
  const right = answered(sent, { verdict: "right", sentence: "a1 is right.", reply: 1, left: 1 });
  assert.deepEqual([right.moves, right.reply, right.left], [[0], 1, 1]);
  assert.equal(sideToMove(right), "white");
  assert.equal(canTry(right, 8), false);
  const after = replied(right);
  assert.deepEqual([after.moves, after.reply], [[0, 1], null]);
  assert.equal(sideToMove(after), "black");
  assert.equal(stonesOf(played(after)).get(1)?.side, "white");
  assert.deepEqual([canTry(after, 1), canTry(after, 8)], [false, true]);
  assert.equal(replied(after), after);
});

test("a wrong move is refuted move by move, with numbers, until the next try", () => {
  const wrong = answered(trying(start, 3), { verdict: "wrong", sentence: "No.", line: [5, 7] });
  assert.deepEqual(wrong.moves, []);
  assert.deepEqual(squares(wrong), [4, 2, 6, 3]);
  const next = oneMore(wrong)!;
  assert.deepEqual(squares(next), [4, 2, 6, 3, 5]);
  const whole = oneMore(next)!;
  assert.equal(oneMore(whole), null);
  assert.deepEqual(allAtOnce(wrong), whole);
  assert.deepEqual(numbered(whole), [
    { square: 3, side: "black", number: 1 },
    { square: 5, side: "white", number: 2 },
    { square: 7, side: "black", number: 3 },
  ]);
  assert.deepEqual(squares(trying(whole, 0)), [4, 2, 6]);
});

test("a wrong move that nothing is known to refute has no number", () => {
  const wrong = answered(trying(start, 3), { verdict: "wrong", sentence: "No." });
  assert.deepEqual([squares(wrong), numbered(wrong)], [[4, 2, 6, 3], []]);
  assert.equal(oneMore(wrong), null);
});

test("a refutation of a later move counts from that move, with the right sides", () => {
  const later = replied(answered(trying(start, 0), { verdict: "right", sentence: "", reply: 1 }));
  const wrong = answered(trying(later, 3), { verdict: "wrong", sentence: "No.", line: [8] });
  assert.deepEqual(numbered(allAtOnce(wrong)), [
    { square: 3, side: "black", number: 1 },
    { square: 8, side: "white", number: 2 },
  ]);
});

test("a solved puzzle takes no more moves, until it is begun again", () => {
  const counted = { rating: 1230, change: 30, streak: 3, today: [3, 4] } as const;
  const after = answered(trying({ ...start, moves: [0, 1] }, 8), {
    verdict: "solved",
    sentence: "c3 wins. Solved!",
    lesson: "A fork.",
    counted,
  });
  assert.equal(after.isOver, true);
  assert.equal(canTry(after, 3), false);
  assert.deepEqual([after.counted, after.said?.lesson], [counted, "A fork."]);
  assert.deepEqual(completed(stonesOf(played(after)), "black", data.position), [0, 4, 8]);
  const anew = again(after);
  assert.equal(canTry(anew, 8), true);
  assert.deepEqual([anew.left, anew.counted], [2, counted]);
});

test("a refusal changes nothing on the board", () => {
  const after = refused(trying(start, 0), "Not now.");
  assert.equal(after.trying, null);
  assert.deepEqual(played(after).moves, []);
  assert.equal(canTry(after, 0), true);
});

test("a hint rings squares until the next try", () => {
  const after = helped(start, { squares: [0, 3, 8], sentence: "One of these." });
  assert.deepEqual(after.hinted, [0, 3, 8]);
  assert.equal(canTry(after, 3), true);
  assert.deepEqual(trying(after, 3).hinted, []);
});

test("the solution is stepped through from its first move, there and back", () => {
  const counted = { rating: 1160, change: -40, streak: 0, today: [0, 1] } as const;
  const after = shown(start, { moves: [0, 1, 8], sentence: "a1 b1 c3.", counted });
  assert.deepEqual([after.isOver, squares(after)], [true, [4, 2, 6, 0]]);
  const end = oneMore(oneMore(after)!)!;
  assert.equal(oneMore(end), null);
  assert.deepEqual(
    numbered(end).map(({ number }) => number),
    [1, 2, 3],
  );
  assert.deepEqual(walkedTo(end, 1), after);
  assert.deepEqual(squares(walkedTo(end, 0)), [4, 2, 6]);
  assert.deepEqual(walkedTo(end, 99), end);
  assert.deepEqual(watched(end).walk, { moves: [0, 1, 8], at: 0 });
  assert.deepEqual([canTry(end, 3), after.counted], [false, counted]);
});

test("somebody who solved it may watch it again", () => {
  const solved = { ...start, moves: [0, 1, 8], isOver: true };
  assert.deepEqual(watched(solved).walk, { moves: [0, 1, 8], at: 0 });
});

test("where no better move is known, the exercise goes on", () => {
  assert.equal(shown(start, { moves: [], sentence: "No better move is known." }).isOver, false);
});

test("an overline is no line where exactly k are needed", () => {
  const row = { ...data.position, width: 5, height: 1, black: [0, 1, 2, 3], white: [] };
  const stones = stonesOf({ position: row, moves: [] });
  assert.deepEqual(completed(stones, "black", { ...row, lineRule: "exact", blocked: [] }), []);
  assert.deepEqual(completed(stones, "black", row), [0, 1, 2, 3]);
});

test("in caro a row is no line between two stones of the other side, however they came there", () => {
  const caro = { ...data.position, width: 5, height: 1, lineRule: "caro", blocked: [] } as const;
  const row = { ...caro, black: [1, 2, 3], white: [0], sideToMove: "white" } as const;
  assert.deepEqual(completed(stonesOf({ position: row, moves: [] }), "black", row), [1, 2, 3]);
  assert.deepEqual(completed(stonesOf({ position: row, moves: [4] }), "black", row), []);
});

test("with full lines a column needs the whole height", () => {
  const tall = { ...data.position, height: 4, lineRule: "full" as const, blocked: [], white: [] };
  const three = stonesOf({ position: { ...tall, black: [0, 3, 6] }, moves: [] });
  assert.deepEqual(completed(three, "black", tall), []);
  const four = stonesOf({ position: { ...tall, black: [0, 3, 6] }, moves: [9] });
  assert.deepEqual(completed(four, "black", tall), [0, 3, 6, 9]);
});
