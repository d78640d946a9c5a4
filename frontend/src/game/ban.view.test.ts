// Where black may not play: the card that explains a square, what is said of it, and when it is forgotten.

import { drawn, noted, press, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { banSentence } from "../rules/forbidden";
import { banCard, explained } from "./ban";
import type { Commands } from "./commands";
import { forbiddenHere } from "./model";
import type { ForbiddenPart, Snapshot } from "../protocol/protocol";
import { stonesAfter } from "../rules/position";
import { begin, reduce } from "../live/state";
import { madeThere } from "../rules/forbidden";
import { howItEnded, squareSentence } from "./sentences";
import { game, pageOf, squares } from "../testing/game";

const RENJU = { width: 15, height: 15, k: 5, lineRule: "renju", blocked: [] } as const;
const MOVES = "h8 a1 h9 a15 g10 o1 f10 o15";
const H10 = squares("h10", RENJU)[0]!;
const BAN: ForbiddenPart = {
  square: H10,
  makes: "doubleThree",
  shapes: [squares("f10 g10 h10", RENJU), squares("h8 h9 h10", RENJU)],
};

function snapshot(part: Partial<Snapshot> = {}): Snapshot {
  return game(MOVES, RENJU, { forbidden: [BAN], ...part });
}

test("a pressed square is explained with the stones of each three, and can be closed", () => {
  const { act, called } = noted<Commands>();
  const model = pageOf(snapshot(), "black", { explained: H10 });
  const root = drawn(banCard(model, act));

  assert.equal(
    textOf(root),
    "Black can’t play h10 It makes two open threes at once: f10 – g10 – h10 h8 – h9 – h10 " +
      "White may play there. Close",
  );
  press(root, "Close");
  assert.deepEqual(called, [["closeBan"]]);
  assert.equal(
    banSentence(BAN, model.state.game.variant, "stones"),
    "h10 makes two open threes: Black can’t play there.",
  );
});

test("nothing is explained before a square is pressed, nor of a square that is free", () => {
  const { act } = noted<Commands>();
  for (const square of [null, H10 + 1])
    assert.equal(
      textOf(drawn(banCard(pageOf(snapshot(), "black", { explained: square }), act))),
      "",
    );
});

test("marks are those of the game as it stands: an earlier move has none", () => {
  assert.deepEqual(forbiddenHere(pageOf(snapshot(), null)), [BAN]);
  assert.deepEqual(forbiddenHere(pageOf(snapshot(), null, { look: { ply: 3, left: 8 } })), []);
  assert.equal(
    explained(pageOf(snapshot(), null, { look: { ply: 3, left: 8 }, explained: H10 })),
    null,
  );
});

test("people who listen hear it of the square, and of no other", () => {
  const now = snapshot();
  const lying = stonesAfter(now.moves, now.moves.length, now.variant);

  assert.equal(
    squareSentence(H10, lying, now, "stones"),
    "h10, empty, forbidden: makes two open threes",
  );
  assert.equal(squareSentence(H10 + 1, lying, now, "stones"), "i10, empty");
});

test("what a stone would make is said with its number", () => {
  const line = [0, 1, 2, 3, 4, 5, 6];
  assert.equal(madeThere({ square: 3, makes: "overline", shapes: [line] }), "a row of seven");
  assert.equal(
    madeThere({ square: 3, makes: "doubleFour", shapes: [line, line, line] }),
    "three fours",
  );
});

test("marks go with the next move and with the end", () => {
  const before = begin(snapshot(), null);
  const next = { version: 10, command: null, clock: null } as const;
  const moved = reduce(before, {
    ...next,
    type: "movePlayed",
    ply: 8,
    square: 20,
    at: 0,
    outcome: null,
    line: [],
    dead: false,
    opening: null,
  });
  const ended = reduce(before, {
    ...next,
    type: "gameEnded",
    outcome: { winner: "white", termination: "resignation" },
    reason: "",
  });

  assert.deepEqual([moved.game.forbidden, ended.game.forbidden], [[], []]);
});

test("a draw with squares left says that they were forbidden", () => {
  const outcome = { winner: null, termination: "fullBoard" } as const;
  assert.equal(
    howItEnded(snapshot({ outcome }), null),
    "Black has only forbidden points left to play.",
  );
});
