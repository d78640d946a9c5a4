// The help a player has: what is switched on, what can be asked, what was answered.

import { controls, drawn, happens, named, noted, press, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { unanswered } from "../live/answers";
import type { Commands } from "./commands";
import type { HelpCommands } from "./helphandlers";
import { helpPanel } from "./helppanel";
import type { Model } from "./model";
import type { SideWord, Snapshot, ThreatPart } from "../protocol/protocol";
import type { State } from "../live/state";
import { NO_OFFERS } from "../live/state";
import { GOMOKU, game, pageOf, robo, squares } from "../testing/game";

const TWO = { hintsSince: 0 } as const;
const BOT = { seats: robo() } as const;
const AGGRESSIVE = { seats: robo("aggressive"), aggressiveness: 0.8 } as const;
const OVER = { outcome: { winner: "black", termination: "line" } } as const;

function panel(
  moves: string,
  side: SideWord | null,
  part: Partial<Snapshot> = {},
  page: Partial<Model> = {},
  told: Partial<State["answers"]> = {},
) {
  const { act, called } = noted<HelpCommands>();
  const commands = noted<Commands>();
  const model = pageOf(game(moves, GOMOKU, part), side, page);
  const ply = model.state.game.moves.length;
  const state = { ...model.state, answers: { ...unanswered(ply), ...told } };
  return {
    root: drawn(helpPanel({ ...model, state }, commands.act, act)),
    called,
    sent: commands.called,
  };
}

test("there is help against a bot, or where both agreed to it, for players, while it goes on", () => {
  const TABLE: readonly (readonly [SideWord | null, Partial<Snapshot>, readonly string[]])[] = [
    ["black", BOT, ["Outcomes", "Threats"]],
    ["black", AGGRESSIVE, ["Outcomes", "Threats", "Heat map"]],
    ["black", TWO, ["Outcomes", "Threats", "Heat map", "Analyse this position in a new window"]],
    ["black", {}, ["Play with hints"]],
    ["black", { rated: true }, []],
    [null, TWO, []],
    [null, BOT, []],
    ["black", { ...TWO, ...OVER }, []],
  ];
  for (const [side, part, expected] of TABLE)
    assert.deepEqual(controls(panel("h8 i9", side, part).root), expected);
});

test("switches say whether they are on, and switch", () => {
  const { root, called } = panel("h8 i9", "black", BOT, { help: ["threats"] });
  assert.deepEqual(
    ["Outcomes", "Threats"].map((each) => named(root, each).getAttribute("aria-pressed")),
    ["false", "true"],
  );
  assert.equal(named(root, "Threats").getAttribute("aria-keyshortcuts"), "t");
  press(root, "Outcomes");
  assert.deepEqual(called, [["toggle", "outcomes"]]);
});

test("while buttons settle, none of them does anything", () => {
  const { root, called } = panel("h8 i9", "black", BOT, { settling: true });
  for (const name of ["Outcomes", "Threats"]) press(root, name);
  assert.deepEqual(called, []);
  assert.ok(controls(root).every((each) => each.startsWith("(")));
});

const THREAT: ThreatPart = {
  kind: "four",
  side: "white",
  stones: squares("h8 i8 j8 k8", GOMOKU),
  squares: squares("l8", GOMOKU),
};

test("a threat marks its squares under the pointer and the focus", () => {
  const help = ["threats"] as const;
  const threats = { type: "threatMarks", id: "1", ply: 2, threats: [THREAT] } as const;
  const { root, called } = panel("h8 i9", "black", BOT, { help }, { threats });
  const row = root.querySelector(".threat-row")!;
  assert.match(textOf(row), /h8 i8 j8 k8 continues at l8$/);
  for (const event of ["pointerenter", "pointerleave", "focus", "blur"]) happens(row, event);
  const all = [...THREAT.stones, ...THREAT.squares];
  assert.deepEqual(called, [
    ["light", all],
    ["light", []],
    ["light", all],
    ["light", []],
  ]);
  const none = { ...threats, threats: [] };
  assert.match(
    textOf(panel("h8 i9", "black", BOT, { help }, { threats: none }).root),
    /No threats on the board\./,
  );
});

test("a refusal takes the place of the first words", () => {
  assert.match(textOf(panel("h8 i9", "black", BOT).root), /Hints are saved with the game\./);
  const { root } = panel("h8 i9", "black", BOT, { helpRefusal: "The bot thinks." });
  assert.equal(textOf(root.querySelector(".help-notes")), "The bot thinks.");
});

test("a hint that is being worked on says so, until its answer comes", () => {
  const questions = [{ id: "q", kind: "best", isRefused: false }] as const;
  const asked = { ...pageOf(game("h8 i9", GOMOKU), "black").asked, ply: 2, questions };
  assert.equal(
    textOf(panel("h8 i9", "black", BOT, { asked }).root.querySelector(".help-notes")),
    "Looking for the best move…",
  );
});

test("A is read from the slider: dragged, let go of, moved by a key", () => {
  assert.equal(panel("h8 i9", "black", BOT).root.querySelector("#aggressiveness"), null);
  const { root, called } = panel("h8 i9", "black", AGGRESSIVE);
  const slider = named<HTMLInputElement>(root, "Defence weight");
  assert.deepEqual([slider.value, slider.getAttribute("aria-valuetext")], ["0.8", "0.80"]);
  slider.value = "1.4";
  for (const event of ["pointerdown", "input", "change", "keydown", "change"])
    happens(slider, event);
  assert.deepEqual(called, [
    ["drag", 1.4],
    ["letGo", 1.4, false],
    ["letGo", 1.4, true],
  ]);
});

test("people may agree on hints; one's own proposal can be withdrawn", () => {
  const { root, sent } = panel("h8 i9", "black");
  press(root, "Play with hints");
  assert.deepEqual(sent, [["send", { type: "offer", what: "hints" }]]);
  const mine = panel("h8 i9", "black", { offers: { ...NO_OFFERS, hints: "black" } });
  press(mine.root, "Withdraw the hints proposal");
  assert.deepEqual(mine.sent, [["send", { type: "cancel", what: "hints" }]]);
});
