// What a viewer prefers survives, and anything else in the storage is harmless.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BETWEEN_PEOPLE,
  DEFAULTS,
  drawing,
  helpOf,
  keepChoices,
  readChoices,
  switchHelp,
} from "./choices";
import { FORBIDDEN, memory } from "../testing/storage";

test("what was kept is read back", () => {
  const storage = memory();
  const mine = { ...DEFAULTS, theme: "dark", sound: false, confirm: true } as const;
  keepChoices(storage, mine);
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
    '{"theme":"pink","sound":"no","stones":3,"confirm":1}',
  ]) {
    assert.deepEqual(readChoices(memory(text)), DEFAULTS, String(text));
  }
  assert.deepEqual(readChoices(null), DEFAULTS);
});

test("forbidden storage is no error", () => {
  assert.deepEqual(readChoices(FORBIDDEN), DEFAULTS);
  keepChoices(FORBIDDEN, DEFAULTS);
});

test("small boards show X and O, large ones stones, unless the viewer chose", () => {
  assert.equal(drawing(DEFAULTS, { width: 6, height: 5 }), "marks");
  assert.equal(drawing(DEFAULTS, { width: 3, height: 7 }), "stones");
  assert.equal(drawing({ ...DEFAULTS, stones: "marks" }, { width: 19, height: 19 }), "marks");
});

const SMALL = { width: 4, height: 4 };
const LARGE = { width: 15, height: 15 };

test("outcomes are shown at first only where each is exact: against Perfect on a small board", () => {
  assert.equal(helpOf(DEFAULTS, "perfect", SMALL).outcomes, true);
  assert.equal(helpOf(DEFAULTS, "perfect", { width: 5, height: 4 }).outcomes, false);
  assert.equal(helpOf(DEFAULTS, "club", SMALL).outcomes, false);
});

test("help is remembered for each level", () => {
  const storage = memory();
  keepChoices(storage, switchHelp(DEFAULTS, "engine:Pela", "threats", true));
  const kept = readChoices(storage);
  assert.equal(helpOf(kept, "engine:Pela", LARGE).threats, true);
  assert.equal(helpOf(kept, "club", LARGE).threats, false);
  const off = switchHelp(kept, "perfect", "outcomes", false);
  assert.equal(helpOf(off, "perfect", SMALL).outcomes, false);
  assert.equal(helpOf(off, "engine:Pela", LARGE).threats, true);
});

test("of the bots only the aggressive one has a heat map; between people there is one", () => {
  assert.equal(helpOf(switchHelp(DEFAULTS, "club", "heat", true), "club", LARGE).heat, false);
  const on = switchHelp(DEFAULTS, "aggressive", "heat", true);
  assert.equal(helpOf(on, "aggressive", LARGE).heat, true);
  assert.equal(helpOf(on, BETWEEN_PEOPLE, LARGE).heat, false);
  const people = switchHelp(DEFAULTS, BETWEEN_PEOPLE, "heat", true);
  assert.equal(helpOf(people, BETWEEN_PEOPLE, LARGE).heat, true);
});

test("foreign words about help are dropped", () => {
  const text = '{"help":{"club":{"threats":true,"outcomes":"yes","x":true},"perfect":7}}';
  assert.deepEqual(readChoices(memory(text)).help, { club: { threats: true } });
  for (const help of ["[]", "7", "null", '"on"'])
    assert.deepEqual(readChoices(memory(`{"help":${help}}`)).help, {});
});
