// Entries that come and go: none moves under a finger.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Place } from "./places";
import { arrived, placed } from "./places";

type Game = { readonly game: string };

function games(names: string): readonly Game[] {
  return names
    .split(" ")
    .filter(Boolean)
    .map((game) => ({ game }));
}

/** "a (b) c": b is gone. */
function text(places: readonly Place<Game>[]): string {
  return places.map(({ game: { game }, gone }) => (gone ? `(${game})` : game)).join(" ");
}

function lists(...steps: readonly string[]): readonly (readonly Place<Game>[])[] {
  let places: readonly Place<Game>[] = [];
  return steps.map((names) => (places = placed(places, games(names), 4)));
}

test("a game keeps its place whatever order the list has, and what is gone stays until another comes", () => {
  assert.deepEqual(lists("a b c", "c b a", "d a c", "a c", "e a c", "").map(text), [
    "a b c",
    "a b c",
    "a d c",
    "a (d) c",
    "a e c",
    "",
  ]);
});

test("what is gone at the end goes, for nothing stands below it", () => {
  assert.deepEqual(lists("a b c", "a", "a d").map(text), ["a b c", "a", "a d"]);
});

test("the first places stay even when they are empty at the end", () => {
  const before = placed([], games("a b"), 4, 2);
  assert.equal(text(placed(before, games(""), 4, 2)), "(a) (b)");
  assert.equal(text(placed(before, games("c"), 4, 2)), "c (b)");
});

test("where all places are taken nobody comes in", () => {
  assert.deepEqual(lists("a b c d e", "b c d e f").map(text), ["a b c d", "e b c d"]);
});

test("who has just come is known by their place", () => {
  const [first, second] = lists("a b c", "x a c") as [
    readonly Place<Game>[],
    readonly Place<Game>[],
  ];
  assert.deepEqual(arrived([], first), ["a", "b", "c"]);
  assert.deepEqual(arrived(first, second), ["x"]);
  assert.deepEqual(arrived(second, second), []);
});
