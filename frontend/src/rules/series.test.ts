// A series: whose points they are, when it is decided, and how it is told.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutcomePart, SeriesPart, SideWord } from "../protocol/protocol";
import type { SeriesGame } from "./series";
import { isDecided, pointsText, seriesScore, seriesSentence } from "./series";

const NAMES = { black: "Mira", white: "Jonas" };

function ended(series: SeriesPart | null, outcome: OutcomePart | null): SeriesGame {
  return { series, outcome };
}

const best = (bestOf: number, number: number, black = 0, white = 0): SeriesPart => ({
  bestOf,
  number,
  black,
  white,
});
const BLACK: OutcomePart = { winner: "black", termination: "line" };
const WHITE: OutcomePart = { winner: "white", termination: "time" };
const DRAW: OutcomePart = { winner: null, termination: "agreement" };
const ABORT: OutcomePart = { winner: null, termination: "abort" };

const told = (game: SeriesGame, viewer: SideWord | null = null): string =>
  seriesSentence(game, viewer, (side) => NAMES[side]);

test("a win is a point, a draw half of one for both, an aborted game nothing", () => {
  assert.deepEqual(seriesScore(ended(best(5, 2, 0, 1), BLACK)), { black: 1, white: 1 });
  assert.deepEqual(seriesScore(ended(best(5, 2, 0, 1), DRAW)), { black: 0.5, white: 1.5 });
  assert.deepEqual(seriesScore(ended(best(5, 2, 0, 1), ABORT)), { black: 0, white: 1 });
  assert.deepEqual(seriesScore(ended(best(5, 2, 0, 1), null)), { black: 0, white: 1 });
  assert.equal(seriesScore(ended(null, BLACK)), null);
});

test("more than half of the points decides, and so does the last game", () => {
  assert.equal(isDecided(ended(best(3, 2, 1, 0), BLACK)), true);
  assert.equal(isDecided(ended(best(3, 2, 0.5, 0.5), BLACK)), false);
  assert.equal(isDecided(ended(best(3, 3, 1, 1), DRAW)), true);
  assert.equal(isDecided(ended(best(3, 3, 1, 1), ABORT)), false);
  assert.equal(isDecided(ended(best(3, 3, 1, 1), null)), false);
  assert.equal(isDecided(ended(null, BLACK)), false);
});

test("the leader comes first, and is spoken to", () => {
  const game = ended(best(5, 3, 1, 1), WHITE);
  assert.equal(told(game), "Jonas leads 2–1, best of 5.");
  assert.equal(told(game, "white"), "You lead 2–1, best of 5.");
  assert.equal(told(game, "black"), "Jonas leads 2–1, best of 5.");
  assert.equal(told(ended(best(5, 2, 1, 0), WHITE)), "It’s 1–1, best of 5.");
  assert.equal(told(ended(best(3, 2, 0, 0.5), BLACK), "black"), "You lead 1–½, best of 3.");
});

test("in the end it is said who won the series", () => {
  assert.equal(told(ended(best(3, 3, 1, 1), BLACK), "black"), "You won the series 2–1.");
  assert.equal(told(ended(best(3, 3, 1, 1), BLACK), "white"), "Mira won the series 2–1.");
  assert.equal(told(ended(best(3, 3, 1, 1), DRAW)), "The series is drawn, 1½–1½.");
  assert.equal(told(ended(null, DRAW)), "");
});

test("half points are written as people do", () => {
  assert.deepEqual([0, 0.5, 1, 2.5].map(pointsText), ["0", "½", "1", "2½"]);
});
