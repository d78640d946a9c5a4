// A swipe is across, not along; a tap is not one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { swiped } from "./swipe";

const FROM = { x: 200, y: 100 };

test("to the left goes on, to the right goes back", () => {
  assert.equal(swiped(FROM, { x: 120, y: 110 }), 1);
  assert.equal(swiped(FROM, { x: 280, y: 90 }), -1);
});

test("a tap and a scroll are no swipes", () => {
  assert.equal(swiped(FROM, { x: 205, y: 102 }), null);
  assert.equal(swiped(FROM, { x: 150, y: 160 }), null);
});
