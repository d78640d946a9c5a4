// Keys on the board and beside it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardKey, helpKey, isChatKey, pageKey, studyKey, watchKey } from "./keys";

const key = (name: string, part = {}) => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...part,
});

test("while a game goes on, arrows on the board move the cursor and Enter plays", () => {
  assert.deepEqual(boardKey(key("ArrowLeft"), false), { kind: "cursor", direction: "left" });
  assert.deepEqual(boardKey(key("Home"), false), { kind: "cursor", direction: "rowStart" });
  assert.deepEqual(boardKey(key("Enter"), false), { kind: "play" });
  assert.deepEqual(boardKey(key(" "), false), { kind: "play" });
});

test("once it is over, they step; with shift they still move the cursor", () => {
  assert.deepEqual(boardKey(key("ArrowLeft"), true), { kind: "step", by: -1 });
  assert.deepEqual(boardKey(key("End"), true), { kind: "last" });
  assert.deepEqual(boardKey(key("ArrowLeft", { shiftKey: true }), true), {
    kind: "cursor",
    direction: "left",
  });
});

test("Escape lets go, on the board and beside it", () => {
  assert.deepEqual(boardKey(key("Escape"), false), { kind: "letGo" });
  assert.deepEqual(pageKey(key("Escape")), { kind: "letGo" });
});

test("the browser keeps its own keys", () => {
  assert.equal(boardKey(key("ArrowLeft", { altKey: true }), false), null);
  assert.equal(pageKey(key("ArrowLeft", { metaKey: true })), null);
  assert.equal(pageKey(key("ArrowUp")), null);
  assert.equal(boardKey(key("Tab"), false), null);
});

test("one letter for each kind of help, and none with a modifier", () => {
  assert.deepEqual(helpKey(key("o")), { kind: "toggle", help: "outcomes" });
  assert.deepEqual(helpKey(key("t")), { kind: "toggle", help: "threats" });
  assert.deepEqual(helpKey(key("h")), { kind: "toggle", help: "heat" });
  assert.deepEqual(helpKey(key("b")), { kind: "ask", hint: "best" });
  assert.deepEqual(helpKey(key("w")), { kind: "ask", hint: "words" });
  assert.equal(helpKey(key("t", { ctrlKey: true })), null);
  assert.equal(helpKey(key("x")), null);
});

test("on a page of study H switches the heat map, as in a game", () => {
  assert.deepEqual(studyKey(key("h")), { kind: "toggle", overlay: "heat" });
  assert.deepEqual(studyKey(key("o")), { kind: "toggle", overlay: "outcomes" });
  assert.equal(studyKey(key("h", { altKey: true })), null);
});

test("L is back to live and Backspace undoes, unless a modifier asks something else", () => {
  assert.equal(watchKey(key("l")), "live");
  assert.equal(watchKey(key("L", { shiftKey: true })), "live");
  assert.equal(watchKey(key("l", { ctrlKey: true })), null);
  assert.equal(watchKey(key("Backspace")), "undo");
  assert.equal(watchKey(key("k")), null);
});

test("c leads to the chat, and no other key does", () => {
  assert.equal(isChatKey(key("c")), true);
  assert.equal(isChatKey(key("c", { ctrlKey: true })), false); // copies
  assert.equal(isChatKey(key("b")), false);
});
