// The tree of variations: branch, promote, delete; what lies on the board at each node.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tree } from "./tree";
import {
  ROOT,
  add,
  addLine,
  beginning,
  branchOf,
  children,
  depth,
  edit,
  fromMoves,
  isMain,
  mainLine,
  marked,
  moverOf,
  nextLetter,
  numbersAt,
  path,
  positionAt,
  promote,
  remove,
  runs,
  sideAt,
  stonesAt,
} from "./tree";

const EMPTY = {
  width: 3,
  height: 3,
  k: 3,
  lineRule: "freestyle",
  blocked: [],
  black: [],
  white: [],
  sideToMove: "black",
} as const;

/** 4 0 8, with 1 2 instead of 0 8, and 5 instead of 2. */
function branched(): Tree {
  let { tree } = { tree: fromMoves(EMPTY, [4, 0, 8]) };
  ({ tree } = addLine(tree, 1, [1, 2]));
  ({ tree } = add(tree, 4, 5));
  return tree;
}

function movesTo(tree: Tree, at: number): readonly (number | null)[] {
  return path(tree, at)
    .slice(1)
    .map((index) => tree.nodes[index]!.move);
}

/** What holds for every tree the server accepts: parents first, and one first node. */
function isSound(tree: Tree): void {
  tree.nodes.forEach(({ parent }, index) => {
    assert.ok(index === 0 ? parent === -1 : parent >= 0 && parent < index, `node ${index}`);
  });
}

test("a game is a tree of one line, and its end is reached by all its moves", () => {
  const tree = fromMoves(EMPTY, [4, 0, 8]);
  assert.deepEqual(mainLine(tree), [0, 1, 2, 3]);
  assert.deepEqual(movesTo(tree, 3), [4, 0, 8]);
  assert.equal(depth(tree, 3), 3);
});

test("a move that is there already leads to its node; another one is a new branch", () => {
  const tree = fromMoves(EMPTY, [4, 0]);
  assert.deepEqual(add(tree, 1, 0), { tree, here: 2 });
  const branch = add(tree, 1, 8);
  assert.equal(branch.here, 3);
  assert.deepEqual(children(branch.tree, 1), [2, 3]);
  assert.deepEqual(mainLine(branch.tree), [0, 1, 2]);
  assert.equal(isMain(branch.tree, branch.here), false);
});

test("promoting a variation makes it the first where it branches off, with all its moves", () => {
  const tree = branched();
  const deep = tree.nodes.findIndex(({ move }) => move === 2);
  const promoted = promote(tree, deep);
  isSound(promoted.tree);
  assert.deepEqual(movesTo(promoted.tree, promoted.here), [4, 1, 2]);
  assert.deepEqual(movesTo(promoted.tree, mainLine(promoted.tree).at(-1)!), [4, 1, 2]);
  assert.equal(promoted.tree.nodes.length, tree.nodes.length);
  assert.equal(branchOf(promoted.tree, promoted.here), null);
});

test("promoting twice brings a variation of a variation onto the main line", () => {
  const tree = branched();
  const inner = tree.nodes.findIndex(({ move }) => move === 5);
  const once = promote(tree, inner);
  assert.deepEqual(movesTo(once.tree, mainLine(once.tree).at(-1)!), [4, 0, 8]);
  const twice = promote(once.tree, once.here);
  isSound(twice.tree);
  assert.deepEqual(movesTo(twice.tree, mainLine(twice.tree).at(-1)!), [4, 1, 5]);
});

test("on the main line there is nothing to promote", () => {
  const tree = branched();
  assert.deepEqual(promote(tree, 3), { tree, here: 3 });
});

test("deleting a move takes all that follows it, and nothing else", () => {
  const tree = branched();
  const one = tree.nodes.findIndex(({ move }) => move === 1);
  const { tree: left, here } = remove(tree, one);
  isSound(left);
  assert.deepEqual(
    left.nodes.map(({ move }) => move),
    [null, 4, 0, 8],
  );
  assert.deepEqual(movesTo(left, here), [4]);
});

test("deleting the beginning leaves the position it began from", () => {
  assert.deepEqual(remove(branched(), ROOT), { tree: beginning(EMPTY), here: ROOT });
});

