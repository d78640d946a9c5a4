// A move taken apart and put together: a square, or a square and a kind.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ofKind } from "../evaluation/overlay";
import { followKindKey } from "../board/kindswitch";
import type { SquareOutcome } from "../protocol/protocol";
import type { Moving } from "./move";
import { moveName, moveTo, placed, readMove, squareOf } from "./move";
import { stonesAfter } from "./position";
import { fromMoves, numbersAt, positionAt, stonesAt } from "./tree";

const PLAIN = { width: 3, height: 3, lineRule: "freestyle" } as const;
const WILD = { width: 3, height: 3, lineRule: "wild" } as const;

test("elsewhere a move is a square, and the stone is the mover's", () => {
  assert.deepEqual(placed(4, "white", PLAIN), { square: 4, side: "white" });
  assert.equal(moveTo(4, "white", PLAIN), 4);
  assert.equal(moveName(4, PLAIN), "b2");
  assert.deepEqual(readMove("b2", "white", PLAIN), { square: 4, sentence: null });
  assert.notEqual(readMove("xb2", "white", PLAIN).sentence, null);
});

test("where a stone may be of either kind the number says which, whoever moves", () => {
  for (const mover of ["black", "white"] as const) {
    assert.deepEqual(placed(4, mover, WILD), { square: 4, side: "black" });
    assert.deepEqual(placed(13, mover, WILD), { square: 4, side: "white" });
  }
  assert.equal(moveTo(4, "white", WILD), 13);
  assert.equal(squareOf(13, WILD), 4);
  assert.equal(moveName(13, WILD), "O b2");
});

test("a typed move has its kind before it, or the one in hand", () => {
  assert.equal(readMove("ob2", "black", WILD).square, 13);
  assert.equal(readMove("X b2", "white", WILD).square, 4);
  assert.equal(readMove(" b2 ", "white", WILD).square, 13);
  assert.equal(readMove("xd9", "white", WILD).square, null);
  const wide = { width: 32, height: 2, lineRule: "wild" } as const;
  assert.equal(readMove("x1", "black", wide).square, 23); // a column, not a kind
  assert.equal(readMove("oaa1", "black", wide).square, 64 + 26);
});

test("stones of either kind lie where a game, a tree or a variation puts them", () => {
  const moves = [{ square: 4 }, { square: 0 }, { square: 10 }] as never;
  const lying = [...stonesAfter(moves, 3, WILD).values()];
  assert.deepEqual(
    lying.map(({ square, side, ply }) => [square, side, ply]),
    [
      [4, "black", 0],
      [0, "black", 1],
      [1, "white", 2],
    ],
  );
  const start = { ...WILD, k: 3, blocked: [], black: [], white: [], sideToMove: "black" } as const;
  const tree = fromMoves(start, [4, 0, 10]);
  assert.deepEqual([...stonesAt(tree, 3).keys()], [4, 0, 1]);
  assert.deepEqual(positionAt(tree, 3).black, [0, 4]);
  assert.equal(positionAt(tree, 3).sideToMove, "white");
  assert.deepEqual(
    [...numbersAt(tree, 3)],
    [
      [4, 1],
      [0, 2],
      [1, 3],
    ],
  );
});

test("hints over the board are of the kind in hand, and the whole is kept", () => {
  const outcomes = [4, 13, 14].map((square) => ({ square, verdict: "win" }) as SquareOutcome);
  const shown = ofKind({ outcomes, best: [13] }, "white", WILD);

  assert.deepEqual(
    shown.outcomes.map(({ square }) => square),
    [4, 5],
  );
  assert.deepEqual(shown.best, [4]);
  assert.deepEqual(ofKind({ outcomes, best: [13] }, "black", WILD).best, []);
  assert.deepEqual(shown.whole?.best, [13]);
  const plain = { outcomes, best: [4] };
  assert.equal(ofKind(plain, "white", PLAIN), plain);
});

test("X and O are keys where a side may choose, and only there", () => {
  const chosen: string[] = [];
  let prevented = 0;
  const press = (key: string, board: Moving): boolean =>
    followKindKey(
      { key, preventDefault: () => (prevented += 1) } as unknown as KeyboardEvent,
      board,
      (kind) => chosen.push(kind),
    );

  assert.deepEqual(
    ["x", "o", "h"].map((key) => press(key, WILD)),
    [true, true, false],
  );
  assert.deepEqual(
    ["x", "o"].map((key) => press(key, PLAIN)),
    [false, false],
  );
  assert.deepEqual(chosen, ["black", "white"]);
  assert.equal(prevented, 2);
});
