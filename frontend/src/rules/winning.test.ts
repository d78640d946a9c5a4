// Which lines win in a position, by each line rule, set up or played.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { LineRule } from "../protocol/protocol";
import { LINE_RULES } from "../protocol/protocol";
import { standing } from "./winning";

function of(
  text: string,
  k: number,
  lineRule: LineRule = "freestyle",
): ReturnType<typeof standing> {
  const rows = text.split(" ");
  const rules = { width: rows[0]!.length, height: rows.length, k, lineRule };
  const signs = rows.reverse().join("");
  const stones = (sign: string): readonly number[] =>
    [...signs].flatMap((each, square) => (each === sign ? [square] : []));
  return standing({
    ...rules,
    blocked: stones("#"),
    black: stones("X"),
    white: stones("O"),
    sideToMove: "black",
  });
}

test("a row, a column and both diagonals win", () => {
  for (const [text, squares] of [
    ["XXX OO. ...", [6, 7, 8]],
    ["X.. XOO X..", [0, 3, 6]],
    ["..X OXO X..", [0, 4, 8]],
    ["X.. OXO ..X", [2, 4, 6]],
  ] as const) {
    const found = of(text, 3);
    assert.equal(found.kind, "won", text);
    assert.deepEqual(found.kind === "won" && found.lines.squares, squares);
    assert.equal(found.kind === "won" && found.lines.strokes.length, 1);
  }
});

test("an overline wins freestyle and does not win exact", () => {
  assert.equal(of("XXXX. .....", 3).kind, "won");
  assert.equal(of("XXXX. .....", 3, "exact").kind, "open");
  assert.equal(of("XXX.X .....", 3, "exact").kind, "won");
});

test("under full lines only a whole row, a whole column or a long diagonal wins", () => {
  assert.equal(of("XXX. .... ....", 3, "full").kind, "open");
  assert.equal(of("XXXX .... ....", 3, "full").kind, "won");
  assert.equal(of("X... .X.. ..X.", 3, "full").kind, "won");
});

/** For each rule: boards with a line of three, and boards without. */
const DRAWN: Readonly<Record<LineRule, readonly [won: string[], open: string[]]>> = {
  freestyle: [["XXX. ....", "XXXX. ....."], ["XX.X ...."]],
  exact: [["XXX. ....", "OXXXO .O..."], ["XXXX. ....."]],
  caro: [
    ["OXXX. .O...", "XXXO. .O...", "OXXX ..O."],
    ["OXXXO .O...", "XXXX. .....", "O.... .X... ..X.. ...X. ....O"],
  ],
  renju: [["XXX. ....", "OOOO. X...X"], ["XXXX. ....."]],
  full: [["XXXX .... ....", "X... .X.. ..X."], ["XXX. .... ...."]],
  misere: [["XXX. ....", "XXXX. ....."], ["XX.X ...."]],
  gravity: [["X.. XO. XOO", "XXXX."], ["XX.X"]],
  connect6: [["XXX. ....", "XXXX. ....."], ["XX.X ...."]],
  wild: [
    ["XXX. ....", "OOOO. ....."],
    ["XX.X ....", "XOX. ...."],
  ],
};

test("every rule has its lines drawn here", () => {
  for (const rule of Object.keys(LINE_RULES) as LineRule[]) {
    const [won, open] = DRAWN[rule];
    for (const board of won) assert.equal(of(board, 3, rule).kind, "won", `${rule}: ${board}`);
    for (const board of open) assert.equal(of(board, 3, rule).kind, "open", `${rule}: ${board}`);
  }
});

test("whoever completes a line wins, in misère the other side", () => {
  for (const rule of Object.keys(LINE_RULES) as LineRule[]) {
    if (LINE_RULES[rule].forbids || LINE_RULES[rule].edgeToEdge) continue;
    const found = of("OXXX. OO.O.", 3, rule);
    // Where lines are anybody's, whoever moved last has it: black is to move here.
    const side = rule === "wild" ? "white" : "black";
    assert.equal(found.kind === "won" && found.lines.side, side, rule);
    assert.equal(found.kind === "won" && found.winner, rule === "misere" ? "white" : side);
  }
});

test("a row of either kind is won by whoever moved last, whosever stones it has", () => {
  const both = of("XXX O.. OOO", 3, "wild");
  assert.equal(both.kind === "won" && both.winner, "white");
  assert.deepEqual(both.kind === "won" && both.lines.squares, [0, 1, 2, 6, 7, 8]);
  assert.equal(both.kind === "won" && both.lines.strokes.length, 2);
  assert.equal(of("XOX OXO O.O", 3, "wild").kind, "open");
});

test("both may have a line where somebody set it up; a full board without one is a draw", () => {
  assert.equal(of("XXX ... OOO", 3).kind, "both");
  assert.equal(of("XOX XOO OXX", 3).kind, "full");
  assert.equal(of("XOX XOO OX.", 3).kind, "open");
});

test("two lines at once have a stroke each; one in a row is one stroke", () => {
  const cross = of("..X.. ..X.. XXXXX ..X.. ..X..", 5);
  assert.equal(cross.kind === "won" && cross.lines.strokes.length, 2);
  const one = of("X..", 1);
  assert.deepEqual(one.kind === "won" && one.lines.strokes, [{ from: 0, to: 0 }]);
});

test("a blocked square is like the edge: no line goes over it, and nothing more fits a full board", () => {
  assert.equal(of("XX#XX ..... .....", 4).kind, "open");
  assert.equal(of("#XXX# ..... .....", 3, "exact").kind, "won");
  assert.equal(of("OXXX# ..... .....", 3, "caro").kind, "won");
  assert.equal(of("XOX OXO OX#", 3).kind, "full");
});
