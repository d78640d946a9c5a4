import assert from "node:assert/strict";
import { test } from "node:test";
import { noticeIn } from "./pushnotice";

const NOTICE = { title: "Your turn against Bob", body: "15×15", tag: "game:a", link: "/game/a/" };

test("what the server pushes is read", () => {
  assert.deepEqual(noticeIn(JSON.stringify({ ...NOTICE, more: 1 })), NOTICE);
});

test("anything else is none", () => {
  for (const text of ["", "hello", "null", "[]", "7", '{"title":"a"}'])
    assert.equal(noticeIn(text), null, text);
});

test("a notice leads to a page of this server, and nowhere else", () => {
  for (const link of ["https://evil.example/", "//evil.example", "/\\evil.example", "game", ""])
    assert.equal(noticeIn(JSON.stringify({ ...NOTICE, link })), null, link);
});
