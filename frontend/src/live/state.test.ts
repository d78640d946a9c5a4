// Old snapshot + messages = fresh snapshot, whatever order and however often they come.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FromServer, MovePlayed, Numbered, Outcomes } from "../protocol/protocol";
import { NO_OFFERS, begin, reduce } from "./state";
import {
  ALICE,
  BOB,
  FIVE_THREE,
  TICTACTOE,
  clockOf,
  game,
  movesOf,
  robo,
  squares,
} from "../testing/game";

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
  forbidden: [],
  clock: null,
  opening: null,
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
  assert.equal(reduce(state, { type: "pong", version: 3, now: 9 }).resync, true);
  assert.equal(reduce(state, { type: "pong", version: 2, now: 9 }), state);
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
  const presence = {
    type: "presence",
    black: true,
    white: false,
    spectators: 2,
    names: [],
    blackClaimMs: null,
    whiteClaimMs: 60_000,
  } as const;
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
  const ratings = {
    black: { rating: 1518, change: 18, provisional: false },
    white: { rating: 1482, change: -18, provisional: true },
  };
  const told: readonly Numbered[] = [
    {
      type: "seatTaken",
      version: 1,
      command: null,
      side: "white",
      player: BOB,
    },
    played(2, 0, b2),
    { type: "offered", what: "draw", version: 3, command: "x", by: "black" },
    played(4, 1, a2),
    { type: "offered", what: "draw", version: 5, command: null, by: "white" },
    { type: "declined", what: "draw", version: 6, command: null, by: "black" },
    played(7, 2, a1),
    played(8, 3, c2),
    played(9, 4, c3, { outcome: { winner: "black", termination: "line" }, line: [a1, b2, c3] }),
    { type: "offered", what: "rematch", version: 10, command: null, by: "white" },
    { type: "declined", what: "rematch", version: 11, command: null, by: "black" },
    { type: "offered", what: "rematch", version: 12, command: null, by: "black" },
    { type: "rematchAgreed", version: 13, command: null, game: "next" },
    { type: "rated", version: 14, command: null, ratings },
  ];
  const empty = game("", TICTACTOE, {
    version: 0,
    seats: { black: ALICE, white: null },
  });
  const fresh = game("b2 a2 a1 c2 c3", TICTACTOE, {
    version: 14,
    outcome: { winner: "black", termination: "line" },
    line: [a1, b2, c3],
    rematch: "next",
    ratings,
  });
  assert.deepEqual(told.reduce<ReturnType<typeof begin>>(reduce, begin(empty, null)).game, fresh);
  // Every message doubled, and the old ones again at the end: nothing changes.
  const noisy: readonly FromServer[] = [...told.flatMap((each) => [each, each]), ...told];
  assert.deepEqual(noisy.reduce<ReturnType<typeof begin>>(reduce, begin(empty, null)).game, fresh);
});

test("an offer lapses with the next move, and with the end", () => {
  const offers = { ...NO_OFFERS, draw: "white", takeback: "black", hints: "white" } as const;
  const offered = begin(game("h8", undefined, { offers, dead: true }), null);
  assert.deepEqual(reduce(offered, played(3, 1, 0)).game.offers, NO_OFFERS);
  const ended = reduce(offered, {
    type: "gameEnded",
    version: 3,
    command: null,
    outcome: { winner: null, termination: "agreement" },
    reason: "",
    clock: null,
  });
  assert.deepEqual([ended.game.offers, ended.game.dead], [NO_OFFERS, false]);
});

test("hints are agreed on from a ply on, and from an earlier one when moves are taken back", () => {
  const before = begin(game("h8 i9 h9"), null);
  const told: readonly Numbered[] = [
    { type: "offered", what: "draw", version: 5, command: null, by: "white" },
    { type: "offered", what: "hints", version: 6, command: null, by: "black" },
    { type: "hintsAgreed", version: 7, command: "a", ply: 3 },
  ];
  const agreed = told.reduce<ReturnType<typeof begin>>(reduce, before);
  const offers = { ...NO_OFFERS, draw: "white" } as const;
  assert.deepEqual(agreed.game, { ...before.game, version: 7, offers, hintsSince: 3 });
  const back = { type: "takenBack", command: null, by: "black", at: 8, clock: null } as const;
  const later = reduce(agreed, { ...back, version: 8, ply: 3, dead: false, forbidden: [] });
  assert.equal(later.game.hintsSince, 3);
  assert.equal(
    reduce(later, { ...back, version: 9, ply: 1, dead: false, forbidden: [] }).game.hintsSince,
    1,
  );
  assert.equal(
    reduce(before, { ...back, version: 5, ply: 1, dead: false, forbidden: [] }).game.hintsSince,
    null,
  );
});

