// A whole page of a game: what players and spectators meet beside the board, before, during and after.

import { controls, drawn, named, noted, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BoardInput } from "../board/input";
import { fit } from "../board/geometry";
import type { ChatCommands } from "./chathandlers";
import type { Commands } from "./commands";
import type { HelpCommands } from "./helphandlers";
import type { Model, Tab } from "./model";
import { moves as movesList } from "./moves";
import { gamePage } from "./page";
import { recordView } from "./recordboard";
import type { SideWord, Snapshot } from "../protocol/protocol";
import { stonesAfter } from "../rules/position";
import { opening, shownPly } from "./model";
import { begun, tried } from "./variation";
import { ALICE, GOMOKU, HERE, board, game, pageOf, robo, squares } from "../testing/game";

const FIT = fit(GOMOKU, "stones", { width: 450, height: 450 });
const OVER = { outcome: { winner: "black", termination: "resignation" } } as const;

function page(
  moves: string,
  side: SideWord | null,
  part: Partial<Snapshot> = {},
  rest: Partial<Model> = {},
): HTMLElement {
  const model = pageOf(game(moves, GOMOKU, part), side, rest);
  const lying = model.variation?.start ?? model.state.game.moves;
  return drawn(
    gamePage(
      model,
      stonesAfter(
        lying,
        model.variation === null ? shownPly(model) : lying.length,
        model.state.game.variant,
      ),
      FIT,
      noted<Commands>().act,
      noted<HelpCommands>().act,
      noted<BoardInput>().act,
      noted<ChatCommands>().act,
    ),
  );
}

test("a stone breathes on the board of whoever waits, and on no other", () => {
  const waiting = { seats: { black: ALICE, white: null } };
  assert.equal(page("", "black", waiting).querySelectorAll(".breathing .stone").length, 1);
  assert.equal(page("", null, waiting).querySelector(".breathing"), null);
  assert.equal(page("h8", "black").querySelector(".breathing"), null);
});

test("who is on vacation is said while the game goes on, and not afterwards", () => {
  const { page: data } = pageOf(game("h8"), "black");
  const away = { page: { ...data, vacations: ["Bob is on vacation until 2 Dec 2026."] } };
  assert.match(textOf(page("h8", "black", {}, away)), /Bob is on vacation until 2 Dec 2026\./);
  assert.doesNotMatch(textOf(page("h8", "black", OVER, away)), /vacation/);
});

test("on TV the chat is shown first", () => {
  const model = pageOf(game("h8"), null);
  assert.equal(model.tab, "moves");
  assert.equal(opening({ ...model.page, channels: true }, model.choices, null, 0).tab, "chat");
});

const tabs = (root: Element): readonly string[] =>
  [...root.querySelectorAll("[role=tab]")].map(textOf);

test("beside the board stands one thing at a time, out of those this visitor can use", () => {
  const CASES: readonly (readonly [string, HTMLElement, readonly string[]])[] = [
    ["a player", page("h8", "black"), ["Moves", "Chat", "Watching", "More"]],
    ["a spectator", page("h8", null), ["Moves", "Chat", "Watching", "More"]],
    ["against a bot", page("h8", "black", { seats: robo() }), ["Moves", "Watching", "More"]],
    ["afterwards", page("h8", "black", OVER), ["Moves", "Chat", "Watching", "More"]],
  ];
  for (const [who, root, expected] of CASES) assert.deepEqual(tabs(root), expected, who);
  const shown = (tab: Tab, part: Partial<Snapshot> = {}): string => {
    const root = page("h8", "black", part, { tab });
    const name = textOf(root.querySelector("[role=tab][aria-selected=true]"));
    assert.equal(
      root.querySelectorAll("[role=tabpanel] > :is(.record, .chat, .viewers, .more-tab)").length,
      1,
      name,
    );
    return name;
  };
  assert.deepEqual(
    (["chat", "viewers", "more"] as const).map((tab) => shown(tab)),
    ["Chat", "Watching", "More"],
  );
  assert.equal(shown("chat", { seats: robo() }), "Moves");
});

test("a tab counts what is new in the chat, and how many watch", () => {
  const bob = { name: "Bob", player: "bob", side: "white" } as const;
  const line = { id: 1, room: "players", author: bob, text: "Hi", at: 0, command: "c1" } as const;
  const model = pageOf(game("h8"), "black");
  const chat = { ...model.chat, lines: [line] };
  const presence = { ...HERE, spectators: 2 };
  const root = page("h8", "black", {}, { chat, state: { ...model.state, presence } });
  assert.deepEqual(tabs(root), ["Moves", "Chat 1 unread", "2 watching", "More"]);
});

test("the board is named, described, and playable while choosing a square means something", () => {
  const TABLE: readonly (readonly [SideWord | null, Partial<Snapshot>, boolean])[] = [
    ["white", {}, true],
    ["black", {}, true], // a premove
    [null, {}, true], // a variation
    ["white", { paused: true }, false],
    ["white", OVER, true],
  ];
  for (const [side, part, isPlayable] of TABLE) {
    const root = page("h8", side, part);
    const board = root.querySelector("#board")!;
    assert.equal(board.getAttribute("aria-label"), "Board, 15 by 15");
    assert.equal(board.classList.contains("playable"), isPlayable, JSON.stringify([side, part]));
    assert.equal(board.querySelectorAll(".stone").length, 1);
  }
});