test("comments and marks go with their moves when variations change places", () => {
  const tree = branched();
  const one = tree.nodes.findIndex(({ move }) => move === 1);
  const noted = edit(tree, one, { comment: "quieter", glyph: "!?" });
  const { tree: after, here } = promote(noted, one);
  assert.equal(after.nodes[here]?.comment, "quieter");
  assert.equal(after.nodes[here]?.glyph, "!?");
});

test("who skips a turn puts no stone, and the other side is to move", () => {
  const { tree, here } = add(fromMoves(EMPTY, [4]), 1, null);
  assert.equal(sideAt(tree, here), "black");
  assert.deepEqual([...stonesAt(tree, here).keys()], [4]);
  const next = add(tree, here, 0);
  assert.deepEqual(positionAt(next.tree, next.here), {
    ...EMPTY,
    black: [0, 4],
    sideToMove: "white",
  });
  assert.deepEqual(
    [...numbersAt(next.tree, next.here)],
    [
      [4, 1],
      [0, 3],
    ],
  );
});

test("a position that was set up keeps its stones, its side to move, and has no numbers", () => {
  const start = { ...EMPTY, black: [0], white: [8], sideToMove: "white" } as const;
  const { tree, here } = add(beginning(start), ROOT, 4);
  assert.deepEqual(positionAt(tree, here), { ...start, white: [4, 8], sideToMove: "black" });
  assert.deepEqual([...numbersAt(tree, here)], [[4, 1]]);
  assert.equal([...stonesAt(tree, here).values()].at(-1)?.square, 4);
});

test("the tree is read line by line: variations after the move they replace, then on", () => {
  const tree = branched();
  const moves = runs(tree).map(({ level, nodes }) => [
    level,
    nodes.map((index) => tree.nodes[index]!.move),
  ]);
  assert.deepEqual(moves, [
    [0, [4, 0]],
    [1, [1, 2]],
    [2, [5]],
    [0, [8]],
  ]);
});

test("every move is read exactly once, however the tree branches", () => {
  let tree = beginning({ ...EMPTY, width: 20, height: 20 });
  let seed = 7;
  for (let n = 0; n < 400; n += 1) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    tree = add(tree, seed % tree.nodes.length, n).tree;
  }
  const read = runs(tree).flatMap(({ nodes }) => nodes);
  assert.deepEqual(
    [...read].sort((a, b) => a - b),
    Array.from({ length: 400 }, (_, index) => index + 1),
  );
});

test("a deep line is no danger: nothing here calls itself", () => {
  const moves = Array.from({ length: 4999 }, (_, square) => square);
  const tree = fromMoves({ ...EMPTY, width: 100, height: 100 }, moves);
  assert.equal(mainLine(tree).length, 5000);
  assert.equal(runs(tree)[0]?.nodes.length, 4999);
  assert.equal(remove(tree, 4999).tree.nodes.length, 4999);
});

test("a mark is put once, replaced by another, and taken away by itself", () => {
  const circle = { square: 4, kind: "circle", text: "" } as const;
  const letter = { square: 4, kind: "text", text: "A" } as const;
  assert.deepEqual(marked([], circle), [circle]);
  assert.deepEqual(marked([circle], letter), [letter]);
  assert.deepEqual(marked([letter], letter), []);
  assert.equal(nextLetter([letter]), "B");
  assert.equal(nextLetter([{ ...letter, text: "B" }]), "A");
});

test("where a turn has two stones the sides go by how many lie there, and a pass gives the turn up", () => {
  const start = { ...EMPTY, width: 5, height: 5, lineRule: "connect6", blocked: [] } as const;
  const tree = fromMoves(start, [0, 1, 2, 3]);
  const sides = tree.nodes.map((_, at) => sideAt(tree, at));
  assert.deepEqual(sides, ["black", "white", "white", "black", "black"]);
  assert.equal(stonesAt(tree, 4).get(2)!.side, "white");
  assert.equal(moverOf(tree, 3), "white");
  assert.equal(sideAt(add(tree, 2, null).tree, 5), "black");
});
