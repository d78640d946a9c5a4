// The card in which an opponent is looked for, and the note beside another game.

import { controls, drawn, named, press, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Met, Other } from "./opponentsearch";
import type { Looking } from "./search";
import type { Card, CardView } from "./searchcard";
import { searchCard } from "./searchcard";
import { searchNote } from "./searchnote";
import { GOMOKU } from "../testing/game";
import { DEFAULTS } from "../viewer/choices";

const LENA: Other = {
  game: "lenas",
  host: "Lena <b>",
  rating: 1612,
  provisional: true,
  board: "10×10",
  control: "5 min + 3 s",
};
const MET: Met = {
  game: "petrs",
  opponent: "Petr",
  rating: 1671,
  provisional: false,
  side: "white",
  variant: GOMOKU,
};
const LOOKING: Looking = {
  kind: "looking",
  seek: {
    game: "mine",
    socket: "/ws",
    lookAgain: "/look",
    variant: "15×15, five in a row",
    control: "5 min + 3 s",
    waitedMs: 0,
    rating: null,
    reach: null,
  },
  waitedMs: 5_400,
  reach: null,
  isLong: false,
  neighbour: LENA,
  settling: false,
  cancelling: false,
  connection: "live",
};

function card(what: Card, part: Partial<CardView> = {}) {
  const called: unknown[] = [];
  const view: CardView = {
    choices: DEFAULTS,
    hasBots: true,
    goesInS: 3,
    trouble: "",
    cancel: () => void called.push("cancel"),
    join: (neighbour) => void called.push(neighbour.game),
    ...part,
  };
  return { root: drawn(searchCard(what, view)), called };
}

test("while an opponent is looked for the time runs, and the search can be cancelled", () => {
  const { root, called } = card(LOOKING);
  assert.equal(textOf(root.querySelector(".well")), "Looking… 0:05");
  assert.match(textOf(root), /15×15, five in a row · 5 min \+ 3 s · Rated/);
  assert.deepEqual(controls(root), ["Cancel"], "nothing else is offered in the first seconds");
  press(root, "Cancel");
  assert.deepEqual(called, ["cancel"]);
});

test("a button that stands where another was pressed does not answer yet", () => {
  const { root, called } = card({ ...LOOKING, settling: true });
  assert.deepEqual(controls(root), ["(Cancel)"]);
  press(root, "Cancel");
  assert.deepEqual(called, []);
  assert.deepEqual(controls(card({ ...LOOKING, cancelling: true }).root), ["(Cancel)"]);
  assert.deepEqual(controls(card({ kind: "asking" }).root), ["(Cancel)"]);
});

test("a long search offers a neighbour and a bot, in places of their own", () => {
  const { root, called } = card({ ...LOOKING, isLong: true });
  assert.deepEqual(controls(root), ["Cancel", "Join Lena <b>", "Play a bot"]);
  assert.match(textOf(root), /Lena <b> rating 1612, provisional is waiting 10×10 · 5 min \+ 3 s/);
  press(root, "Join Lena <b>");
  assert.deepEqual(called, ["lenas"]);
  const bot = named<HTMLButtonElement>(root, "Play a bot");
  assert.equal(bot.getAttribute("type"), "submit");
  const settling = card({ ...LOOKING, isLong: true, settling: true }).root;
  assert.deepEqual(controls(settling), ["(Cancel)", "(Join Lena <b>)", "(Play a bot)"]);
});

test("the bot keeps its place when nobody else waits, and the room is there from the start", () => {
  const rows = (what: Card, part: Partial<CardView> = {}): readonly string[] =>
    [...card(what, part).root.querySelectorAll(".meanwhile > div")].map(textOf);
  const long = { ...LOOKING, isLong: true };
  assert.deepEqual(rows({ ...long, neighbour: null }), [
    "Nobody is waiting for another game.",
    "Play a bot while you wait Play a bot",
  ]);
  const stay = "Keep this page open. Leaving it ends the search.";
  assert.deepEqual(rows(LOOKING), [stay, ""]);
  const rated = { ...LOOKING, seek: { ...LOOKING.seek, rating: 1500 } };
  assert.deepEqual(rows(rated), ["Any rating now. Yours is 1500.", stay]);
  assert.match(rows({ ...rated, reach: 200 })[0]!, /^Opponents rated 1300 to 1700/);
  assert.equal(rows({ kind: "asking" }).length, 2);
  assert.equal(rows({ kind: "met", met: MET }).length, 2);
  assert.deepEqual(rows({ ...long, neighbour: null }, { hasBots: false })[1], "");
  assert.equal(rows(long, { trouble: "The seat was just taken." })[0], "The seat was just taken.");
});

test("whoever was found is named with their rating and one's own side", () => {
  const { root } = card({ kind: "met", met: MET });
  assert.match(textOf(root), /^Found! Starts in 3… .*Petr.*rating 1671.* You play White$/);
  assert.deepEqual(controls(root), []);
  const stays = card({ kind: "met", met: MET }, { goesInS: null }).root;
  assert.deepEqual(controls(stays), ["Go"]);
  assert.equal(named(stays, "Go").getAttribute("href"), "/game/petrs/");
});

test("a search that ended by itself says so; one that was cancelled leaves the form", () => {
  assert.equal(textOf(card({ kind: "over", cancelled: false }).root), "Your search has ended.");
  assert.equal(textOf(card({ kind: "over", cancelled: true }).root), "");
  assert.equal(textOf(card({ kind: "refused", sentence: "Too many." }).root), "Too many.");
});

test("a broken connection is told where the time runs", () => {
  const words = (connection: Looking["connection"]): string =>
    textOf(card({ ...LOOKING, connection }).root.querySelector(".well"));
  assert.equal(words("reconnecting"), "Reconnecting… 0:05");
  assert.equal(words("offline"), "Offline 0:05");
});

test("beside another game the note counts, cancels, and then leads to the game", () => {
  const called: string[] = [];
  const note = (what: Parameters<typeof searchNote>[0]): HTMLElement =>
    drawn(searchNote(what, () => void called.push("cancel")));
  const looking = note(LOOKING);
  assert.match(textOf(looking), /^Looking… 0:05/);
  press(looking, "Cancel the search");
  assert.deepEqual(called, ["cancel"]);
  const met = note({ kind: "met", met: MET });
  assert.match(textOf(met), /^Petr.* wants to play/);
  assert.equal(named(met, "Go Petr").getAttribute("href"), "/game/petrs/");
  assert.equal(textOf(note({ kind: "over", cancelled: false })), "");
});
