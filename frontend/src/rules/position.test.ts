// Whose stone comes next: in turn, or two at a time after Black's first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextPlyOf, pliesOf, sideLater, sideOfPly, stonesLeft, turnOf } from "./position";

const PLIES = [0, 1, 2, 3, 4, 5, 6, 7];
const turns = (rule: "freestyle" | "connect6"): string =>
  PLIES.map((ply) => (sideOfPly(ply, rule) === "black" ? "B" : "W")).join("");

test("one stone a turn, or one and then two", () => {
  assert.equal(turns("freestyle"), "BWBWBWBW");
  assert.equal(turns("connect6"), "BWWBBWWB");
});

test("how many stones a turn has left goes by those that lie there", () => {
  assert.deepEqual(
    PLIES.map((ply) => stonesLeft(ply, "freestyle")),
    PLIES.map(() => 1),
  );
  assert.deepEqual(
    PLIES.map((ply) => stonesLeft(ply, "connect6")),
    [1, 2, 1, 2, 1, 2, 1, 2],
  );
});

test("from a board that was set up it goes on as from a game with as many stones", () => {
  assert.equal(sideLater("white", 5, 0, "connect6"), "white");
  assert.equal(sideLater("white", 5, 1, "connect6"), "white");
  assert.equal(sideLater("white", 5, 2, "connect6"), "black");
  assert.equal(sideLater("white", 4, 1, "connect6"), "black");
  assert.equal(sideLater("white", 4, 1, "freestyle"), "black");
});

test("a turn knows its plies, and a ply its turn", () => {
  assert.deepEqual(
    [0, 1, 2].map((turn) => pliesOf(turn, "connect6")),
    [[0], [1, 2], [3, 4]],
  );
  assert.deepEqual(
    [0, 1, 2].map((turn) => pliesOf(turn, "freestyle")),
    [[0], [1], [2]],
  );
  for (const rule of ["freestyle", "connect6"] as const)
    for (const ply of PLIES) assert(pliesOf(turnOf(ply, rule), rule).includes(ply));
});

test("a side's next move is now, or when the other's turn is over", () => {
  assert.equal(nextPlyOf("white", 0, "connect6"), 1);
  assert.equal(nextPlyOf("black", 1, "connect6"), 3);
  assert.equal(nextPlyOf("black", 2, "connect6"), 3);
  assert.equal(nextPlyOf("white", 2, "connect6"), 2);
  assert.equal(nextPlyOf("white", 4, "freestyle"), 5);
});
