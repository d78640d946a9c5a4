// A lesson as a value: what comes of each move is looked up, and a step leads to the next once it is solved.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LESSON, at } from "../testing/lesson";
import type { LessonState } from "./state";
import {
  back,
  canTry,
  cleared,
  forward,
  hinted,
  isSolved,
  lying,
  opened,
  played,
  ringed,
  tried,
} from "./state";

const start = opened(LESSON, 0);

function all(state: LessonState, ...squares: string[]): LessonState {
  return squares.reduce((each, square) => {
    let after = tried(each, at(square));
    while (after.coming.length > 0) after = played(after);
    return after;
  }, state);
}

test("a right move that ends the step solves it, and nothing more is played", () => {
  const after = all(start, "c1");
  assert.deepEqual([after.done, after.turn, after.told?.isRight], [1, null, true]);
  assert.ok(isSolved(after));
  assert.ok(!canTry(after, at("c2")));
  assert.deepEqual(lying(after).moves, [at("c1")]);
});

test("a wrong move is shown with its answer, costs nothing, and makes room for the next", () => {
  const wrong = tried(start, at("c3"));
  assert.deepEqual([wrong.refuted, wrong.coming], [[at("c3")], [at("c2")]]);
  const shown = played(wrong);
  assert.deepEqual(lying(shown).moves, [at("c3"), at("c2")]);
  assert.deepEqual([shown.done, shown.told?.isRight], [0, false]);

  assert.deepEqual(cleared(shown), start);
  assert.ok(canTry(shown, at("c2"))); // where the answer lay
  assert.deepEqual(all(shown, "c1").moves, [at("c1")]);
});

test("while an answer to a right move comes, nothing is played; while a wrong one is shown, it is", () => {
  const second = forward(all(start, "c1"));
  const right = tried(second, at("c1"));
  assert.deepEqual(right.coming, [at("b1")]);
  assert.ok(!canTry(right, at("c2")));
  assert.ok(canTry(played(right), at("c2")));
  assert.ok(canTry(tried(second, at("b3")), at("c1")));
});

test("a step of two turns is solved after both", () => {
  const second = forward(all(start, "c1"));
  const between = all(second, "c1");
  assert.deepEqual([between.done, between.turn?.asks], [1, "Complete the other."]);
  const solved = all(between, "c2");
  assert.deepEqual([solved.done, solved.turn], [2, null]);
  assert.deepEqual(solved.moves.map(Number), [at("c1"), at("b1"), at("c2")]);
});

test("the next step waits until this one is solved; after the last the lesson is finished", () => {
  assert.equal(forward(start), start);
  const second = forward(all(start, "c1"));
  assert.equal(second.at, 1);
  assert.equal(forward(second), second);
  const end = forward(all(second, "c1", "c2"));
  assert.ok(end.isFinished);
  assert.equal(back(end).isFinished, false);
});

test("one goes back to steps that were solved, and on from there", () => {
  const first = back(forward(all(start, "c1")));
  assert.equal(first.at, 0);
  assert.deepEqual(first.moves, []);
  assert.equal(forward(first).at, 1);
  assert.equal(back(first), first);
});

test("a lesson goes on where it was left, and one that is done begins again", () => {
  assert.deepEqual([opened(LESSON, 1).at, opened(LESSON, 1).done], [1, 1]);
  assert.deepEqual([opened(LESSON, 2).at, opened(LESSON, 2).done], [0, 2]);
  assert.deepEqual([opened(LESSON, 99).at, opened(LESSON, 99).done], [0, 2]);
});

test("only a hint rings the right squares, and only those of the turn", () => {
  assert.deepEqual(ringed(start), []);
  assert.deepEqual(ringed(hinted(start)), [at("c1")]);
  assert.deepEqual(ringed(hinted(tried(start, at("c3")))), [at("c1")]);
  const second = hinted(forward(all(start, "c1")));
  assert.deepEqual(ringed(tried(second, at("c1"))), []);
  assert.deepEqual(ringed(all(second, "c1")), []);
});

test("a square of which nothing is known is not played", () => {
  const odd = { ...start, turn: { asks: "", outcomes: [] } };
  assert.deepEqual(tried(odd, at("c1")), odd);
  assert.equal(played(start), start);
});
