// A position as text, as the server writes it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardText, positionLine } from "./positionline";

const EMPTY = { width: 3, height: 3, k: 3, lineRule: "freestyle", blocked: [] } as const;

test("a position is one word, as the server writes it", () => {
  const position = { ...EMPTY, black: [4], white: [0], sideToMove: "black" } as const;
  assert.equal(positionLine(position), "3x3x3-freestyle/3/1X1/O2/X");
  assert.equal(boardText(position), "...\n.X.\nO..");
});

test("rows are as long as the board is wide, and the top row is the first", () => {
  const wide = { ...EMPTY, width: 12, height: 2, lineRule: "exact", blocked: [] } as const;
  assert.equal(
    positionLine({ ...wide, black: [0, 23], white: [11], sideToMove: "white" }),
    "12x2x3-exact/11X/X10O/O",
  );
  const high = { ...EMPTY, width: 1, height: 4 } as const;
  assert.equal(
    positionLine({ ...high, black: [3], white: [], sideToMove: "white" }),
    "1x4x3-freestyle/X/1/1/1/O",
  );
});
