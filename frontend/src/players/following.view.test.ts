// The list of those who are followed: who plays, who is here and who is not, by shape and in words.

import { controls, drawn, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Following, Person } from "./followed";
import { list } from "./following";

const PERSON: Person = {
  player: "2222222222",
  name: "Alice",
  isBot: false,
  playing: null,
  here: false,
  seen: "",
  last: null,
};

function rows(...people: readonly Person[]): readonly HTMLElement[] {
  const following: Following = { people, more: 0, exhibitions: [], all: [] };
  return [...drawn(list(following)).querySelectorAll("li")];
}

const shape = (row: Element | undefined) => row?.querySelector(".presence")?.className ?? "";

test("each is told by a shape and in words", () => {
  const playing = { player: "b", name: "Bob", game: "g", opponent: "Eve", variant: "3×3" };
  const [alice, bob, carol, dan] = rows(
    { ...PERSON, here: true },
    { ...PERSON, player: "b", name: "Bob", playing },
    { ...PERSON, player: "c", name: "Carol", seen: "3 Mar 2026" },
    { ...PERSON, player: "d", name: "Dan" },
  );
  assert.deepEqual([alice, bob, carol, dan].map(shape), [
    "presence here",
    "presence playing",
    "presence away",
    "presence away",
  ]);
  assert.match(textOf(alice!), /^Alice online now$/);
  assert.match(textOf(bob!), /^Bob playing Eve, 3×3/);
  assert.match(textOf(carol!), /^Carol last seen 3 Mar 2026$/);
  assert.match(textOf(dan!), /^Dan not playing now$/);
});

test("a last game is a link, a running one a button", () => {
  const last = { game: "old", words: "beat Eve, 3×3" };
  const playing = { player: "a", name: "Alice", game: "now", opponent: "Eve", variant: "3×3" };
  const [row] = rows({ ...PERSON, playing, last });
  assert.deepEqual(controls(row!), ["Alice", "beat Eve, 3×3", "Watch Alice"]);
});

test("a bot is always there, so nothing is said of that", () => {
  const [robo] = rows({ ...PERSON, name: "Robo", isBot: true });
  assert.equal(shape(robo), "");
  assert.ok(robo?.querySelector(".seal.bot"));
});
