// Squares for the fifth stone: Bob, on White, says how many; Alice offers them, and Bob keeps one.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Commands } from "./commands";
import { createGameStore } from "./store";
import { gameCommands } from "./handlers";
import { canChoose, canPlay, mayOffer } from "./model";
import type { Model } from "./model";
import { openingCard } from "./openingcard";
import { chosenSentence, chosenWords, choiceFirst, outside } from "./openingwords";
import { offeredHere, recordView } from "./recordboard";
import { at } from "./record";
import { announcement, lastingSentence, status } from "./sentences";
import { begin, reduce } from "../live/state";
import { offeredAfter } from "../live/turn";
import type { Chosen, OpeningPart, SideWord, Snapshot } from "../protocol/protocol";
import { game, pageOf, squares } from "../testing/game";
import { controls, drawn, noted, press, textOf } from "../testing/view";
import { stonesAfter } from "../rules/position";

const RENJU = { width: 15, height: 15, k: 5, lineRule: "renju", blocked: [] } as const;
const FOUR = "h8 h9 h10 h11"; // left and right are the same
const [G9 = 0, I9 = 0, J10 = 0, F12 = 0] = squares("g9 i9 j10 f12", RENJU);

const NUMBER: OpeningPart = {
  rule: "soosorv8",
  by: "white",
  stones: 4,
  place: 0,
  choices: ["1", "2", "3", "4", "5", "6", "7", "8"],
  offer: 0,
  alike: [],
  squares: null,
  chosen: [{ ply: 3, by: "white", choice: "white" }],
  answered: true,
  swapped: false,
  again: false,
};
const SIDES: OpeningPart = {
  ...NUMBER,
  by: "black",
  choices: ["black", "white"],
  chosen: [...NUMBER.chosen, { ply: 4, by: "white", choice: "3" }],
};
const OFFER: OpeningPart = {
  ...SIDES,
  choices: [],
  offer: 3,
  alike: [[G9, I9]],
  chosen: [...SIDES.chosen, { ply: 4, by: "black", choice: "black" }],
};
const KEEP: OpeningPart = {
  ...OFFER,
  by: "white",
  place: 1,
  offer: 0,
  alike: [],
  squares: [G9, J10, F12],
  chosen: [...OFFER.chosen, { ply: 4, by: "black", choice: [G9, J10, F12] }],
};

function opened(opening: OpeningPart): Snapshot {
  return game(FOUR, RENJU, { opening });
}

function cardOf(side: SideWord | null, opening: OpeningPart, part: Partial<Model> = {}) {
  const { act, called } = noted<Commands>();
  return { root: drawn(openingCard(pageOf(opened(opening), side, part), act)), called };
}

/** Alice's page, on which she chooses squares; what is sent. */
function offering(part: Partial<Model> = {}) {
  const sent: unknown[] = [];
  const store = createGameStore(pageOf(opened(OFFER), "black", part), () => undefined);
  const act = gameCommands(store, (command) => void sent.push(command));
  return { store, act, sent };
}

test("Bob is asked how many squares Black offers, and nobody else is", () => {
  const { root, called } = cardOf("white", NUMBER);
  assert.match(textOf(root), /How many squares for the fifth stone\?/);
  assert.deepEqual(controls(root), ["1", "2", "3", "4", "5", "6", "7", "8"]);
  press(root, "3");
  assert.deepEqual(called, [["send", { type: "choose", ply: 4, choice: "3" }]]);
  for (const side of ["black", null] as const) assert.equal(textOf(cardOf(side, NUMBER).root), "");
  assert.equal(status(pageOf(opened(NUMBER), "white")), "Choose a number.");
  assert.equal(status(pageOf(opened(NUMBER), null)), "Bob chooses a number.");
  assert.match(choiceFirst(opened(NUMBER)), /how many squares .* one to eight\./);
});

test("then Alice is told what each side means for her", () => {
  const said = textOf(cardOf("black", SIDES).root);
  assert.match(said, /Which side do you want\? Bob chose 3 squares for the fifth stone\./);
  assert.match(said, /Play Black Bob plays White\. You offer 3 squares, and Bob keeps one\./);
  assert.match(said, /Play White Bob plays Black and offers 3 squares\. You keep one\./);
});

test("in Taraguchi, ten squares may be offered in place of choosing a side", () => {
  const ten: OpeningPart = { ...NUMBER, by: "black", choices: ["black", "white", "10"] };
  const { root, called } = cardOf("black", ten);
  assert.match(textOf(root), /Offer ten squares You play Black, and Bob keeps one of them/);
  press(root, "Offer ten squares You play Black, and Bob keeps one of them for the fifth stone.");
  assert.deepEqual(called, [["send", { type: "choose", ply: 4, choice: "10" }]]);
  assert.equal(status(pageOf(opened(ten), "black")), "Choose a side, or offer ten.");
  assert.equal(status(pageOf(opened(ten), null)), "Alice chooses a side or offers ten.");
  assert.equal(choiceFirst(opened(ten)), "First choose a side, or offer ten squares.");
});

test("Alice adds squares and takes them away, and sees how many are left", () => {
  const { store, act, sent } = offering();
  assert.ok(mayOffer(store.model()) && canChoose(store.model()) && !canPlay(store.model()));
  assert.equal(status(store.model()), "Offer squares: 3 to go.");
  act.play(G9);
  act.play(J10);
  assert.deepEqual(offeredHere(store.model()), [G9, J10]);
  assert.equal(status(store.model()), "Offer squares: 1 to go.");
  act.play(G9);
  assert.deepEqual(store.model().offering, [J10]);
  assert.deepEqual(sent, []);
});