test("nobody can let a game go on that stands still for a vacation", () => {
  assert.ok(controls(page("h8 i9", "black", { paused: true })).includes("Resume"));
  const away = page("h8 i9", "black", { paused: true, vacation: "white" });
  assert.ok(!controls(away).includes("Resume"));
  assert.match(textOf(away.querySelector(".pause-banner")), /^Bob is on vacation\./);
});

test("a finished game leads to its review, and to the analysis of what is on the board", () => {
  assert.ok(!controls(page("h8 i9", "black")).includes("Review"));
  assert.ok(!controls(page("", "black", OVER)).includes("Review"));
  const over = page("h8 i9", "black", OVER);
  assert.equal(named(over, "Review").getAttribute("href"), "/game/alicebob/review");
  const analysed = (root: HTMLElement): string => named(root, "Analyse").getAttribute("href")!;
  const back = page("h8 i9", "black", OVER, { look: { ply: 1, left: 1 } });
  assert.notEqual(analysed(back), analysed(over));
  assert.equal(analysed(back), analysed(page("h8", "black", OVER)));
});

test("what a viewer tries lies over the game's stones, numbered, and wins as in the game", () => {
  const start = begun(game("h8 a1 i8 a2 j8 a3 k8 a4").moves, 8, null);
  const { variation } = tried(start, squares("l8", GOMOKU)[0]!, GOMOKU);
  const root = page("h8 a1 i8 a2 j8 a3 k8 a4", null, {}, { variation });
  assert.equal(root.querySelectorAll("#board .stone:not(.ghost)").length, 8);
  assert.deepEqual([...root.querySelectorAll(".tried-number")].map(textOf), ["1"]);
  assert.equal(root.querySelectorAll("#board path.line").length, 1);
  assert.match(textOf(root.querySelector(".status")), /Your variation\. Black wins\./);
});

test("who may watch, and how late, is said to players and spectators", () => {
  const part = { visibility: "private", delay: { ms: 1_000, moves: 0 } } as const;
  const signs = (side: SideWord | null): string =>
    textOf(page("h8", side, part).querySelector(".watch-signs"));
  assert.match(signs("black"), /^Private\..* Spectators see this 1 s late\.$/);
  assert.match(signs(null), /^Private\..* Shown 1 s late\.$/);
  assert.equal(page("h8", null).querySelector(".watch-signs"), null);
});

test("a broken connection is said over the board, a good one is not", () => {
  assert.equal(page("h8", "black").querySelector(".banner"), null);
  const broken = page("h8", "black", {}, { connection: { kind: "offline" } });
  assert.notEqual(textOf(broken.querySelector(".banner[role=status]")), "");
});

test("a bar says whose turn it is, who is away, who thinks, and at the end who won", () => {
  const pills = (root: Element): readonly string[] =>
    [...root.querySelectorAll(".player")].map((each) => textOf(each.querySelector(".pill")));
  const model = pageOf(game("h8"), "white");
  assert.deepEqual(pills(page("h8", "white")), ["", "Your turn"]); // one's own bar is below
  assert.deepEqual(pills(page("h8", "black")), ["", ""]);
  const away = { ...model.state, presence: { ...HERE, black: false } };
  assert.deepEqual(pills(page("h8", "white", {}, { state: away })), ["Away", "Your turn"]);
  const root = page("h8", "black", { seats: robo() });
  assert.deepEqual(pills(root), ["Thinking", ""]);
  assert.deepEqual(pills(page("h8", "white", OVER)), ["Winner", ""]);
});

test("the result says how well both played, where a review knows it", () => {
  const side = { moves: 9, kept: 8, winsGivenAway: 0, drawsGivenAway: 0, worst: null };
  const accuracy = {
    game: "abcd2345",
    state: "done",
    black: { ...side, percent: 96, status: "proved" },
    white: { ...side, percent: 71, status: "estimated" },
    turningPoint: 4,
  } as const;
  const model = pageOf(game("h8", GOMOKU, OVER), "black");
  const shown = (state: "done" | "none"): string => {
    const told = state === "done" ? accuracy : { ...accuracy, state, black: null, white: null };
    const root = page("h8", "black", OVER, { page: { ...model.page, accuracy: told } });
    return textOf(root.querySelector(".new-ratings"));
  };
  assert.match(shown("done"), /You 96% accuracy \(proved\).*71% accuracy \(estimate\)/);
  assert.equal(shown("none"), "");
});

test("where a turn has two stones both are marked, and share a cell in the list", () => {
  const connect6 = board(19, 19, 6, "connect6");
  const model = pageOf(game("j10 a1 a2", connect6), "black");
  const { moves, variant } = model.state.game;
  const view = recordView(model, stonesAfter(moves, 3, variant), FIT);
  assert.deepEqual([view.before, view.last], [squares("a1", connect6), squares("a2", connect6)[0]]);
  const first = pageOf(game("j10 a1", connect6), "black");
  assert.deepEqual(recordView(first, stonesAfter(moves, 2, variant), FIT).before, []);
  const list = drawn(movesList(model, noted<Commands>().act));
  const rows = [...list.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map((cell) => textOf(cell)),
  );
  assert.deepEqual(rows, [["1", "j10", "a1 a2"]]);
});
