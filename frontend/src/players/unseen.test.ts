import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserStorage } from "../viewer/storage";
import type { Call } from "./unseen";
import { followUnseen } from "./unseen";

const CHALLENGE: Call = { key: "g waiting", words: "Alice challenges you" };
const OTHER: Call = { key: "h waiting", words: "Carol challenges you" };

function shared(): BrowserStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
  };
}

/** A tab of a person; `time` lets what waits happen. */
function tab(storage: BrowserStorage | null, isSeen = false) {
  const about = { isSeen, title: null as string | null, rung: 0 };
  const waiting: (() => void)[] = [];
  const calls = followUnseen({
    isSeen: () => about.isSeen,
    storage,
    wait: (_, then) => void waiting.push(then),
    tell: (news) => (about.title = news),
    ring: () => (about.rung += 1),
  });
  return {
    about,
    ...calls,
    time: () => waiting.splice(0).forEach((then) => then()),
    sees(isSeen: boolean) {
      about.isSeen = isSeen;
      calls.look();
    },
  };
}

test("a challenge is told by the title and heard, until somebody looks", () => {
  const bobs = tab(shared());
  bobs.hear([CHALLENGE], [CHALLENGE]);
  bobs.time();
  assert.deepEqual(bobs.about, { isSeen: false, title: "Alice challenges you", rung: 1 });
  bobs.sees(true);
  assert.equal(bobs.about.title, null);
  bobs.sees(false);
  assert.equal(bobs.about.title, null);
});

test("somebody who looks at the page has its card", () => {
  const bobs = tab(shared(), true);
  bobs.hear([CHALLENGE], [CHALLENGE]);
  bobs.time();
  assert.deepEqual(bobs.about, { isSeen: true, title: null, rung: 0 });
});

test("of two tabs that nobody looks at one sounds, and both are quiet once one is seen", () => {
  const storage = shared();
  const [one, two] = [tab(storage), tab(storage)];
  for (const each of [one, two]) each.hear([CHALLENGE], [CHALLENGE]);
  for (const each of [one, two]) each.time();
  assert.equal(one.about.rung + two.about.rung, 1);
  assert.equal(two.about.title, "Alice challenges you");
  one.sees(true);
  two.look(); // the browser tells it what is kept
  assert.equal(two.about.title, null);
});

test("a tab says nothing of what is seen in another", () => {
  const storage = shared();
  const [looked, other] = [tab(storage, true), tab(storage)];
  for (const each of [other, looked]) each.hear([CHALLENGE], [CHALLENGE]);
  other.time();
  assert.deepEqual(other.about, { isSeen: false, title: null, rung: 0 });
});

test("what was withdrawn is not told any more; the one before it is", () => {
  const bobs = tab(shared());
  bobs.hear([CHALLENGE], [CHALLENGE]);
  bobs.time();
  bobs.hear([CHALLENGE, OTHER], [OTHER]);
  bobs.time();
  assert.deepEqual(bobs.about, { isSeen: false, title: "Carol challenges you", rung: 2 });
  bobs.hear([CHALLENGE], []);
  assert.equal(bobs.about.title, "Alice challenges you");
  bobs.hear([], []);
  assert.equal(bobs.about.title, null);
});

test("what is gone before it was told is not told", () => {
  const bobs = tab(shared());
  bobs.hear([CHALLENGE], [CHALLENGE]);
  bobs.hear([], []);
  bobs.time();
  assert.deepEqual(bobs.about, { isSeen: false, title: null, rung: 0 });
});

test("a browser that keeps nothing tells it all the same", () => {
  const bobs = tab(null);
  bobs.hear([CHALLENGE], [CHALLENGE]);
  bobs.time();
  assert.deepEqual(bobs.about, { isSeen: false, title: "Alice challenges you", rung: 1 });
});
