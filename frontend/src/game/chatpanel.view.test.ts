// The chat as it is met: rooms, lines, menus, the name that is asked for.

import { controls, drawn, happens, named, noted, press, submit, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChatState } from "./chat";
import { openChat, presets } from "./chat";
import type { ChatCommands } from "./chathandlers";
import { chatPanel } from "./chatpanel";
import type { Model } from "./model";
import type { LinePart, SideWord, Snapshot } from "../protocol/protocol";
import { game, pageOf, robo } from "../testing/game";

const BOB: LinePart["author"] = { name: "Bob", player: "bob", side: "white" };
const EVE: LinePart["author"] = { name: "<b>Eve</b>", player: "eve", side: null };
const OVER = { outcome: { winner: "black", termination: "line" } } as const;

function line(id: number, author: LinePart["author"], part: Partial<LinePart> = {}): LinePart {
  const room = author.side === null ? "spectators" : "players";
  return { id, room, author, text: `line ${id}`, at: 1000 * id, command: `c${id}`, ...part };
}

function panel(
  side: SideWord | null,
  chat: Partial<ChatState> = {},
  part: Partial<Snapshot> = {},
  page: Partial<Model> = {},
) {
  const { act, called } = noted<ChatCommands>();
  const me = side === "black" ? "alice" : null;
  const state = { ...openChat({ me, muted: [], name: "", mutedPage: "" }), open: true, ...chat };
  const model = pageOf(game("h8", undefined, part), side, { chat: state, ...page });
  return { root: drawn(chatPanel(model, act)), called };
}

const lines = [line(1, BOB), line(2, { ...BOB, name: "Alice", player: "alice", side: "black" })];

test("a chat has the room that may be read; players have both when the game is over", () => {
  const TABLE: readonly (readonly [
    SideWord | null,
    Partial<Snapshot>,
    string,
    readonly string[],
  ])[] = [
    ["black", {}, "Chat: Players", []],
    [null, {}, "Chat: Spectators", []],
    ["black", OVER, "Chat: Players", ["Players", "Spectators"]],
  ];
  for (const [side, part, log, rooms] of TABLE) {
    const { root } = panel(side, {}, part);
    assert.equal(root.querySelector("[role=log]")?.getAttribute("aria-label"), log);
    assert.deepEqual(controls(root), [...rooms, ...presets(), "Send"]);
  }
});

test("with a bot nobody talks", () => {
  assert.equal(panel("black", {}, { seats: robo() }).root.children.length, 0);
});

test("what others said can be muted or reported, one's own cannot", () => {
  const { root, called } = panel("black", { lines });
  assert.deepEqual([...root.querySelectorAll(".said")].map(textOf), [
    "White, Bob: line 1",
    "Black, Alice: line 2",
  ]);
  assert.deepEqual(controls(root)[0], "Mute or report: Bob");
  press(root, "Mute or report: Bob");
  assert.deepEqual(called, [["menu", { id: 1, reporting: false }]]);
});

test("the menu of a line mutes its author, or asks before it reports", () => {
  const open = panel("black", { lines, menu: { id: 1, reporting: false } });
  assert.equal(named(open.root, "Mute or report: Bob").getAttribute("aria-expanded"), "true");
  for (const name of ["Mute Bob", "Report", "Mute or report: Bob"]) press(open.root, name);
  assert.deepEqual(open.called, [
    ["mute", BOB],
    ["menu", { id: 1, reporting: true }],
    ["menu", null],
  ]);

  const asked = panel("black", { lines, menu: { id: 1, reporting: true } });
  for (const name of ["Yes", "No"]) press(asked.root, name);
  assert.deepEqual(asked.called, [
    ["report", 1],
    ["menu", null],
  ]);
});

test("nothing that was written is interpreted", () => {
  const { root } = panel(null, { lines: [line(1, EVE, { text: "<img src=x onerror=alert(1)>" })] });
  assert.equal(textOf(root.querySelector(".said")), "<b>Eve</b>: <img src=x onerror=alert(1)>");
  assert.equal(root.querySelector(".said img, .said b"), null);
});

test("a line is said as it was written, and the field is left as it was if it was refused", () => {
  const { root, called } = panel("black");
  submit(root, "Write to the players", "hello");
  press(root, "Good luck!");
  assert.deepEqual(called, [
    ["say", "players", "hello"],
    ["say", "players", "Good luck!"],
  ]);
  assert.equal(named<HTMLInputElement>(root, "Write to the players").value, "hello");
});

test("what was wrong with the last line stands by its field, until one types", () => {
  const { root, called } = panel("black", { error: "That is too long." });
  const field = named(root, "Write to the players");
  assert.equal(field.getAttribute("aria-invalid"), "true");
  const told = root.querySelector(`#${field.getAttribute("aria-describedby") ?? ""}`);
  assert.deepEqual([told?.getAttribute("role"), textOf(told)], ["alert", "That is too long."]);
  happens(field, "input");
  assert.deepEqual(called, [["typed"]]);
});

test("a spectator without a name is asked for one, in the field's place", () => {
  const { root, called } = panel(null, { naming: "hello" });
  assert.deepEqual(controls(root), ["Save"]);
  submit(root, "Choose a name so others know who’s talking.", "Eve");
  assert.deepEqual(called, [["name", "Eve"]]);
});

test("where there are two rooms each says how many lines are new", () => {
  const lines = [line(1, BOB), line(2, BOB), line(3, EVE)];
  const over = panel("black", { lines, seen: { players: 2, spectators: 0 } }, OVER);
  assert.deepEqual(controls(over.root).slice(0, 2), ["Players", "Spectators 1 unread"]);
  press(over.root, "Spectators 1 unread");
  assert.deepEqual(over.called, [["room", "spectators"]]);
});

test("a line on its way says whether it is sent or waits for the connection", () => {
  const pending = [{ type: "say", id: "9", room: "players", text: "hello" }] as const;
  const TABLE: readonly (readonly [Model["connection"], string])[] = [
    [{ kind: "live" }, "hello sending…"],
    [{ kind: "connecting" }, "hello waiting for the connection"],
  ];
  for (const [connection, words] of TABLE)
    assert.equal(
      textOf(panel("black", {}, {}, { pending, connection }).root.querySelector(".waiting")),
      words,
    );
});

test("an empty room says who reads it", () => {
  const empty = (...given: Parameters<typeof panel>): string =>
    textOf(panel(...given).root.querySelector(".empty"));
  assert.match(empty("black"), /Only you and your opponent can see this\.$/);
  assert.match(empty(null), /Players can read this once the game is over\.$/);
  assert.equal(empty(null, {}, OVER), "No messages yet.");
});

test("who is muted is linked to, and what was done is told", () => {
  const { root } = panel("black", { muted: ["eve", "mallory"] }, {}, { chatNotice: "Thank you." });
  assert.equal(named(root, "Muted players (2)").getAttribute("href"), "/muted");
  assert.equal(textOf(root.querySelector("[role=status]")), "Thank you.");
});
