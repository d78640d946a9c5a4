// Names and indexes agree with the server's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { centre, columnName, name, neighbour, read } from "./squares";

const GO = { width: 19, height: 19 };
const WIDE = { width: 32, height: 2 };

test("a1 is bottom left, the index grows along the row", () => {
  assert.equal(name(0, GO), "a1");
  assert.equal(name(18, GO), "s1");
  assert.equal(name(19, GO), "a2");
  assert.equal(name(112, { width: 15, height: 15 }), "h8");
});

test("columns after z are aa to af", () => {
  assert.deepEqual([25, 26, 31].map(columnName), ["z", "aa", "af"]);
  assert.equal(name(31, WIDE), "af1");
  assert.equal(read("AF2", WIDE).square, 63);
});

test("every name reads back to its square, in either case", () => {
  for (const board of [GO, WIDE, { width: 1, height: 32 }, { width: 32, height: 32 }]) {
    for (let square = 0; square < board.width * board.height; square += 1) {
      assert.equal(read(` ${name(square, board).toUpperCase()} `, board).square, square);
    }
  }
});

test("what is no square is refused in the server's words", () => {
  assert.equal(
    read("8h", GO).sentence,
    "“8h” isn’t a square. Type a letter and a number, like h8.",
  );
  assert.equal(read("t1", GO).sentence, "t1 isn’t on this board. Squares go from a1 to s19.");
  for (const text of ["", "h", "8", "h08", "h8h", "ß8", "h８", "aaa1", "h100"])
    assert.equal(read(text, GO).square, null, text);
});

test("a cursor stops at the edges", () => {
  const board = { width: 3, height: 2 };
  assert.equal(neighbour(0, "left", board), 0);
  assert.equal(neighbour(0, "up", board), 3);
  assert.equal(neighbour(3, "up", board), 3);
  assert.equal(neighbour(3, "rowEnd", board), 5);
  assert.equal(neighbour(5, "bottom", board), 2);
});

test("a cursor starts in the centre", () => {
  assert.equal(name(centre({ width: 15, height: 15 }), { width: 15, height: 15 }), "h8");
  assert.equal(centre({ width: 1, height: 1 }), 0);
});
