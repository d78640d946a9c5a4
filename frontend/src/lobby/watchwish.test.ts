// The delay of a new game is checked while it is typed, in the words the server would use.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readDelay } from "./watchwish";

test("a delay within the limits is told in few words", () => {
  assert.deepEqual(readDelay("30", "seconds", 300), { sentence: "", words: "30 s" });
  assert.deepEqual(readDelay("1", "moves", 20), { sentence: "", words: "1 move" });
  assert.deepEqual(readDelay(" 20 ", "moves", 20), { sentence: "", words: "20 moves" });
});

test("nothing, or nought, is no delay", () => {
  for (const text of ["", " ", "0"])
    assert.deepEqual(readDelay(text, "seconds", 300), { sentence: "", words: "" });
});

test("what cannot be had is refused in a sentence that says what can", () => {
  assert.equal(
    readDelay("301", "seconds", 300).sentence,
    "The delay must be 0 to 300 seconds, not 301.",
  );
  assert.equal(readDelay("-1", "moves", 20).sentence, "The delay must be 0 to 20 moves, not -1.");
  for (const text of ["2.5", "soon", "1e3"])
    assert.match(readDelay(text, "moves", 20).sentence, /whole number, 0 to 20 moves\.$/);
});
