// Squares under pointers, whole pixels, and strokes through every kind of line.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fit, left, squareAt, starPoints, strokes, top } from "./geometry";
import { name } from "../rules/squares";
import { GOMOKU, TICTACTOE, board, squares } from "../testing/game";
import type { VariantPart } from "../protocol/protocol";

test("a square is a whole number of pixels and the board stays in its box", () => {
  for (const width of [320, 360, 719, 1111]) {
    for (const variant of [TICTACTOE, GOMOKU, board(32, 32, 5), board(32, 1, 3)]) {
      const fitted = fit(variant, "stones", { width, height: 700 });
      assert.ok(Number.isInteger(fitted.square));
      assert.ok(
        fitted.width <= width && fitted.height <= 700,
        `${JSON.stringify(variant)} in ${width}`,
      );
    }
  }
});

test("the board fills its box as far as whole pixels allow, with names inside its margin", () => {
  for (const [box, square, side] of [
    [680, 44, 680],
    [360, 23, 359],
  ] as const) {
    const fitted = fit(GOMOKU, "stones", { width: box, height: box + 50 });
    assert.deepEqual([fitted.square, fitted.width, fitted.height], [square, side, side], `${box}`);
  }
  const { square, margin } = fit(TICTACTOE, "marks", { width: 600, height: 600 });
  assert.ok(margin >= 0.29 * square && margin <= 0.5 * square);
});

test("a square under the pointer is the square drawn there", () => {
  for (const variant of [TICTACTOE, GOMOKU, board(32, 2, 2)]) {
    for (let square = 0; square < variant.width * variant.height; square += 1) {
      assert.equal(
        squareAt(left(square, variant) + 0.9, top(square, variant) + 0.1, variant),
        square,
      );
    }
    assert.equal(squareAt(-0.1, 0.5, variant), null);
    assert.equal(squareAt(0.5, variant.height + 0.1, variant), null);
  }
});

test("star points where players know them", () => {
  const names = (width: number, height: number): string => {
    const variant = board(width, height, 3);
    return starPoints(variant)
      .map((square) => name(square, variant))
      .join(" ");
  };
  assert.equal(names(15, 15), "d4 l4 h8 d12 l12");
  assert.equal(names(19, 19), "d4 j4 p4 d10 j10 p10 d16 j16 p16");
  assert.equal(names(20, 20), "d4 q4 d17 q17");
  assert.equal(names(7, 7), "d4");
  assert.equal(names(6, 5), "");
});

function struck(line: string, last: string, variant: VariantPart): string {
  return strokes(squares(line, variant), squares(last, variant)[0]!, variant)
    .map(({ from, to }) => `${name(from, variant)}-${name(to, variant)}`)
    .join(" ");
}

test("one line, one stroke from end to end", () => {
  assert.equal(struck("d4 e5 f6 g7 h8", "f6", GOMOKU), "d4-h8");
  assert.equal(struck("h4 h5 h6 h7 h8", "h8", GOMOKU), "h4-h8");
  assert.equal(struck("a8 b7 c6 d5 e4", "a8", GOMOKU), "a8-e4");
  assert.equal(fit(GOMOKU, "stones", { width: 15, height: 15 }).square, 6);
});

test("an overline is struck whole", () => {
  assert.equal(struck("d4 e4 f4 g4 h4 i4", "g4", GOMOKU), "d4-i4");
});

test("two lines at once are two strokes", () => {
  assert.equal(struck("a1 b1 c1 c2 c3", "c1", TICTACTOE), "a1-c1 c1-c3");
});

test("full lines: rows and columns from edge to edge, diagonals of the shorter edge", () => {
  const variant = board(3, 5, 3, "full");
  assert.equal(struck("b1 b2 b3 b4 b5", "b3", variant), "b1-b5");
  assert.equal(struck("a4 b4 c4", "a4", variant), "a4-c4");
  assert.equal(struck("a2 b3 c4", "c4", variant), "a2-c4");
});

test("one in a row is one dot", () => {
  assert.equal(struck("b2", "b2", board(3, 3, 1)), "b2-b2");
});
