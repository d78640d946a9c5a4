// Alice chooses a move while Bob thinks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { canChoose, canPlay, canPremove } from "./model";
import { stepped } from "./premove";
import type { Snapshot } from "../protocol/protocol";
import { begin } from "../live/state";
import { FIVE_THREE, GOMOKU, clockOf, game, pageOf, robo, squares } from "../testing/game";

const [a1, i9] = squares("a1 i9", GOMOKU) as [number, number];
const before = begin(game("h8"), "black");
const after = (snapshot: Snapshot) => ({ ...before, game: snapshot });
const GONE = { premove: null, play: null, sentence: "" };

test("it is played when Bob has moved", () => {
  assert.deepEqual(stepped(a1, before, after(game("h8 i9"))), { ...GONE, play: a1 });
  assert.deepEqual(stepped(null, before, after(game("h8 i9"))), GONE);
});

test("it waits through offers and reconnects", () => {
  const offers = { ...game().offers, draw: "white" } as const;
  for (const snapshot of [game("h8"), game("h8", GOMOKU, { offers, version: 9 })])
    assert.deepEqual(stepped(a1, before, after(snapshot)), { ...GONE, premove: a1 });
});

test("where Bob has played himself it is dropped, with one sentence", () => {
  assert.deepEqual(stepped(i9, before, after(game("h8 i9"))), {
    ...GONE,
    sentence: "i9 was taken, so your premove was cancelled.",
  });
});

test("it dies with a takeback, a pause, the end, and whatever is not one move of Bob's", () => {
  const timed = { control: FIVE_THREE, clock: clockOf(60_000) };
  const outcome = { winner: null, termination: "agreement" } as const;
  for (const snapshot of [
    game(""),
    game("h8", GOMOKU, { ...timed, paused: true }),
    game("h8", GOMOKU, { outcome }),
    game("h8 i9", GOMOKU, { outcome }),
    game("h8 i9 h9 i8"),
    game("a2 i9"),
  ])
    assert.deepEqual(stepped(a1, before, after(snapshot)), GONE);
  const seatLost = { ...after(game("h8")), side: null };
  assert.deepEqual(stepped(a1, before, seatLost), GONE);
});

test("a move can be chosen on the opponent's turn, against bots too, and only in a live game", () => {
  const can = (snapshot: Snapshot, part = {}) => {
    const model = pageOf(snapshot, "black", part);
    return [canPlay(model), canPremove(model), canChoose(model)];
  };
  assert.deepEqual(can(game("h8 i9")), [true, false, true]);
  assert.deepEqual(can(game("h8")), [false, true, true]);
  assert.deepEqual(can(game("h8", GOMOKU, { seats: robo() })), [false, true, true]);
  const closed = [false, false, false];
  assert.deepEqual(can(game("h8"), { look: { ply: 0, left: 1 } }), closed);
  assert.deepEqual(can(game("h8", GOMOKU, { paused: true })), closed);
  assert.deepEqual(can(game("h8 i9", GOMOKU, { paused: true })), closed);
  const outcome = { winner: "black", termination: "time" } as const;
  assert.deepEqual(can(game("h8", GOMOKU, { outcome })), closed);
  assert.equal(canPremove(pageOf(game("h8"), null)), false);
});
