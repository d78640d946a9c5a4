// What the page says to Alice (black), Bob (white) and Eve (who watches).

import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULTS } from "../viewer/choices";
import { NO_HINTS } from "../evaluation/overlay";
import { stonesAfter } from "../rules/position";
import type { FromServer, OutcomePart, SideWord } from "../protocol/protocol";
import {
  announcement,
  devicesSentence,
  warningSentence,
  lastingSentence,
  noteOf,
  outcome,
  premoveSentence,
  squareSentence,
  startsSentence,
  status,
  tabTitle,
} from "./sentences";
import { begin, reduce } from "../live/state";
import {
  ALICE,
  BOB,
  FIVE_THREE,
  GOMOKU,
  HERE,
  TICTACTOE,
  board,
  clockOf,
  game,
  pageOf,
  robo,
  toldOf,
  squares,
} from "../testing/game";

test("each sees whose turn it is from where they sit", () => {
  const snapshot = game("h8 i9 h9");
  assert.equal(status(pageOf(snapshot, "white")), "Your turn.");
  assert.equal(status(pageOf(snapshot, "black")), "Waiting for Bob.");
  assert.equal(status(pageOf(snapshot, null)), "White to move: Bob.");
});

test("where a turn has two stones it is said how many, and which of them comes next", () => {
  const connect6 = board(19, 19, 6, "connect6");
  const said = (moves: string, side: SideWord | null): string =>
    status(pageOf(game(moves, connect6), side));
  assert.equal(said("", "black"), "Your turn: one stone, Black.");
  assert.equal(said("", "white"), "Alice: one stone.");
  assert.equal(said("j10", "white"), "Your turn: two stones.");
  assert.equal(said("j10", "black"), "Bob: two stones.");
  assert.equal(said("j10", null), "White to move: Bob places two stones.");
  assert.equal(said("j10 j11", "white"), "Your turn: second stone.");
  assert.equal(said("j10 j11", "black"), "Bob: second stone.");
  assert.equal(said("j10 j11", null), "White to move: Bob places a second stone.");
  assert.equal(said("j10 j11 k11", "black"), "Your turn: two stones.");
});

test("who listens hears which stone of the turn comes next", () => {
  const connect6 = board(19, 19, 6, "connect6");
  const heard = (moves: string, next: string, side: SideWord | null): string => {
    const before = begin(game(moves, connect6), side);
    const message: FromServer = {
      type: "movePlayed",
      version: before.game.version + 1,
      command: null,
      ply: before.game.moves.length,
      square: squares(next, connect6)[0]!,
      at: 0,
      dead: false,
      outcome: null,
      line: [],
      clock: null,
      forbidden: [],
      opening: null,
    };
    return announcement(before, reduce(before, message), message, "stones");
  };
  assert.equal(heard("j10", "j11", "white"), "You play j11. Your turn: second stone.");
  assert.equal(
    heard("j10", "j11", "black"),
    "White plays j11. White to move: Bob places a second stone.",
  );
  assert.equal(heard("j10 j11", "k11", "black"), "White plays k11. Your turn: two stones.");
});

test("small boards speak of X and O", () => {
  assert.equal(status(pageOf(game("", TICTACTOE), "black")), "Your turn: you play X.");
  assert.equal(status(pageOf(game("b2", TICTACTOE), null)), "O to move: Bob.");
});

test("a move on its way is not called a move", () => {
  const pending = [{ type: "playMove", id: "a", ply: 0, square: 3 }] as const;
  assert.equal(status(pageOf(game(), "black", { pending })), "Sending your move…");
});

test("a dead board is said", () => {
  assert.match(
    status(pageOf(game("h8", GOMOKU, { dead: true }), null)),
    /^Nobody can make a line any more\. White to move/,
  );
});

test("before the opponent has come", () => {
  const open = game("", GOMOKU, {
    seats: { black: ALICE, white: null },
  });
  assert.equal(status(pageOf(open, "black")), "Waiting for your opponent.");
  const bob = pageOf(open, null);
  assert.equal(
    status({ ...bob, page: { ...bob.page, canJoin: "white" } }),
    "There’s a free seat. Want to play?",
  );
  assert.equal(status(bob), "Waiting for a second player.");
});

function ended(
  part: OutcomePart,
  viewer: SideWord | null,
  moves = "",
  line = "",
  variant = GOMOKU,
): string {
  return outcome(game(moves, variant, { outcome: part, line: squares(line, variant) }), viewer);
}

