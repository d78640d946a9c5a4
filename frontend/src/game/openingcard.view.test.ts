// The question of an opening: who is asked, what each card says, what pressing one sends.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Commands } from "./commands";
import type { Model } from "./model";
import { openingCard } from "./openingcard";
import { at } from "./record";
import type { OpeningPart, SideWord } from "../protocol/protocol";
import { GOMOKU, game, pageOf } from "../testing/game";
import { controls, drawn, noted, press, textOf } from "../testing/view";

const ASKED: OpeningPart = {
  rule: "swap2",
  by: "white",
  stones: 3,
  place: 0,
  choices: ["black", "white", "two"],
  offer: 0,
  alike: [],
  squares: null,
  chosen: [],
  answered: false,
  swapped: false,
};

function cardOf(side: SideWord | null, opening = ASKED, part: Partial<Model> = {}) {
  const { act, called } = noted<Commands>();
  const moves = opening.stones === 3 ? "h8 h9 j10" : "h8 h9 j10 c3 m3";
  const page = pageOf(game(moves, GOMOKU, { opening }), side, part);
  return { root: drawn(openingCard(page, act)), called };
}

test("Bob is asked which side he wants, and told what comes of each answer", () => {
  const { root } = cardOf("white");
  const said = textOf(root);
  assert.match(said, /Which side do you want\? Alice placed three stones\./);
  assert.match(said, /Play Black Alice plays White and moves next\./);
  assert.match(said, /Play White Alice plays Black\. You move next\./);
  assert.match(said, /Place two more One for White, one for Black\. Then Alice chooses a side\./);
});

test("nobody else is asked, nor Bob while he looks at an earlier move", () => {
  for (const side of ["black", null] as const) assert.equal(textOf(cardOf(side).root), "");
  assert.equal(textOf(cardOf("white", ASKED, { look: at(1, 3, null) }).root), "");
});

test("after two more, Alice is asked for a side alone", () => {
  const two: OpeningPart = { ...ASKED, by: "black", stones: 5, choices: ["black", "white"] };
  const chosen = [{ ply: 3, by: "white", choice: "two" }] as const;
  const { root } = cardOf("black", { ...two, chosen });
  assert.match(textOf(root), /Bob placed two more stones\./);
  assert.equal(root.querySelectorAll(".option").length, 2);
});

test("pressing a card sends that choice, for the stones that lie there", () => {
  const { root, called } = cardOf("white");
  press(root, "Place two more One for White, one for Black. Then Alice chooses a side.");
  assert.deepEqual(called, [["send", { type: "choose", ply: 3, choice: "two" }]]);
});

test("the cards rest for a moment, and while an answer is on its way", () => {
  const pending = [{ type: "choose", id: "c", ply: 3, choice: "black" }] as const;
  for (const part of [{ settling: true }, { pending }]) {
    const { root } = cardOf("white", ASKED, part);
    assert.ok([...root.querySelectorAll("button")].every((button) => button.disabled));
  }
  assert.ok(controls(cardOf("white").root).length === 3);
});
