// Sentences are said in English, and in the language of the catalogue where one was loaded.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { count, parts, say } from "./words";

/** What the page's script of words leaves behind; in this language 0 goes with 1. */
const CATALOGUE = {
  plural: (n: number): number => (n < 2 ? 0 : 1),
  said: {
    "Your turn.": ["À toi."],
    "{player} beat {other}.": ["{other} a perdu contre {player}."],
    "{count} move": ["{count} coup", "{count} coups"],
  },
};

const page = globalThis as { inarowWords?: typeof CATALOGUE };

afterEach(() => {
  delete page.inarowWords;
});

test("without a catalogue everything is said in English", () => {
  assert.equal(say("Your turn."), "Your turn.");
  assert.deepEqual(
    [0, 1, 2].map((n) => count("{count} move", "{count} moves", n)),
    ["0 moves", "1 move", "2 moves"],
  );
  assert.deepEqual(parts("{player} left.", { player: 7 }), ["", 7, " left."]);
});

test("with a catalogue its sentences are said, and English where it has none", () => {
  page.inarowWords = CATALOGUE;
  assert.equal(say("Your turn."), "À toi.");
  assert.equal(say("Not translated."), "Not translated.");
  assert.deepEqual(
    [0, 1, 2].map((n) => count("{count} move", "{count} moves", n)),
    ["0 coup", "1 coup", "2 coups"],
  );
  assert.equal(count("{count} ply", "{count} plies", 0), "0 plies");
});

test("places are filled by name, wherever a language puts them", () => {
  const values = { player: "Alice", other: "Bob" };
  assert.equal(say("{player} beat {other}.", values), "Alice beat Bob.");
  page.inarowWords = CATALOGUE;
  assert.equal(say("{player} beat {other}.", values), "Bob a perdu contre Alice.");
  assert.deepEqual(parts("{player} beat {other}.", { player: 1, other: 2 }), [
    "",
    2,
    " a perdu contre ",
    1,
    ".",
  ]);
});

test("what fills a place is put in as it is", () => {
  assert.equal(
    say("{player} left: {reason}", { player: "{reason}", reason: "$&" }),
    "{reason} left: $&",
  );
  assert.equal(
    count("{count} by {player}", "{count} by {player}", 3, { player: "Eve" }),
    "3 by Eve",
  );
});

test("a place nothing is given for stays, and no other word is taken for one", () => {
  assert.equal(say("{player} left."), "{player} left.");
  assert.deepEqual(parts("{player} player {other}", { player: 1 }), [
    "",
    1,
    " player ",
    "{other}",
    "",
  ]);
});
