import assert from "node:assert/strict";
import { test } from "node:test";
import { inAtMost, inMoves, winnersMoves } from "./distance";

test("the moves to a win are those its winner still makes", () => {
  for (const last of [5, 6, 9]) {
    const winner = (last - 1) % 2;
    for (let ply = 0; ply <= last; ply += 1) {
      const left = Array.from({ length: last - ply }, (_, at) => ply + at);
      const own = left.filter((each) => each % 2 === winner);
      assert.equal(winnersMoves(last - ply), own.length);
    }
  }
});

test("a win now or after one reply is on the next move", () => {
  assert.deepEqual([1, 2, 3, 6].map(inMoves), [
    "on the next move",
    "on the next move",
    "in 2 moves",
    "in 3 moves",
  ]);
  assert.deepEqual([1, 4].map(inAtMost), ["on the next move", "in at most 2 moves"]);
});