test("who won, and how, as each should hear it", () => {
  const line = { winner: "black", termination: "line" } as const;
  const moves = "d4 a1 e5 a2 f6 a3 g7 a4 h8";
  assert.equal(ended(line, null, moves, "d4 e5 f6 g7 h8"), "Alice won. Five in a row, d4 to h8.");
  assert.equal(ended(line, "black", moves, "d4 e5 f6 g7 h8"), "You won! Five in a row, d4 to h8.");
  assert.equal(
    ended(line, "white", "a1 h1 b1 h2 c1 h3 d1 h4 f1 h6 e1", "a1 b1 c1 d1 e1 f1"),
    "Alice won this one. Six in a row, a1 to f1.",
  );
  const full = board(3, 5, 3, "full");
  assert.equal(
    ended(line, null, "a4 a1 b4 a2 c4", "a4 b4 c4", full),
    "Alice won. A full line, a4 to c4.",
  );
  assert.equal(
    ended(line, null, "a1 a2 b1 b2 c3 a3 c2 b3 c1", "a1 b1 c1 c2 c3", TICTACTOE),
    "Alice won. Two lines at once.",
  );
  const misere = board(3, 3, 3, "misere");
  const lost = { winner: "white", termination: "line" } as const;
  assert.equal(
    ended(lost, "black", "a1 b2 b1 c3 c1", "a1 b1 c1", misere),
    "Bob won this one. You made three in a row, a1 to c1.",
  );
  assert.equal(
    ended(lost, "white", "a1 b2 b1 c3 c1", "a1 b1 c1", misere),
    "You won! Alice made three in a row, a1 to c1.",
  );
  assert.equal(
    ended(lost, null, "a1 a2 b1 b2 c3 a3 c2 b3 c1", "a1 b1 c1 c2 c3", misere),
    "Bob won. Alice made three in a row.",
  );
  const resigned = { winner: "white", termination: "resignation" } as const;
  assert.equal(ended(resigned, "black"), "Bob won this one. You resigned.");
  assert.equal(ended(resigned, "white"), "You won! Alice resigned.");
  assert.equal(
    ended({ winner: null, termination: "agreement" }, "white"),
    "Draw. You both agreed.",
  );
  assert.equal(
    ended({ winner: null, termination: "agreement" }, null),
    "Draw. The players agreed.",
  );
  assert.equal(ended({ winner: null, termination: "fullBoard" }, null), "Draw. The board is full.");
  assert.equal(
    ended({ winner: null, termination: "deadBoard" }, null),
    "Draw. Nobody could make a line any more.",
  );
  const late = { winner: "black", termination: "time" } as const;
  assert.equal(ended(late, null), "Alice won. Bob ran out of time.");
  assert.equal(ended(late, "black"), "You won! Bob ran out of time.");
  assert.equal(ended(late, "white"), "Alice won this one. You ran out of time.");
  const gone = { winner: "black", termination: "abandonment" } as const;
  assert.equal(ended(gone, null), "Alice won. Bob left the game.");
  assert.equal(ended(gone, "white"), "Alice won this one. You left the game.");
  assert.equal(
    ended({ ...gone, winner: null }, null),
    "Draw. A player left, and the other claimed a draw.",
  );
  assert.equal(
    ended({ winner: null, termination: "abort" }, "black"),
    "Game aborted. It doesn’t count.",
  );
});

test("the tab says when it is your turn", () => {
  assert.equal(tabTitle(pageOf(game(), "black")), "Your turn – 15×15, five in a row – Inarow");
  assert.equal(tabTitle(pageOf(game(), null)), "Alice – Bob – 15×15, five in a row – Inarow");
  const won = game("h8", GOMOKU, { outcome: { winner: "black", termination: "resignation" } });
  assert.equal(tabTitle(pageOf(won, null)), "Alice won – 15×15, five in a row – Inarow");
  const opening = {
    rule: "swap2",
    by: null,
    stones: 4,
    place: 0,
    choices: [],
    squares: null,
    chosen: [],
    offer: 0,
    alike: [],
    answered: true,
    swapped: false,
    again: false,
  } as const;
  assert.equal(
    tabTitle(pageOf(game("h8", GOMOKU, { opening }), null)),
    "Alice – Bob – 15×15, five in a row, swap2 opening – Inarow",
  );
});

