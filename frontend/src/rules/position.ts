// What lies on the board after some moves, and whose turn it is.

import type { LineRule, MovePart, SideWord } from "../protocol/protocol";
import type { Moving } from "./move";
import { placed } from "./move";
import { LINE_RULES } from "../protocol/protocol";

export interface Stone {
  readonly square: number;
  readonly side: SideWord;
  /** How many moves had been played before it: 0 for the first stone. */
  readonly ply: number;
}

export type Stones = ReadonlyMap<number, Stone>;

export function other(side: SideWord): SideWord {
  return side === "black" ? "white" : "black";
}

/** The side to move when `ply` moves have been played from the empty board. */
export function sideOfPly(ply: number, lineRule: LineRule): SideWord {
  return sideLater("black", 0, ply, lineRule);
}

/**
 * The side to move after as many more `moves`, where `first` is to move and this many stones lie on
 * the board.
 */
export function sideLater(
  first: SideWord,
  stones: number,
  moves: number,
  lineRule: LineRule,
): SideWord {
  const turns = turnOf(stones + moves, lineRule) - turnOf(stones, lineRule);
  return turns % 2 === 0 ? first : other(first);
}

/** How many stones the side to move places before it is the other's turn. */
export function stonesLeft(stones: number, lineRule: LineRule): number {
  const { stonesATurn } = LINE_RULES[lineRule];
  return stonesATurn - ((stones + stonesATurn - 1) % stonesATurn);
}

/** The same where a turn may have several; null where every turn has one. */
export function stonesOfTurn(stones: number, lineRule: LineRule): number | null {
  return LINE_RULES[lineRule].stonesATurn === 1 ? null : stonesLeft(stones, lineRule);
}

/** Which turn of the game a ply belongs to, from 0: the first has one stone. */
export function turnOf(ply: number, lineRule: LineRule): number {
  const { stonesATurn } = LINE_RULES[lineRule];
  return Math.floor((ply + stonesATurn - 1) / stonesATurn);
}

/** The plies of a turn, whether played yet or not. */
export function pliesOf(turn: number, lineRule: LineRule): readonly number[] {
  const { stonesATurn } = LINE_RULES[lineRule];
  const last = turn * stonesATurn;
  return Array.from({ length: stonesATurn }, (_, at) => last - stonesATurn + 1 + at).filter(
    (ply) => ply >= 0,
  );
}

/** The ply of a side's next move, when `ply` moves have been played. */
export function nextPlyOf(side: SideWord, ply: number, lineRule: LineRule): number {
  return sideOfPly(ply, lineRule) === side ? ply : ply + stonesLeft(ply, lineRule);
}

/** The stones after the first `ply` moves, by square. */
export function stonesAfter(moves: readonly MovePart[], ply: number, board: Moving): Stones {
  return new Map(
    moves.slice(0, ply).map(({ square: move }, index) => {
      const stone = placed(move, sideOfPly(index, board.lineRule), board);
      return [stone.square, { ...stone, ply: index }];
    }),
  );
}
