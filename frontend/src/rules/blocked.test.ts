// Blocked squares in words, and on a board that is turned.

import assert from "node:assert/strict";
import { test } from "node:test";
import { blockedWords, emptyWord, isBlocked, room, takenSentence } from "./blocked";
import { positionLine } from "./positionline";
import { seenAt, turnedBoard } from "./turning";
import { variantTitle } from "./variant";

const BOARD = { width: 5, height: 4, k: 4, lineRule: "freestyle", blocked: [0, 12] } as const;
const OPEN = { width: 5, height: 4 } as const;

test("a blocked square says so, and so does who wants it", () => {
  assert.equal(emptyWord(12, BOARD), "blocked");
  assert.equal(emptyWord(1, BOARD), "empty");
  assert.equal(takenSentence(12, BOARD), "c3 is blocked. Choose another square.");
  assert.equal(takenSentence(1, BOARD), "b1 is taken.");
});

test("blocked squares are listed, where there are any", () => {
  assert.equal(blockedWords(BOARD), "Blocked: a1, c3.");
  assert.equal(blockedWords(OPEN), "");
  assert.equal(blockedWords({ ...OPEN, blocked: [] }), "");
});

test("a board has room for a stone on every other square", () => {
  assert.equal(room(BOARD), 18);
  assert.equal(room(OPEN), 20);
});

test("the title says how many squares are blocked", () => {
  assert.equal(variantTitle(BOARD), "5×4, four in a row, 2 squares blocked");
  assert.equal(variantTitle({ ...BOARD, blocked: [3] }), "5×4, four in a row, 1 square blocked");
  assert.equal(variantTitle({ ...BOARD, blocked: [] }), "5×4, four in a row");
});

test("blocked squares turn with the board", () => {
  for (const quarters of [0, 1, 2, 3] as const) {
    const turning = { quarters, flipped: quarters === 1 };
    const seen = turnedBoard(BOARD, turning);
    for (let square = 0; square < 20; square += 1)
      assert.equal(isBlocked(seenAt(square, BOARD, turning), seen), isBlocked(square, BOARD));
  }
});

test("a link to a position names them as the server does", () => {
  const position = { ...BOARD, black: [1], white: [], sideToMove: "white" } as const;
  assert.equal(positionLine(position), "5x4x4-freestyle-a1c3/5/5/5/1X3/O");
});
