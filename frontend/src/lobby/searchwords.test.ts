// What is said of a search, and of who is there before one begins.

import assert from "node:assert/strict";
import { test } from "node:test";
import { metSentence, neighbourSentence, thereSentence } from "./searchwords";
import type { Lobby } from "../protocol/protocol";
import { ALICE, GOMOKU } from "../testing/game";
import { liveGame, lobby } from "../testing/lobby";

const TEN = { ...GOMOKU, width: 10, height: 10 };

function there(online: number, ...boards: readonly (typeof GOMOKU)[]): Lobby {
  const seats = { black: ALICE, white: null };
  const open = boards.map((variant, at) => liveGame(`g${at}`, { seats, variant, seek: true }));
  return lobby({ open, counts: { online, playing: 0, spectators: 0 } });
}

test("who is there, and what they wait for", () => {
  const TABLE: readonly (readonly [Lobby, string])[] = [
    [there(0), "Nobody else is here right now."],
    [there(1), "Nobody else is here right now."],
    [there(2), "2 players online; nobody is waiting."],
    [there(2, TEN), "2 players online; 1 is waiting on 10×10."],
    [there(1, TEN), "1 player online; 1 is waiting on 10×10."],
    [there(5, TEN, TEN), "5 players online; 2 are waiting on 10×10."],
    [there(5, TEN, GOMOKU), "5 players online; 2 are waiting on 10×10, 15×15."],
  ];
  for (const [lobby, sentence] of TABLE) assert.equal(thereSentence(lobby, new Set()), sentence);
});

test("one's own search, and an invitation whose host may be gone, are not counted", () => {
  assert.equal(
    thereSentence(there(2, TEN), new Set(["g0"])),
    "2 players online; nobody is waiting.",
  );
  const seats = { black: ALICE, white: null };
  const invited = { ...there(2), open: [liveGame("i", { seats })] };
  assert.equal(thereSentence(invited, new Set()), "2 players online; nobody is waiting.");
});

test("neighbours and opponents are spoken of", () => {
  const rating = { rating: null, provisional: false };
  const lena = { ...rating, game: "l", host: "Lena", board: "10×10", control: null };
  assert.equal(neighbourSentence(lena), "Lena is waiting on 10×10, no clock.");
  assert.equal(
    neighbourSentence({ ...lena, control: "5 min + 3 s" }),
    "Lena is waiting on 10×10, 5 min + 3 s.",
  );
  const met = { ...rating, game: "p", opponent: "Petr", side: "white", variant: GOMOKU } as const;
  assert.equal(metSentence(met), "Found! You play Petr.");
});
