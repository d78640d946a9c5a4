// The form reads a clock as the server does, and refuses what it refuses, in the same words.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { clockTitle, isBeginning, readTimeControl } from "./timecontrol";

interface Clocks {
  readonly read: Readonly<Record<string, string>>;
  readonly refused: Readonly<Record<string, string>>;
}

/** The server is held to the same list: tests/pages/test_clocks.py. */
const clocks = JSON.parse(
  readFileSync(new URL("../../tests/pages/clocks.json", import.meta.url), "utf-8"),
) as Clocks;

test("a clock has the server's title", () => {
  for (const [text, title] of Object.entries(clocks.read)) {
    const control = readTimeControl(text);
    assert.equal(typeof control === "string" ? control : clockTitle(control), title, text);
  }
});

test("what is not a clock is refused in the server's words", () => {
  for (const [text, sentence] of Object.entries(clocks.refused))
    assert.equal(readTimeControl(text), sentence);
});

test("a clock is an initial time with an increment or periods", () => {
  assert.deepEqual(readTimeControl("10+3x30s"), {
    initialMs: 600_000,
    incrementMs: 0,
    periodMs: 30_000,
    periods: 3,
  });
  assert.deepEqual(readTimeControl("2.3+5"), {
    initialMs: 138_000,
    incrementMs: 5_000,
    periodMs: 0,
    periods: 0,
  });
});

test("nobody is blamed in the middle of writing a clock", () => {
  for (const whole of ["5+3", "0.5+10", "1,5+0s", "10+3x30s", "45s", "2d", "10 + 3 x 30 s"]) {
    for (let length = 0; length < whole.length; length += 1) {
      const text = whole.slice(0, length);
      assert.ok(isBeginning(text) || typeof readTimeControl(text) !== "string", text);
    }
  }
});

test("what no typing on can mend is no beginning", () => {
  for (const text of ["blitz", "5-3", "+3", "5+3x30sx", "5 minutes", "4s", "12345678"])
    assert.equal(isBeginning(text), false, text);
});
