// The set-up board: place, erase, clear, paste, choose the side to move, skip a turn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clear, emptyBoard, pasted, skip, toMove, used } from "./setup";

const RULES = { width: 3, height: 3, k: 3, lineRule: "freestyle" } as const;
const PRESETS = { "3x3": RULES };
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

test("a position, a board or moves may be pasted", () => {
  assert.deepEqual(pasted("3x3/3/1X1/3/O", RULES, PRESETS).value, {
    start: { ...EMPTY, black: [4], sideToMove: "white" },
    moves: [],
  });
  assert.deepEqual(pasted("x..\n.o.\n...", RULES, PRESETS).value?.start, {
    ...EMPTY,
    black: [6],
    white: [4],
  });
  assert.deepEqual(pasted("b2 a1", RULES, PRESETS).value, { start: EMPTY, moves: [4, 0] });
});

test("what is pasted wrongly changes nothing and says why", () => {
  for (const [text, sentence] of [
    ["", /Paste a position/],
    ["b2b2", /b2 is played twice/],
    ["X..\n...", /must have 3 rows/],
    ["h8", /h8 is not on this board/],
    ["hello/you", /is no position/],
  ] as const) {
    const read = pasted(text, RULES, PRESETS);
    assert.equal(read.value, null, text);
    assert.match(read.sentence ?? "", sentence);
  }
});
