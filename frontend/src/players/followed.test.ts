// The people somebody follows: those playing come first, and the lobby's news is noticed.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Following, Person, Playing } from "./followed";
import { followedGames, playingNow, withNow } from "./followed";
import type { LobbyGame, PlayerPart } from "../protocol/protocol";
import { ALICE, BOB } from "../testing/game";
import { liveGame } from "../testing/lobby";

const EVE: PlayerPart = { ...BOB, name: "Eve", player: "eve" };

function plays({ player = "", name }: PlayerPart, game: string): Playing {
  return { player, name, game, opponent: "Someone", variant: "15×15, five in a row" };
}

function person({ player = "", name }: PlayerPart, playing: Playing | null = null): Person {
  return { player, name, isBot: false, playing, here: false, seen: "3 Mar 2026", last: null };
}

function following(...people: readonly Person[]): Following {
  return { people, more: 0, exhibitions: [], all: people.map(({ player }) => player) };
}

function live(game: string, black: PlayerPart | null, white: PlayerPart | null): LobbyGame {
  return liveGame(game, { seats: { black, white } });
}

test("who begins to play comes first, and keeps what was known of them", () => {
  const before = following(person(ALICE), person(BOB));
  const after = withNow(before, { playing: [plays(BOB, "one")], here: [], exhibitions: [] });
  assert.deepEqual(
    after.people.map(({ name, seen }) => [name, seen]),
    [
      ["Bob", "3 Mar 2026"],
      ["Alice", "3 Mar 2026"],
    ],
  );
  assert.deepEqual(
    playingNow(after).map(({ game }) => game),
    ["one"],
  );
});

test("who has stopped is not said to play", () => {
  const before = following(person(ALICE, plays(ALICE, "one")));
  const after = withNow(before, { playing: [], here: [], exhibitions: [] });
  assert.deepEqual(playingNow(after), []);
  assert.equal(after.people[0]?.playing, null);
});

test("who comes is here, and who goes is not", () => {
  const before = following({ ...person(ALICE), here: true }, person(BOB));
  const after = withNow(before, { playing: [], here: [BOB.player], exhibitions: [] });
  assert.deepEqual(
    after.people.map(({ name, here }) => [name, here]),
    [
      ["Alice", false],
      ["Bob", true],
    ],
  );
});

test("who plays is named though the page had no room for them", () => {
  const after = withNow(following(person(ALICE)), {
    playing: [plays(EVE, "two")],
    here: ["eve"],
    exhibitions: [{ slug: "cup", title: "Cup", words: "1 of 2 games played, 1 live" }],
  });
  assert.deepEqual(
    after.people.map(({ name }) => name),
    ["Eve", "Alice"],
  );
  assert.equal(after.exhibitions[0]?.title, "Cup");
});

test("only games of people who are followed are news, in whatever order", () => {
  const all = new Set(["alice"]);
  const first = [live("b", BOB, ALICE), live("a", ALICE, null), live("c", BOB, EVE)];
  assert.equal(followedGames(first, all), "a,b");
  assert.equal(followedGames([...first].reverse(), all), "a,b");
  assert.equal(followedGames(first, new Set()), "");
});
