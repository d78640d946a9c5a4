// How far one has come is kept in the browser, and shown in lists.

import { drawn, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "lit-html";
import { FORBIDDEN, memory } from "../testing/storage";
import { keepProgress, readProgress, showProgress } from "./progress";

test("what is kept is read again, lesson by lesson", () => {
  const storage = memory();
  keepProgress(storage, "open-four", 2);
  keepProgress(storage, "forks", 5);
  assert.deepEqual(
    [...readProgress(storage)],
    [
      ["open-four", 2],
      ["forks", 5],
    ],
  );
});

test("an earlier step that is solved again takes nothing away", () => {
  const storage = memory("open-four:4");
  keepProgress(storage, "open-four", 1);
  assert.equal(readProgress(storage).get("open-four"), 4);
});

test("what is unreadable, or forbidden, counts as nothing done", () => {
  for (const text of [null, "", "open-four", "open-four:-1", "open-four:x", '{"a":1}', "a:1000"])
    assert.equal(readProgress(memory(text)).size, 0, text ?? "none");
  assert.equal(readProgress(FORBIDDEN).size, 0);
  assert.equal(keepProgress(FORBIDDEN, "forks", 1).get("forks"), 1);
});

test("a list says which lessons are done, and where the others go on", () => {
  const row = (key: string): unknown =>
    html`<a data-lesson=${key} data-steps="5">${key} <span class="state">3 min</span></a>`;
  const root = drawn(html`${["five", "forks", "threats"].map(row)}`);
  showProgress(root, new Map(Object.entries({ five: 5, forks: 2, gone: 1 })));
  assert.deepEqual(
    [...root.querySelectorAll("a")].map((each) => textOf(each)),
    ["five Done", "forks Step 3", "threats 3 min"],
  );
});
