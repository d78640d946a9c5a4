// The lobby's cards: open seats that can be taken or not, and games that are played.

import { controls, drawn, named, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { liveGames } from "./liveboards";
import type { LobbyView } from "./seats";
import { openGames } from "./seats";
import type { LobbyGame } from "../protocol/protocol";
import { ALICE, BOB, robo } from "../testing/game";
import { liveGame, lobby } from "../testing/lobby";
import { DEFAULTS } from "../viewer/choices";

function open(part: Partial<LobbyGame>, view: Partial<LobbyView> = {}): HTMLElement {
  const seats = { black: ALICE, white: null };
  return drawn(
    openGames({
      lobby: lobby({ open: [liveGame("alices", { seats, ...part })] }),
      choices: DEFAULTS,
      mine: new Set(),
      followed: new Set(),
      ratings: {},
      csrf: "token",
      ...view,
    }),
  );
}

test("an open seat is taken by a form of its own, with the page's token", () => {
  const root = open({});
  const join = named<HTMLButtonElement>(root, controls(root).at(-1)!);
  assert.match(textOf(join), /^Join Alice: /);
  assert.equal(join.form!.getAttribute("action"), "/game/alices/join");
  assert.equal(join.form!.querySelector("input")!.value, "token");
  assert.match(textOf(root), /you play White/);
});

test("the free side is said, as this board shows it", () => {
  const white = open({ seats: { black: null, white: BOB } });
  assert.match(textOf(white), /you play Black/);
  const marks = open({}, { choices: { ...DEFAULTS, stones: "marks" } });
  assert.match(textOf(marks), /you play O/);
});

test("one's own seat is opened, not joined", () => {
  const root = open({}, { mine: new Set(["alices"]) });
  assert.deepEqual(controls(root), ["Open"]);
  assert.equal(named(root, "Open").getAttribute("href"), "/game/alices/");
  assert.match(textOf(root), /Your invitation/);
  assert.doesNotMatch(textOf(root), /you play/);
});

test("a seat for others' ratings says so, and cannot be taken", () => {
  const part = { rated: true, range: { low: 1400, high: 1600 } };
  const TABLE: readonly (readonly [number, isOpen: boolean])[] = [
    [1400, true],
    [1600, true],
    [1601, false],
    [1399, false],
  ];
  for (const [rating, isOpen] of TABLE) {
    const root = open(part, { ratings: { gomoku: rating } });
    const join = [...root.querySelectorAll("button")].at(-1)!;
    assert.equal(join.disabled, !isOpen, String(rating));
    const why = root.querySelector(`#${join.getAttribute("aria-describedby") ?? "none"}`);
    assert.equal(why === null, isOpen);
    if (why !== null)
      assert.match(textOf(why), /^For players rated 1400 to 1600\. Yours is \d+\.$/);
  }
});

test("an empty lobby says what fills it", () => {
  const root = open({}, { lobby: lobby() });
  assert.deepEqual(controls(root), []);
  assert.match(textOf(root), /^No open games\./);
});

function live(games: readonly LobbyGame[], mine: readonly string[] = [], boards = 1): HTMLElement {
  const view = {
    games,
    choices: DEFAULTS,
    mine: new Set(mine),
    tv: new Set(["first"]),
    followed: new Set(["bob"]),
  };
  return drawn(liveGames(view, boards, "Nobody plays."));
}

test("the first games are boards, the others rows; one's own is played, others are watched", () => {
  const games = ["first", "second", "third"].map((game) => liveGame(game, { moves: [112] }));
  const root = live(games, ["third"]);
  assert.deepEqual(
    [...root.querySelectorAll("[data-live]")].map((each) => each.tagName),
    ["A", "LI", "LI"],
  );
  assert.equal(root.querySelectorAll(".mini-board .stone").length, 1);
  assert.deepEqual(
    controls(root)
      .slice(1)
      .map((each) => each.split(" ")[0]),
    ["Watch", "Play"],
  );
  assert.equal(textOf(live([])), "Nobody plays.");
});

test("a card has the tags of its game", () => {
  const tags = (part: Partial<LobbyGame>, mine: readonly string[] = []): readonly string[] =>
    [...live([liveGame("first", part)], mine).querySelectorAll(".tag")].map(textOf);
  assert.deepEqual(tags({}), ["TV", "you follow"]);
  assert.deepEqual(tags({}, ["first"]), ["you play", "TV", "you follow"]);
  assert.deepEqual(tags({ seats: robo() }), ["with a bot", "TV"]);
  assert.match(textOf(live([liveGame("first", { spectators: 3 })])), /3 watching/);
});

test("a game shown late has a curtain, and no count of its moves", () => {
  const moves = [112, 128];
  const late = live([liveGame("first", { moves, delay: { ms: 30_000, moves: 0 } })]);
  assert.equal(textOf(late.querySelector(".curtain")), "shown 30 s late");
  assert.doesNotMatch(textOf(late), /2 moves/);
  assert.match(textOf(live([liveGame("first", { moves })])), /2 moves/);
});
