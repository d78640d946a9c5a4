// The question of an opening: who is asked, what each card says, what pressing one sends.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Commands } from "./commands";
import type { Model } from "./model";
import { more } from "./more";
import { moves } from "./moves";
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
  again: false,
};

function cardOf(side: SideWord | null, opening = ASKED, part: Partial<Model> = {}) {
  const { act, called } = noted<Commands>();
  const played = opening.stones === 3 ? "h8 h9 j10" : "h8 h9 j10 c3 m3";
  const page = pageOf(game(played, GOMOKU, { opening }), side, part);
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

const GIVEN: OpeningPart = { ...ASKED, rule: "balanced", by: null, stones: 5, choices: [] };
const FIVE = "h8 h9 j10 c3 m3";

test("everybody is told that the stones are given and played twice, until both have moved", () => {
  const first = "The opening is given: five stones. It is played twice, with sides swapped.";
  for (const side of ["black", "white", null] as const)
    assert.equal(textOf(cardOf(side, GIVEN).root), first);
  const again = { ...GIVEN, again: true };
  assert.equal(
    textOf(cardOf("white", again).root),
    "The opening is given: the five stones of the last game once more, with sides swapped.",
  );
  const { act } = noted<Commands>();
  const after = (played: string) =>
    textOf(drawn(openingCard(pageOf(game(played, GOMOKU, { opening: GIVEN }), "white"), act)));
  assert.equal(after(`${FIVE} a1`), first);
  assert.equal(after(`${FIVE} a1 a2`), "");
});

test("the list of moves begins with what was given, and nobody has chosen anything", () => {
  const listed = (opening: OpeningPart) => {
    const { act } = noted<Commands>();
    const page = pageOf(game(FIVE, GOMOKU, { opening }), "white");
    return [...drawn(moves(page, act)).querySelectorAll("tbody tr")].map(textOf);
  };
  const played = ["1 h8 h9", "3 j10 c3", "5 m3"];
  assert.deepEqual(listed(GIVEN), ["The first five stones were given.", ...played]);
  assert.deepEqual(listed({ ...GIVEN, rule: "swap2", answered: true }), played);
});

test("a game from given stones may be aborted until both have moved", () => {
  const offered = (names: string) => {
    const { act } = noted<Commands>();
    return controls(
      drawn(more(pageOf(game(names, GOMOKU, { opening: GIVEN }), "white"), act)),
    ).includes("Abort");
  };
  assert.deepEqual([FIVE, `${FIVE} a1`, `${FIVE} a1 a2`].map(offered), [true, true, false]);
});

test("of a rule that gives no stones nothing of the kind is said", () => {
  const over: OpeningPart = { ...ASKED, by: null, choices: [], stones: 5, answered: true };
  assert.equal(textOf(cardOf("white", over).root), "");
});
