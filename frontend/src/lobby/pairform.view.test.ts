// Find opponent asks for what the picker and its options say.

import { Event } from "../testing/document";
import assert from "node:assert/strict";
import { test } from "node:test";
import { startPairForm } from "./pairform";

function forms(): readonly [HTMLFormElement, HTMLFormElement] {
  document.body.innerHTML = `
    <form id="pair">
      <select name="opening"><option value="none"></option><option value="swap2"></option></select>
      <select name="preset"><option value="3x3"></option><option value="15x15"></option></select>
      <select name="clock"><option value=""></option></select>
      <button>Find opponent</button>
    </form>
    <form id="picker">
      <input type="radio" name="preset" value="15x15" checked>
      <select name="opening"><option value="none"></option><option value="swap2"></option></select>
    </form>`;
  return [document.querySelector("#pair")!, document.querySelector("#picker")!];
}

test("the opening chosen under Options is asked for, too", () => {
  const [pair, picker] = forms();
  const asked = (): unknown => new FormData(pair).get("opening");
  startPairForm(pair, picker, null, { isAsked: true, offered: () => undefined });
  assert.equal(asked(), "none");
  const opening = picker.elements.namedItem("opening") as HTMLSelectElement;
  opening.value = "swap2";
  opening.dispatchEvent(new Event("change", { bubbles: true }) as unknown as globalThis.Event);
  assert.equal(asked(), "swap2");
});
