// The set-up board: place, erase, clear, choose the side to move, skip a turn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clear, emptyBoard, skip, toMove, used } from "./setup";

const RULES = { width: 3, height: 3, k: 3, lineRule: "freestyle" } as const;
const EMPTY = emptyBoard(RULES);

test("stones are placed in any order and number", () => {
  const set = used(used(used(EMPTY, "black", 8), "black", 0), "white", 4);
  assert.deepEqual(set, { ...EMPTY, black: [0, 8], white: [4] });
});

test("a stone put on the other side's takes its place; put twice it is gone", () => {
  const black = used(EMPTY, "black", 4);
  assert.deepEqual(used(black, "white", 4), { ...EMPTY, white: [4] });
  assert.deepEqual(used(black, "black", 4), EMPTY);
  assert.deepEqual(used(black, "erase", 4), EMPTY);
  assert.deepEqual(used(EMPTY, "erase", 4), EMPTY);
});

test("where stones fall, those above one that is erased come down", () => {
  const set = { ...EMPTY, lineRule: "gravity", black: [1, 4], white: [7, 8, 2, 5] } as const;
  const erased = used(set, "erase", 1);
  assert.deepEqual([erased.black, erased.white], [[1], [2, 4, 5, 8]]);
  const changed = used(set, "white", 4);
  assert.deepEqual([changed.black, changed.white], [[1], [2, 4, 5, 7, 8]]);
  assert.deepEqual(used({ ...set, black: [1], white: [] }, "erase", 4).black, [1]);
});

test("clearing keeps the board and whose turn it is", () => {
  const set = toMove(used(EMPTY, "black", 4), "white");
  assert.deepEqual(clear(set), { ...EMPTY, sideToMove: "white" });
});

test("who skips a turn leaves it to the other side", () => {
  assert.equal(skip(EMPTY).sideToMove, "white");
  assert.equal(skip(skip(EMPTY)).sideToMove, "black");
});
