// A tree of variations as a flat list of nodes: branch, promote, delete, and where its moves lead.
// Every function returns a new tree; a parent always stands before its children.

import type { MarkPart, NodePart, PositionPart } from "../protocol/findings";
import { placed, squareOf } from "./move";
import { other, sideLater } from "./position";
import type { Stone, Stones } from "./position";
import type { SideWord } from "../protocol/protocol";

export interface Tree {
  readonly start: PositionPart;
  /** The first has no move; of several with the same parent, the first is the main line. */
  readonly nodes: readonly NodePart[];
}

/** A tree, and the node that is looked at now: indices change when nodes are moved or deleted. */
export interface Place {
  readonly tree: Tree;
  readonly here: number;
}

export const ROOT = 0;

/** The most nodes a study may have, as the server says it. */
export const MOST_NODES = 5000;

/** A tree of one position. */
export function beginning(start: PositionPart): Tree {
  return { start, nodes: [node(-1, null)] };
}

/** A tree of one line. */
export function fromMoves(start: PositionPart, moves: readonly number[]): Tree {
  return { start, nodes: [node(-1, null), ...moves.map((move, at) => node(at, move))] };
}

function node(parent: number, move: number | null): NodePart {
  return { parent, move, comment: "", glyph: "", marks: [] };
}

/** The node's continuations, the main line first. */
export function children({ nodes }: Tree, at: number): readonly number[] {
  const found: number[] = [];
  for (let index = at + 1; index < nodes.length; index += 1)
    if (nodes[index]!.parent === at) found.push(index);
  return found;
}

/** The continuations of every node at once. */
export function allChildren({ nodes }: Tree): readonly (readonly number[])[] {
  const found: number[][] = nodes.map(() => []);
  nodes.forEach(({ parent }, index) => found[parent]?.push(index));
  return found;
}

/** From the first node to this one, both included. */
export function path({ nodes }: Tree, at: number): readonly number[] {
  const found: number[] = [];
  for (let index = at; index >= 0; index = nodes[index]!.parent) found.push(index);
  return found.reverse();
}

/** From a node along the first continuations to the end, the node itself first. */
export function mainLine(tree: Tree, from = ROOT): readonly number[] {
  const after = allChildren(tree);
  const found = [from];
  for (let next = after[from]?.[0]; next !== undefined; next = after[next]?.[0]) found.push(next);
  return found;
}

/** How many moves (and skipped turns) lead to a node. */
export function depth(tree: Tree, at: number): number {
  return path(tree, at).length - 1;
}

/** Whether a node is on the main line. */
export function isMain(tree: Tree, at: number): boolean {
  return path(tree, at).every(
    (index) => index === ROOT || children(tree, tree.nodes[index]!.parent)[0] === index,
  );
}

/** The node after a move, or after a skipped turn (null): the existing one, or a new one. */
export function add(tree: Tree, at: number, move: number | null): Place {
  const known = children(tree, at).find((index) => tree.nodes[index]!.move === move);
  if (known !== undefined) return { tree, here: known };
  return {
    tree: { ...tree, nodes: [...tree.nodes, node(at, move)] },
    here: tree.nodes.length,
  };
}

/** The node after several moves. */
export function addLine(tree: Tree, at: number, moves: readonly number[]): Place {
  return moves.reduce<Place>((place, move) => add(place.tree, place.here, move), {
    tree,
    here: at,
  });
}

/** The nearest branch on the way to a node that is not the main one there; null on the main line. */
export function branchOf(tree: Tree, at: number): number | null {
  return (
    path(tree, at)
      .filter((index) => index !== ROOT && children(tree, tree.nodes[index]!.parent)[0] !== index)
      .at(-1) ?? null
  );
}

/** Makes the variation a node is in the main one where it branches off. */
export function promote(tree: Tree, at: number): Place {
  const branch = branchOf(tree, at);
  if (branch === null) return { tree, here: at };
  const after = allChildren(tree).map((siblings) =>
    siblings.includes(branch) ? [branch, ...siblings.filter((each) => each !== branch)] : siblings,
  );
  return reordered(tree, after, at);
}

/** Without a node and everything after it; its parent is looked at then. The first node stays. */
export function remove(tree: Tree, at: number): Place {
  if (at === ROOT) return { tree: beginning(tree.start), here: ROOT };
  const parent = tree.nodes[at]!.parent;
  const after = allChildren(tree).map((siblings) => siblings.filter((each) => each !== at));
  return reordered(tree, after, parent);
}

/** The nodes that can be reached, depth first, each variation in one piece. */
function reordered(tree: Tree, after: readonly (readonly number[])[], here: number): Place {
  const order: number[] = [];
  const waiting = [ROOT];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next);
    waiting.push(...[...(after[next] ?? [])].reverse());
  }
  const place = new Map(order.map((index, at) => [index, at]));
  return {
    tree: {
      ...tree,
      nodes: order.map((index) => {
        const each = tree.nodes[index]!;
        return { ...each, parent: place.get(each.parent) ?? -1 };
      }),
    },
    here: place.get(here) ?? ROOT,
  };
}

