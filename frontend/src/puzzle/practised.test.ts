// Which mistakes were practised is kept for a tab, game by game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { notePractised, practised } from "./practised";
import { FORBIDDEN } from "../testing/storage";

test("a mistake that was practised is noted once, and for its own game", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  for (const ply of [4, 9, 4]) notePractised(storage, { game: "abc", ply });
  notePractised(storage, { game: "other", ply: 2 });
  assert.deepEqual(practised(storage, "abc"), ["4", "9"]);
  assert.deepEqual(practised(storage, "new"), []);
});

test("where storage is forbidden nothing is noted, and nothing breaks", () => {
  for (const storage of [null, FORBIDDEN]) {
    notePractised(storage, { game: "abc", ply: 4 });
    assert.deepEqual(practised(storage, "abc"), []);
  }
});
