// A sentence's line is played on the board, and is not kept unless somebody wants it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isAtEnd, lineFrom, lineOf, stepped, withLine } from "./lines";
import { fromMoves, positionAt } from "../rules/tree";
import { EMPTY } from "../testing/study";

const GAME = fromMoves(EMPTY, [12, 13, 7]);

test("a line starts at its ply of the game, and is stepped through within its ends", () => {
  const line = lineOf(GAME, { start: 2, line: [17, 22, 2] })!;
  assert.equal(line.base, 2);
  assert.equal(line.shown, 0);
  const end = stepped(stepped(stepped(line, 1), 1), 5);
  assert.equal(end.shown, 3);
  assert.ok(isAtEnd(end));
  assert.equal(stepped(end, 1), end);
  assert.equal(stepped(end, -9).shown, 0);
});

test("what is shown of it lies on the board, and the game's own tree stays as it was", () => {
  const line = stepped(lineOf(GAME, { start: 2, line: [17, 22] })!, 2);
  const { tree, here } = withLine(GAME, line);
  assert.deepEqual(positionAt(tree, here), { ...EMPTY, black: [12, 17], white: [13, 22] });
  assert.equal(GAME.nodes.length, 4);
});

test("a line that goes along the game goes along its nodes", () => {
  const { tree, here } = withLine(GAME, stepped(lineOf(GAME, { start: 2, line: [7] })!, 1));
  assert.deepEqual([tree, here], [GAME, 3]);
});

test("what cannot be played is left out, from there on", () => {
  assert.deepEqual(lineFrom(GAME, 3, [2, 12, 3])?.moves, [2]);
  assert.deepEqual(lineFrom(GAME, 3, [2, 2])?.moves, [2]);
  assert.equal(lineFrom(GAME, 3, [99]), null);
  assert.equal(lineFrom(GAME, 3, []), null);
  assert.equal(lineOf(GAME, { start: 9, line: [1] }), null);
});
