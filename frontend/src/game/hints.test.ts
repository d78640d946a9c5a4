// Alice plays Robo, or Bob who agreed to hints: what her page asks for by itself, and what lies
// on her board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING_ASKED, answered, ask, forget, refuse, unanswered } from "../live/answers";
import { BETWEEN_PEOPLE } from "../viewer/choices";
import {
  askedStill,
  botOpponent,
  helper,
  helpLevel,
  hintsShown,
  isAwaited,
  settledBy,
  shownAggressiveness,
  wanted,
} from "./hints";
import { estimates } from "../evaluation/overlay";
import type { Model } from "./model";
import type { Benefits, Outcomes, SquareOutcome, Words } from "../protocol/protocol";
import { TICTACTOE, board, game, pageOf, robo, toldOf } from "../testing/game";

const TEN = board(10, 10, 5);
const perfect = game("", TICTACTOE, { seats: robo("perfect") });
const aggressive = game("e5 f6", TEN, { seats: robo("aggressive"), aggressiveness: 0.8 });

const benefits: Benefits = {
  type: "benefits",
  id: "h",
  ply: 2,
  squares: [
    { square: 4, mine: 27, theirs: 9 },
    { square: 5, mine: 9, theirs: 36 },
  ],
};

function withAnswer(model: Model, answer: Benefits | Outcomes | Words): Model {
  const { state } = model;
  return { ...model, state: { ...state, answers: answered(state.answers, answer, state.game) } };
}

const heated = (part: Partial<Model> = {}): Model =>
  withAnswer(
    pageOf(aggressive, "black", {
      help: ["heat"],
      ...part,
    }),
    benefits,
  );

test("a bot is an opponent only of the player across from it", () => {
  assert.equal(botOpponent(perfect, "black")?.name, "Robo");
  assert.equal(botOpponent(perfect, null), null);
  assert.equal(botOpponent(game(), "black"), null);
});

test("help ends with the game", () => {
  assert.notEqual(helper(pageOf(perfect, "black")), null);
  const over = { ...perfect, outcome: { winner: null, termination: "agreement" } } as const;
  assert.equal(helper(pageOf(over, "black")), null);
});

test("between people there is help for both where they agreed to it, and for nobody else", () => {
  const agreed = game("e5 f6", TEN, { hintsSince: 1 });
  for (const side of ["black", "white"] as const) {
    assert.equal(helper(pageOf(agreed, side)), BETWEEN_PEOPLE);
    assert.equal(helper(pageOf({ ...agreed, hintsSince: null }, side)), null);
  }
  assert.equal(helper(pageOf(agreed, null)), null);
  assert.equal(helper(pageOf({ ...agreed, hintsSince: 0 }, "white")), BETWEEN_PEOPLE);
  const over = { ...agreed, outcome: { winner: null, termination: "agreement" } } as const;
  assert.equal(helper(pageOf(over, "black")), null);
  assert.equal(helpLevel(aggressive, "black"), "aggressive");
});

test("between people nothing is asked for until it is switched on; the heat map is one's own", () => {
  const agreed = game("e5 f6", TEN, { hintsSince: 2 });
  assert.deepEqual(wanted(pageOf(agreed, "black")), []);
  const help = ["heat"] as const;
  const page = pageOf(agreed, "black", { help });
  assert.deepEqual(wanted(page), ["benefits"]);
  assert.deepEqual(wanted(pageOf(agreed, "white", { help })), []);
  assert.deepEqual(wanted(pageOf(agreed, null, { help })), []);
  // M + 0.8 N: 34.2 and 37.8.
  assert.deepEqual(
    hintsShown(withAnswer(page, benefits)).heat.map(({ square }) => square),
    [5, 4],
  );
  assert.equal(shownAggressiveness(page), null);
});

test("nothing is asked for by itself; outcomes that are switched on are asked for once", () => {
  assert.deepEqual(wanted(pageOf(perfect, "black")), []);
  const page = pageOf(perfect, "black", { help: ["outcomes"] });
  assert.deepEqual(wanted(page), ["outcomes"]);
  assert.deepEqual(wanted({ ...page, asked: ask(NOTHING_ASKED, 0, "o", "outcomes") }), []);
  assert.deepEqual(wanted({ ...page, asked: ask(NOTHING_ASKED, -2, "o", "outcomes") }), [
    "outcomes",
  ]);
  const pending = [{ type: "askHint", id: "o", kind: "outcomes", ply: 0 }] as const;
  assert.deepEqual(wanted({ ...page, pending }), []);
});

test("nothing is asked for at the bot's turn, in the past, offline, or by a spectator", () => {
  const help = ["heat", "outcomes"] as const;
  const after = { ...perfect, moves: aggressive.moves.slice(1) };
  assert.deepEqual(wanted(pageOf(after, "black", { help })), []);
  const offline = { help, connection: { kind: "reconnecting" } } as const;
  assert.deepEqual(wanted(pageOf(perfect, "black", offline)), []);
  assert.deepEqual(wanted(pageOf(perfect, null, { help })), []);
  assert.deepEqual(wanted(pageOf(aggressive, "black", { help })), ["outcomes", "benefits"]);
  const look = { ply: 1, left: 2 };
  assert.deepEqual(wanted(pageOf(aggressive, "black", { help, look })), []);
});

