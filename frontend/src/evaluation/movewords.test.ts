// Why Robo played that: first what it was worth and how sure that is, then what is seen of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { LabelPart, RemarkPart, Words, Worth } from "../protocol/protocol";
import { GOMOKU, TICTACTOE, toldOf } from "../testing/game";
import { moveWords } from "./movewords";

const UNKNOWN: Worth = { status: "unknown", verdict: null, plies: null, score: null };
const DRAW: Worth = { ...UNKNOWN, status: "proved", verdict: "draw", plies: 5 };
const WAY: RemarkPart = {
  kind: "getsInTheWay",
  side: "white",
  at: 1,
  squares: [0, 4],
  plies: null,
  number: null,
};

function label(kind: LabelPart["kind"], status: LabelPart["status"], plies?: number): LabelPart {
  return { kind, status, plies: plies ?? null };
}

const onPaper = (part: Partial<Words>): string => moveWords(toldOf(part), TICTACTOE, "marks");

test("the only move that holds the draw is called so before anything else is said of it", () => {
  const only = { worth: DRAW, labels: [label("onlyMove", "proved")] };
  assert.equal(
    onPaper({ ...only, remarks: [WAY] }),
    "Only move (proved). A draw with best play (proved). b1 gets in the way of X’s a1 and b2.",
  );
  assert.equal(onPaper(only), "Only move (proved). A draw with best play (proved).");
});

test("what is won or lost is counted from the board as it is", () => {
  const win = { ...DRAW, verdict: "win", plies: 5 } as const;
  assert.match(onPaper({ worth: win }), /^O wins in 2 moves \(proved\)\./);
  assert.match(onPaper({ worth: { ...win, verdict: "loss" } }), /^X wins in 2 moves \(proved\)\./);
  assert.match(onPaper({ worth: { ...win, plies: null } }), /^O wins \(proved\)\./);
});

test("a loss that its label tells is not told twice", () => {
  const worth = { ...DRAW, verdict: "loss", plies: 4 } as const;
  assert.equal(
    onPaper({ worth, labels: [label("lastEscape", "proved", 4)] }),
    "Missed the last defence: lost in 2 moves (proved).",
  );
  assert.equal(
    onPaper({ worth: { ...worth, plies: null }, labels: [label("lastEscape", "estimated")] }),
    "Missed the last defence (estimate). X wins (proved).",
  );
});

test("a guess is called an estimate, and what nobody knows is not guessed", () => {
  const told = (worth: Worth): string => moveWords(toldOf({ worth }), GOMOKU, "stones");
  assert.equal(
    told({ ...UNKNOWN, status: "estimated", score: 0.5 }),
    "White is better (estimate). We found no threat that it makes or stops.",
  );
  assert.equal(
    told(UNKNOWN),
    "How good it is isn’t known. We found no threat that it makes or stops.",
  );
});
