// A command is kept until something shows what became of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { add, pendingMove, settle } from "./pending";
import type { Pending } from "./pending";
import { GOMOKU, game, squares } from "./testgame";

const [h8, i9] = squares("h8 i9", GOMOKU) as [number, number];
const move = { type: "playMove", id: "m", ply: 0, square: h8 } as const;
const offer = { type: "offerDraw", id: "o" } as const;
const both: Pending = add(add([], move), offer);

test("the message that carries the id settles the command, however old it is", () => {
  const message = {
    type: "movePlayed",
    version: 1,
    command: "m",
    ply: 0,
    square: h8,
    at: 0,
    outcome: null,
    line: [],
    dead: false,
  } as const;
  assert.deepEqual(settle(both, message), [offer]);
});

test("a refusal settles its command and no other", () => {
  const refusal = { type: "rejected", id: "o", code: "x", sentence: "No.", version: 1 } as const;
  assert.deepEqual(settle(both, refusal), [move]);
  assert.deepEqual(settle(both, { ...refusal, id: null }), both);
});

test("somebody else's move settles nothing", () => {
  const message = {
    type: "movePlayed",
    version: 1,
    command: "other",
    ply: 0,
    square: h8,
    at: 0,
    outcome: null,
    line: [],
    dead: false,
  } as const;
  assert.deepEqual(settle(both, message), both);
});

test("after a reconnect the snapshot shows which move arrived; what it does not show is sent again", () => {
  assert.deepEqual(settle(both, game("h8")), [offer]);
  assert.deepEqual(settle(both, game("")), both);
  assert.deepEqual(settle(both, game("i9")), both);
});

test("the stone on its way is shown only while it is that side's turn", () => {
  assert.equal(pendingMove(both, 0, "black"), move);
  assert.equal(pendingMove(both, 1, "black"), null);
  assert.equal(pendingMove(both, 0, "white"), null);
  assert.equal(pendingMove([{ ...move, ply: 1, square: i9 }], 1, "white")?.square, i9);
});
