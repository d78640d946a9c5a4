// Eve's variation outlasts a reload, and anything else in the storage is harmless.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FORBIDDEN, memory } from "../testing/storage";
import type { BrowserStorage } from "../viewer/storage";
import { KEY, keepVariation, withKeptVariation } from "./keptvariation";
import type { Variation } from "./variation";
import { begun, stepped, tried } from "./variation";
import type { Model } from "./model";
import type { Look } from "./record";
import { fromFragment } from "./record";
import { GOMOKU, TICTACTOE, game, movesOf, pageOf, squares } from "../testing/game";

function variationOf(start: string, text: string, from: Look = null): Variation {
  const moves = movesOf(start, GOMOKU);
  return squares(text, GOMOKU).reduce<Variation>(
    (variation, square) => tried(variation, square, GOMOKU).variation!,
    begun(moves, moves.length, from),
  );
}

/** Eve's page of a game after these moves, reopened. */
function reloaded(
  storage: BrowserStorage | null,
  moves: string,
  hash = "",
  part: Partial<Model> = {},
): Model {
  const snapshot = game(moves);
  const look = fromFragment(hash, snapshot.moves.length);
  return withKeptVariation(pageOf(snapshot, null, { look, ...part }), storage);
}

test("what Eve tried is there when the page is opened again, as far back as she had gone", () => {
  const storage = memory();
  const mine = stepped(variationOf("h8 i9", "g8 i8 i7"), -1);
  keepVariation(storage, "alicebob", mine);

  const { variation, look } = reloaded(storage, "h8 i9");

  assert.deepEqual(variation, mine);
  assert.deepEqual(look, { ply: 2, left: 2 });
});

test("the game may have gone on: the variation stays where it was, and the way back leads to live", () => {
  const storage = memory();
  keepVariation(storage, "alicebob", variationOf("h8 i9", "g8"));

  const { variation, look } = reloaded(storage, "h8 i9 g8 i8");

  assert.deepEqual(variation?.moves, squares("g8", GOMOKU));
  assert.deepEqual([variation?.start.length, variation?.from], [2, null]);
  assert.equal(look?.ply, 2);
});

test("one that began at an earlier move leads back to that move", () => {
  const storage = memory();
  keepVariation(storage, "alicebob", variationOf("h8", "g8", { ply: 1, left: 3 }));

  assert.equal(reloaded(storage, "h8 i9 g9", "#1").variation?.from?.ply, 1);
});

test("a page that was opened to look at another move shows that one", () => {
  const storage = memory();
  keepVariation(storage, "alicebob", variationOf("h8 i9", "g8"));

  const { variation, look } = reloaded(storage, "h8 i9 g8", "#1");

  assert.equal(variation, null);
  assert.equal(look?.ply, 1);
});

test("it is dropped when the moves it starts from were taken back", () => {
  const storage = memory();
  keepVariation(storage, "alicebob", variationOf("h8 i9", "g8"));

  for (const moves of ["h8", "h8 i8", "h8 i8 i9"])
    assert.equal(reloaded(storage, moves).variation, null, moves);
});

test("it is that game's, and somebody who plays in it has none", () => {
  const storage = memory();
  keepVariation(storage, "alicebob", variationOf("h8 i9", "g8"));
  const snapshot = game("h8 i9");

  const other = pageOf({ ...snapshot, game: "another" }, null);
  assert.equal(withKeptVariation(other, storage), other);
  const alices = pageOf(snapshot, "black");
  assert.equal(withKeptVariation(alices, storage), alices);
  const over = { winner: null, termination: "agreement" } as const;
  assert.ok(withKeptVariation(pageOf({ ...snapshot, outcome: over }, "black"), storage).variation);
});

test("a variation that Eve clears is forgotten", () => {
  const storage = memory();
  keepVariation(storage, "alicebob", variationOf("h8 i9", "g8"));
  keepVariation(storage, "alicebob", null);

  assert.equal(reloaded(storage, "h8 i9").variation, null);
  assert.equal(storage.getItem(KEY), "[]");
});

test("those of the last twenty games are kept", () => {
  const storage = memory();
  for (let number = 0; number < 30; number += 1)
    keepVariation(storage, `game${number}`, variationOf("h8", "g8"));
  keepVariation(storage, "game15", variationOf("h8", "i9"));

  const kept = JSON.parse(storage.getItem(KEY)!) as readonly { readonly game: string }[];
  assert.equal(kept.length, 20);
  assert.deepEqual([kept[0]?.game, kept[1]?.game, kept[19]?.game], ["game15", "game29", "game10"]);
});

test("a variation that cannot have been tried is dropped", () => {
  const fits = { game: "alicebob", start: squares("h8 i9", GOMOKU), moves: [0, 1], shown: 2 };
  assert.deepEqual(reloaded(memory(JSON.stringify([fits])), "h8 i9").variation?.moves, [0, 1]);

  for (const part of [
    { moves: [] },
    { moves: [0, 0] },
    { moves: [fits.start[0]] },
    { moves: [225] },
    { moves: [-1] },
    { moves: [0.5] },
    { moves: ["<b>"] },
    { moves: "01" },
    { moves: null },
    { moves: Array.from({ length: 2000 }, (_, at) => at) },
    { shown: 3 },
    { shown: -1 },
    { shown: "2" },
    { start: {} },
    { start: [...fits.start, 3] },
    { start: [null] },
    { game: 7 },
  ]) {
    const text = JSON.stringify([{ ...fits, ...part }]);
    assert.equal(reloaded(memory(text), "h8 i9").variation, null, text.slice(0, 100));
  }
});

test("no move is tried after the end of the game or of the variation", () => {
  const won = squares("b2 a1 b1 a2 b3", TICTACTOE);
  const kept = (start: readonly number[], moves: readonly number[]): BrowserStorage =>
    memory(JSON.stringify([{ game: "alicebob", start, moves, shown: 1 }]));

  const over = game("b2 a1 b1 a2 b3", TICTACTOE, {
    outcome: { winner: "black", termination: "line" },
  });
  assert.equal(withKeptVariation(pageOf(over, null), kept(won, [8])).variation, null);
  const tooLong = kept(won.slice(0, 4), [won[4]!, 8]);
  assert.equal(withKeptVariation(pageOf(over, null), tooLong).variation, null);
});

test("unreadable or foreign words are nothing, and are written over", () => {
  for (const text of [null, "", "{", "7", "null", "{}", "[null]", "[7]", '[{"game":"alicebob"}]']) {
    const storage = memory(text);
    assert.equal(reloaded(storage, "h8 i9").variation, null, String(text));
    keepVariation(storage, "alicebob", variationOf("h8 i9", "g8"));
    assert.ok(reloaded(storage, "h8 i9").variation, String(text));
  }
});

test("forbidden storage is no error", () => {
  for (const storage of [FORBIDDEN, null]) {
    keepVariation(storage, "alicebob", variationOf("h8 i9", "g8"));
    assert.equal(reloaded(storage, "h8 i9").variation, null);
  }
});
