// What Alice was told about a position holds for that position only.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, kindOf, stillTrue, unanswered } from "./answers";
import type { Benefits, Outcomes, ThreatMarks } from "../protocol/protocol";
import { game, toldOf } from "../testing/game";

const outcomes: Outcomes = {
  type: "outcomes",
  id: "o",
  ply: 2,
  kind: "outcomes",
  squares: [],
  best: [7],
};
const best: Outcomes = { ...outcomes, id: "b", kind: "best" };
const threats: ThreatMarks = { type: "threatMarks", id: "t", ply: 2, threats: [] };
const benefits: Benefits = { type: "benefits", id: "h", ply: 2, squares: [] };
const words = toldOf({ squares: [7] });

test("answers of one ply stand side by side", () => {
  const held = [outcomes, best, threats, benefits, words].reduce(
    (answers, each) => answered(answers, each, game("h8 i9")),
    unanswered(0),
  );
  assert.deepEqual(held, { ply: 2, outcomes, best, threats, benefits, words });
});

test("an answer that speaks of another ply, or of a game that is over, changes nothing", () => {
  const none = unanswered(1);
  assert.equal(answered(none, outcomes, game("h8")), none);
  assert.equal(answered(none, outcomes, game("h8 i9 h9")), none);
  const over = game("h8 i9", undefined, {
    outcome: { winner: "black", termination: "resignation" },
  });
  assert.equal(answered(none, outcomes, over), none);
});

test("the next move, and the end, make answers worthless", () => {
  const held = answered(unanswered(0), outcomes, game("h8 i9"));
  assert.equal(stillTrue(held, game("h8 i9")), held);
  assert.deepEqual(stillTrue(held, game("h8 i9 h9")), unanswered(3));
  const over = game("h8 i9", undefined, { outcome: { winner: null, termination: "agreement" } });
  assert.deepEqual(stillTrue(held, over), unanswered(2));
});

test("an answer knows its question", () => {
  assert.deepEqual([outcomes, best, threats, benefits, words].map(kindOf), [
    "outcomes",
    "best",
    "threats",
    "benefits",
    "words",
  ]);
});