/** With another comment, glyph or marks at a node. */
export function edit(
  tree: Tree,
  at: number,
  change: Partial<Pick<NodePart, "comment" | "glyph" | "marks">>,
): Tree {
  return {
    ...tree,
    nodes: tree.nodes.map((each, index) => (index === at ? { ...each, ...change } : each)),
  };
}

/** The marks with one more; the same one again takes it away. A square has one mark. */
export function marked(marks: readonly MarkPart[], mark: MarkPart): readonly MarkPart[] {
  const before = marks.find(({ square }) => square === mark.square);
  const others = marks.filter(({ square }) => square !== mark.square);
  const same = before?.kind === mark.kind && before.text === mark.text;
  return same ? others : [...others, mark];
}

/** The letter for the next text mark: A, B, C … of those not used. */
export function nextLetter(marks: readonly MarkPart[]): string {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return letters.find((letter) => marks.every(({ text }) => text !== letter)) ?? "Z";
}

// --- Where the moves lead --------------------------------------------------------------------

/** What lies on the board at a node, the newest stone last. */
export function stonesAt(tree: Tree, at: number): Stones {
  const { start } = tree;
  const stones = new Map<number, Stone>();
  const put = (square: number, side: SideWord): void => {
    stones.set(square, { square, side, ply: stones.size });
  };
  for (const square of start.black) put(square, "black");
  for (const square of start.white) put(square, "white");
  const sides = sidesToMove(tree);
  for (const index of path(tree, at).slice(1)) {
    const { parent, move } = tree.nodes[index]!;
    if (move === null) continue;
    const { square, side } = placed(move, sides[parent]!, start);
    put(square, side);
  }
  return stones;
}

/** Who is to move at each node. */
export function sidesToMove({ start, nodes }: Tree): readonly SideWord[] {
  const sides: SideWord[] = [];
  const stones: number[] = [];
  for (const { parent, move } of nodes) {
    const before = sides[parent] ?? start.sideToMove;
    const lying = stones[parent] ?? start.black.length + start.white.length;
    const isMove = parent >= 0 && move !== null;
    if (isMove) sides.push(sideLater(before, lying, 1, start.lineRule));
    else sides.push(parent < 0 ? before : other(before));
    stones.push(isMove ? lying + 1 : lying);
  }
  return sides;
}

/** Whose move, or skipped turn, led to a node; to the first, that of nobody: who is to move. */
export function moverOf(tree: Tree, at: number): SideWord {
  return sideAt(tree, Math.max(ROOT, tree.nodes[at]!.parent));
}

/** Who is to move at a node. */
export function sideAt(tree: Tree, at: number): SideWord {
  return sidesToMove(tree)[at]!;
}

export function positionAt(tree: Tree, at: number): PositionPart {
  const stones = [...stonesAt(tree, at).values()];
  const of = (side: SideWord): readonly number[] =>
    stones
      .filter((stone) => stone.side === side)
      .map(({ square }) => square)
      .sort((a, b) => a - b);
  return { ...tree.start, black: of("black"), white: of("white"), sideToMove: sideAt(tree, at) };
}

/** The number of each move on the way to a node, by its square. */
export function numbersAt(tree: Tree, at: number): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  path(tree, at).forEach((index, ply) => {
    const { move } = tree.nodes[index]!;
    if (move !== null) numbers.set(squareOf(move, tree.start), ply);
  });
  return numbers;
}

// --- As it is read ---------------------------------------------------------------------------

/** Moves that follow one another; `level` 0 is the main line, variations lie deeper. */
export interface Run {
  readonly level: number;
  readonly nodes: readonly number[];
}

/** The tree in reading order: after a move with variations they come first, then the line goes on. */
export function runs(tree: Tree): readonly Run[] {
  const after = allChildren(tree);
  const found: Run[] = [];
  /** A node still to be read, and the moves that go on after it. */
  const waiting: { readonly from: number; readonly level: number; readonly told: boolean }[] = [
    { from: ROOT, level: 0, told: true },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { level } = next;
    const run: number[] = next.told ? [] : [next.from];
    let at = next.from;
    for (;;) {
      const [main, ...others] = after[at] ?? [];
      if (main === undefined) break;
      run.push(main);
      at = main;
      if (others.length === 0) continue;
      waiting.push({ from: main, level, told: true });
      for (const each of [...others].reverse())
        waiting.push({ from: each, level: level + 1, told: false });
      break;
    }
    if (run.length > 0) found.push({ level, nodes: run });
  }
  return found;
}