test("every kind that is switched on is asked for, unless it was told", () => {
  const help = ["heat", "threats"] as const;
  const page = pageOf(aggressive, "black", { help });
  assert.deepEqual(wanted(page), ["threats", "benefits"]);
  assert.deepEqual(wanted(withAnswer(page, benefits)), ["threats"]);
});

test("there is no heat map where a row loses: nothing is asked for, nothing shown", () => {
  const misere = board(10, 10, 5, "misere");
  const playing = game("e5 f6", misere, { seats: robo("aggressive"), aggressiveness: 0.8 });
  const page = pageOf(playing, "black", { help: ["heat"] });
  assert.deepEqual(wanted(page), []);
  assert.deepEqual(hintsShown(withAnswer(page, benefits)).heat, []);
});

test("the heat follows A while it is dragged", () => {
  assert.equal(hintsShown(heated()).heat[0]?.square, 5);
  assert.equal(hintsShown(heated({ draft: 0.2 })).heat[0]?.square, 4);
  const pending = [{ type: "setAggressiveness", id: "a", value: 0.1 }] as const;
  assert.equal(shownAggressiveness(heated({ pending })), 0.1);
  assert.equal(shownAggressiveness(pageOf(perfect, "black")), null);
});

test("hints lie on the live position only, and make way for the stone that is played", () => {
  assert.equal(hintsShown(heated({ look: { ply: 1, left: 2 } })).heat.length, 0);
  const pending = [{ type: "playMove", id: "m", ply: 2, square: 5 }] as const;
  assert.equal(hintsShown(heated({ pending })).heat.length, 0);
  assert.equal(hintsShown(heated({ help: [] })).heat.length, 0);
});

test("the best squares are ringed when asked for, with outcomes switched off", () => {
  const draw = { status: "proved", verdict: "draw", plies: 9, score: 0, isChance: false } as const;
  const best: Outcomes = {
    type: "outcomes",
    id: "b",
    ply: 0,
    kind: "best",
    squares: [0, 1, 2].map((square) => ({ square, ...draw })),
    best: [0, 2],
  };
  const shown = hintsShown(withAnswer(pageOf(perfect, "black"), best));
  assert.deepEqual(shown.best, [0, 2]);
  assert.deepEqual(
    shown.outcomes.map(({ square }) => square),
    [0, 2],
  );
  const equal = { ...best, best: [0, 1, 2] };
  assert.deepEqual(
    hintsShown(withAnswer(pageOf(perfect, "black"), equal)).best,
    [],
    "none is marked where all are equal",
  );
});

test("the bot's words mark their squares for a while", () => {
  const words = toldOf({ squares: [55, 56] });
  const page = withAnswer(pageOf(aggressive, "black"), words);
  assert.deepEqual(hintsShown(page).lit, []);
  assert.deepEqual(hintsShown({ ...page, spoken: true }).lit, [55, 56]);
  assert.deepEqual(hintsShown({ ...page, spoken: true, lit: [3] }).lit, [3]);
});

test("of many estimates the best are shown", () => {
  const squares: readonly SquareOutcome[] = Array.from({ length: 30 }, (_, square) => ({
    square,
    status: "estimated",
    verdict: null,
    plies: null,
    score: square,
    isChance: false,
  }));
  assert.deepEqual(
    estimates(squares).map(({ square }) => square),
    [29, 28, 27, 26, 25, 24, 23, 22],
  );
  const even = squares.slice(0, 3).map((each) => ({ ...each, score: 4 }));
  assert.deepEqual(
    estimates(even).map(({ rank }) => rank),
    [1, 1, 1],
  );
});

test("A counts from the bot's next move", () => {
  assert.equal(settledBy(2, aggressive), 3);
  assert.equal(settledBy(3, aggressive), 3);
});

test("without an answer nothing lies on the board", () => {
  const page = pageOf(perfect, "black");
  assert.deepEqual(page.state.answers, unanswered(0));
  assert.deepEqual(hintsShown(page).outcomes, []);
});

test("on a new connection what is sent again is not asked twice; what got lost is asked again", () => {
  const asked = ask(ask(NOTHING_ASKED, 2, "o", "outcomes"), 2, "t", "threats");
  const pending = [{ type: "askHint", id: "o", kind: "outcomes", ply: 2 }] as const;
  assert.deepEqual(askedStill(asked, pending), ask(NOTHING_ASKED, 2, "o", "outcomes"));
});

test("an answer is awaited until it comes, is refused, or the ply has gone by", () => {
  const asked = ask(NOTHING_ASKED, 2, "h", "benefits");
  const page = pageOf(aggressive, "black", { asked });
  assert.equal(isAwaited(page, "benefits"), true);
  assert.equal(isAwaited(page, "words"), false);
  assert.equal(isAwaited({ ...page, asked: refuse(asked, "h") }, "benefits"), false);
  assert.equal(isAwaited({ ...page, asked: { ...asked, ply: 0 } }, "benefits"), false);
  assert.equal(isAwaited(withAnswer(page, benefits), "benefits"), false);
});

test("a refused question is not asked again by itself, unless it is switched off and on", () => {
  const asked = refuse(ask(NOTHING_ASKED, 0, "o", "outcomes"), "o");
  const help = ["outcomes"] as const;
  assert.deepEqual(wanted(pageOf(perfect, "black", { asked, help })), []);
  const again = forget(asked, "outcomes");
  assert.deepEqual(wanted(pageOf(perfect, "black", { asked: again, help })), ["outcomes"]);
});
