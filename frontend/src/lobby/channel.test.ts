import assert from "node:assert/strict";
import { test } from "node:test";
import { latenessSentence, plan } from "./channel";
import { liveGame, lobby } from "../testing/lobby";

const a = liveGame("a");
const b = liveGame("b");

test("a page stays with the game that is on", () => {
  const now = lobby({ live: [a, b], tv: [{ family: "gomoku", game: "a" }] });
  assert.deepEqual(plan(now, "gomoku", "a"), { kind: "stay" });
});

test("it goes on to the next, and knows whether the last one is over", () => {
  const tv = [{ family: "gomoku", game: "b" }] as const;
  assert.deepEqual(plan(lobby({ live: [b], tv }), "gomoku", "a"), {
    kind: "go",
    next: b,
    over: true,
  });
  assert.deepEqual(plan(lobby({ live: [a, b], tv }), "gomoku", "a"), {
    kind: "go",
    next: b,
    over: false,
  });
});

test("it waits where nothing else is on", () => {
  assert.deepEqual(plan(lobby({ live: [] }), "gomoku", "a"), { kind: "wait", over: true });
  assert.deepEqual(plan(lobby({ live: [a] }), "gomoku", "a"), { kind: "wait", over: false });
});

test("a page that shows nothing goes to the first game that is on", () => {
  const now = lobby({ live: [b], tv: [{ family: "gomoku", game: "b" }] });
  assert.deepEqual(plan(now, "gomoku", null), { kind: "go", next: b, over: false });
  assert.deepEqual(plan(now, "small", null), { kind: "wait", over: false });
});

test("how late a game is shown reads well", () => {
  assert.equal(latenessSentence(a), "");
  const late = (ms: number, moves: number) =>
    latenessSentence(liveGame("a", { moves: null, ply: null, delay: { ms, moves } }));
  assert.equal(late(30_000, 0), "shown 30 s late");
  assert.equal(late(0, 1), "shown 1 move late");
  assert.equal(late(1_000, 2), "shown 1 s and 2 moves late");
});
