// Positions and moves as text: what the server writes is read here, and the other way round.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  boardText,
  fromPositionLine,
  positionLine,
  readBoard,
  readMoves,
  readRules,
} from "./positionline";

const PRESETS = {
  "3x3": { width: 3, height: 3, k: 3, lineRule: "freestyle" },
  "15x15": { width: 15, height: 15, k: 5, lineRule: "freestyle" },
} as const;
const EMPTY = { ...PRESETS["3x3"], black: [], white: [], sideToMove: "black" } as const;

test("a position is one word, as the server writes it", () => {
  const position = { ...EMPTY, black: [4], white: [0], sideToMove: "black" } as const;
  assert.equal(positionLine(position), "3x3x3-freestyle/3/1X1/O2/X");
  assert.equal(boardText(position), "...\n.X.\nO..");
});

test("what is written is read again, on boards of every shape", () => {
  for (const [width, height, k] of [
    [3, 3, 3],
    [15, 15, 5],
    [32, 2, 5],
    [1, 12, 4],
  ] as const) {
    const squares = Array.from({ length: width * height }, (_, square) => square);
    const position = {
      width,
      height,
      k,
      lineRule: "exact",
      black: squares.filter((square) => square % 3 === 0),
      white: squares.filter((square) => square % 7 === 1 && square % 3 !== 0),
      sideToMove: "white",
    } as const;
    const read = fromPositionLine(positionLine(position), PRESETS);
    assert.deepEqual(read.value, position);
  }
});

test("a preset may stand for its variant, and rows may be small letters", () => {
  const read = fromPositionLine(" 3x3/3/1x1/3/O ", PRESETS);
  assert.deepEqual(read.value, { ...EMPTY, black: [4], sideToMove: "white" });
});

test("what cannot be read is refused with what to do", () => {
  const sentences: readonly (readonly [string, RegExp])[] = [
    ["3x3", /is no position: write variant, rows and side/],
    ["3x3/3/3/3/Z", /is no side to move: end with \/X or \/O/],
    ["3x3/3/4/3/X", /“4” is no row of 3 squares/],
    ["3x3/3/a2/3/X", /“a2” is no row: write X, O and numbers/],
    ["3x3/3/3/X", /must have 3 rows of 3 signs/],
    ["chess/3/3/3/X", /“chess” is no variant/],
    ["99x3x3/3/3/3/X", /width must be from 1 to 32, not 99/],
    ["3x3x9/3/3/3/X", /k must be from 1 to 3 on this board, not 9/],
    ["__proto__/3/3/3/X", /is no variant/],
  ];
  for (const [text, sentence] of sentences) {
    const { value, sentence: said } = fromPositionLine(text, PRESETS);
    assert.equal(value, null, text);
    assert.match(said ?? "", sentence);
  }
});

test("variants are read with their line rule; full lines need no k", () => {
  assert.deepEqual(readRules("7x4x4-exact", PRESETS).value, {
    width: 7,
    height: 4,
    k: 4,
    lineRule: "exact",
  });
  assert.equal(readRules("3x5-full", PRESETS).value?.k, 3);
  assert.match(readRules("3x5x4-full", PRESETS).sentence ?? "", /k is the shorter edge, 3, not 4/);
});

test("of a board without a side, black is to move when both have as many stones", () => {
  assert.equal(readBoard("X..\n.O.\n...", EMPTY).value?.sideToMove, "black");
  assert.equal(readBoard(" X . . \n...\n...", EMPTY).value?.sideToMove, "white");
  assert.match(readBoard("X..\n.?.\n...", EMPTY).sentence ?? "", /“\?” is no sign of a board/);
});

test("moves follow each other, with or without commas and spaces", () => {
  const board = PRESETS["15x15"];
  assert.deepEqual(readMoves("h8i9", board).value, [112, 128]);
  assert.deepEqual(readMoves(" H8, i9 ,", board).value, [112, 128]);
  assert.match(readMoves("h8 ?9", board).sentence ?? "", /“\?9” \(character 4\) is no square/);
  assert.match(readMoves("h8p1", board).sentence ?? "", /p1 is not on this board/);
});
