// The browser's clock says what the server's says, and says it in time.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  awayOf,
  changesInMs,
  countdownText,
  face,
  isLow,
  warningToTell,
  sampled,
  saidAt,
  serverNow,
  spanText,
  startsInMs,
  timeLeft,
  timeText,
  warningsAt,
} from "./clocks";
import type { GivenWarnings } from "./clocks";
import type { ControlPart } from "../protocol/protocol";
import { BYOYOMI, FIVE_THREE, clockOf, game } from "../testing/game";

const PER_MOVE: ControlPart = {
  initialMs: 0,
  incrementMs: 0,
  periodMs: 30_000,
  periods: 1,
};

test("the least delayed of the last samples tells the server’s time", () => {
  // The server is 1,000 ahead; messages take 80, 5 and 300.
  const offsets = [80, 5, 300].reduce<readonly number[]>(
    (before, delay, n) => sampled(before, 1_000 + 10 * n, 10 * n + delay),
    [],
  );
  assert.equal(serverNow(offsets, 500), 1_495);
});

test("a server whose clock was set back is believed after a while", () => {
  const before = sampled([], 5_000, 0);
  const after = Array.from({ length: 20 }, (_, n) => n).reduce(
    (offsets, n) => sampled(offsets, n, n),
    before,
  );
  assert.equal(serverNow(after, 7), 7);
});

test("only what was just said is a sample", () => {
  assert.equal(saidAt(game("h8", undefined, { now: 77 })), 77);
  assert.equal(saidAt({ type: "pong", version: 1, now: 78 }), 78);
  assert.equal(saidAt({ type: "pong", version: null, now: null }), null);
  assert.equal(saidAt({ type: "welcome", side: null }), null);
});

test("a browser’s fractions of a millisecond never show less than nothing", () => {
  const clock = { ...clockOf(0, "black", 1_000), black: { mainMs: 0, periods: 1 } };
  for (const ms of [30_999.4, 31_000.4, 31_000.9, 31_001.2]) {
    const { mainMs } = timeLeft(clock, PER_MOVE, "black", ms);
    assert.ok(mainMs >= 0, `${mainMs} at ${ms}`);
    assert.match(timeText(mainMs), /^0:00\.0$/);
  }
});

test("time runs for one side only, and not below nothing", () => {
  const clock = clockOf(60_000, "black", 1_000);
  assert.deepEqual(timeLeft(clock, FIVE_THREE, "black", 11_000), { mainMs: 50_000, periods: 0 });
  assert.deepEqual(timeLeft(clock, FIVE_THREE, "white", 11_000), { mainMs: 60_000, periods: 0 });
  assert.deepEqual(timeLeft(clock, FIVE_THREE, "black", 99_000), { mainMs: 0, periods: 0 });
});

test("a clock that goes on in a moment has not begun", () => {
  const clock = clockOf(60_000, "black", 10_000);
  assert.equal(timeLeft(clock, FIVE_THREE, "black", 2_000).mainMs, 60_000);
  assert.equal(startsInMs(clock, 2_000), 8_000);
  assert.equal(startsInMs(clock, 12_000), 0);
  assert.equal(startsInMs(clockOf(60_000, null, 10_000), 2_000), 0);
});

test("behind the initial time the periods are used up one by one", () => {
  const clock = clockOf(10_000, "white", 0, 3);
  const at = (ms: number) => {
    const { mainMs, periods } = timeLeft(clock, BYOYOMI, "white", ms);
    return [mainMs, periods];
  };
  assert.deepEqual(at(10_000), [0, 3]);
  assert.deepEqual(at(10_001), [29_999, 2]);
  assert.deepEqual(at(39_999), [1, 2]);
  assert.deepEqual(at(40_000), [0, 2]);
  assert.deepEqual(at(40_001), [29_999, 1]);
  assert.deepEqual(at(99_999), [1, 0]);
  assert.deepEqual(at(100_000), [0, 0]);
});

test("time as people know it", () => {
  const texts: readonly (readonly [number, string])[] = [
    [300_000, "5:00"],
    [299_999, "4:59"],
    [20_000, "0:20"],
    [19_999, "0:19.9"],
    [9_345, "0:09.3"],
    [0, "0:00.0"],
    [3_599_999, "59:59"],
    [3_723_000, "1:02:03"],
    [86_399_999, "23:59:59"],
    [86_400_000, "1 d"],
    [183_600_000, "2 d 3 h"],
  ];
  for (const [ms, text] of texts) assert.equal(timeText(ms), text);
});

