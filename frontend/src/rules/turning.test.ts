// Turned and mirrored boards: every square is seen once, and found again.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Turning } from "./turning";
import { UPRIGHT, edgeLabels, flipped, rotated, seenAt, squareSeen, turnedBoard } from "./turning";

const BOARD = { width: 4, height: 3 };

function every(): readonly Turning[] {
  const four = [UPRIGHT];
  for (let turn = 0; turn < 3; turn += 1) four.push(rotated(four[turn]!));
  return [...four, ...four.map(flipped)];
}

test("in each of the eight ways a square is seen once, and found where it is seen", () => {
  for (const turning of every()) {
    const seen = new Set<number>();
    for (let square = 0; square < 12; square += 1) {
      const at = seenAt(square, BOARD, turning);
      assert.equal(squareSeen(at, BOARD, turning), square, JSON.stringify(turning));
      seen.add(at);
    }
    assert.equal(seen.size, 12);
  }
});

test("the eight ways are eight", () => {
  const ways = new Set(
    every().map((turning) =>
      JSON.stringify([turnedBoard(BOARD, turning), seenAt(1, BOARD, turning)]),
    ),
  );
  assert.equal(ways.size, 8);
});

test("four quarters and two flips change nothing", () => {
  assert.deepEqual(rotated(rotated(rotated(rotated(UPRIGHT)))), UPRIGHT);
  assert.deepEqual(flipped(flipped(rotated(UPRIGHT))), rotated(UPRIGHT));
});

test("a quarter turns clockwise: a1, bottom left, is seen top left", () => {
  const once = rotated(UPRIGHT);
  assert.deepEqual(turnedBoard(BOARD, once), { width: 3, height: 4, blocked: [] });
  assert.equal(seenAt(0, BOARD, once), 9);
  assert.deepEqual(edgeLabels(BOARD, once), {
    columns: ["1", "2", "3"],
    rows: ["d", "c", "b", "a"],
  });
});

test("flipped as it is seen: left and right change places on a turned board, too", () => {
  for (const turning of every()) {
    const { width } = turnedBoard(BOARD, turning);
    for (let square = 0; square < 12; square += 1) {
      const before = seenAt(square, BOARD, turning);
      const after = seenAt(square, BOARD, flipped(turning));
      assert.equal(Math.floor(after / width), Math.floor(before / width));
      assert.equal(after % width, width - 1 - (before % width));
    }
  }
});
