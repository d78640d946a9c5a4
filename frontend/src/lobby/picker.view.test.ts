// Openings in the form of a new game: only those that the chosen board can have.

import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "lit-html";
import { drawn } from "../testing/view";
import { closeImpossible } from "./picker";

function form(): HTMLSelectElement {
  return drawn(
    html`<select>
      <option value="none" data-presets="3x3 15x15 20x20"></option>
      <option value="swap2" data-presets="15x15 20x20"></option>
      <option value="rif" data-presets="15x15"></option>
    </select>`,
  ).querySelector("select")!;
}

function open(select: HTMLSelectElement): readonly string[] {
  return [...select.options].filter(({ disabled }) => !disabled).map(({ value }) => value);
}

test("openings that a board cannot have are closed, and open again on another", () => {
  const select = form();
  closeImpossible(select, "3x3");
  assert.deepEqual(open(select), ["none"]);
  closeImpossible(select, "20x20");
  assert.deepEqual(open(select), ["none", "swap2"]);
  closeImpossible(select, "15x15");
  assert.deepEqual(open(select), ["none", "swap2", "rif"]);
});

test("an opening that was chosen stays where it can be, and gives way to none where it cannot", () => {
  const select = form();
  select.value = "rif";
  closeImpossible(select, "15x15");
  assert.equal(select.value, "rif");
  closeImpossible(select, "20x20");
  assert.equal(select.value, "none");
});

test("for a board that is typed any opening may be chosen: the server says if it cannot be", () => {
  const select = form();
  closeImpossible(select, "custom");
  assert.equal(open(select).length, 3);
});