test("a square is read aloud", () => {
  const snapshot = game("h8 i9");
  const stones = stonesAfter(snapshot.moves, 2, snapshot.variant);
  const [h8, i9, a1] = squares("h8 i9 a1", GOMOKU) as [number, number, number];
  assert.equal(squareSentence(a1, stones, snapshot, "stones"), "a1, empty");
  assert.equal(squareSentence(h8, stones, snapshot, "stones"), "h8, black stone");
  assert.equal(squareSentence(i9, stones, snapshot, "stones"), "i9, white stone, last move");
  assert.equal(squareSentence(h8, stones, snapshot, "marks"), "h8, X");
  const misere = board(3, 3, 3, "misere");
  const lost = { winner: "white", termination: "line" } as const;
  const over = game("a1 b2 b1 c3 c1", misere, { outcome: lost, line: squares("a1 b1 c1", misere) });
  assert.equal(
    squareSentence(0, stonesAfter(over.moves, 5, over.variant), over, "marks"),
    "a1, X, in the losing line",
  );
});

test("a move is announced to each in their own words, once", () => {
  const message = {
    type: "movePlayed",
    version: 3,
    command: null,
    ply: 1,
    square: squares("i9", GOMOKU)[0]!,
    at: 0,
    outcome: null,
    line: [],
    dead: false,
    forbidden: [],
    clock: null,
    opening: null,
  } as const;
  const heard = (side: SideWord | null): string => {
    const before = begin(game("h8"), side);
    return announcement(before, reduce(before, message), message, "stones");
  };
  assert.equal(heard("black"), "White plays i9. Your turn.");
  assert.equal(heard("white"), "You play i9. Black to move.");
  assert.equal(heard(null), "White plays i9. Black to move.");
  const after = reduce(begin(game("h8"), null), message);
  assert.equal(announcement(after, reduce(after, message), message, "stones"), "");
});

test("a draw offer is announced by name", () => {
  const before = begin(game("h8"), "black");
  const message = {
    type: "offered",
    what: "draw",
    version: 3,
    command: null,
    by: "white",
  } as const;
  assert.equal(
    announcement(before, reduce(before, message), message, "stones"),
    "Bob offers a draw.",
  );
});

test("nobody waits for a bot: it is to move", () => {
  const snapshot = game("h8", GOMOKU, { seats: robo() });
  assert.equal(status(pageOf(snapshot, "black")), "Robo to move.");
  assert.equal(status(pageOf(snapshot, null)), "White to move: Robo.");
});

test("a bot that resigned says why", () => {
  const resigned = game("h8", GOMOKU, {
    seats: robo("engine:Pela"),
    outcome: { winner: "black", termination: "resignation" },
    reason: "Pela 7.9 did not answer",
  });
  assert.equal(outcome(resigned, "black"), "You won! Robo resigned: Pela 7.9 did not answer.");
  assert.equal(tabTitle(pageOf(resigned, "black")), "You won! – 15×15, five in a row – Inarow");
});

test("an empty square says what is known of it", () => {
  const hints = {
    ...NO_HINTS,
    outcomes: [
      { square: 8, status: "proved", verdict: "win", plies: 3, score: 4, isChance: false },
    ],
  } as const;
  assert.equal(
    squareSentence(8, new Map(), game("", TICTACTOE), "marks", hints, "black"),
    "c3, empty, win in 2 moves (proved)",
  );
});

test("what was asked for is said; what comes at every turn is not", () => {
  const before = begin(game("h8 i9", GOMOKU, { seats: robo() }), "black");
  const heard = (message: Parameters<typeof reduce>[1]): string =>
    announcement(before, reduce(before, message), message, "stones");
  const remark = { side: "white", at: 128, squares: [], plies: null, number: null } as const;
  const remarks = [{ kind: "onlyWin", ...remark }] as const;
  const words = toldOf({ remarks });
  assert.equal(heard(words), "How good it is isn’t known. i9 is the only square that wins.");
  assert.equal(heard({ ...words, ply: 0 }), "");
  const outcomes = {
    type: "outcomes",
    id: "o",
    ply: 2,
    kind: "outcomes",
    squares: [],
    best: [0],
  } as const;
  assert.equal(heard(outcomes), "");
  assert.equal(heard({ ...outcomes, kind: "best" }), "Best: a1.");
  const note = { type: "hintAsked", version: 4, command: "o", by: "black", ply: 2 } as const;
  assert.equal(heard({ ...note, kind: "outcomes" }), "");
});

