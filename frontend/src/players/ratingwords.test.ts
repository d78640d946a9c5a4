// Ratings in words: they never pass for more than the estimates they are.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeText,
  changeTitle,
  outsideSentence,
  ratingOf,
  ratingText,
  ratingTitle,
  reachSentence,
  termsSentence,
  termsWord,
} from "./ratingwords";
import { ALICE, game, robo } from "../testing/game";

const ROUGH = { rating: 1512, provisional: true };
const RANGE = { low: 1400, high: 1600 };

test("a rating that still settles carries a question mark, and is called provisional", () => {
  assert.equal(ratingText(ROUGH), "1512?");
  assert.equal(ratingTitle(ROUGH), "rating 1512, provisional");
  const sure = { ...ROUGH, provisional: false };
  assert.equal(ratingText(sure), "1512");
  assert.equal(ratingTitle(sure), "rating 1512");
});

test("a guest’s rating is called that, an account’s is plain", () => {
  const guests = ratingOf({ ...ALICE, rating: 1512, provisional: true });
  assert.ok(guests);
  assert.equal(ratingTitle(guests), "a guest’s rating, 1512, provisional");
  assert.equal(ratingTitle({ ...guests, provisional: false }), "a guest’s rating, 1512");
  const mine = ratingOf({ ...ALICE, kind: "account", rating: 1512 });
  assert.ok(mine);
  assert.equal(ratingTitle(mine), "rating 1512");
});

test("who has no rating is shown none, and nought is one", () => {
  assert.equal(ratingOf(null), null);
  assert.equal(ratingOf(ALICE), null);
  assert.deepEqual(ratingOf({ ...ALICE, rating: 0 }), {
    rating: 0,
    provisional: false,
    guest: true,
  });
});

test("a change has its sign", () => {
  assert.deepEqual([18, -18, 0].map(changeText), ["+18", "−18", "±0"]);
  assert.equal(changeTitle({ ...ROUGH, change: 18 }), "up 18 after this game");
  assert.equal(changeTitle({ ...ROUGH, change: -7 }), "down 7 after this game");
  assert.equal(changeTitle({ ...ROUGH, change: 0 }), "unchanged after this game");
});

test("what a game counts for is said, but not where a bot plays", () => {
  assert.equal(termsWord(game("", undefined, { rated: true })), "Rated");
  assert.equal(termsWord(game()), "Not rated");
  assert.equal(termsWord(game("", undefined, { seats: robo() })), "");
  assert.equal(
    termsSentence({ rated: true, range: RANGE }),
    "Rated. The result counts towards both players’ ratings. For players rated 1400 to 1600.",
  );
  assert.equal(termsSentence({ rated: false, range: null }), "Not rated.");
});

test("a seat is open to those within the range, its ends included, and says so to others", () => {
  assert.equal(outsideSentence(null, null), "");
  for (const mine of [1400, 1500, 1600]) assert.equal(outsideSentence(RANGE, mine), "");
  for (const mine of [1399, 1601])
    assert.equal(outsideSentence(RANGE, mine), `For players rated 1400 to 1600. Yours is ${mine}.`);
  assert.equal(
    outsideSentence(RANGE, null),
    "For players rated 1400 to 1600. You have no rating on these boards yet.",
  );
});

test("quick pairing says how far it looks", () => {
  assert.equal(
    reachSentence(1500, 200),
    "Opponents rated 1300 to 1700, or anyone after 9 seconds.",
  );
  assert.match(reachSentence(100, 400), /^Opponents rated 0 to 500,/);
  assert.equal(reachSentence(1500, null), "Any rating now. Yours is 1500.");
});
