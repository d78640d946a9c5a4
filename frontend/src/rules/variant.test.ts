// The form refuses what the server refuses, in the same words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readVariant, variantTitle } from "./variant";

const read = (width: string, height: string, k: string, lineRule = "freestyle") =>
  readVariant({ width, height, k, lineRule });

const titled = (...words: Parameters<typeof read>) => {
  const { variant } = read(...words);
  return variant && variantTitle(variant);
};

test("a board inside the limits has a title", () => {
  assert.equal(titled("15", "15", "5"), "15×15, five in a row");
  assert.equal(titled("15", "15", "5", "exact"), "15×15, exactly five");
  assert.equal(titled("32", "1", "32"), "32×1, 32 in a row");
});

test("width and height are from 1 to 32", () => {
  assert.equal(read("40", "15", "5").errors.width, "width must be from 1 to 32, not 40.");
  assert.equal(read("15", "0", "5").errors.height, "height must be from 1 to 32, not 0.");
  assert.equal(read("15", "-3", "5").errors.height, "height must be from 1 to 32, not -3.");
  assert.equal(read("", "3.5", "5").errors.width, "width must be from 1 to 32.");
  assert.equal(read("9", "3.5", "5").errors.height, "height must be a whole number from 1 to 32.");
});

test("k is at most the longer edge", () => {
  assert.equal(read("3", "3", "4").errors.k, "k must be from 1 to 3 on this board, not 4.");
  assert.deepEqual(read("3", "5", "5").errors, {});
});

test("every wrong field has its own sentence, and there is no variant", () => {
  const reading = read("40", "x", "99");
  assert.deepEqual(Object.keys(reading.errors), ["width", "height", "k"]);
  assert.deepEqual([reading.variant, reading.board], [null, null]);
});

test("the board can be drawn while k is still wrong", () => {
  assert.deepEqual(read("4", "3", "").board, { width: 4, height: 3 });
});

test("with full lines k is the shorter edge, whatever the field says", () => {
  const { variant } = read("3", "5", "77", "full");
  assert.equal(variant?.k, 3);
  assert.equal(titled("3", "5", "77", "full"), "3×5, full lines");
});

test("an unknown line rule is refused", () => {
  assert.notEqual(read("3", "3", "3", "renju").errors.lineRule, undefined);
});
