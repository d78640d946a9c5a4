// What a page makes of the talk it hears beside a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChatState } from "./chat";
import {
  MAX_LINES,
  heardChat,
  objection,
  openChat,
  read,
  roomsOf,
  shownLines,
  shownRoom,
  unread,
  withMute,
} from "./chat";
import { add, pendingLines, settle } from "../live/pending";
import type { Chat, LinePart, Room, Say } from "../protocol/protocol";
import { begin, reduce } from "../live/state";
import { game, robo } from "../testing/game";

function line(id: number, part: Partial<LinePart> = {}): LinePart {
  return {
    id,
    room: "players",
    author: { name: "Bob", player: "bob", side: "white" },
    text: `line ${id}`,
    at: 1000 * id,
    command: `c${id}`,
    ...part,
  };
}

function snapshot(lines: readonly LinePart[], hidden: readonly number[] = []): Chat {
  return { type: "chat", rooms: ["players"], lines, hidden };
}

/** Alice's chat, folded or open, after these lines. */
function heard(lines: readonly LinePart[], open = false): ChatState {
  const first = { ...openChat({ me: "alice", muted: [], name: "", mutedPage: "" }), open };
  return lines.reduce<ChatState>(
    (chat, each) => heardChat(chat, { type: "said", line: each }, "players"),
    first,
  );
}

const texts = (chat: ChatState, room: Room = "players"): readonly string[] =>
  shownLines(chat, room).map(({ text }) => text);

const OVER = game("h8", undefined, { outcome: { winner: "black", termination: "line" } });
const EVE: LinePart["author"] = { name: "Eve", player: "eve", side: null };

test("lines are in the order of their ids, whenever they are heard", () => {
  assert.deepEqual(texts(heard([line(2), line(1), line(3)])), ["line 1", "line 2", "line 3"]);
});

test("a line heard again is the same line", () => {
  const chat = heard([line(1), line(2), line(1)]);
  assert.equal(chat.lines.length, 2);
  const again = heardChat(chat, snapshot([line(1), line(2), line(3)]), "players");
  assert.deepEqual(texts(again), ["line 1", "line 2", "line 3"]);
});

test("what was read before stays when the last lines come anew", () => {
  const chat = heardChat(heard([line(1)]), snapshot([line(90), line(91)]), "players");
  assert.deepEqual(texts(chat), ["line 1", "line 90", "line 91"]);
});

test("a hidden line goes at once, and after a reconnection", () => {
  const chat = heard([line(1), line(2)]);
  const told = heardChat(chat, { type: "chatHidden", room: "players", id: 1 }, "players");
  assert.deepEqual(texts(told), ["line 2"]);
  assert.deepEqual(texts(heardChat(chat, snapshot([line(2)], [1]), "players")), ["line 2"]);
});

test("the menu of a line goes with it", () => {
  const chat = { ...heard([line(1)]), menu: { id: 1, reporting: true } };
  const told = heardChat(chat, { type: "chatHidden", room: "players", id: 1 }, "players");
  assert.equal(told.menu, null);
});

test("only so many lines are held", () => {
  const many = Array.from({ length: MAX_LINES + 5 }, (_, at) => line(at + 1));
  const chat = heard(many);
  assert.equal(chat.lines.length, MAX_LINES);
  assert.equal(chat.lines[0]!.id, 6);
});

test("what a folded chat has not shown is unread, but for what one said oneself", () => {
  const mine = line(3, { author: { name: "Alice", player: "alice", side: "black" } });
  const chat = heard([line(1), line(2), mine]);
  assert.equal(unread(chat, "players", "black"), 2);
  assert.equal(unread(read({ ...chat, open: true }, "players"), "players", "black"), 0);
});

test("what is said in the room on the page is read, elsewhere it is not", () => {
  const chat = heard([line(1), line(2, { room: "spectators", author: EVE })], true);
  assert.equal(unread(chat, "players", "black"), 0);
  assert.equal(unread(chat, "spectators", "black"), 1);
});

test("a seat played from another browser says one's own lines", () => {
  const chat = { ...heard([line(1)]), me: "somebody" };
  assert.equal(unread(chat, "players", "white"), 0);
  assert.equal(unread(chat, "players", "black"), 1);
});

test("who is muted is neither shown nor counted, in any room, until they are not", () => {
  const chat = withMute(heard([line(1), line(2, { room: "spectators" })]), "bob", true);
  assert.deepEqual([texts(chat), texts(chat, "spectators")], [[], []]);
  assert.equal(unread(chat, "players", "black"), 0);
  assert.deepEqual(texts(withMute(chat, "bob", false)), ["line 1"]);
  assert.deepEqual(withMute(chat, "bob", true).muted, ["bob"]);
});

test("players have their room, and the spectators’ when the game is over", () => {
  assert.deepEqual(roomsOf(begin(game("h8"), "black")), ["players"]);
  assert.deepEqual(roomsOf(begin(OVER, "black")), ["players", "spectators"]);
  assert.deepEqual(roomsOf(begin(game("h8"), null)), ["spectators"]);
});

test("bots do not talk", () => {
  const seats = robo();
  assert.deepEqual(roomsOf(begin(game("h8", undefined, { seats }), "black")), []);
  assert.deepEqual(roomsOf(begin({ ...OVER, seats }, "black")), ["spectators"]);
});

test("the room on the page is one that may be read", () => {
  const chat = heard([]);
  assert.equal(shownRoom(chat, ["spectators"]), "spectators");
  assert.equal(shownRoom({ ...chat, room: "spectators" }, ["players"]), "players");
  assert.equal(shownRoom(chat, []), null);
});

test("a text that cannot be said is told of before it is sent", () => {
  assert.match(objection("  ")!, /Write something/);
  assert.match(objection("x".repeat(10_000))!, /10000/);
  assert.equal(objection("🙂".repeat(200)), null);
  assert.equal(objection("<script>"), null);
});

test("a line is sent again until it is told, shown or refused", () => {
  const say: Say = { type: "say", id: "c7", room: "players", text: "Hello!" };
  const pending = add([], say);
  assert.deepEqual(pendingLines(pending, "players"), [say]);
  assert.deepEqual(pendingLines(pending, "spectators"), []);
  assert.equal(settle(pending, { type: "said", line: line(6) }).length, 1);
  assert.equal(settle(pending, { type: "chatHidden", room: "players", id: 7 }).length, 1);
  assert.equal(settle(pending, { type: "said", line: line(7) }).length, 0);
  assert.equal(settle(pending, snapshot([line(7)])).length, 0);
  const refusal = { type: "rejected", id: "c7", code: "x", sentence: "", version: 1 } as const;
  assert.equal(settle(pending, refusal).length, 0);
});

test("what is said changes nothing of the game", () => {
  const state = begin(game("h8"), "black");
  assert.equal(reduce(state, { type: "said", line: line(1) }), state);
});
