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
  assert.deepEqual(all.map(outcomeSign), ["W2", "W1", "W", "=", "L2", "", ""]);
  assert.deepEqual(all.map(outcomeWords), [
    "win in 2 moves (proved)",
    "win on the next move (proved)",
    "win (proved)",
    "draw (proved)",
    "loss in 2 moves (proved)",
    "estimate",
    "",
  ]);
});

test("the position is called proved only as far as it is", () => {
  assert.equal(prospect([proved(0, "win", 3), unknown], [0]), "You can win in 2 moves (proved).");
  assert.equal(prospect([proved(0, "win", null)], [0]), "You can win (proved).");
  assert.equal(
    prospect([proved(0, "draw", 9), proved(1, "loss", 4)], [0]),
    "A draw with best play (proved).",
  );
  assert.equal(prospect([proved(0, "draw", 9), unknown], [0]), "At least a draw (proved).");
  assert.equal(
    prospect([proved(0, "loss", 4), proved(1, "loss", 2)], [0]),
    "You lose in 2 moves against best play (proved).",
  );
  assert.equal(prospect([proved(0, "loss", 4), unknown], [0]), "");
  assert.equal(prospect([estimated(0, 2)], [0]), "An estimate, not proved.");
  assert.equal(prospect([unknown], [8]), "Nothing is known about this position.");
});

test("the best squares by name", () => {
  const outcomes = [proved(0, "draw", 9), proved(2, "draw", 9)];
  const more = [...outcomes, proved(1, "loss", 4)];
  assert.equal(
    bestWords({ outcomes: more, best: [0, 2] }, TICTACTOE),
    "Best: a1, c1 – draw (proved).",
  );
  assert.equal(bestWords({ outcomes: [], best: [] }, TICTACTOE), "No square is known to be best.");
  assert.equal(
    bestWords({ outcomes, best: [0, 2] }, TICTACTOE),
    "No square is better than another: draw (proved).",
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

const KINDS = ["openFour", "four", "openThree", "doubleFour", "fourThree", "doubleThree"];

test("a threat belongs to somebody", () => {
  assert.equal(threatTitle(three, "white", GOMOKU, "stones"), "Your open three");
  assert.equal(threatTitle(three, "black", GOMOKU, "stones"), "White’s open three");
  assert.equal(threatTitle(three, null, GOMOKU, "marks"), "O’s open three");
  assert.equal(
    threatTitle({ ...three, kind: "newKind" }, null, GOMOKU, "stones"),
    "White’s threat",
  );
});

test("fours and threes are named only where five in a row win", () => {
  const full = { width: 5, height: 5, k: 5, lineRule: "full" } as const;
  for (const rules of [TICTACTOE, { ...GOMOKU, k: 4 }, { ...GOMOKU, k: 6 }, full])
    for (const kind of KINDS)
      for (const viewer of ["white", "black", null] as const) {
        const threat = { ...three, kind };
        const hints = { ...NO_HINTS, threats: [threat] };
        const said = [
          threatTitle(threat, viewer, rules, "marks"),
          squareHint(three.squares[0]!, hints, viewer, rules),
        ];
        for (const words of said)
          assert.doesNotMatch(words, /(?:open|double|’s|your|a) (?:four|three)|fours|threes/i);
      }
  const two = { ...three, kind: "four" };
  assert.equal(threatTitle(two, null, TICTACTOE, "marks"), "O threatens three in a row");
  assert.equal(threatTitle(two, "white", full, "marks"), "You threaten a full line");
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
    squareHint(d4, hints, "black", GOMOKU),
    "number 2 (estimate), best, they make an open four here, worth 38.4, rank 2",
  );
  assert.equal(squareHint(d4, NO_HINTS, "black", GOMOKU), "");
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
    "a1: 38.4 = attack 27 + 0.80 × defence 14.25, rank 2 of 20",
  );
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
  assert.equal(hintedWords(hintsBefore(played, 2), played), "Alice took hints: outcomes, threats");
  assert.equal(hintedWords(hintsBefore(played, 3), played), "");
  assert.equal(hintedWords(hintsBefore(played, 4), played), "Alice took hints: explanation");
  const people = game("h8 i9", GOMOKU, { hints: [{ side: "white", kind: "words", ply: 1 }] });
  assert.equal(hintedWords(hintsBefore(people, 1), people), "Bob took hints: explanation");
  assert.equal(sinceWords(2), "Both players can take hints from move 3 on.");
});
