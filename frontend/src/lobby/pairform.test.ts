// What a visitor last chose for quick pairing.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../viewer/choices";
import { keepPair, readPair } from "./pairform";

function memory(): Store {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
}

test("the last board and clock are there again, also no clock", () => {
  const store = memory();
  assert.equal(readPair(store), null);
  keepPair(store, ["15x15-exact", "10+3x30s"]);
  assert.deepEqual(readPair(store), ["15x15-exact", "10+3x30s"]);
  keepPair(store, ["3x3", ""]);
  assert.deepEqual(readPair(store), ["3x3", ""]);
});

test("what is no choice, and forbidden storage, are none", () => {
  for (const text of ["", "15x15", "a b c"])
    assert.equal(readPair({ getItem: () => text, setItem: () => undefined }), null);
  const fails = (): never => {
    throw new Error("SecurityError");
  };
  const closed: Store = { getItem: fails, setItem: fails };
  assert.equal(readPair(closed), null);
  keepPair(closed, ["3x3", ""]);
  assert.equal(readPair(null), null);
});
