// What a visitor last chose for quick pairing.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserStorage } from "../viewer/choices";
import { keepPair, readPair } from "./pairform";

function memory(): BrowserStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
}

test("the last board and clock are there again, also no clock", () => {
  const storage = memory();
  assert.equal(readPair(storage), null);
  keepPair(storage, ["15x15-exact", "10+3x30s"]);
  assert.deepEqual(readPair(storage), ["15x15-exact", "10+3x30s"]);
  keepPair(storage, ["3x3", ""]);
  assert.deepEqual(readPair(storage), ["3x3", ""]);
});

test("what is no choice, and forbidden storage, are none", () => {
  for (const text of ["", "15x15", "a b c"])
    assert.equal(readPair({ getItem: () => text, setItem: () => undefined }), null);
  const fails = (): never => {
    throw new Error("SecurityError");
  };
  const closed: BrowserStorage = { getItem: fails, setItem: fails };
  assert.equal(readPair(closed), null);
  keepPair(closed, ["3x3", ""]);
  assert.equal(readPair(null), null);
});
