// Where stones come to rest on a board on which they fall, and on others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drop, landing } from "./falling";

const RULES = { width: 3, height: 3, k: 3, lineRule: "gravity" } as const;

test("a stone falls to the lowest empty square of its column", () => {
  const taken = new Set([1, 4, 0, 3, 6]);
  const at = (square: number): number => landing(square, RULES, (each) => taken.has(each));
  assert.deepEqual([2, 5, 8].map(at), [2, 2, 2]);
  assert.deepEqual([1, 4, 7].map(at), [7, 7, 7], "also where a stone is pressed");
  assert.equal(at(3), 3, "a full column takes no more stones");
});

test("elsewhere a stone stays where it is put", () => {
  assert.equal(
    landing(8, { ...RULES, lineRule: "freestyle" }, () => false),
    8,
  );
});

test("a stone comes from above the board", () => {
  assert.deepEqual(
    [0, 4, 8].map((square) => drop(square, RULES)),
    [3, 2, 1],
  );
  assert.equal(drop(0, { ...RULES, lineRule: "freestyle" }), 0);
});
