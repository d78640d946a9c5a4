// The evaluation graph: what each position of a game was worth to black, from -1 to 1.

import type { Drawing } from "../viewer/choices";
import type { Worth } from "../protocol/findings";
import type { LineRule, SideWord } from "../protocol/protocol";
import { sideOfPly } from "../rules/position";
import { sideName } from "../rules/sides";
import { count, say } from "../words/words";

export interface Point {
  readonly ply: number;
  /** For black: 1 is won, 0 is even or drawn, -1 is lost. */
  readonly value: number;
  readonly isProved: boolean;
}

/** What a worth for the side to move is to black; null where nothing is known. */
export function pointOf(worth: Worth | null, ply: number, blackMoves: boolean): Point | null {
  if (worth === null) return null;
  const sign = blackMoves ? 1 : -1;
  switch (worth.status) {
    case "proved":
      switch (worth.verdict) {
        case "win":
          return { ply, value: sign, isProved: true };
        case "loss":
          return { ply, value: -sign, isProved: true };
        case "draw":
          return { ply, value: 0, isProved: true };
        case null:
          return null;
        default:
          return worth.verdict satisfies never;
      }
    case "estimated": {
      if (worth.score === null) return null;
      // Short of the edges: only a proof reaches them.
      const value = sign * Math.max(-MOST_ESTIMATED, Math.min(MOST_ESTIMATED, worth.score));
      return { ply, value: value + 0, isProved: false };
    }
    case "unknown":
      return null;
    default:
      return worth.status satisfies never;
  }
}

export const MOST_ESTIMATED = 0.95;

/** The points of a game from its first position to its last. */
export function points(
  worths: readonly (Worth | null)[],
  lineRule: LineRule,
): readonly (Point | null)[] {
  return worths.map((worth, ply) => pointOf(worth, ply, sideOfPly(ply, lineRule) === "black"));
}

/** Neighbouring points, drawn the same way. A proved piece joins two proved points. */
export interface Piece {
  readonly isProved: boolean;
  readonly points: readonly Point[];
}

export function pieces(all: readonly (Point | null)[]): readonly Piece[] {
  const found: { isProved: boolean; points: Point[] }[] = [];
  all.forEach((point, ply) => {
    const before = all[ply - 1] ?? null;
    if (point === null) return;
    if (before === null) {
      if ((all[ply + 1] ?? null) === null)
        found.push({ isProved: point.isProved, points: [point] });
      return;
    }
    const isProved = before.isProved && point.isProved;
    const open = found[found.length - 1];
    if (open?.isProved === isProved && open.points.at(-1) === before) open.points.push(point);
    else found.push({ isProved, points: [before, point] });
  });
  return found;
}

/** The graph in a sentence, for readers who cannot see it. */
export function graphWords(all: readonly (Point | null)[], drawn: Drawing): string {
  const known = all.filter((point) => point !== null);
  if (known.length === 0) return say("Nothing to show yet.");
  const turns = known.filter((point, at) => !isAlike(point, known[at - 1]));
  const moves = all.length - 1;
  const values = {
    turns: turns
      .slice(0, MOST_TURNS)
      .map((point) => turnWords(point, drawn))
      .join("; "),
  };
  return turns.length > MOST_TURNS
    ? count(
        "Who was ahead over {count} moves: {turns}; and more.",
        "Who was ahead over {count} moves: {turns}; and more.",
        moves,
        values,
      )
    : count(
        "Who was ahead over {count} moves: {turns}.",
        "Who was ahead over {count} moves: {turns}.",
        moves,
        values,
      );
}

const MOST_TURNS = 8;
const EVEN = 0.15;

function isAlike(point: Point, before: Point | undefined): boolean {
  return point.isProved === before?.isProved && leader(point) === leader(before);
}

/** Who is ahead; null: neither. */
function leader({ value, isProved }: Point): SideWord | null {
  if (isProved ? value === 0 : Math.abs(value) < EVEN) return null;
  return value > 0 ? "black" : "white";
}

/** How the game stands from a position on. */
function turnWords(point: Point, drawn: Drawing): string {
  const ahead = leader(point);
  const from =
    point.ply === 0 ? say("from the start") : say("from move {move}", { move: point.ply });
  if (ahead === null)
    return point.isProved
      ? say("a draw (proved) {from}", { from })
      : say("about even (estimate) {from}", { from });
  const side = sideName(ahead, drawn);
  return point.isProved
    ? say("{side} wins (proved) {from}", { side, from })
    : say("{side} better (estimate) {from}", { side, from });
}
