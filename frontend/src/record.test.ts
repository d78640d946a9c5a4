// Stepping through the record: nobody is yanked to live, nothing steps off the ends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { at, fragment, fromFragment, newMoves, shown, step, within } from "./record";

test("live shows the last move as it comes", () => {
  assert.equal(shown(null, 7), 7);
  assert.equal(shown(null, 8), 8);
});

test("Eve looks back and is told how many moves came since", () => {
  const look = step(null, 7, -1);
  assert.equal(shown(look, 7), 6);
  assert.equal(shown(look, 9), 6);
  assert.equal(newMoves(look, 9), 2);
  assert.equal(newMoves(step(look, 9, -1), 9), 2);
});

test("stepping past the last move is live again", () => {
  assert.equal(step(at(6, 7), 7, 1), null);
  assert.equal(at(99, 7), null);
});

test("stepping back stops at the empty board", () => {
  const start = at(0, 7);
  assert.equal(shown(step(start, 7, -1), 7), 0);
});

test("a link to a ply shows that ply; a ply not played yet is live", () => {
  assert.equal(shown(fromFragment("#12", 40), 40), 12);
  assert.equal(fromFragment("#12", 5), null);
  assert.equal(fromFragment("#main", 5), null);
  assert.equal(fromFragment("", 5), null);
  assert.equal(fragment(fromFragment("#12", 40)), "#12");
  assert.equal(fragment(null), "");
});

test("whoever looks at an earlier move stays there when moves are taken back", () => {
  assert.deepEqual(within({ ply: 3, left: 8 }, 6), { ply: 3, left: 6 });
  assert.equal(newMoves(within({ ply: 3, left: 8 }, 6), 7), 1);
  const before = { ply: 3, left: 5 };
  assert.equal(within(before, 6), before);
  assert.equal(within({ ply: 7, left: 8 }, 6), null);
  assert.equal(within(null, 6), null);
});
