// One drawing for many changes, nothing worked out twice, and notices that go by themselves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { settled, testClock } from "../testing/clock";
import type { Store } from "./store";
import { createStore } from "./store";

interface Page {
  readonly moves: readonly string[];
  readonly ply: number;
  readonly alert: string | null;
  readonly settling: boolean;
}

const FIRST: Page = { moves: [], ply: 0, alert: null, settling: false };

type Drawn = readonly [before: Page | null, now: Page];

function opened(during: (store: Store<Page>, page: Page) => void = () => undefined) {
  const drawn: Drawn[] = [];
  const clock = testClock();
  const store = createStore(FIRST, {
    draw(now, before) {
      drawn.push([before, now]);
      during(store, now);
    },
    fades: { alert: 7_000, settling: 600 },
    wait: clock.wait,
  });
  return { store, drawn, clock };
}

test("any number of changes are drawn once, against what was drawn before", async () => {
  const { store, drawn } = opened();
  store.draw();
  store.change({ moves: ["h8"] });
  store.change({ ply: 1 });
  assert.equal(drawn.length, 1);
  assert.deepEqual(store.model(), { ...FIRST, moves: ["h8"], ply: 1 });

  await settled();

  assert.deepEqual(drawn, [
    [null, FIRST],
    [FIRST, { ...FIRST, moves: ["h8"], ply: 1 }],
  ]);
});

test("what was drawn at once is not drawn again", async () => {
  const { store, drawn } = opened();
  store.change({ ply: 1 });
  store.draw();
  await settled();
  assert.equal(drawn.length, 1);
});

test("a change that a drawing makes is drawn after it", async () => {
  const { store, drawn } = opened((its, { ply }) => {
    if (ply === 1) its.change({ ply: 2 });
  });
  store.change({ ply: 1 });
  await settled();
  assert.deepEqual(
    drawn.map(([before, now]) => [before?.ply, now.ply]),
    [
      [undefined, 1],
      [1, 2],
    ],
  );
});

test("what is worked out stays the same value until one of its parts changes", () => {
  const { store } = opened();
  let worked = 0;
  const shown = store.derived(
    ({ moves, ply }) => [moves, ply],
    (moves, ply) => {
      worked += 1;
      return moves.slice(0, ply);
    },
  );
  store.change({ moves: ["h8", "i9"], ply: 1 });
  const first = shown();
  store.change({ alert: "h8 is taken." });
  assert.equal(shown(), first);
  store.change({ ply: 2 });
  assert.deepEqual(shown(), ["h8", "i9"]);
  assert.equal(worked, 2);
});

test("a notice goes after its time, each by its own", async () => {
  const { store, clock } = opened();
  store.change({ alert: "h8 is taken.", settling: true });
  await clock.pass(600);
  assert.deepEqual(store.model(), { ...FIRST, alert: "h8 is taken." });
  await clock.pass(6_400);
  assert.deepEqual(store.model(), FIRST);
});

test("told again it stays for its whole time, and taken back it does not end the next one", async () => {
  const { store, clock } = opened();
  store.change({ alert: "h8 is taken." });
  await clock.pass(6_000);
  store.change({ alert: "h8 is taken." });
  await clock.pass(6_000);
  assert.equal(store.model().alert, "h8 is taken.");

  store.change({ alert: null });
  store.change({ alert: "i9 is taken." });
  await clock.pass(6_000);
  assert.equal(store.model().alert, "i9 is taken.");
  await clock.pass(1_000);
  assert.equal(store.model().alert, null);
});
