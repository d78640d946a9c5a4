// A rating beside a name: a guest's has a mark, and says so in words.

import { drawn, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { countedMark, ratingMark } from "./ratingmark";

const RATING = { rating: 1512, provisional: true };

test("a guest’s rating has a mark and words, an account’s neither", () => {
  const guests = drawn(ratingMark({ ...RATING, guest: true }));
  assert.equal(guests.querySelectorAll("[aria-hidden] .guest").length, 1);
  assert.equal(guests.querySelector(".hidden")?.textContent, "a guest’s rating, 1512, provisional");
  const plain = drawn(ratingMark({ ...RATING, guest: false }));
  assert.equal(plain.querySelectorAll(".guest").length, 0);
  assert.match(textOf(plain), /rating 1512, provisional/);
});

test("what a game made of it says so too", () => {
  const counted = drawn(countedMark({ ...RATING, change: 18 }, true));
  assert.equal(counted.querySelectorAll(".guest").length, 1);
  assert.match(textOf(counted), /a guest’s rating, 1512, provisional, up 18 after this game/);
});
