// The evaluation graph: black's view, and what is proved never joined to what is not.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Worth } from "../protocol/findings";
import { graphWords, pieces, points } from "./graph";

const proved = (verdict: "win" | "draw" | "loss", plies: number | null = null): Worth => ({
  status: "proved",
  verdict,
  plies,
  score: null,
});
const estimated = (score: number): Worth => ({
  status: "estimated",
  verdict: null,
  plies: null,
  score,
});
const UNKNOWN: Worth = { status: "unknown", verdict: null, plies: null, score: null };

test("what is told to the side to move is turned to black's view", () => {
  const values = points(
    [proved("win"), proved("win"), proved("draw"), estimated(0.5), estimated(0.5)],
    "freestyle",
  );
  assert.deepEqual(
    values.map((point) => point?.value),
    [1, -1, 0, -0.5, 0.5],
  );
});

test("only a proof reaches the edge", () => {
  const [one, two] = points([estimated(1), proved("loss")], "freestyle");
  assert.ok(one!.value < 1);
  assert.equal(two!.value, 1);
});

test("positions that are not assessed yet leave a gap", () => {
  const all = points([null, estimated(0.1), UNKNOWN, estimated(0.2), estimated(0.3)], "freestyle");
  assert.deepEqual(
    all.map((point) => point?.ply ?? null),
    [null, 1, null, 3, 4],
  );
  assert.deepEqual(
    pieces(all).map((piece) => piece.points.map(({ ply }) => ply)),
    [[1], [3, 4]],
  );
});

test("a piece is proved only between two proved points", () => {
  const all = points(
    [proved("draw"), proved("draw"), estimated(0.2), proved("win"), proved("loss")],
    "freestyle",
  );
  assert.deepEqual(
    pieces(all).map(({ isProved, points: along }) => [isProved, along.map(({ ply }) => ply)]),
    [
      [true, [0, 1]],
      [false, [1, 2, 3]],
      [true, [3, 4]],
    ],
  );
});

test("the graph is told in words, with how sure it is", () => {
  const words = graphWords(
    points([estimated(0), estimated(-0.5), proved("win"), proved("loss", 0)], "freestyle"),
    "stones",
  );
  assert.equal(
    words,
    "Who was ahead over 3 moves: about even (estimate) from the start; Black better (estimate) from move 1; Black wins (proved) from move 2.",
  );
  assert.equal(graphWords(points([proved("win")], "freestyle"), "marks").includes("X wins"), true);
  assert.equal(graphWords(points([null, null], "freestyle"), "stones"), "Nothing to show yet.");
});
