// Alice looks back: what lies over her board, one overlay or the other, and the heat map for any A.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULTS } from "../viewer/choices";
import type { Benefits } from "../protocol/findings";
import { emptyBoard } from "./setup";
import type { Kind, Model, StudyPage } from "./model";
import {
  OVERLAYS,
  firstPly,
  hasHeat,
  heatShown,
  offeredHere,
  openModel,
  showsEngine,
  switched,
  wantsAssessment,
  wantsBenefits,
} from "./model";
import { add } from "../rules/tree";
import { GAME, opened as game, reviewOf } from "../testing/study";

const BENEFITS: Benefits = {
  squares: [
    { square: 4, mine: 27, theirs: 9 },
    { square: 5, mine: 9, theirs: 36 },
  ],
};

function page(kind: Kind, k = 5): StudyPage {
  const rules = { width: 10, height: 10, k, lineRule: "freestyle" } as const;
  return {
    kind,
    token: "",
    key: null,
    start: emptyBoard(rules),
    moves: [44, 45],
    longestLine: 6,
    game: null,
    review: null,
    study: null,
  };
}

function opened(kind: Kind = "analysis", k = 5): Model {
  return openModel(page(kind, k), DEFAULTS);
}

function heated(part: Partial<Model> = {}): Model {
  const model = opened();
  return {
    ...model,
    over: switched(model.over, "heat"),
    benefits: { kind: "known", found: BENEFITS },
    ...part,
  };
}

const squares = (model: Model): readonly number[] => heatShown(model).map(({ square }) => square);

test("nothing is weighed before the heat map is switched on", () => {
  for (const kind of ["review", "analysis", "study"] as const) {
    const model = opened(kind);
    assert.ok(!wantsBenefits(model));
    assert.ok(wantsBenefits({ ...model, over: switched(model.over, "heat") }));
  }
  assert.deepEqual(squares(heated({ over: opened().over })), []);
});

test("A moves the best square at once, out of what was told already", () => {
  assert.deepEqual(squares(heated()), [5, 4], "0.8 at first");
  assert.deepEqual(squares(heated({ aggressiveness: 0.5 })), [4, 5]);
  assert.equal(heatShown(heated({ aggressiveness: 2 }))[0]?.worth, 81);
});

test("while the answer is on its way, or refused, no square is warm", () => {
  assert.deepEqual(squares(heated({ benefits: { kind: "asking" } })), []);
  assert.deepEqual(squares(heated({ benefits: { kind: "refused", sentence: "Busy." } })), []);
});

test("a board with longer lines has no heat map, switched on or not", () => {
  const long = opened("analysis", 7);
  assert.ok(!hasHeat(long));
  assert.ok(!wantsBenefits({ ...long, over: { ...long.over, heat: true } }));
});

test("outcomes and heat take turns on the squares; nothing else is switched with them", () => {
  const before = { ...opened().over, numbers: true };
  const warm = switched(before, "heat");
  assert.deepEqual(warm, { ...before, outcomes: false, heat: true });
  assert.deepEqual(switched(warm, "outcomes"), { ...before, outcomes: true, heat: false });
  assert.deepEqual(switched(warm, "heat"), { ...before, outcomes: false, heat: false });
  for (const each of OVERLAYS.filter((overlay) => overlay !== "heat" && overlay !== "outcomes"))
    assert.deepEqual(switched(warm, each), { ...warm, [each]: !warm[each] });
});

const DID = {
  moves: 1,
  kept: 0,
  winsGivenAway: 1,
  drawsGivenAway: 0,
  percent: null,
  status: "unknown",
  worst: 3,
} as const;

test("a game is looked at first at the viewer's gravest mistake, else where it turned, else at its end", () => {
  const first = (viewer: "black" | "white" | null, part: Parameters<typeof reviewOf>[0]) => {
    const model = game("review", "c3 b2 d3 a1", { review: reviewOf(part) });
    return firstPly({ ...model, page: { ...model.page, game: { ...GAME, viewer } } });
  };
  assert.equal(first("black", { black: DID, turningPoint: 2 }), 3);
  assert.equal(first("white", { black: DID, turningPoint: 2 }), 2);
  assert.equal(first(null, { black: DID, turningPoint: 2 }), 2);
  assert.equal(first("white", {}), 4);
  assert.equal(first("black", { black: DID, state: "working" }), null, "not all is known yet");
  assert.equal(firstPly(game("analysis", "c3")), null);
});

test("squares that an opening offered are those of the game's own position", () => {
  const before = game("review", "c3 b2 d3");
  const about = { ...GAME, offered: [{ ply: 2, squares: [0, 24] }] };
  const model = { ...before, page: { ...before.page, game: about } };
  assert.deepEqual(
    [1, 2, 3].map((here) => offeredHere({ ...model, here })),
    [[], [0, 24], []],
  );
  const tried = add(model.tree, 1, 4);
  assert.deepEqual(offeredHere({ ...model, ...tried }), []);
  assert.deepEqual(offeredHere(game("analysis", "c3 b2")), []);
});

test("a game's own moves have a verdict; what is tried instead is looked at by the engine", () => {
  const model = game("review", "c3 b2");
  assert.ok(!showsEngine(model));
  assert.ok(!wantsAssessment(model));
  assert.ok(wantsAssessment({ ...model, over: switched(model.over, "threats") }));
  const tried = { ...model, ...add(model.tree, 1, 0) };
  assert.ok(showsEngine(tried));
  assert.ok(wantsAssessment(tried));
  assert.ok(!wantsAssessment({ ...tried, isEngineOn: false }), "switched off, nothing is asked");
  const line = { base: 1, moves: [0], shown: 1 };
  assert.ok(!showsEngine({ ...model, line }), "a line that is shown is still about the move");
});
