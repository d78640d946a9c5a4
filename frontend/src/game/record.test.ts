// Stepping through the record: nobody is yanked to live, nothing steps off the ends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { at, fragment, fromFragment, kept, newMoves, shown, step } from "./record";
import { GOMOKU, movesOf } from "../testing/game";

const moves = (text: string) => movesOf(text, GOMOKU);

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
  const [eight, six] = [moves("h8 i9 g8 i8 i7 j10 f8 k11"), moves("h8 i9 g8 i8 i7 j10")];
  assert.deepEqual(kept({ ply: 3, left: 8 }, eight, six), { ply: 3, left: 6 });
  assert.equal(newMoves(kept({ ply: 3, left: 8 }, eight, six), 7), 1);
  const before = { ply: 3, left: 5 };
  assert.equal(kept(before, eight, six), before);
  assert.equal(kept(null, eight, six), null);
});

test("if the move looked at is taken back, the last that stands is looked at, and stays so", () => {
  const [eight, six] = [moves("h8 i9 g8 i8 i7 j10 f8 k11"), moves("h8 i9 g8 i8 i7 j10")];
  const look = kept({ ply: 7, left: 8 }, eight, six);
  assert.deepEqual(look, { ply: 6, left: 6 });

  const nine = moves("h8 i9 g8 i8 i7 j10 e8 d8 c8");
  const later = kept(look, six, nine);
  assert.equal(shown(later, 9), 6);
  assert.equal(newMoves(later, 9), 3);
  assert.equal(step(later, 6, 1), null);
});

test("after a broken connection the same position is looked at, as far as it still stands", () => {
  const before = moves("h8 i9 g8 i8 i7");
  const look = at(4, 5);
  assert.deepEqual(kept(look, before, moves("h8 i9 g8 i8 i7 j10 f8")), look);
  // Meanwhile two moves were taken back, and three others played.
  assert.deepEqual(kept(look, before, moves("h8 i9 g8 a1 a2 a3")), { ply: 3, left: 3 });
  assert.deepEqual(kept(look, before, moves("a1")), { ply: 0, left: 0 });
});

test("who goes on to moves that are new has seen them", () => {
  const look = at(5, 7);
  assert.equal(newMoves(look, 10), 3);
  assert.equal(newMoves(step(look, 10, 4), 10), 1);
});
