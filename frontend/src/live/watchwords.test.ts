// What is said about watching: how late, by whom, and what a player is told about it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shownClock } from "./clocks";
import { lastingSentence, tabTitle } from "../game/sentences";
import { FIVE_THREE, GOMOKU, clockOf, game, pageOf } from "../testing/game";
import {
  backLabel,
  backWords,
  closedTo,
  delayWords,
  goneSentence,
  lateSentence,
  othersWords,
  shareSentence,
  watchersWords,
} from "./watchwords";

const OVER = { winner: "black", termination: "resignation" } as const;
const HALF_A_MINUTE = { ms: 30_000, moves: 0 };

test("how late a game is shown, by time, by moves, or both", () => {
  assert.equal(delayWords(HALF_A_MINUTE), "30 s");
  assert.equal(delayWords({ ms: 0, moves: 1 }), "1 move");
  assert.equal(delayWords({ ms: 120_000, moves: 2 }), "2 min and 2 moves");
});

test("spectators and players read of the delay, until the game is over", () => {
  const late = game("h8", GOMOKU, { delay: HALF_A_MINUTE });
  assert.equal(lateSentence(late, null), "Shown 30 s late.");
  assert.equal(lateSentence(late, "black"), "Spectators see this 30 s late.");
  assert.equal(lateSentence({ ...late, outcome: OVER }, null), "");
  assert.equal(lateSentence(game("h8"), null), "");
  assert.equal(lastingSentence(pageOf(late, null)), "Shown 30 s late.");
});

test("a private game says who may see it, and what its link does", () => {
  const hidden = game("", GOMOKU, { visibility: "private" });
  assert.equal(closedTo(game(), null), null);
  assert.match(closedTo(hidden, "white")!.sentence, /^Only you two/);
  assert.match(closedTo(hidden, null)!.sentence, /^Only the players/);
  assert.match(shareSentence(hidden), /watch link/);
  assert.match(
    shareSentence(game("", GOMOKU, { delay: HALF_A_MINUTE })),
    /can watch, 30 s late\.$/,
  );
});

test("who watches is counted, and those without a name are told of", () => {
  const zoe = { player: "zoe", name: "Zoe" };
  assert.equal(watchersWords(0), "Nobody is watching");
  assert.equal(watchersWords(1), "1 watching");
  assert.equal(watchersWords(1000), "1000 watching");
  assert.equal(othersWords({ spectators: 3, names: [zoe] }), "and 2 more");
  assert.equal(othersWords({ spectators: 1, names: [zoe] }), "");
  assert.equal(othersWords({ spectators: 2, names: [] }), "2 guests");
});

test("the way back counts the moves since", () => {
  assert.equal(backWords("live", 10), "live +10");
  assert.equal(backWords("live", 0), "Back to live");
  assert.equal(backWords("over", 2), "end +2");
  assert.equal(backLabel("live", 1), "Back to live: 1 new move");
  assert.match(goneSentence(5), /move 5, now the last/);
  assert.match(goneSentence(0), /empty board/);
});

test("the tab of a spectator who looks back counts the new moves", () => {
  const look = { ply: 1, left: 1 };
  const page = pageOf(game("h8 i9 g8"), null, { look });
  assert.match(tabTitle(page), /^\(\+2\) Alice – Bob – /);
  assert.match(tabTitle(pageOf(game("h8 i9 g8"), null)), /^Alice – Bob – /);
});

test("a game shown some moves late has a clock that stands; for its players it runs", () => {
  const clock = clockOf(60_000, "black", 5_000);
  const late = game("h8 i9", GOMOKU, {
    control: FIVE_THREE,
    clock,
    delay: { ms: 0, moves: 2 },
  });
  assert.equal(shownClock(late, null)?.running, null);
  assert.equal(shownClock(late, "white")?.running, "black");
  assert.equal(shownClock({ ...late, delay: HALF_A_MINUTE }, null)?.running, "black");
  assert.equal(shownClock({ ...late, outcome: OVER }, null)?.running, "black");
  assert.equal(shownClock(game("h8"), null), null);
});
