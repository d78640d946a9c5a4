// What is switched on in one game is not switched on in the next.

import assert from "node:assert/strict";
import { test } from "node:test";
import { KEY, keepHelp, readHelp } from "./kepthelp";
import { memory } from "../testing/storage";

test("what is switched on is kept for its game alone, in one place", () => {
  const storage = memory();
  keepHelp(storage, "one", ["outcomes", "heat"]);
  assert.deepEqual(readHelp(storage, "one"), ["outcomes", "heat"]);
  assert.deepEqual(readHelp(storage, "two"), []);
  keepHelp(storage, "two", []);
  assert.deepEqual(readHelp(storage, "one"), []);
});

test("without storage, or with foreign words in it, nothing is on", () => {
  keepHelp(null, "one", ["threats"]);
  assert.deepEqual(readHelp(null, "one"), []);
  const storage = memory();
  storage.setItem(KEY, "one best threats threats");
  assert.deepEqual(readHelp(storage, "one"), ["threats"]);
});