/** What each side hears about a message after two moves, and what stands near the board. */
function told(message: FromServer, viewer: SideWord | null, moves = "h8 i9"): readonly string[] {
  const clock = clockOf(60_000, "black");
  const before = begin(game(moves, GOMOKU, { control: FIVE_THREE, clock }), viewer);
  const after = reduce(before, message);
  return [announcement(before, after, message, "stones"), noteOf(before, after, message, "stones")];
}

const next = { version: 4, command: null, at: 5_000, clock: clockOf(60_000, "black", 5_000) };

test("a takeback is told with how much is gone, and whose turn it is", () => {
  const message = {
    type: "takenBack",
    by: "white",
    ply: 1,
    dead: false,
    forbidden: [],
    ...next,
  } as const;
  assert.deepEqual(told(message, "white"), [
    "A move was taken back. Your turn.",
    "A move was taken back.",
  ]);
  assert.equal(told({ ...message, ply: 0 }, null)[1], "Two moves were taken back.");
  // A viewer who missed the message is told as well.
  const missed = { ...game("h8", GOMOKU), version: 7 };
  assert.deepEqual(told(missed, "white"), [
    "A move was taken back. Your turn.",
    "A move was taken back.",
  ]);
});

test("offers are told by name, one’s own not beside the board", () => {
  const offered = { type: "offered", version: 4, command: null, by: "white" } as const;
  assert.deepEqual(told({ ...offered, what: "takeback" }, "black"), [
    "Bob asks to take back a move.",
    "Bob asks to take back a move.",
  ]);
  assert.deepEqual(told({ ...offered, what: "pause" }, "white"), ["You ask for a pause.", ""]);
  const declined = { ...offered, type: "declined", what: "pause" } as const;
  assert.equal(told(declined, "black")[1], "Bob declines the pause.");
  assert.equal(
    told({ ...offered, what: "hints" }, "black")[1],
    "Bob proposes playing with hints for both.",
  );
  const cancelled = { ...offered, type: "cancelled", what: "draw" } as const;
  assert.equal(told(cancelled, null)[0], "Bob withdraws the draw offer.");
});

test("that hints were agreed on is told to both players and to spectators", () => {
  const agreed = { type: "hintsAgreed", version: 4, command: null, ply: 2 } as const;
  for (const side of ["black", "white"] as const)
    assert.deepEqual(told(agreed, side), [
      "You can both use hints now.",
      "You can both use hints now.",
    ]);
  assert.equal(told(agreed, null)[1], "Alice and Bob now play with hints.");
});

test("what a game made of the ratings is told with its sign, as an estimate", () => {
  const ratings = {
    black: { rating: 1530, change: 18, provisional: false },
    white: { rating: 1480, change: -18, provisional: true },
  };
  const rated = { type: "rated", version: 4, command: null, ratings } as const;
  const sentence = "Ratings: Alice 1530 (+18, guest), Bob 1480? (−18, guest).";
  assert.deepEqual(told(rated, null), [sentence, sentence]);
  assert.equal(
    told(rated, "white")[0],
    "Ratings: Alice 1530 (+18, guest), you 1480? (−18, guest).",
  );
  const seats = { black: { ...ALICE, kind: "account" }, white: BOB };
  const before = begin(game("h8 i9", GOMOKU, { seats }), null);
  assert.equal(
    announcement(before, reduce(before, rated), rated, "stones"),
    "Ratings: Alice 1530 (+18), Bob 1480? (−18, guest).",
  );
});

test("what happens to the clocks is told in words", () => {
  const added = { type: "timeAdded", by: "black", ms: 15_000, ...next } as const;
  assert.equal(told(added, null)[1], "Alice gave Bob 15 seconds.");
  assert.equal(told(added, "black")[1], "You gave Bob 15 seconds.");
  assert.equal(told(added, "white")[0], "Alice gave you 15 seconds.");
  const credited = { type: "timeCredited", blackMs: 12_000, whiteMs: 0, ...next } as const;
  assert.equal(told(credited, null)[1], "The server was away. Alice got 12 s back.");
  assert.equal(told(credited, "black")[1], "The server was away. You got 12 s back.");
  assert.equal(
    told({ ...credited, whiteMs: 12_000 }, null)[1],
    "The server was away. Both players got 12 s back.",
  );
  const paused = { type: "paused", ...next, vacation: null } as const;
  assert.deepEqual(told(paused, "black"), ["The game is paused.", ""]);
  const away = { ...paused, vacation: "white" } as const;
  assert.equal(told(away, null)[0], "Bob is on vacation. The game goes on when they’re back.");
  const clock = clockOf(60_000, "black", 15_000);
  const resumed = { type: "resumed", by: "white", ...next, clock } as const;
  assert.equal(told(resumed, "black")[1], "Bob resumed the game. The clock continues in 10 s.");
});

