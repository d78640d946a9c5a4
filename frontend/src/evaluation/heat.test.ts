// The heat map: ranked by G = M + A·N, at once for any A.

import assert from "node:assert/strict";
import { test } from "node:test";
import { aggressivenessWord, heatOf, isWeighed, noHeatWords, worthWord } from "./heat";

const SQUARES = [
  { square: 3, mine: 27, theirs: 9 },
  { square: 5, mine: 9, theirs: 36 },
  { square: 8, mine: 0, theirs: 0 },
];

test("a larger A is more defensive: the square that takes from the other side comes first", () => {
  assert.deepEqual(
    heatOf(SQUARES, 0.5).map(({ square }) => square),
    [3, 5, 8],
  );
  assert.deepEqual(
    heatOf(SQUARES, 0.8).map(({ square }) => square),
    [5, 3, 8],
  );
});

test("equals share a rank, also where their sums differ in the last digit", () => {
  const heat = heatOf(
    [
      { square: 1, mine: 3, theirs: 27 },
      { square: 2, mine: 21, theirs: 4.5 },
      { square: 9, mine: 0, theirs: 0 },
    ],
    0.8,
  );
  assert.deepEqual(
    heat.map(({ rank }) => rank),
    [1, 1, 3],
  );
});

test("warmth is from 0 to 1 and never rises down the ranks, even below a square that wins", () => {
  const heat = heatOf([...SQUARES, { square: 9, mine: 10_000, theirs: 0 }], 1);
  const warmths = heat.map(({ warmth }) => warmth);
  assert.equal(warmths[0], 1);
  assert.deepEqual(
    [...warmths].sort((a, b) => b - a),
    warmths,
  );
  assert.ok(warmths[1]! > 0.3, "the second best is seen beside a winning one");
});

test("an empty board has one candidate, worth nothing and yet the first choice", () => {
  assert.deepEqual(heatOf([{ square: 55, mine: 0, theirs: 0 }], 0.8), [
    { square: 55, worth: 0, rank: 1, warmth: 1 },
  ]);
  assert.deepEqual(heatOf([], 0.8), []);
});

test("a worth is four signs at most", () => {
  assert.deepEqual([0, 7.199999, 38.4, 99.96, 100.4, 999.6, 1234, 10_028.8].map(worthWord), [
    "0",
    "7.2",
    "38.4",
    "100",
    "100",
    "1k",
    "1.2k",
    "10k",
  ]);
});

test("A is read with two digits", () => {
  assert.deepEqual([0, 0.8, 2].map(aggressivenessWord), ["0.00", "0.80", "2.00"]);
});

test("re-ranking a full 10×10 board takes a small part of 300 ms", () => {
  const squares = Array.from({ length: 100 }, (_, square) => ({
    square,
    mine: (square * 37) % 101,
    theirs: (square * 53) % 97,
  }));
  const start = performance.now();
  for (let step = 0; step <= 40; step += 1) heatOf(squares, step * 0.05);
  assert.ok(performance.now() - start < 300, "41 times together");
});

test("boards with longer lines have no heat map, and it is said why", () => {
  const rules = { width: 10, height: 10, k: 5, lineRule: "freestyle" } as const;
  assert.ok(isWeighed(rules, 6));
  assert.ok(isWeighed({ ...rules, k: 6, lineRule: "exact" }, 6));
  assert.ok(!isWeighed({ ...rules, k: 7 }, 6));
  // Under full lines k is the shorter edge, but the whole row is a line.
  assert.ok(isWeighed({ width: 3, height: 5, k: 3, lineRule: "full" }, 6));
  assert.ok(!isWeighed({ width: 3, height: 7, k: 3, lineRule: "full" }, 6));
  assert.match(noHeatWords(rules, 6), /up to 6 squares/);
  assert.ok(!isWeighed({ ...rules, lineRule: "misere" }, 6));
  assert.match(noHeatWords({ ...rules, lineRule: "misere" }, 6), /rows that win for one side/);
});
