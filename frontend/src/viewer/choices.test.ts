// What a viewer prefers survives, and anything else in the storage is harmless.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asksForHeat,
  BETWEEN_PEOPLE,
  DEFAULTS,
  drawing,
  keepChoices,
  readChoices,
  showChoices,
} from "./choices";
import { FORBIDDEN, memory } from "../testing/storage";

test("what was kept is read back", () => {
  const storage = memory();
  const mine = {
    ...DEFAULTS,
    theme: "dark",
    contrast: "more",
    sound: false,
    volume: 0,
    taps: "button",
    premove: false,
  } as const;
  assert.equal(keepChoices(storage, mine), true);
  assert.deepEqual(readChoices(storage), mine);
});

test("missing, broken or foreign words are the defaults", () => {
  for (const text of [
    null,
    "",
    "{",
    "7",
    "null",
    "[]",
    '{"theme":"pink","sound":"no","stones":3,"taps":2,"confirm":1,"contrast":true,"premove":"on"}',
    '{"volume":"loud"}',
    '{"volume":-1}',
    '{"volume":101}',
  ]) {
    assert.deepEqual(readChoices(memory(text)), DEFAULTS, String(text));
  }
  assert.deepEqual(readChoices(null), DEFAULTS);
});

test("who confirmed moves before there was a choice still taps twice", () => {
  assert.equal(readChoices(memory('{"confirm":true}')).taps, "twice");
  assert.equal(readChoices(memory('{"confirm":true,"taps":"once"}')).taps, "once");
});

test("forbidden storage is no error", () => {
  assert.deepEqual(readChoices(FORBIDDEN), DEFAULTS);
  assert.equal(keepChoices(FORBIDDEN, DEFAULTS), false);
  assert.equal(keepChoices(null, DEFAULTS), false);
});

test("the style sheets are told what differs from the system’s and the usual", () => {
  const root: Record<string, string | undefined> = {};
  showChoices({ ...DEFAULTS, theme: "dark", contrast: "more", board: "clear" }, root);
  assert.deepEqual(root, { theme: "dark", contrast: "more", board: "clear" });
  showChoices(DEFAULTS, root);
  assert.deepEqual(root, {});
});

test("small boards show X and O, large ones stones, unless the viewer chose", () => {
  assert.equal(drawing(DEFAULTS, { width: 6, height: 5 }), "marks");
  assert.equal(drawing(DEFAULTS, { width: 3, height: 7 }), "stones");
  assert.equal(drawing({ ...DEFAULTS, stones: "marks" }, { width: 19, height: 19 }), "marks");
});

test("of the bots only the aggressive one has a heat map; between people there is one", () => {
  assert.deepEqual(["club", "aggressive", BETWEEN_PEOPLE].map(asksForHeat), [false, true, true]);
});
