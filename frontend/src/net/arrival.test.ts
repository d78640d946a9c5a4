// Keys pressed while a study is on its way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_WAITING, arrival } from "./arrival";

test("what is asked while a study is on its way is done in order once it is there", () => {
  const done: string[] = [];
  const study = arrival(false);
  study.whenThere(() => done.push("forward"));
  study.whenThere(() => done.push("flip"));
  assert.equal(done.length, 0);

  study.arrived();
  assert.equal(done.join(" "), "forward flip");

  study.whenThere(() => done.push("back"));
  assert.equal(done.join(" "), "forward flip back");
});

test("a page that came with its moves does at once what it is asked", () => {
  const done: string[] = [];
  arrival(true).whenThere(() => done.push("forward"));

  assert.deepEqual(done, ["forward"]);
});

test("who leans on a key is not taken at their word for ever", () => {
  let steps = 0;
  const study = arrival(false);
  for (let beat = 0; beat < 3 * MOST_WAITING; beat++) study.whenThere(() => steps++);

  study.arrived();
  assert.equal(steps, MOST_WAITING);
  study.arrived();
  assert.equal(steps, MOST_WAITING);
});
