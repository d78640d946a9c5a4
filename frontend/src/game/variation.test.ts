// Eve tries moves in a variation: her own stones over the game's, and never one of the game's own.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Variation } from "./variation";
import {
  begun,
  isOfGame,
  positionOf,
  sideToMove,
  squaresShown,
  standingOf,
  stepped,
  tried,
  triedStones,
  undone,
} from "./variation";
import { objection, triedSentence, variationSentence, variationStatus } from "./variationwords";
import { stonesAfter } from "../rules/position";
import type { VariantPart } from "../protocol/protocol";
import { GOMOKU, TICTACTOE, board, game, movesOf, squares } from "../testing/game";

function variationOf(start: string, text: string, variant: VariantPart = GOMOKU): Variation {
  const moves = movesOf(start, variant);
  return squares(text, variant).reduce(
    (variation, square) => {
      const trial = tried(variation, square, variant);
      assert.ok(trial.variation, String(trial.why));
      return trial.variation;
    },
    begun(moves, moves.length, null),
  );
}

test("the stones tried go on from the position shown, in turn, numbered from 1", () => {
  const variation = variationOf("h8 i9 g8", "i8 i7");

  assert.deepEqual(
    triedStones(variation, TICTACTOE).map(({ side, number }) => [side, number]),
    [
      ["white", 1],
      ["black", 2],
    ],
  );
  assert.equal(sideToMove(variation, TICTACTOE), "white");
  assert.deepEqual(squaresShown(variation, GOMOKU), squares("h8 i9 g8 i8 i7", GOMOKU));
});

test("a variation from an earlier ply knows nothing of what came later", () => {
  const moves = movesOf("h8 i9 g8 i8", GOMOKU);
  const variation = begun(moves, 2, { ply: 2, left: 4 });

  const trial = tried(variation, moves[2]!.square, GOMOKU);

  assert.deepEqual(trial.variation?.moves, [moves[2]!.square]);
});

test("no stone is tried on another, of the game or of one's own", () => {
  const variation = variationOf("h8 i9", "g8");
  const [h8, g8] = squares("h8 g8", GOMOKU) as [number, number];

  for (const square of [h8, g8])
    assert.deepEqual(tried(variation, square, GOMOKU), { variation: null, why: "taken" });
  assert.equal(objection("taken", h8, GOMOKU), "h8 is taken.");
});

test("Eve goes back and forward within it, and no further", () => {
  const variation = variationOf("h8 i9", "g8 i8 i7");

  assert.equal(stepped(variation, -1).shown, 2);
  assert.equal(stepped(variation, -Infinity).shown, 0);
  assert.equal(stepped(stepped(variation, -2), 9).shown, 3);
  assert.equal(stepped(variation, 1), variation);
});

test("another move at an earlier point replaces what came after; the same move keeps it", () => {
  const back = stepped(variationOf("h8 i9", "g8 i8 i7"), -2);
  const [i8, a1] = squares("i8 a1", GOMOKU) as [number, number];

  const same = tried(back, i8, GOMOKU).variation!;
  assert.deepEqual([same.moves.length, same.shown], [3, 2]);
  const other = tried(back, a1, GOMOKU).variation!;
  assert.deepEqual(other.moves, squares("g8 a1", GOMOKU));
});

test("undo takes the last stone shown back, until nothing is left", () => {
  const variation = variationOf("h8 i9", "g8 i8");

  const one = undone(variation)!;
  assert.deepEqual([one.moves, one.shown], [squares("g8", GOMOKU), 1]);
  assert.equal(undone(one), null);
  assert.equal(undone(stepped(variation, -Infinity)), null);
});

test("a line wins in a variation as in the game, and no move follows it", () => {
  const variation = variationOf("b2 a1 b1", "a2 b3", TICTACTOE);

  const standing = standingOf(variation, TICTACTOE);
  assert.equal(standing.kind, "won");
  assert.ok(standing.kind === "won" && standing.winner === "black");
  assert.equal(tried(variation, 8, TICTACTOE).why, "decided");
  assert.equal(
    variationSentence(variation, TICTACTOE, "marks"),
    "Your variation: a2, then b3. X wins.",
  );
  assert.equal(variationStatus(variation, TICTACTOE, "marks"), "Your variation. X wins.");
});

test("six stones are no line where exactly five are wanted", () => {
  const exact = board(15, 15, 5, "exact");
  const variation = variationOf("a1 a15 b1 b15 c1 c15 e1 e15 f1 f15", "d1", exact);

  assert.equal(standingOf(variation, exact).kind, "open");
});

test("a full board ends a variation", () => {
  const variation = variationOf("a1 b1 c1 a2 c2", "b2 a3 c3 b3", TICTACTOE);

  assert.equal(standingOf(variation, TICTACTOE).kind, "full");
  assert.match(variationSentence(variation, TICTACTOE, "marks"), /The board is full\.$/);
});

test("a variation of a long line names its last moves", () => {
  const variation = variationOf("h8", "a1 b1 c1 d1 a3 b3 c3 d3");

  assert.equal(
    variationSentence(variation, GOMOKU, "stones"),
    "Your variation: … c1, then d1, then a3, then b3, then c3, then d3.",
  );
});

test("it is told when the moves it starts from were taken back", () => {
  const variation = variationOf("h8 i9 g8", "i8");

  assert.ok(isOfGame(variation, movesOf("h8 i9 g8 a1 a2", GOMOKU)));
  assert.ok(!isOfGame(variation, movesOf("h8 i9", GOMOKU)));
  assert.ok(!isOfGame(variation, movesOf("h8 i9 a1", GOMOKU)));
});

test("who listens hears what lies on a square, and whose it is", () => {
  const variation = variationOf("h8 i9", "g8");
  const snapshot = game("h8 i9");
  const stones = stonesAfter(snapshot.moves, 2, snapshot.variant);
  const say = (text: string): string =>
    triedSentence(squares(text, GOMOKU)[0]!, variation, stones, snapshot, "stones");

  assert.equal(say("g8"), "g8, your variation, 1: black stone");
  assert.equal(say("h8"), "h8, black stone");
  assert.equal(say("a1"), "a1, empty");
});

test("the position goes to the analysis board as it is shown", () => {
  const position = positionOf(squares("b2 a1 c3", TICTACTOE), TICTACTOE);

  assert.deepEqual(position.black, squares("b2 c3", TICTACTOE));
  assert.deepEqual(position.white, squares("a1", TICTACTOE));
  assert.equal(position.sideToMove, "white");
});
