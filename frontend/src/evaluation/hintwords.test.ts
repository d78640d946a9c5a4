// Hints in words: what is proved is called proved, what is estimated is not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_HINTS } from "./overlay";
import {
  bestWords,
  heatWords,
  hintedWords,
  hintsBefore,
  outcomeSign,
  outcomeWords,
  prospect,
  sinceWords,
  squareHint,
  thinkingWords,
  threatTitle,
} from "./hintwords";
import type { SquareOutcome, ThreatPart } from "../protocol/protocol";
import { GOMOKU, TICTACTOE, game, robo, squares } from "../testing/game";

const proved = (
  square: number,
  verdict: "win" | "draw" | "loss",
  plies: number | null,
): SquareOutcome => ({ square, status: "proved", verdict, plies, score: null, isChance: false });
const estimated = (square: number, score: number, isChance = false): SquareOutcome => ({
  isChance,
  square,
  status: "estimated",
  verdict: null,
  plies: null,
  score,
});
const unknown: SquareOutcome = {
  square: 8,
  status: "unknown",
  verdict: null,
  plies: null,
  score: null,
  isChance: false,
};

test("a sign and its words", () => {
  const all = [
    proved(0, "win", 3),
    proved(0, "win", 1),
    proved(0, "win", null),
    proved(0, "draw", 9),
    proved(0, "loss", 4),
    estimated(0, 2.5),
    unknown,
  ];
  assert.deepEqual(all.map(outcomeSign), ["W3", "W1", "W", "=", "L4", "", ""]);
  assert.deepEqual(all.map(outcomeWords), [
    "win in 3 plies, proved",
    "win in 1 ply, proved",
    "win, proved",
    "draw, proved",
    "loss in 4 plies, proved",
    "estimated",
    "",
  ]);
});

test("the position is called proved only as far as it is", () => {
  assert.equal(prospect([proved(0, "win", 3), unknown], [0]), "Proved: you can win in 3 plies.");
  assert.equal(prospect([proved(0, "draw", 9), proved(1, "loss", 4)], [0]), "Proved: a draw.");
  assert.equal(prospect([proved(0, "draw", 9), unknown], [0]), "Proved: at least a draw.");
  assert.equal(
    prospect([proved(0, "loss", 4), proved(1, "loss", 2)], [0]),
    "Proved: you lose in 4 plies against best play.",
  );
  assert.equal(prospect([proved(0, "loss", 4), unknown], [0]), "");
  assert.equal(prospect([estimated(0, 2)], [0]), "Estimated, not proved.");
  assert.equal(prospect([unknown], [8]), "Nothing is known here.");
});

test("the best squares by name", () => {
  const outcomes = [proved(0, "draw", 9), proved(2, "draw", 9)];
  const more = [...outcomes, proved(1, "loss", 4)];
  assert.equal(
    bestWords({ outcomes: more, best: [0, 2] }, TICTACTOE),
    "Best: a1, c1 – draw, proved.",
  );
  assert.equal(bestWords({ outcomes: [], best: [] }, TICTACTOE), "No square is known to be best.");
  assert.equal(
    bestWords({ outcomes, best: [0, 2] }, TICTACTOE),
    "No square is better than another: draw, proved.",
  );
  const many = Array.from({ length: 11 }, (_, square) => square);
  assert.match(bestWords({ outcomes: [], best: many }, GOMOKU), /h1 and 3 more\.$/);
});

const three: ThreatPart = {
  kind: "openThree",
  side: "white",
  stones: squares("e5 f6 g7", GOMOKU),
  squares: squares("d4 h8", GOMOKU),
};

test("a threat belongs to somebody", () => {
  assert.equal(threatTitle(three, "white", "stones"), "Your open three");
  assert.equal(threatTitle(three, "black", "stones"), "White’s open three");
  assert.equal(threatTitle(three, null, "marks"), "O’s open three");
  assert.match(threatTitle({ ...three, kind: "newKind" }, null, "stones"), /newKind$/);
});

test("a square says all that is known of it", () => {
  const [d4] = squares("d4", GOMOKU) as [number];
  const hints = {
    ...NO_HINTS,
    outcomes: [estimated(d4, 3), estimated(7, 5)],
    best: [d4],
    threats: [three],
    heat: [{ square: d4, worth: 38.4, rank: 2, warmth: 1 }],
  };
  assert.equal(
    squareHint(d4, hints, "black"),
    "estimated, number 2, best, their open three goes on here, G 38.4, rank 2",
  );
  assert.equal(squareHint(d4, NO_HINTS, "black"), "");
});

test("how a worth comes about", () => {
  assert.equal(
    heatWords(
      { square: 0, worth: 38.4, rank: 2, warmth: 1 },
      { square: 0, mine: 27, theirs: 14.25 },
      0.8,
      20,
      GOMOKU,
    ),
    "a1: G 38.4 = M 27 + 0.80 × N 14.25, rank 2 of 20",
  );
});

test("what the bot looks at, by square names", () => {
  const thinking = {
    type: "thinking",
    ply: 1,
    side: "white",
    depth: 7,
    score: 12,
    line: squares("h8 i9 g7 f6 e5 d4 c3 b2", GOMOKU),
    nodes: 1000,
  } as const;
  assert.equal(thinkingWords(thinking, GOMOKU), "depth 7: h8 i9 g7 f6 e5 d4");
  assert.equal(thinkingWords({ ...thinking, line: [] }, GOMOKU), "depth 7");
});

test("the record says who asked for what, once, before which move", () => {
  const played = game("h8 i9 h9 g9", GOMOKU, {
    seats: robo(),
    hints: [
      { side: "black", kind: "outcomes", ply: 2 },
      { side: "black", kind: "threats", ply: 2 },
      { side: "black", kind: "words", ply: 3 },
    ],
  });
  assert.equal(hintedWords(hintsBefore(played, 2), played), "Alice asked for outcomes and threats");
  assert.equal(hintedWords(hintsBefore(played, 3), played), "");
  assert.equal(hintedWords(hintsBefore(played, 4), played), "Alice asked for the bot’s reason");
  const people = game("h8 i9", GOMOKU, { hints: [{ side: "white", kind: "words", ply: 1 }] });
  assert.equal(hintedWords(hintsBefore(people, 1), people), "Bob asked for what a move does");
  assert.equal(sinceWords(2), "Both agreed to hints from move 3 on.");
});
