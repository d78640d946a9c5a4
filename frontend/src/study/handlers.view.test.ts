// Alice looks back: what she asks of the page, and what becomes of her tree.

import "../testing/document";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../net/lookup";
import type { ServerRequests } from "../net/requests";
import type { GameReview } from "../protocol/findings";
import { depth } from "../rules/tree";
import { settled } from "../testing/clock";
import { squares } from "../testing/game";
import { EMPTY, KEPT, opened, reviewOf } from "../testing/study";
import { studyCommands } from "./handlers";
import type { Model } from "./model";
import { createStudyStore } from "./store";

const at = (text: string): number => squares(text, EMPTY)[0]!;
const sorted = (all: readonly number[]): number[] => [...all].sort((a, b) => a - b);

/** A page with a server that answers each request with the next of these. */
function table(model: Model, ...answers: readonly unknown[]) {
  document.body.innerHTML = '<p id="spoken"></p>';
  const sent: (readonly unknown[])[] = [];
  const followed: GameReview[] = [];
  const left = [...answers];
  const answer = <T>(...asked: readonly unknown[]): Promise<T> => {
    sent.push(asked);
    const next = left.shift();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next as T);
  };
  const server: ServerRequests = {
    get: (address) => answer("GET", address),
    send: (...asked) => answer(...asked),
    submit: (address) => answer("POST", address),
  };
  const store = createStudyStore(model, () => undefined);
  const act = studyCommands(store, {
    server,
    choose: () => undefined,
    autosave: () => null,
    follow: (review) => followed.push(review),
    goTo: () => undefined,
  });
  return { store, act, sent, followed, stones: () => [...store.seen().stones.keys()] };
}

test("a board is set up on what lies there, and Cancel brings back moves and variations", () => {
  const { store, act, stones } = table(opened("analysis", "c3 b2 d3"));
  act.step(-1);
  const before = store.model();
  act.edit();
  assert.deepEqual(stones(), squares("c3 b2", EMPTY));
  assert.equal(store.model().tool, "black", "the side to move is in hand");
  act.tool("white");
  act.choose(at("e5"));
  act.tool("erase");
  act.choose(at("c3"));
  act.side("white");
  assert.equal(store.seen().side, "white");
  assert.deepEqual(sorted(stones()), sorted(squares("b2 e5", EMPTY)));
  act.cancelEdit();
  assert.equal(store.model().tree, before.tree);
  assert.equal(store.model().here, before.here);
  assert.equal(store.model().editing, null);
  assert.equal(store.model().undo, null, "there is nothing more to bring back");
});

test("Done keeps what was set up, plays on from there, and the moves before can be had back", () => {
  const { store, act, stones } = table(opened("analysis", "c3 b2"));
  const { tree } = store.model();
  act.edit();
  act.choose(at("e5"));
  act.endEdit();
  act.choose(at("a1"));
  assert.equal(depth(store.model().tree, store.model().here), 1, "a move, no stone of the set-up");
  assert.deepEqual(sorted(stones()), sorted(squares("a1 b2 c3 e5", EMPTY)));
  act.undo();
  assert.equal(store.model().tree, tree);
});

test("who tries a move again stands before it, with nothing given away", () => {
  const model = opened("review", "c3 b2 d3", { review: reviewOf() });
  const { store, act, stones } = table({ ...model, over: { ...model.over, outcomes: true } });
  act.tryInstead(3);
  assert.deepEqual(stones(), squares("c3 b2", EMPTY));
  const { over, alert, hasChosen } = store.model();
  assert.deepEqual([over.best, over.outcomes], [false, false]);
  assert.match(alert!, /Find something better/);
  assert.ok(hasChosen);
});

test("whoever has looked around is not taken elsewhere", () => {
  for (const look of ["step", "first", "go"] as const) {
    const { store, act } = table(opened("review", "c3 b2"));
    assert.ok(!store.model().hasChosen);
    if (look === "step") act.step(-1);
    else if (look === "first") act.first();
    else act.go(1);
    assert.ok(store.model().hasChosen, look);
  }
});

test("a review is asked for once, told and followed; a refusal is said", async () => {
  const waiting = reviewOf({ state: "waiting" });
  const { store, act, sent, followed } = table(
    opened("review", "c3", { review: reviewOf({ state: "none" }) }),
    waiting,
    waiting,
  );
  act.analyse();
  act.analyse();
  await settled();
  const address = "/api/games/alicebob/review";
  assert.deepEqual(
    sent.map(([method, to]) => [method, to]),
    [
      ["POST", address],
      ["GET", address],
    ],
  );
  assert.deepEqual(followed, [waiting]);
  assert.equal(store.model().review, waiting);

  const busy = new Refusal("tooManyReviews", "20 reviews are under way.", 60_000);
  const refused = table(opened("review", "c3", { review: reviewOf({ state: "none" }) }), busy);
  refused.act.analyse();
  await settled();
  assert.equal(refused.store.model().reviewTrouble, "20 reviews are under way.");
  assert.ok(!refused.store.model().asking);
});

test("what is pasted is read by the server, on a board of the same rules", async () => {
  const start = { ...EMPTY, width: 7, height: 4 };
  const { store, act, sent } = table(opened("analysis", "c3"), { start, moves: [] });
  act.paste("7x4x4/7/7/7/7/X");
  await settled();
  const { width, height, k, lineRule } = EMPTY;
  assert.deepEqual(sent[0]![2], {
    text: "7x4x4/7/7/7/7/X",
    width,
    height,
    k,
    lineRule,
    blocked: [],
  });
  assert.equal(store.model().tree.start, start);

  const wrong = new Refusal("badVariant", "The width must be from 1 to 32.");
  const refused = table(opened("analysis", "c3"), wrong);
  refused.act.paste("99x4x4/7/7/7/7/X");
  await settled();
  assert.equal(refused.store.model().wrong, "The width must be from 1 to 32.");
});

test("notes open beside the moves, and closing them puts the mark away", () => {
  const { store, act } = table(opened("study", "c3", { kept: KEPT, tab: "more" }));
  act.note();
  assert.deepEqual([store.model().isNoting, store.model().tab], [true, "moves"]);
  act.marking("circle");
  act.note();
  assert.deepEqual([store.model().isNoting, store.model().marking], [false, null]);
});

test("a forbidden point is not played: what it would make is said, and its stones light up", () => {
  const threes = [squares("c2 c3 c4", EMPTY), squares("b3 c3 d3", EMPTY)];
  const square = at("c3");
  const ban = { square, makes: "doubleThree", shapes: threes } as const;
  const { store, act, stones } = table(
    opened("analysis", "b3 a1 d3 a5", { forbidden: { kind: "known", found: { squares: [ban] } } }),
  );
  act.choose(square);
  assert.equal(stones().length, 4);
  assert.equal(store.model().alert, "c3 makes two open threes: X can’t play there.");
  assert.deepEqual(store.model().lit, threes.flat());
  act.choose(at("e5"));
  assert.equal(stones().length, 5);
  assert.equal(store.model().alert, null);
});
