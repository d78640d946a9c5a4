// The lobby's cards: open seats that can be taken or not, and games that are played.

import { controls, drawn, named, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { livePlaces } from "./liveboards";
import type { Place } from "./places";
import { placed } from "./places";
import type { LobbyView } from "./seats";
import { openGames } from "./seats";
import type { LobbyGame } from "../protocol/protocol";
import { ALICE, BOB, robo } from "../testing/game";
import { liveGame, lobby } from "../testing/lobby";
import { DEFAULTS } from "../viewer/choices";

const SEATS = { black: ALICE, white: null };

function list(
  places: readonly Place<LobbyGame>[],
  fresh: readonly string[] = [],
  view: Partial<LobbyView> = {},
): HTMLElement {
  return drawn(
    openGames(places, new Set(fresh), {
      lobby: lobby(),
      choices: DEFAULTS,
      mine: new Set(),
      followed: new Set(),
      ratings: {},
      csrf: "token",
      ...view,
    }),
  );
}

function open(part: Partial<LobbyGame>, view: Partial<LobbyView> = {}): HTMLElement {
  const game = liveGame("alices", { seats: SEATS, ...part });
  return list([{ game, gone: false }], [], view);
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
  const root = list([]);
  assert.deepEqual(controls(root), []);
  assert.match(textOf(root), /^No open games\./);
});

test("a host who waits at the board is told apart from one who has left it", () => {
  assert.match(textOf(open({})), /here now/);
  assert.match(textOf(open({ away: ["black"] })), /away/);
});

test("a seat that is gone keeps its place and leads nowhere; one that has just come settles", () => {
  const games = ["a", "b"].map((game) => liveGame(game, { seats: SEATS }));
  const before = placed([], games, 9);
  const after = placed(before, [games[1]!], 9);
  assert.deepEqual(controls(list(after)).filter((name) => name.includes("Join")).length, 1);
  assert.match(textOf(list(after).querySelector("li")), /Gone$/);
  assert.deepEqual(
    controls(list(before, ["b"]))
      .filter((name) => name.includes("Join"))
      .map((name) => name[0]),
    ["J", "("],
  );
});

function live(games: readonly LobbyGame[], mine: readonly string[] = [], free = 0): HTMLElement {
  const view = {
    choices: DEFAULTS,
    mine: new Set(mine),
    tv: new Set(["first"]),
    followed: new Set(["bob"]),
  };
  return drawn(livePlaces(placed([], games, 9), view, free));
}

test("games are boards that lead to them; empty places say what will fill them", () => {
  const games = ["first", "second"].map((game) => liveGame(game, { moves: [112] }));
  const root = live(games, [], 2);
  assert.deepEqual(
    [...root.querySelectorAll("a")].map((each) => each.getAttribute("href")),
    ["/game/first/", "/game/second/"],
  );
  assert.equal(root.querySelectorAll(".mini-board .stone").length, 2);
  assert.equal(root.querySelectorAll("li.free").length, 2);
  assert.equal(textOf(live([], [], 2)), "No live games right now. The next one appears here.");
});

test("a game that is gone stays as it was, under a curtain, until another takes its place", () => {
  const view = { choices: DEFAULTS, mine: new Set([]), tv: new Set([]), followed: new Set([]) };
  const [a, b, c] = ["a", "b", "c"].map((game) => liveGame(game)) as [
    LobbyGame,
    LobbyGame,
    LobbyGame,
  ];
  const gone = placed(placed([], [a, b], 2, 2), [b], 2, 2);
  const root = drawn(livePlaces(gone, view));
  assert.equal(textOf(root.querySelector("li .curtain")), "No longer live");
  const filled = drawn(livePlaces(placed(gone, [c, b], 2, 2), view));
  assert.equal(filled.querySelector(".curtain"), null);
  assert.deepEqual(
    [...filled.querySelectorAll("a")].map((each) => each.dataset.live),
    ["c", "b"],
  );
});

test("a game that opens by a rule says so", () => {
  const tags = (part: Partial<LobbyGame>): string =>
    textOf(live([liveGame("first", part)]).querySelector(".tags"));
  assert.match(tags({ opening: "swap2" }), /swap2 opening/);
  assert.doesNotMatch(tags({}), /opening/);
});

test("who is away is said beside their name", () => {
  const root = live([liveGame("first", { away: ["white"] })]);
  const [black, white] = [...root.querySelectorAll(".seat")].map(textOf);
  assert.doesNotMatch(black!, /away/);
  assert.match(white!, /away/);
});

test("a card has the tags of its game", () => {
  const tags = (part: Partial<LobbyGame>, mine: readonly string[] = []): readonly string[] =>
    [...live([liveGame("first", part)], mine).querySelectorAll(".tag")].map(textOf);
  assert.deepEqual(tags({}), ["TV", "you follow"]);
  assert.deepEqual(tags({}, ["first"]), ["you play", "TV", "you follow"]);
  assert.deepEqual(tags({ seats: robo() }), ["with a bot", "TV"]);
  assert.match(textOf(live([liveGame("first", { spectators: 3 })])), /3 watching/);
});

test("a game shown late has a curtain", () => {
  const moves = [112, 128];
  const late = live([liveGame("first", { moves, delay: { ms: 30_000, moves: 0 } })]);
  assert.equal(textOf(late.querySelector(".curtain")), "shown 30 s late");
  assert.equal(live([liveGame("first", { moves })]).querySelector(".curtain"), null);
});
