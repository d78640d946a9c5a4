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

test("clearing keeps the board and whose turn it is", () => {
  const set = toMove(used(EMPTY, "black", 4), "white");
  assert.deepEqual(clear(set), { ...EMPTY, sideToMove: "white" });
});

test("who skips a turn leaves it to the other side", () => {
  assert.equal(skip(EMPTY).sideToMove, "white");
  assert.equal(skip(skip(EMPTY)).sideToMove, "black");
});