test("a taken square, a symmetric one and one too many are refused with the reason", () => {
  const { store, act } = offering({ offering: [G9] });
  act.play(I9);
  assert.equal(store.model().alert, "i9 and g9 are the same by symmetry. Offer only one of them.");
  act.play(squares("h8", RENJU)[0]!);
  assert.equal(store.model().alert, "h8 is taken.");
  act.play(J10);
  act.play(F12);
  assert.deepEqual(store.model().offering, [G9, J10, F12]);
  assert.equal(status(store.model()), "Now offer these squares.");
  act.play(0);
  assert.equal(store.model().alert, "That’s all of them. Take one away to offer a1.");
  assert.deepEqual(store.model().offering, [G9, J10, F12]);
});

test("typed squares are offered, and refused beside the field", () => {
  const { store, act } = offering();
  assert.ok(act.enter("g9"));
  assert.ok(!act.enter("i9"));
  assert.match(store.model().entryError ?? "", /the same by symmetry/);
  assert.ok(act.enter("j10"));
  assert.deepEqual(store.model().offering, [G9, J10]);
});

test("they are sent when there are enough, and then rest", () => {
  const few = cardOf("black", OFFER, { offering: [G9] });
  assert.deepEqual(controls(few.root), ["a g9: take it away", "(2 to go)"]);
  press(few.root, "a g9: take it away");
  assert.deepEqual(few.called, [["play", G9]]);
  const { root, called } = cardOf("black", OFFER, { offering: [G9, J10, F12] });
  press(root, "Offer these squares");
  assert.deepEqual(called, [["send", { type: "choose", ply: 4, choice: [G9, J10, F12] }]]);
  const pending = [{ type: "choose", id: "c", ply: 4, choice: [G9, J10, F12] }] as const;
  const sent = { offering: [G9, J10, F12], pending };
  assert.ok(
    [...cardOf("black", OFFER, sent).root.querySelectorAll("button")].every(
      (button) => button.disabled,
    ),
  );
  const waiting = offering(sent);
  waiting.act.play(G9);
  assert.deepEqual([waiting.store.model().offering, waiting.sent], [[G9, J10, F12], []]);
});

const told: Chosen = {
  type: "chosen",
  version: 6,
  command: null,
  by: "black",
  choice: [G9, J10, F12],
  swaps: false,
  at: 0,
  opening: KEEP,
  clock: null,
};

test("everybody hears what was offered, and sees the letters until one is kept", () => {
  const before = begin(opened(OFFER), "white");
  const after = reduce(before, told);
  assert.equal(
    announcement(before, after, told, "stones"),
    "Alice offered a g9, b j10, c f12. Keep one of the squares. " +
      "This stone goes on one of the squares offered: g9, j10, f12.",
  );
  assert.equal(
    chosenSentence(after.game, told, "black", "stones"),
    "You offered a g9, b j10, c f12.",
  );
  for (const side of ["black", "white", null] as const)
    assert.deepEqual(offeredHere(pageOf(after.game, side)), [G9, J10, F12]);
  assert.deepEqual(offeredAfter(after.game, 5), []);
  assert.equal(status(pageOf(after.game, null)), "Bob keeps one of the squares.");
});

test("who looks back at the position sees the letters there, and nowhere else", () => {
  const over = game(`${FOUR} g9`, RENJU, { opening: { ...KEEP, by: null, stones: 5, place: 0 } });
  assert.deepEqual(offeredHere(pageOf(over, null)), []);
  assert.deepEqual(offeredHere(pageOf(over, null, { look: at(4, 5, null) })), [G9, J10, F12]);
  assert.deepEqual(offeredHere(pageOf(over, null, { look: at(3, 5, null) })), []);
});

test("Bob keeps one of them, and no other square", () => {
  const { root, called } = cardOf("white", KEEP);
  assert.deepEqual(controls(root), ["a g9", "b j10", "c f12"]);
  press(root, "b j10");
  assert.deepEqual(called, [["aim", J10]]);
  assert.equal(outside(opened(KEEP), J10), null);
  assert.equal(
    outside(opened(KEEP), I9),
    "This stone goes on one of the squares offered: g9, j10, f12.",
  );
  assert.equal(textOf(cardOf("black", KEEP).root), "");
});

test("the list of moves has the number and the squares", () => {
  const words = KEEP.chosen.map((chosen) => chosenWords(opened(KEEP), chosen, "stones"));
  assert.deepEqual(words, [
    "After h10: Bob chooses White",
    "After h11: Bob chooses 3 squares for the fifth stone",
    "After h11: Alice chooses Black",
    "After h11: Alice offers a g9, b j10, c f12",
  ]);
});

test("the board marks where the next stone may lie, and no area where squares are offered", () => {
  const three: OpeningPart = {
    ...NUMBER,
    by: "black",
    stones: 1,
    place: 2,
    choices: [],
    chosen: [],
    squares: squares("g7 h7 i7 g8 h8 i8 g9 h9 i9", RENJU),
  };
  const view = (snapshot: Snapshot, part: Partial<Model> = {}) =>
    recordView(
      pageOf(snapshot, null, part),
      stonesAfter(snapshot.moves, snapshot.moves.length, snapshot.variant),
      {
        square: 20,
        margin: 2,
        width: 304,
        height: 304,
      },
    );
  const first = game("h8", RENJU, { opening: three });
  assert.deepEqual(view(first).area, three.squares);
  assert.equal(
    lastingSentence(pageOf(first, null)),
    "This stone goes inside the 3×3 around the centre.",
  );
  assert.equal(view(first, { look: at(0, 1, null) }).area, null);
  assert.equal(view(opened(KEEP)).area, null);
  assert.deepEqual(view(opened(KEEP)).offered, [G9, J10, F12]);
});
