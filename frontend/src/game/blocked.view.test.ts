// Blocked squares on the page of a game: drawn, read out, and refused in words to everybody.

import { drawn, submit, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { thumbnail } from "../board/board";
import { boardWords } from "../board/boardwords";
import { NO_HINTS } from "../evaluation/overlay";
import { DEFAULTS } from "../viewer/choices";
import { gameCommands } from "./handlers";
import { createGameStore } from "./store";
import { squareSentence } from "./sentences";
import { tray } from "./tray";
import { begun, tried } from "./variation";
import { triedSentence } from "./variationwords";
import { board, game, pageOf, squares } from "../testing/game";

const PILLARS = board(6, 6, 4, "freestyle", [7, 28]);
const [B2 = 0, C3 = 0] = squares("b2 c3", PILLARS);

test("each blocked square is a block of its board, large and small, stones or marks", () => {
  for (const drawing of ["stones", "marks"] as const) {
    const walls = drawn(thumbnail(PILLARS, drawing)).querySelectorAll("rect.wall");
    assert.deepEqual(
      [...walls].map((wall) => [Number(wall.getAttribute("x")), Number(wall.getAttribute("y"))]),
      [
        [1.04, 4.04],
        [4.04, 1.04],
      ],
    );
  }
});

test("a blocked square is read as one, and listed with what lies on the board", () => {
  const snapshot = game("c3", PILLARS);
  assert.equal(squareSentence(B2, new Map(), snapshot, "marks"), "b2, blocked");
  assert.equal(squareSentence(C3, new Map(), snapshot, "marks"), "c3, empty");
  assert.equal(boardWords(new Map(), null, PILLARS, "marks"), "X: none. O: none. Blocked: b2, e5.");
});

test("a stone on a blocked square is refused in words, and not sent", () => {
  const sent: object[] = [];
  const store = createGameStore(
    pageOf(game("c3", PILLARS), "white", { choices: { ...DEFAULTS, sound: false } }),
    () => undefined,
  );
  const act = gameCommands(store, (command) => sent.push(command));
  const sentence = "b2 is blocked. Choose another square.";

  submit(drawn(tray(store.model(), NO_HINTS, act)), "Square", "b2");
  const after = drawn(tray(store.model(), NO_HINTS, act));
  assert.equal(textOf(after.querySelector(".entry-error[role=alert]")), sentence);
  act.play(B2);

  assert.equal(store.model().alert, sentence);
  assert.deepEqual(sent, []);
});

test("nobody tries a move on a blocked square", () => {
  const { moves } = game("c3", PILLARS);
  const variation = begun(moves, 1, { ply: 1, left: 1 });

  assert.deepEqual(tried(variation, B2, PILLARS), { variation: null, why: "taken" });
  assert.equal(
    triedSentence(B2, variation, new Map(), game("c3", PILLARS), "marks"),
    "b2, blocked",
  );
});
