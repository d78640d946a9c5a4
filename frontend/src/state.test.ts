// Old snapshot + messages = fresh snapshot, whatever order and however often they come.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FromServer, MovePlayed, Numbered, Outcomes, Thinking } from "./protocol";
import { begin, reduce } from "./state";
import { ALICE, BOB, TICTACTOE, game, movesOf, robo } from "./testgame";

const played = (
  version: number,
  ply: number,
  square: number,
  part: Partial<MovePlayed> = {},
): MovePlayed => ({
  type: "movePlayed",
  version,
  command: null,
  ply,
  square,
  at: 1000 * ply,
  outcome: null,
  line: [],
  dead: false,
  ...part,
});

test("a move is applied once, heard twice or not", () => {
  const before = begin(game("h8"), "white");
  const message = played(3, 1, 128);
  const once = reduce(before, message);
  assert.deepEqual(once.game, game("h8 i9"));
  assert.equal(reduce(once, message), once);
});

test("a message that comes too early changes nothing and asks for a snapshot", () => {
  const state = reduce(begin(game("h8"), null), played(4, 2, 5));
  assert.deepEqual(state.game, game("h8"));
  assert.equal(state.resync, true);
  assert.equal(reduce(state, game("h8 i9 f1")).resync, false);
});

test("a refusal with a newer version shows that something was missed", () => {
  const refusal = {
    type: "rejected",
    id: null,
    code: "stalePly",
    sentence: "…",
    version: 9,
  } as const;
  assert.equal(reduce(begin(game("h8"), "black"), refusal).resync, true);
  assert.equal(reduce(begin(game("h8"), "black"), { ...refusal, version: 2 }).resync, false);
});

test("a pong with a newer version shows that the last message was lost", () => {
  const state = begin(game("h8"), "black");
  assert.equal(reduce(state, { type: "pong", version: 3 }).resync, true);
  assert.equal(reduce(state, { type: "pong", version: 2 }), state);
});

test("a snapshot older than what came after it is left alone", () => {
  const live = reduce(begin(game(), "black"), game("h8"));
  const ahead = reduce(live, played(3, 1, 128));
  assert.equal(reduce(ahead, game("h8")), ahead);
});

test("on a new connection the snapshot replaces everything, even with a lower version", () => {
  const before = reduce(begin(game(), "black"), game("h8 i9"));
  const welcomed = reduce(before, { type: "welcome", side: "black" });
  assert.deepEqual(reduce(welcomed, game("h8")).game, game("h8"));
});

test("the server says which side one plays", () => {
  assert.equal(reduce(begin(game(), "black"), { type: "welcome", side: null }).side, null);
});

test("presence is kept beside the game", () => {
  const presence = { type: "presence", black: true, white: false, spectators: 2 } as const;
  const state = reduce(begin(game(), null), presence);
  assert.deepEqual(state.presence, presence);
  assert.deepEqual(state.game, game());
});

test("a whole game, told message by message, equals its fresh snapshot", () => {
  const [b2, a2, a1, c2, c3] = movesOf("b2 a2 a1 c2 c3", TICTACTOE).map(({ square }) => square) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const told: readonly Numbered[] = [
    {
      type: "seatTaken",
      version: 1,
      command: null,
      side: "white",
      player: BOB,
    },
    played(2, 0, b2),
    { type: "drawOffered", version: 3, command: "x", by: "black" },
    played(4, 1, a2),
    { type: "drawOffered", version: 5, command: null, by: "white" },
    { type: "drawDeclined", version: 6, command: null, by: "black" },
    played(7, 2, a1),
    played(8, 3, c2),
    played(9, 4, c3, { outcome: { winner: "black", termination: "line" }, line: [a1, b2, c3] }),
    { type: "rematchOffered", version: 10, command: null, by: "white" },
    { type: "rematchDeclined", version: 11, command: null, by: "black" },
    { type: "rematchOffered", version: 12, command: null, by: "black" },
    { type: "rematchAgreed", version: 13, command: null, game: "next" },
  ];
  const empty = game("", TICTACTOE, {
    version: 0,
    seats: { black: ALICE, white: null },
  });
  const fresh = game("b2 a2 a1 c2 c3", TICTACTOE, {
    version: 13,
    outcome: { winner: "black", termination: "line" },
    line: [a1, b2, c3],
    rematch: "next",
  });
  assert.deepEqual(told.reduce<ReturnType<typeof begin>>(reduce, begin(empty, null)).game, fresh);
  // Every message doubled, and the old ones again at the end: nothing changes.
  const noisy: readonly FromServer[] = [...told.flatMap((each) => [each, each]), ...told];
  assert.deepEqual(noisy.reduce<ReturnType<typeof begin>>(reduce, begin(empty, null)).game, fresh);
});

