// What is under the board: how the game stands, what is new, a typed square, the way back to live.

import { controls, drawn, named, noted, press, submit, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_HINTS } from "../evaluation/overlay";
import { DEFAULTS } from "../viewer/choices";
import type { Commands } from "./commands";
import { gameCommands } from "./handlers";
import type { Model } from "./model";
import type { SideWord, Snapshot } from "../protocol/protocol";
import { createGameStore } from "./store";
import { tray } from "./tray";
import { NO_OFFERS } from "../live/state";
import { begun, tried } from "./variation";
import { GOMOKU, board, game, pageOf, squares } from "../testing/game";

const at = (text: string): number => squares(text, GOMOKU)[0]!;

function trayOf(moves: string, side: SideWord | null, part: Partial<Model> = {}) {
  const { act, called } = noted<Commands>();
  const root = drawn(tray(pageOf(game(moves), side, part), NO_HINTS, act));
  return { root, called };
}

test("a typed square that is taken, not there or none at all is refused in words, and not sent", () => {
  const sent: object[] = [];
  const store = createGameStore(
    pageOf(game("h8"), "white", { choices: { ...DEFAULTS, sound: false } }),
    () => undefined,
  );
  const act = gameCommands(store, (command) => sent.push(command));
  const entry = (): HTMLElement => drawn(tray(store.model(), NO_HINTS, act));
  const TABLE = [
    ["h8", "h8 is taken."],
    ["z99", "z99 isn’t on this board. Squares go from a1 to o15."],
    ["?", "“?” isn’t a square. Type a letter and a number, like h8."],
  ] as const;
  for (const [text, sentence] of TABLE) {
    submit(entry(), "Square", text);
    const after = entry();
    assert.equal(textOf(after.querySelector(".entry-error[role=alert]")), sentence);
    assert.equal(named(after, "Square").getAttribute("aria-invalid"), "true");
  }
  assert.deepEqual(sent, []);

  submit(entry(), "Square", " I9 ");

  assert.deepEqual(sent, [{ type: "playMove", ply: 1, square: at("i9") }]);
  assert.equal(textOf(entry().querySelector(".entry-error")), "");
});

test("a field is emptied when its square was played, and left to be corrected when it was not", () => {
  for (const [isPlayed, left] of [
    [true, ""],
    [false, "h8"],
  ] as const) {
    const act = { ...noted<Commands>().act, enter: () => isPlayed };
    const root = drawn(tray(pageOf(game("h8"), "white"), NO_HINTS, act));
    submit(root, "Square", "h8");
    assert.equal(named<HTMLInputElement>(root, "Square").value, left);
  }
});

const OVER: Partial<Snapshot> = { outcome: { winner: "black", termination: "resignation" } };

test("who plays can type a square, nobody else can", () => {
  const TABLE: readonly (readonly [SideWord | null, Partial<Snapshot>, readonly string[]])[] = [
    ["white", {}, ["Play"]],
    ["black", {}, ["Play"]], // a premove
    [null, {}, []],
    ["white", OVER, []],
  ];
  for (const [side, part, expected] of TABLE)
    assert.deepEqual(
      controls(
        drawn(tray(pageOf(game("h8", GOMOKU, part), side), NO_HINTS, noted<Commands>().act)),
      ),
      expected,
    );
});

test("a premove is named and can be cancelled", () => {
  const { root, called } = trayOf("h8", "black", { premove: at("i9") });
  assert.match(textOf(root), /Premove i9/);
  press(root, "Cancel the premove");
  assert.deepEqual(called, [["cancelPremove"]]);
});

test("who looks back is led to live, and told how many moves they miss", () => {
  const { root, called } = trayOf("h8 i9 g8", "white", { look: { ply: 1, left: 2 } });
  assert.deepEqual(controls(root), ["Back to live: 1 new move"]);
  press(root, "Back to live: 1 new move");
  assert.deepEqual(called, [["look", null]]);
});

