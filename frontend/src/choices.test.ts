// What a viewer prefers survives, and whatever else lies in the storage is harmless.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULTS, drawing, keepChoices, readChoices } from "./choices";
import type { Store } from "./choices";

function memory(text: string | null = null): Store {
  let kept = text;
  return { getItem: () => kept, setItem: (_, value) => void (kept = value) };
}

test("what was kept is read back", () => {
  const store = memory();
  const mine = { ...DEFAULTS, theme: "dark", sound: false } as const;
  keepChoices(store, mine);
  assert.deepEqual(readChoices(store), mine);
});

test("missing, broken or foreign words are the defaults", () => {
  for (const text of [
    null,
    "",
    "{",
    "7",
    "null",
    "[]",
    '{"theme":"pink","sound":"no","stones":3}',
  ]) {
    assert.deepEqual(readChoices(memory(text)), DEFAULTS, String(text));
  }
  assert.deepEqual(readChoices(null), DEFAULTS);
});

test("forbidden storage is no error", () => {
  const closed: Store = {
    getItem: () => {
      throw new Error("SecurityError");
    },
    setItem: () => {
      throw new Error("SecurityError");
    },
  };
  assert.deepEqual(readChoices(closed), DEFAULTS);
  keepChoices(closed, DEFAULTS);
});

test("small boards show X and O, large ones stones, unless the viewer chose", () => {
  assert.equal(drawing(DEFAULTS, { width: 6, height: 5 }), "marks");
  assert.equal(drawing(DEFAULTS, { width: 3, height: 7 }), "stones");
  assert.equal(drawing({ ...DEFAULTS, stones: "marks" }, { width: 19, height: 19 }), "marks");
});
