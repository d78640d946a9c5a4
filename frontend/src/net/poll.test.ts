// A review is asked for until it is done, more slowly while nobody answers.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameReview } from "../protocol/findings";
import { follow, nextPollMs } from "./poll";
import { testClock } from "../testing/clock";

const REVIEW: GameReview = {
  game: "g",
  state: "waiting",
  done: 0,
  total: 9,
  worths: [],
  plies: [],
  black: null,
  white: null,
  turningPoint: null,
};

test("every 700 ms while it is worked on; never once it is done, failed or not asked for", () => {
  assert.equal(nextPollMs(REVIEW, 0), 700);
  assert.equal(nextPollMs({ ...REVIEW, state: "working" }, 0), 700);
  for (const state of ["none", "done", "failed"] as const)
    assert.equal(nextPollMs({ ...REVIEW, state }, 0), null);
  assert.equal(nextPollMs(null, 0), null);
});

test("who does not answer is asked more and more rarely, but is asked", () => {
  assert.equal(nextPollMs(REVIEW, 1), 1400);
  assert.equal(nextPollMs(REVIEW, 3), 5600);
  assert.equal(nextPollMs(REVIEW, 30), 15_000);
});

test("the page hears of each step, also after a failure, and then nothing more is asked", async () => {
  const clock = testClock();
  const answers: (GameReview | null)[] = [
    { ...REVIEW, state: "working", done: 4 },
    null,
    { ...REVIEW, state: "done", done: 9 },
  ];
  const heard: string[] = [];
  let asked = 0;
  follow(REVIEW, {
    wait: clock.wait,
    ask() {
      const answer = answers[asked];
      asked += 1;
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError("no network"));
    },
    heard: ({ state, done }) => heard.push(`${state} ${done}`),
    failed: (failures) => heard.push(`failed ${failures}`),
  });
  await clock.pass(60_000);
  assert.deepEqual(heard, ["working 4", "failed 1", "done 9"]);
  assert.equal(asked, 3);
});

test("who stops following hears nothing more", async () => {
  const clock = testClock();
  let asked = 0;
  const following = follow(REVIEW, {
    wait: clock.wait,
    ask: () => Promise.resolve({ ...REVIEW, done: (asked += 1) }),
    heard: () => undefined,
    failed: () => undefined,
  });
  await clock.pass(1500);
  following.stop();
  await clock.pass(10_000);
  assert.equal(asked, 2);
});