test("a paused game says so, whoever’s turn it is", () => {
  const paused = game("h8 i9", GOMOKU, { paused: true, control: FIVE_THREE, clock: clockOf(1) });
  for (const side of ["black", "white", null] as const)
    assert.equal(status(pageOf(paused, side)), "The game is paused.");
  assert.match(tabTitle(pageOf(paused, "black")), /^Paused – /);
  const away = { ...paused, vacation: "white" } as const;
  assert.match(status(pageOf(away, "black")), /^Bob is on vacation\./);
  assert.match(status(pageOf(away, "white")), /^You’re on vacation\./);
});

test("an opponent who leaves and comes back is told of, once", () => {
  const away = { ...HERE, white: false, whiteClaimMs: 42_000 };
  const began = reduce(begin(game("h8 i9"), "black"), HERE);
  const left = reduce(began, away);
  assert.equal(
    announcement(began, left, away, "stones"),
    "Bob left. You can claim the win in 42 seconds, or keep waiting.",
  );
  assert.equal(announcement(left, reduce(left, away), away, "stones"), "");
  assert.equal(announcement(left, reduce(left, HERE), HERE, "stones"), "Bob is back.");
  const bob = begin(game("h8 i9"), "white");
  assert.equal(announcement(bob, reduce(bob, away), away, "stones"), "");
});

test("the line near the board says why the clocks stand still", () => {
  const timed = { control: FIVE_THREE, clock: clockOf(300_000) };
  assert.equal(
    lastingSentence(pageOf(game("h8", GOMOKU, timed), null)),
    "The clock starts once both players have moved.",
  );
  assert.equal(lastingSentence(pageOf(game("h8 i9", GOMOKU, timed), null)), "");
  assert.equal(lastingSentence(pageOf(game("h8"), null)), "");
});

test("who hears nothing because the browser waits is told what helps", () => {
  const waits = "Tap or press a key for sound.";
  const late = game("h8", GOMOKU, { delay: { ms: 30_000, moves: 0 } });
  const quiet = { soundBlocked: true };

  assert.equal(lastingSentence(pageOf(game("h8"), null, quiet)), waits);
  assert.equal(lastingSentence(pageOf(late, null, quiet)), waits);
  // A viewer who wants no sound misses none, and nothing sounds any more once the game is over.
  const silent = { ...quiet, choices: { ...DEFAULTS, sound: false } };
  assert.equal(lastingSentence(pageOf(game("h8"), null, silent)), "");
  const outcome = { winner: null, termination: "agreement" } as const;
  assert.equal(lastingSentence(pageOf(game("h8", GOMOKU, { outcome }), null, quiet)), "");
});

test("a viewer who looks back when the game ends is told how it ended", () => {
  const outcome = { winner: "black", termination: "resignation" } as const;
  const look = { ply: 1, left: 2 };
  const back = pageOf(game("h8 i9", GOMOKU, { outcome }), null, { look });
  assert.equal(lastingSentence(back), "Alice won. Bob resigned.");
  assert.equal(lastingSentence(pageOf(game("h8 i9"), null, { look })), "");
});

test("clocks and premoves in words", () => {
  assert.equal(startsSentence(7_200), "The clock continues in 8 s.");
  assert.equal(warningSentence("minute"), "One minute left.");
  assert.equal(warningSentence("tenSeconds"), "Ten seconds left.");
  assert.equal(
    premoveSentence(pageOf(game("h8"), "black"), 0),
    "Premove a1: plays as soon as Bob moves. Escape cancels it.",
  );
});

test("on how many devices a seat is open", () => {
  assert.equal(devicesSentence(0), "Open on this device only.");
  assert.equal(devicesSentence(1), "Open on this device and 1 other.");
  assert.equal(devicesSentence(2), "Open on this device and 2 others.");
  // The server counts up to a hundred, plus the holder's own.
  assert.equal(devicesSentence(101), "Open on this device and at least 101 others.");
});
