// Alice's page follows her search: its time, who else waits, and whom it finds.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Connection } from "../live/connection";
import type { Look, Met, Other } from "./opponentsearch";
import type { Looking, Search, Seek } from "./search";
import { followSearch } from "./search";
import type { FromServer, Snapshot } from "../protocol/protocol";
import { testClock } from "../testing/clock";
import { ALICE, BOB, GOMOKU, game } from "../testing/game";

const SEEK: Seek = {
  game: "alices",
  socket: "/ws/game/alices/",
  lookAgain: "/game/alices/look-again",
  variant: "15×15, five in a row",
  control: "5 min + 3 s",
  waitedMs: 0,
  rating: 1500,
  reach: 200,
};
const WAITING = game("", undefined, { version: 0, seats: { black: ALICE, white: null } });
const WELCOME = { type: "welcome", side: "black" } as const;
const SAT_DOWN: FromServer = {
  type: "seatTaken",
  version: 1,
  command: null,
  side: "white",
  player: BOB,
};
const CALLED_OFF: FromServer = {
  type: "gameEnded",
  version: 1,
  command: null,
  outcome: { winner: null, termination: "abort" },
  reason: "",
  clock: null,
};
const LENA: Other = {
  game: "lenas",
  host: "Lena",
  rating: null,
  provisional: false,
  board: "10×10",
  control: null,
};
const MET: Met = {
  game: "alices",
  opponent: "Bob",
  rating: BOB.rating,
  provisional: BOB.provisional,
  side: "black",
  variant: GOMOKU,
};

function nothing(...others: readonly Other[]): Look {
  return { met: null, reach: 400, others };
}

function searching(waitedMs: number, ...answers: readonly Look[]) {
  const clock = testClock();
  let now = 0;
  const seen: Search[] = [];
  const done: string[] = [];
  let hear: ((message: FromServer) => void) | undefined;
  let connected: ((kind: Connection["kind"]) => void) | undefined;
  let asked = 0;
  const cancel = followSearch(
    { ...SEEK, waitedMs },
    {
      now: () => now,
      wait: clock.wait,
      open(path, ...told) {
        done.push(`open ${path}`);
        [hear, connected] = told;
        return { abort: () => done.push("abort"), end: () => done.push("end") };
      },
      ask(address) {
        done.push(`ask ${address}`);
        const answer = answers[Math.min(asked, answers.length - 1)] ?? nothing();
        asked += 1;
        return { answer: Promise.resolve(answer), giveUp: () => undefined };
      },
      changed: (search) => void seen.push(search),
    },
  );
  return {
    cancel,
    done,
    hear: (message: FromServer) => hear!(message),
    connected: (kind: Connection["kind"]) => connected!(kind),
    begins(snapshot: Snapshot = WAITING) {
      hear!(WELCOME);
      hear!(snapshot);
    },
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 100) {
        now += 100;
        await clock.pass(100);
      }
    },
    now: () => seen.at(-1)!,
    looking: () => seen.at(-1) as Looking,
  };
}

test("the time is told every second, from when the search began", async () => {
  const alice = searching(4_500);
  alice.begins();
  assert.equal(alice.looking().waitedMs, 4_500);
  await alice.pass(2_600);
  assert.equal(alice.looking().waitedMs, 7_000);
  assert.ok(!alice.looking().isLong);
});

test("after ten seconds one who waits for another game is named, and buttons settle first", async () => {
  const alice = searching(0, nothing(LENA));
  alice.begins();
  await alice.pass(9_900);
  assert.deepEqual([alice.looking().isLong, alice.looking().settling], [false, false]);
  await alice.pass(100);
  const { isLong, settling, neighbour } = alice.looking();
  assert.deepEqual([isLong, settling, neighbour], [true, true, LENA]);
  await alice.pass(700);
  assert.equal(alice.looking().settling, false);
});

test("where another takes the neighbour's place the button settles again", async () => {
  const kai = { ...LENA, game: "kais", host: "Kai" };
  const alice = searching(20_000, nothing(LENA), nothing(LENA), nothing(kai), nothing());
  alice.begins();
  await alice.pass(4_000);
  assert.deepEqual([alice.looking().neighbour, alice.looking().settling], [LENA, false]);
  await alice.pass(2_100);
  assert.deepEqual([alice.looking().neighbour, alice.looking().settling], [kai, true]);
  await alice.pass(3_000);
  assert.equal(alice.looking().neighbour, null);
});

test("whoever sits down is met, and nothing more is asked", async () => {
  const alice = searching(0);
  alice.begins();
  await alice.pass(1_000);
  alice.hear(SAT_DOWN);
  assert.deepEqual(alice.now(), { kind: "met", met: MET });
  await alice.pass(60_000);
  assert.deepEqual(alice.done, ["open /ws/game/alices/", "end"]);
});

test("a page that was away while somebody sat down meets them when it is back", () => {
  const alice = searching(0);
  alice.begins();
  alice.connected("reconnecting");
  assert.equal(alice.looking().connection, "reconnecting");
  alice.begins(game());
  assert.deepEqual(alice.now(), { kind: "met", met: MET });
});

test("a look may find somebody in another game", async () => {
  const met = { ...MET, game: "bobs", side: "white" as const };
  const alice = searching(0, { met });
  alice.begins();
  await alice.pass(3_000);
  alice.hear(CALLED_OFF); // her own search is called off for it
  assert.deepEqual(alice.now(), { kind: "met", met });
});

test("cancelling is sent once; whoever comes first counts", () => {
  const alice = searching(0);
  alice.begins();
  alice.cancel();
  alice.cancel();
  assert.ok(alice.looking().cancelling);
  alice.hear(CALLED_OFF);
  assert.deepEqual(alice.now(), { kind: "over", cancelled: true });
  assert.deepEqual(alice.done, ["open /ws/game/alices/", "abort", "end"]);

  const late = searching(0);
  late.begins();
  late.cancel();
  late.hear(SAT_DOWN);
  assert.deepEqual(late.now(), { kind: "met", met: MET });
});

test("a search that lapsed, or is not hers, is over", () => {
  const lapsed = searching(0);
  lapsed.begins();
  lapsed.hear(CALLED_OFF);
  assert.deepEqual(lapsed.now(), { kind: "over", cancelled: false });
  const gone = searching(0);
  gone.begins({ ...WAITING, outcome: { winner: null, termination: "abort" } });
  assert.equal(gone.now().kind, "over");
  const strange = searching(0);
  strange.hear({ type: "welcome", side: null });
  strange.hear(WAITING);
  assert.equal(strange.now().kind, "over");
  const lost = searching(0);
  lost.connected("ended");
  assert.equal(lost.now().kind, "over");
});
