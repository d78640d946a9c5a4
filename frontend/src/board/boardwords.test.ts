// A board is read out side by side, as a picture of it says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stonesAfter } from "../rules/position";
import { boardWords } from "./boardwords";

const BOARD = { width: 3, height: 3, lineRule: "freestyle" } as const;

test("whoever cannot see a board reads what lies where, and what came last", () => {
  const moves = [{ square: 4 }, { square: 0 }, { square: 8 }] as never;
  const words = (ply: number, last: number | null): string =>
    boardWords(stonesAfter(moves, ply, BOARD), last, BOARD, "marks");
  assert.equal(words(0, null), "X: none. O: none.");
  assert.equal(words(1, 4), "X: b2. O: none. Last move: b2.");
  assert.equal(words(3, 8), "X: b2, c3. O: a1. Last move: c3.");
});
