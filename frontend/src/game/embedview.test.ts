// What a frame on another site says under its board: short, and true.

import assert from "node:assert/strict";
import { test } from "node:test";
import { standing } from "./embedview";
import { at } from "./record";
import { GOMOKU, game, pageOf } from "../testing/game";

const THREE = game("h8 i9 g8");

test("a live game says so, and how far it is", () => {
  assert.equal(standing(pageOf(THREE, null)), "Live, move 3");
  assert.equal(standing(pageOf(game(), null)), "No move yet.");
});

test("who looks back is told where they are, and what they miss", () => {
  const look = at(1, 3);
  assert.equal(standing(pageOf(THREE, null, { look })), "Move 1 of 3");
  assert.equal(standing(pageOf(game("h8 i9 g8 i8 f8"), null, { look })), "Live +2");
});

test("a game that waits, or is over, is not called live", () => {
  const waiting = game("", GOMOKU, { seats: { black: null, white: null } });
  assert.equal(standing(pageOf(waiting, null)), "Waiting for an opponent.");
  const over = game("h8 i9", GOMOKU, { outcome: { winner: "black", termination: "resignation" } });
  assert.equal(standing(pageOf(over, null)), "Alice won. Bob resigned.");
});

test("a frame that lost its server says so", () => {
  const lost = pageOf(THREE, null, { connection: { kind: "reconnecting" } });
  assert.doesNotMatch(standing(lost), /Live/);
});
