// What a review says: every worth with how sure it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { LabelKind, Worth } from "../protocol/findings";
import type { Standing } from "../rules/winning";
import type { Drawing } from "../viewer/choices";
import {
  accuracyWords,
  labelSign,
  labelWords,
  percentWords,
  progressWords,
  standingWords,
  tagWords,
  verdictWords,
  worthWords,
} from "./reviewwords";

const NONE: Worth = { status: "unknown", verdict: null, plies: null, score: null };
const KINDS: readonly LabelKind[] = [
  "won",
  "missedWin",
  "threwWin",
  "missedBlock",
  "lastEscape",
  "onlyMove",
  "winning",
  "mistake",
  "inaccuracy",
  "book",
];

test("a proved worth names the winner and how far it is, whoever is to move", () => {
  const win: Worth = { ...NONE, status: "proved", verdict: "win", plies: 5 };
  assert.equal(worthWords(win, "black", "stones"), "Black wins in 3 moves (proved)");
  assert.equal(worthWords(win, "white", "marks"), "O wins in 3 moves (proved)");
  assert.equal(
    worthWords({ ...win, verdict: "loss", plies: 0 }, "white", "stones"),
    "Black has won",
  );
  assert.equal(
    worthWords({ ...win, verdict: "draw", plies: 4 }, "white", "stones"),
    "A draw with best play (proved)",
  );
  assert.equal(
    worthWords({ ...win, plies: 1 }, "black", "stones"),
    "Black wins on the next move (proved)",
  );
  assert.equal(worthWords({ ...win, plies: null }, "black", "stones"), "Black wins (proved)");
});

test("an estimate is never told as a fact", () => {
  const words = [0, 0.3, -0.6, 0.95].map((score) =>
    worthWords({ ...NONE, status: "estimated", score }, "black", "stones"),
  );
  assert.deepEqual(words, [
    "About even (estimate)",
    "Black is a little better (estimate)",
    "White is better (estimate)",
    "Black is much better (estimate)",
  ]);
  assert.equal(worthWords(NONE, "black", "stones"), "");
});

test("a label says what happened and how sure that is", () => {
  assert.equal(
    labelWords({ kind: "missedWin", status: "proved", plies: 5 }),
    "Missed a win in 3 moves (proved)",
  );
  assert.equal(
    labelWords({ kind: "mistake", status: "estimated", plies: null }),
    "Mistake (estimate)",
  );
  assert.equal(labelWords({ kind: "won", status: "proved", plies: 1 }), "Won");
  for (const kind of KINDS) {
    assert.ok(labelWords({ kind, status: "proved", plies: 3 }).length > 2, kind);
    assert.ok(labelSign(kind), kind);
  }
});

test("accuracy is a sentence: what was given away, and how often", () => {
  const unsaid = { percent: null, status: "unknown", worst: null } as const;
  const side = { moves: 8, kept: 6, winsGivenAway: 2, drawsGivenAway: 0, ...unsaid };
  assert.equal(
    accuracyWords(side, "Black"),
    "Black found the right move 6 times out of 8 (proved). A win was given away 2 times.",
  );
  assert.equal(
    accuracyWords({ ...side, winsGivenAway: 1, drawsGivenAway: 7 }, "O"),
    "O found the right move 6 times out of 8 (proved). A win was given away once. A draw was given away 7 times.",
  );
  assert.equal(
    accuracyWords({ moves: 1, kept: 1, winsGivenAway: 0, drawsGivenAway: 0, ...unsaid }, "White"),
    "White found the right move 1 time out of 1 (proved).",
  );
  assert.equal(accuracyWords(null, "White"), "None of White’s moves is proved right or wrong.");
});

test("accuracy is one number, and says how sure it is; of too few moves there is none", () => {
  const side = { moves: 2, kept: 1, winsGivenAway: 0, drawsGivenAway: 1, worst: null };
  assert.equal(percentWords({ ...side, percent: 87, status: "proved" }), "87% accuracy (proved)");
  assert.equal(
    percentWords({ ...side, percent: 100, status: "estimated" }),
    "100% accuracy (estimate)",
  );
  assert.equal(percentWords({ ...side, percent: null, status: "unknown" }), "");
  assert.equal(percentWords(null), "");
});

test("in a list a label is a word, and beside a move it says whose mistake it was", () => {
  const label = (kind: LabelKind) => ({ kind, status: "proved", plies: null }) as const;
  assert.deepEqual(
    (["threwWin", "mistake", "inaccuracy", "winning", "onlyMove", "won"] as const).map((kind) => [
      tagWords(label(kind)),
      verdictWords(label(kind), "Ada"),
    ]),
    [
      ["Mistake", "Mistake by Ada"],
      ["Mistake", "Mistake by Ada"],
      ["Slip", "Slip by Ada"],
      ["Winning", "Winning"],
      ["Only move", "Only move"],
      ["Won", "Won"],
    ],
  );
});

test("how far the review is", () => {
  const review = {
    game: "g",
    state: "working",
    done: 23,
    total: 61,
    worths: [],
    plies: [],
    black: null,
    white: null,
    turningPoint: null,
  } as const;
  assert.equal(progressWords(review), "Reviewing: 23 of 61 positions");
  assert.equal(
    progressWords({ ...review, state: "failed" }),
    "The review stopped after 23 of 61 positions.",
  );
});

test("a position says who is to move, or how it ended", () => {
  const lines = { side: "black", squares: [], strokes: [] } as const;
  const words = (standing: Standing, drawn: Drawing, left: number | null = null): string =>
    standingWords({ standing, side: "white", left }, drawn);
  assert.equal(words({ kind: "open" }, "marks"), "O to move");
  assert.equal(words({ kind: "open" }, "stones", 2), "White to move: 2 stones");
  assert.equal(words({ kind: "open" }, "stones", 1), "White to move: 1 stone");
  assert.equal(words({ kind: "won", winner: "white", lines }, "marks"), "O won");
  assert.equal(words({ kind: "full" }, "marks"), "Draw: a cat’s game");
  assert.equal(words({ kind: "full" }, "stones"), "Draw: the board is full");
  assert.match(words({ kind: "both" }, "marks"), /^Both X and O/);
});
