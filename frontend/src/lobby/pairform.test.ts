// What a visitor last chose for quick pairing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FORBIDDEN, memory } from "../testing/storage";
import { keepPair, readPair } from "./pairform";

test("the last board and clock are there again, also no clock", () => {
  const storage = memory();
  assert.equal(readPair(storage), null);
  keepPair(storage, ["15x15-exact", "10+3x30s"]);
  assert.deepEqual(readPair(storage), ["15x15-exact", "10+3x30s"]);
  keepPair(storage, ["3x3", ""]);
  assert.deepEqual(readPair(storage), ["3x3", ""]);
});

test("what is no choice, and forbidden storage, are none", () => {
  for (const text of ["", "15x15", "a b c"]) assert.equal(readPair(memory(text)), null);
  assert.equal(readPair(FORBIDDEN), null);
  keepPair(FORBIDDEN, ["3x3", ""]);
  assert.equal(readPair(null), null);
});
