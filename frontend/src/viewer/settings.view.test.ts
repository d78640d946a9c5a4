// Fields of the settings page and of a game's menu show what is chosen, and what is chosen in them.

import { drawn, named } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "lit-html";
import { DEFAULTS } from "./choices";
import { startSaved } from "./saved";
import { fill, withField } from "./settings";

const fields = () =>
  drawn(
    html`<label for="wood">Wood</label><input id="wood" type="radio" name="board" value="wood" />
      <label for="slate">Slate</label><input id="slate" type="radio" name="board" value="slate" />
      <label for="sound">Sound</label><input id="sound" type="checkbox" name="sound" />
      <label for="volume">Volume</label
      ><input id="volume" type="range" name="volume" min="0" max="100" />
      <label for="name">Name</label><input id="name" name="name" value="Alice" />`,
  );

test("fields show what is chosen, and leave alone what is no choice", () => {
  const place = fields();

  fill(place, { ...DEFAULTS, board: "slate", sound: false, volume: 35 });

  assert.equal(named<HTMLInputElement>(place, "Wood").checked, false);
  assert.equal(named<HTMLInputElement>(place, "Slate").checked, true);
  assert.equal(named<HTMLInputElement>(place, "Sound").checked, false);
  assert.equal(named<HTMLInputElement>(place, "Volume").value, "35");
  assert.equal(named<HTMLInputElement>(place, "Name").value, "Alice");
});

test("a field that was changed changes what it is named like, and nothing else", () => {
  const place = fields();
  fill(place, DEFAULTS);
  const [wood, sound, volume] = ["Wood", "Sound", "Volume"].map((name) =>
    named<HTMLInputElement>(place, name),
  );

  sound!.checked = false;
  volume!.value = "10";

  assert.deepEqual(withField(DEFAULTS, wood!), { ...DEFAULTS, board: "wood" });
  assert.deepEqual(withField(DEFAULTS, sound!), { ...DEFAULTS, sound: false });
  assert.deepEqual(withField(DEFAULTS, volume!), { ...DEFAULTS, volume: 10 });
});

test("the card in which something was changed says so, for a while, and only that card", () => {
  const place = drawn(
    html`<section><output class="saved"></output><input id="a" name="a" /></section>
      <section><output class="saved"></output><input id="b" name="b" /></section>`,
  );
  let later = (): void => undefined;
  const saved = startSaved((_, then) => {
    later = then;
    return () => undefined;
  });
  const said = () => [...place.querySelectorAll("output")].map(({ textContent }) => textContent);

  saved(place.querySelector("#a")!, true);
  assert.deepEqual(said(), ["Saved", ""]);
  saved(place.querySelector("#b")!, false);
  assert.deepEqual(said(), ["", "Your browser won’t keep this"]);
  later();
  assert.deepEqual(said(), ["", ""]);
});