test("a variation has its own buttons; one of moves taken back says so", () => {
  const moves = game("h8 i9").moves;
  const { variation } = tried(begun(moves, 2, null), at("g8"), GOMOKU);
  const { root, called } = trayOf("h8 i9", null, { variation, look: { ply: 2, left: 2 } });
  assert.match(textOf(root), /^Your variation\./);
  assert.deepEqual(controls(root), ["Undo", "Clear", "Back to live"]);
  for (const name of controls(root)) press(root, name);
  assert.deepEqual(called, [["undo"], ["clear"], ["look", null]]);
  const stale = trayOf("h8", null, { variation, look: { ply: 1, left: 1 } });
  assert.match(textOf(stale.root), /This variation starts from moves that were taken back\./);
});

test("a refusal is heard at once", () => {
  const { root } = trayOf("h8", "white", { alert: "h8 is taken." });
  assert.equal(textOf(root.querySelector(".alert[role=alert]")), "h8 is taken.");
});

test("the second line tells what is new, else what one has offered, else what lasts", () => {
  const line = (...given: Parameters<typeof trayOf>): string =>
    textOf(trayOf(...given).root.querySelector(".news"));
  assert.equal(line("h8", "white"), "");
  assert.equal(line("h8", "white", { note: "Bob resumes the game." }), "Bob resumes the game.");
  assert.equal(line("h8", "white", { soundBlocked: true }), "Tap or press a key for sound.");
  const away = { canClaim: false, claimAt: 60_000 };
  assert.match(line("h8", "white", { away, note: "News." }), /^Alice is away\. You can claim/);
  const mine = game("h8", GOMOKU, { offers: { ...NO_OFFERS, draw: "white" } });
  assert.equal(
    textOf(
      drawn(tray(pageOf(mine, "white"), NO_HINTS, noted<Commands>().act)).querySelector(".news"),
    ),
    "Draw offered. It lapses with the next move.",
  );
});

test("where a stone may be of either kind a switch says which, and a typed one may say it, too", () => {
  const wild = board(3, 3, 3, "wild");
  const sent: object[] = [];
  const store = createGameStore(
    pageOf(game("b2", wild), "white", { choices: { ...DEFAULTS, sound: false } }),
    () => undefined,
  );
  const act = gameCommands(store, (command) => sent.push(command));
  const shown = (): HTMLElement => drawn(tray(store.model(), NO_HINTS, act));
  const pressed = (name: string): string | null =>
    named(shown(), name).getAttribute("aria-pressed");

  assert.deepEqual([pressed("Place X"), pressed("Place O")], ["true", "false"]);
  press(shown(), "Place O");
  assert.deepEqual([pressed("Place X"), pressed("Place O")], ["false", "true"]);
  act.play(0);
  submit(shown(), "Square", "xa1");
  submit(shown(), "Square", "ob2");

  assert.deepEqual(sent, [
    { type: "playMove", ply: 1, square: 9 },
    { type: "playMove", ply: 1, square: 0 },
  ]);
  assert.equal(textOf(shown().querySelector(".entry-error")), "b2 is taken.");
  assert.equal(store.model().kind, "black");
  assert.equal(controls(trayOf("h8", "white").root).includes("Place X"), false);
});

test("a viewer tries stones of either kind, and the list names them", () => {
  const wild = board(3, 3, 3, "wild");
  const store = createGameStore(
    pageOf(game("b2", wild), null, { choices: { ...DEFAULTS, sound: false } }),
    () => undefined,
  );
  const act = gameCommands(store, () => undefined);

  act.kind("white");
  act.play(0);
  act.play(1);

  assert.deepEqual(store.model().variation?.moves, [9, 10]);
  act.play(2); // three O in a row
  const said = textOf(drawn(tray(store.model(), NO_HINTS, act)).querySelector(".status"));
  assert.equal(said, "Your variation. White wins.");
});