test("A, hints and the reason of an end are told message by message", () => {
  const before = game("h8 i9", undefined, { seats: robo("aggressive"), aggressiveness: 0.8 });
  const outcome = { winner: "black", termination: "resignation" } as const;
  const told: readonly Numbered[] = [
    { type: "aggressivenessSet", version: 4, command: "a", by: "black", value: 0.6 },
    { type: "hintAsked", version: 5, command: "h", by: "black", kind: "outcomes", ply: 2 },
    { type: "hintAsked", version: 6, command: "t", by: "black", kind: "threats", ply: 2 },
    {
      type: "gameEnded",
      version: 7,
      command: null,
      outcome,
      reason: "Robo did not answer.",
      clock: null,
    },
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

test("a game with a clock, told message by message, equals its fresh snapshot", () => {
  const [h8, i9, h9, i8] = squares("h8 i9 h9 i8", game().variant) as [
    number,
    number,
    number,
    number,
  ];
  const clocks = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => clockOf(300_000 - n, "black", n));
  const clock = (n: number) => clocks[n]!;
  const told: readonly Numbered[] = [
    played(2, 0, h8, { clock: clock(0) }),
    played(3, 1, i9, { clock: clock(1) }),
    played(4, 2, h9, { clock: clock(2) }),
    { type: "offered", what: "draw", version: 5, command: null, by: "white" },
    { type: "offered", what: "pause", version: 6, command: null, by: "black" },
    { type: "cancelled", what: "pause", version: 7, command: null, by: "black" },
    { type: "offered", what: "pause", version: 8, command: null, by: "white" },
    { type: "paused", version: 9, command: "p", at: 5, clock: clock(3), vacation: "white" },
    { type: "timeAdded", version: 10, command: "t", by: "black", ms: 15, at: 6, clock: clock(4) },
    { type: "resumed", version: 11, command: "r", by: "white", at: 7, clock: clock(5) },
    { type: "offered", what: "takeback", version: 12, command: null, by: "black" },
    {
      type: "takenBack",
      version: 13,
      command: null,
      by: "black",
      ply: 2,
      at: 8,
      dead: false,
      forbidden: [],
      clock: clock(6),
    },
    played(14, 2, i8, { clock: clock(7) }),
    {
      type: "timeCredited",
      version: 15,
      command: null,
      blackMs: 9,
      whiteMs: 0,
      at: 9,
      clock: clock(3),
    },
  ];
  const timed = { control: FIVE_THREE };
  const start = game("", undefined, { ...timed, clock: clockOf(300_000) });
  const states = told.map((_, count) =>
    told.slice(0, count + 1).reduce<ReturnType<typeof begin>>(reduce, begin(start, null)),
  );
  const fresh = game("h8 i9 i8", undefined, { ...timed, version: 15, clock: clock(3) });
  assert.deepEqual(states.at(-1)?.game, fresh);
  // Paused after the ninth version, with all offers lapsed, until the eleventh.
  const paused = states.map(({ game: { version, paused } }) => (paused ? version : 0));
  assert.deepEqual(paused.filter(Boolean), [9, 10]);
  const away = states.map(({ game: { version, vacation } }) => (vacation ? version : 0));
  assert.deepEqual(away.filter(Boolean), [9, 10]);
  const at = (version: number) => states.find(({ game }) => game.version === version)?.game;
  assert.equal(at(8)?.offers.draw, "white");
  assert.deepEqual(at(9)?.offers, start.offers);
});

const takenBack = {
  type: "takenBack",
  version: 4,
  command: null,
  by: "white",
  ply: 1,
  at: 9,
  dead: false,
  forbidden: [],
  clock: null,
} as const;

test("a takeback cuts the moves; what was known of the position is forgotten", () => {
  const before = reduce(begin(game("h8 i9"), "black"), told);
  const after = reduce(before, takenBack);
  assert.deepEqual(after.game, game("h8", undefined, { version: 4 }));
  assert.equal(after.answers.outcomes, null);
});

test("after a takeback a board is dead as it was then", () => {
  const before = begin(game("h8 i9", undefined, { dead: true }), null);
  assert.equal(reduce(before, takenBack).game.dead, false);
  assert.equal(reduce(before, { ...takenBack, dead: true }).game.dead, true);
});

test("A that was set after a move now taken back counts from the bot’s next move", () => {
  const set = { type: "aggressivenessSet", version: 4, command: "a", by: "black" } as const;
  const state = reduce(begin(game("h8 i9"), "black"), { ...set, value: 0.5 });
  const after = reduce(state, { ...takenBack, version: 5, ply: 0 });
  assert.deepEqual(after.settings, [{ ply: 0, value: 0.5 }]);
});