test("an offer lapses with the next move, and with the end", () => {
  const offered = begin(game("h8", undefined, { drawOffer: "white", dead: true }), null);
  assert.equal(reduce(offered, played(3, 1, 0)).game.drawOffer, null);
  const ended = reduce(offered, {
    type: "gameEnded",
    version: 3,
    command: null,
    outcome: { winner: null, termination: "agreement" },
    reason: "",
  });
  assert.deepEqual([ended.game.drawOffer, ended.game.dead], [null, false]);
});

test("A, hints and the reason of an end are told message by message", () => {
  const before = game("h8 i9", undefined, { seats: robo("aggressive"), aggressiveness: 0.8 });
  const outcome = { winner: "black", termination: "resignation" } as const;
  const told: readonly Numbered[] = [
    { type: "aggressivenessSet", version: 4, command: "a", by: "black", value: 0.6 },
    { type: "hintAsked", version: 5, command: "h", by: "black", kind: "outcomes", ply: 2 },
    { type: "hintAsked", version: 6, command: "t", by: "black", kind: "threats", ply: 2 },
    { type: "gameEnded", version: 7, command: null, outcome, reason: "Robo did not answer." },
  ];
  const state = told.reduce<ReturnType<typeof begin>>(reduce, begin(before, "black"));
  assert.deepEqual(state.game, {
    ...before,
    version: 7,
    aggressiveness: 0.6,
    hints: [
      { side: "black", kind: "outcomes", ply: 2 },
      { side: "black", kind: "threats", ply: 2 },
    ],
    outcome,
    reason: "Robo did not answer.",
  });
  assert.deepEqual(state.settings, [{ ply: 2, value: 0.6 }]);
});

const thinking: Thinking = {
  type: "thinking",
  ply: 1,
  side: "white",
  depth: 4,
  score: 10,
  line: [128],
  nodes: 900,
};

test("what the bot thinks ends with its move, and with the game", () => {
  const before = reduce(begin(game("h8"), "black"), thinking);
  assert.equal(before.thinking, thinking);
  assert.equal(reduce(before, { ...thinking, depth: 5 }).thinking?.depth, 5);
  assert.equal(reduce(before, played(3, 1, 128)).thinking, null);
  assert.equal(reduce(before, game("h8 i9")).thinking, null);
  const over = game("h8", undefined, { outcome: { winner: null, termination: "agreement" } });
  assert.equal(reduce(before, over).thinking, null);
});

test("a thought that comes late, or of the wrong side, is not shown", () => {
  const state = begin(game("h8 i9"), null);
  assert.equal(reduce(state, thinking), state);
  assert.equal(reduce(state, { ...thinking, ply: 2 }), state);
});

const told: Outcomes = {
  type: "outcomes",
  id: "o",
  ply: 2,
  kind: "outcomes",
  squares: [],
  best: [],
};

test("an answer is held until the next move, through notes of hints and a fresh snapshot", () => {
  const snapshot = game("h8 i9", undefined, { seats: robo() });
  const before = reduce(begin(snapshot, "black"), told);
  assert.equal(before.answers.outcomes, told);
  const noted = reduce(before, {
    type: "hintAsked",
    version: 4,
    command: "o",
    by: "black",
    kind: "outcomes",
    ply: 2,
  });
  assert.equal(noted.answers.outcomes, told);
  assert.equal(reduce(noted, noted.game).answers.outcomes, told);
  assert.equal(reduce(noted, played(5, 2, 5)).answers.outcomes, null);
});

test("no prediction outlives a server that lost the last moves", () => {
  const before = reduce(reduce(begin(game("h8 i9"), "black"), told), {
    type: "welcome",
    side: "black",
  });
  assert.equal(reduce(before, game("h8 a1")).answers.outcomes, null);
});
