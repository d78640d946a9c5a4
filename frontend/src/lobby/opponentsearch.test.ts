// Alice looks for an opponent, and is told about Bob, who wants another game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../net/lookup";
import type { Phase } from "../protocol/parts";
import type { FromServer } from "../protocol/protocol";
import type { Look, Met, Other } from "./opponentsearch";
import { searchOpponent } from "./opponentsearch";
import { testClock } from "../testing/clock";
import { ALICE, GOMOKU } from "../testing/game";

const UNRATED = { kind: "account", rating: null, provisional: false };
const BOB: Other = {
  ...UNRATED,
  game: "bobs",
  host: "Bob",
  board: "3×3",
  control: "3 min",
};
const MET: Met = { ...UNRATED, game: "bobs", opponent: "Bob", side: "white", variant: GOMOKU };

const CALLED_OFF: FromServer = {
  type: "gameEnded",
  version: 1,
  command: null,
  outcome: { winner: null, termination: "abort" },
  reason: "",
  clock: null,
};
const PONG: FromServer = { type: "pong", now: 0, version: 1 };
const DAN: FromServer = {
  type: "seatTaken",
  version: 1,
  command: null,
  side: "white",
  player: { ...ALICE, name: "Dan" },
};

function nothing(reach: number | null = null, others: readonly Other[] = []): Look {
  return { met: null, reach, others };
}

/** A search that has stood for `waitedMs`; the last answer is given to every later look, too. */
function watch(waitedMs: number, ...answers: readonly (Look | Error | "hangs")[]) {
  const clock = testClock();
  let now = waitedMs;
  const seen = {
    asked: [] as number[],
    heard: [] as (readonly [number | null, readonly Other[]])[],
    found: [] as Met[],
    released: [] as FromServer[],
    phase: "waiting" as Phase,
    open: 0,
    mostOpen: 0,
  };
  const looking = searchOpponent({
    wait: clock.wait,
    waitedMs: () => now,
    phase: () => seen.phase,
    ask() {
      const told = answers[Math.min(seen.asked.length, answers.length - 1)]!;
      seen.asked.push(now);
      seen.open += 1;
      seen.mostOpen = Math.max(seen.open, seen.mostOpen);
      const close = (): void => void (seen.open -= 1);
      const answer = new Promise<Look>((then, fail) => {
        if (told === "hangs") return;
        clock.wait(ANSWER_MS, () => {
          close();
          if (told instanceof Error) fail(told);
          else then(told);
        });
      });
      return { answer, giveUp: close };
    },
    found: (met) => seen.found.push(met),
    heard: (reach, others) => seen.heard.push([reach, others]),
    released(messages) {
      seen.released.push(...messages);
      if (messages.includes(CALLED_OFF)) seen.phase = "over";
    },
  });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      now += 100;
      await clock.pass(100);
    }
  };
  return { pass, seen, looking };
}

/** How long a look takes. */
const ANSWER_MS = 200;

test("Alice’s page looks every three seconds, and shows how far", async () => {
  const { pass, seen } = watch(0, nothing(400), nothing(800), nothing(null));
  await pass(2_900);
  assert.deepEqual(seen.asked, []);
  await pass(7_000);
  assert.deepEqual(seen.asked, [3_000, 6_000, 9_000]);
  assert.deepEqual(seen.heard, [
    [400, []],
    [800, []],
    [null, []],
  ]);
});

test("a page that is reloaded goes on where it was", async () => {
  const soon = watch(1_000, nothing());
  await soon.pass(2_000);
  assert.deepEqual(soon.seen.asked, [3_000]);
  const { pass, seen } = watch(300_000, nothing(null, [BOB]));
  await pass(1_000);
  assert.deepEqual(seen.heard, [[null, [BOB]]]);
});

test("she goes to the game at once, and stops looking", async () => {
  const { pass, seen } = watch(0, nothing(400), { met: MET });
  await pass(60_000);
  assert.deepEqual(seen.found, [MET]);
  assert.equal(seen.asked.length, 2);
});

test("a look that fails is followed by the next", async () => {
  const broken = new TypeError("no network");
  const busy = new Refusal("busy", "The server is busy: try again in a moment.");
  const { pass, seen } = watch(0, broken, busy, nothing(800));
  await pass(10_000);
  assert.deepEqual(seen.asked, [3_000, 6_000, 9_000]);
  assert.deepEqual(seen.heard, [[800, []]]);
});

test("a look that hangs is given up, and there is never more than one", async () => {
  const { pass, seen } = watch(0, "hangs", nothing(null));
  await pass(12_900);
  assert.equal(seen.asked.length, 1);
  await pass(1_000);
  assert.equal(seen.asked.length, 2);
  assert.deepEqual(seen.heard, [[null, []]]);
  assert.equal(seen.mostOpen, 1);
});

test("where the server knows of no search nothing is asked any more", async () => {
  const { pass, seen } = watch(0, new Refusal("noSeek", "You look for nobody here."));
  await pass(60_000);
  assert.equal(seen.asked.length, 1);
});

test("when somebody has come nothing is asked any more, and a late answer is not heard", async () => {
  const { pass, seen, looking } = watch(0, nothing(400), { met: MET });
  await pass(6_000);
  assert.ok(!looking.holds(DAN, false));
  seen.phase = "live";
  await pass(60_000);
  assert.equal(seen.asked.length, 2);
  assert.deepEqual(seen.found, []);
  assert.equal(seen.heard.length, 1);
});

test("that her own search is called off is not told to a player who is about to play", async () => {
  const { pass, seen, looking } = watch(0, { met: MET });
  await pass(3_000);
  assert.ok(looking.holds(CALLED_OFF, false));
  assert.ok(looking.holds(PONG, false)); // it would tell a version not heard yet
  await pass(ANSWER_MS);
  assert.ok(looking.holds(CALLED_OFF, false)); // or it comes only now
  assert.deepEqual([seen.found, seen.released], [[MET], []]);
});

test("if nobody was found it is told as soon as that is known, and in its order", async () => {
  for (const answer of [nothing(400), new TypeError("no network"), "hangs"] as const) {
    const { pass, seen, looking } = watch(0, answer);
    await pass(3_000);
    assert.ok(looking.holds(CALLED_OFF, false));
    assert.ok(looking.holds(PONG, false));
    await pass(20_000);
    assert.deepEqual(seen.released, [CALLED_OFF, PONG]);
    assert.deepEqual([seen.asked.length, seen.heard, seen.found], [1, [], []]);
    assert.ok(!looking.holds(PONG, false));
  }
});

test("between the looks, and when she cancelled herself, nothing is held back", async () => {
  const { pass, looking } = watch(0, nothing());
  assert.ok(!looking.holds(CALLED_OFF, false));
  await pass(3_000);
  assert.ok(!looking.holds(PONG, false));
  assert.ok(!looking.holds(CALLED_OFF, true));
});
