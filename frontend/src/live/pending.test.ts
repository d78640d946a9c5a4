// A command is kept until something shows what became of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { add, isAsked, isOffering, pendingAggressiveness, pendingMove, settle } from "./pending";
import type { Pending } from "./pending";
import { GOMOKU, game, squares } from "../testing/game";

const [h8, i9] = squares("h8 i9", GOMOKU) as [number, number];
const move = { type: "playMove", id: "m", ply: 0, square: h8 } as const;
const offer = { type: "offer", what: "draw", id: "o" } as const;
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
    forbidden: [],
    clock: null,
    opening: null,
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
    forbidden: [],
    clock: null,
    opening: null,
  } as const;
  assert.deepEqual(settle(both, message), both);
});

test("after a reconnect the snapshot shows which move arrived; what it does not show is sent again", () => {
  assert.deepEqual(settle(both, game("h8")), [offer]);
  assert.deepEqual(settle(both, game("")), both);
  assert.deepEqual(settle(both, game("i9")), both);
});

test("the stone on its way is shown only while it is that side's turn", () => {
  assert.equal(pendingMove(both, game(""), "black"), move);
  assert.equal(pendingMove(both, game("h8"), "black"), null);
  assert.equal(pendingMove(both, game(""), "white"), null);
  assert.equal(pendingMove([{ ...move, ply: 1, square: i9 }], game("h8"), "white")?.square, i9);
});

const question = { type: "askHint", id: "q", kind: "outcomes", ply: 2 } as const;
const asking: Pending = [question, offer];
const answer = {
  type: "outcomes",
  id: "q",
  ply: 2,
  kind: "outcomes",
  squares: [],
  best: [],
} as const;

test("a hint is settled by its note, by its answer, or by a refusal", () => {
  const note = { type: "hintAsked", version: 4, by: "black", kind: "outcomes", ply: 2 } as const;
  assert.deepEqual(settle(asking, { ...note, command: "q" }), [offer]);
  assert.deepEqual(settle(asking, { ...note, command: "other" }), asking);
  assert.deepEqual(settle(asking, answer), [offer]);
  const refusal = { type: "rejected", id: "q", code: "x", sentence: "No.", version: 3 } as const;
  assert.deepEqual(settle(asking, refusal), [offer]);
});

test("the same question asked twice is settled by one answer, another question is not", () => {
  const twice: Pending = [
    question,
    { ...question, id: "again" },
    { ...question, kind: "threats", id: "t" },
  ];
  assert.deepEqual(
    settle(twice, answer).map(({ id }) => id),
    ["t"],
  );
});

test("a hint whose ply has gone by is no longer asked for", () => {
  const move = {
    type: "movePlayed",
    version: 5,
    command: null,
    ply: 2,
    square: h8,
    at: 0,
    outcome: null,
    line: [],
    dead: false,
    forbidden: [],
    clock: null,
    opening: null,
  } as const;
  assert.deepEqual(settle(asking, move), [offer]);
  assert.deepEqual(settle(asking, game("h8 i9 a1")), [offer]);
  assert.deepEqual(settle(asking, game("h8 i9")), asking);
  const outcome = { winner: "black", termination: "resignation" } as const;
  assert.deepEqual(
    settle(asking, {
      type: "gameEnded",
      version: 5,
      command: null,
      outcome,
      reason: "",
      clock: null,
    }),
    [offer],
  );
});

test("what is asked and what is set can be told from what is pending", () => {
  assert.equal(isAsked(asking, "outcomes", 2), true);
  assert.equal(isAsked(asking, "outcomes", 4), false);
  assert.equal(isAsked(asking, "threats", 2), false);
  const set = { type: "setAggressiveness", id: "a", value: 0.5 } as const;
  assert.equal(pendingAggressiveness([set, { ...set, id: "b", value: 0.7 }]), 0.7);
  assert.equal(pendingAggressiveness(asking), null);
  const told = { type: "aggressivenessSet", version: 5, by: "black", value: 0.5 } as const;
  assert.deepEqual(settle([set], { ...told, command: "a" }), []);
});

const takenBack = {
  type: "takenBack",
  version: 5,
  command: null,
  by: "white",
  ply: 1,
  at: 0,
  dead: false,
  forbidden: [],
  clock: null,
} as const;

test("a move meant for a position that was taken back is never sent again", () => {
  const late = { ...move, ply: 2, id: "late" };
  assert.deepEqual(settle([late, offer], takenBack), [offer]);
  assert.deepEqual(settle([offer], { ...takenBack, command: "o" }), []);
  assert.deepEqual(settle(asking, takenBack), [offer]);
});

test("every way an offer can be answered settles what was asked", () => {
  const takeback = { type: "offer", what: "takeback", id: "t" } as const;
  const pending: Pending = [takeback, { type: "accept", what: "pause", id: "p" }];
  assert.equal(isOffering(pending, "takeback"), true);
  assert.equal(isOffering(pending, "pause"), true);
  assert.equal(isOffering(pending, "draw"), false);
  const offered = { type: "offered", version: 5, what: "takeback", by: "black" } as const;
  assert.deepEqual(settle([takeback], { ...offered, command: "t" }), []);
  assert.deepEqual(settle([takeback], { ...offered, command: null }), [takeback]);
  const hints = { type: "accept", what: "hints", id: "h" } as const;
  const agreed = { type: "hintsAgreed", version: 5, command: "h", ply: 2 } as const;
  assert.deepEqual(settle([hints, takeback], agreed), [takeback]);
});
