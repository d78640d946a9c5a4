// Alice looks for an opponent; after a while she is told of Bob and Carol, who wait for other games.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Other } from "./model";
import { differs, othersSentence, widen } from "./seeking";
import { status, tabTitle } from "./sentences";
import { testClock } from "./testclock";
import { ALICE, game, pageOf } from "./testgame";

const BOB: Other = { game: "bobs", host: "Bob", variant: "3×3, three in a row", control: "3 min" };
const CAROL: Other = { game: "carols", host: "Carol", variant: "4×4", control: null };

function watch(waitedMs: number, answers: readonly (readonly Other[] | null)[]) {
  const clock = testClock();
  const seen = { asked: 0, heard: [] as (readonly Other[])[], looks: true };
  widen(waitedMs, {
    wait: (ms, then) => void clock.wait(ms, then),
    looks: () => seen.looks,
    ask() {
      const answer = answers[Math.min(seen.asked, answers.length - 1)];
      seen.asked += 1;
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError("no network"));
    },
    heard: (others) => seen.heard.push(others),
  });
  return { clock, seen };
}

test("nobody else is named in the first twenty seconds, and then every five", async () => {
  const { clock, seen } = watch(0, [[BOB], [BOB, CAROL]]);
  await clock.pass(19_999);
  assert.equal(seen.asked, 0);
  await clock.pass(1);
  await clock.pass(5_000);
  assert.deepEqual(seen.heard, [[BOB], [BOB, CAROL]]);
});

test("a page that is reloaded goes on where it was", async () => {
  const { clock, seen } = watch(18_000, [[BOB]]);
  await clock.pass(2_000);
  assert.equal(seen.asked, 1);
  const old = watch(300_000, [[BOB]]);
  await old.clock.pass(0);
  assert.equal(old.seen.asked, 1);
});

test("a question that fails is asked again", async () => {
  const { clock, seen } = watch(20_000, [null, [BOB]]);
  await clock.pass(0);
  assert.deepEqual(seen.heard, []);
  await clock.pass(5_000);
  assert.deepEqual(seen.heard, [[BOB]]);
});

test("when somebody has come nothing is asked any more", async () => {
  const { clock, seen } = watch(20_000, [[BOB]]);
  await clock.pass(0);
  seen.looks = false;
  await clock.pass(60_000);
  assert.equal(seen.asked, 1);
});

test("an answer that comes when somebody has come is not heard", async () => {
  const { clock, seen } = watch(20_000, [[BOB]]);
  const passed = clock.pass(0);
  seen.looks = false;
  await passed;
  await clock.pass(1);
  assert.deepEqual(seen.heard, []);
});

test("who comes to the list is spoken of once", () => {
  assert.equal(
    othersSentence([], [BOB]),
    "Bob waits for another game: 3×3, three in a row, 3 min.",
  );
  assert.equal(
    othersSentence([BOB], [BOB, CAROL]),
    "Carol waits for another game: 4×4, without a clock.",
  );
  assert.equal(othersSentence([BOB, CAROL], [CAROL]), "");
  assert.ok(differs([BOB], [BOB, CAROL]));
  assert.ok(!differs([BOB], [{ ...BOB }]));
});

test("the page of a seek says that an opponent is looked for, until one has come", () => {
  const waiting = game("", undefined, { version: 0, seats: { black: ALICE, white: null } });
  const seek = { waitedMs: 4_000, others: "/game/alicebob/others" };
  const plain = pageOf(waiting, "black");
  const model = { ...plain, page: { ...plain.page, seek } };
  assert.equal(status(model), "Looking for an opponent…");
  assert.match(tabTitle(model), /^Looking for an opponent… – /);
  assert.equal(status(plain), "Waiting for your opponent.");
  const found = { ...model, state: { ...model.state, game: game() } };
  assert.equal(status(found), "Your turn: you play Black.");
  assert.match(tabTitle(found), /^Your turn/);
});