test("a clock shows what runs, and the periods behind it", () => {
  assert.deepEqual(face({ mainMs: 61_000, periods: 0 }, FIVE_THREE), { time: "1:01", periods: "" });
  const behind = { time: "0:24", periods: "+2×30 s" };
  assert.deepEqual(face({ mainMs: 24_000, periods: 2 }, BYOYOMI), behind);
  assert.deepEqual(face({ mainMs: 0, periods: 1 }, PER_MOVE), { time: "0:30", periods: "" });
  assert.deepEqual(face({ mainMs: 0, periods: 0 }, PER_MOVE), { time: "0:00.0", periods: "" });
});

test("lengths and countdowns", () => {
  assert.deepEqual([30_000, 90_000, 300_000, 3_600_000, 172_800_000].map(spanText), [
    "30 s",
    "90 s",
    "5 min",
    "1 h",
    "2 d",
  ]);
  assert.deepEqual([42_000, 41_999, 60_001, 1, 0].map(countdownText), [
    "0:42",
    "0:42",
    "1:01",
    "0:01",
    "0:00",
  ]);
});

test("it is time to hurry below 20 seconds, a tenth, or a third of a quick clock", () => {
  const low = (mainMs: number, control: ControlPart, periods = 0) =>
    isLow({ mainMs, periods }, control);
  const minute = { ...FIVE_THREE, initialMs: 60_000 };
  assert.deepEqual([low(20_000, minute), low(19_999, minute)], [false, true]);
  assert.deepEqual([low(30_000, FIVE_THREE), low(29_999, FIVE_THREE)], [false, true]);
  assert.deepEqual([low(10_000, PER_MOVE), low(9_999, PER_MOVE)], [false, true]);
  assert.equal(low(5_000, BYOYOMI, 1), false);
});

test("between two looks no text is skipped", () => {
  for (const [start, control, periods] of [
    [23_450, FIVE_THREE, 0],
    [5_000, BYOYOMI, 2],
    [0, PER_MOVE, 1],
  ] as const) {
    const clock = clockOf(start, "black", 0, periods);
    const shown = (now: number) => face(timeLeft(clock, control, "black", now), control).time;
    let now = 0;
    for (;;) {
      const wait = changesInMs(clock, control, now);
      if (wait === null) break;
      // Nothing changes before the next look, except where a period ends: that is one change.
      assert.equal(shown(now + wait - 1.5), shown(now), `${start} at ${now}`);
      now += wait;
    }
    assert.equal(shown(now), "0:00.0");
  }
  assert.equal(changesInMs(clockOf(5_000), FIVE_THREE, 0), null);
});

test("a minute and ten seconds are told once, and again only when time had grown", () => {
  const tell = (told: GivenWarnings, mainMs: number) => {
    const after = warningsAt(told, { mainMs, periods: 0 }, FIVE_THREE);
    return { after, mark: warningToTell(told, after) };
  };
  let told: GivenWarnings = [];
  const heard = [90_000, 60_000, 59_000, 62_000, 59_000, 10_000, 13_000, 9_000, 21_000, 9_000].map(
    (ms) => {
      const { after, mark } = tell(told, ms);
      told = after;
      return mark;
    },
  );
  assert.deepEqual(heard, [
    null,
    "minute",
    null,
    null,
    null,
    "tenSeconds",
    null,
    null,
    null,
    "tenSeconds",
  ]);
});

test("who comes to a clock with eight seconds hears of ten seconds, not of a minute", () => {
  const after = warningsAt([], { mainMs: 8_000, periods: 0 }, FIVE_THREE);
  assert.equal(warningToTell([], after), "tenSeconds");
});

test("a clock that hardly has more from the start is not told of", () => {
  const minute = { ...FIVE_THREE, initialMs: 60_000 };
  assert.deepEqual(warningsAt([], { mainMs: 59_000, periods: 0 }, minute), []);
  assert.deepEqual(warningsAt([], { mainMs: 9_000, periods: 0 }, PER_MOVE), ["tenSeconds"]);
});

test("a player may claim from a moment on when the opponent has left, and nobody else may", () => {
  const presence = { blackClaimMs: null, whiteClaimMs: 42_000 };
  assert.deepEqual(awayOf(presence, "black", 1_000), { claimAt: 43_000, canClaim: false });
  assert.equal(awayOf(presence, "white", 1_000), null);
  assert.equal(awayOf(presence, null, 1_000), null);
  const now = { blackClaimMs: 0, whiteClaimMs: null };
  assert.deepEqual(awayOf(now, "white", 1_000), { claimAt: 1_000, canClaim: true });
});
