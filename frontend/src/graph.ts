// The evaluation graph: what each position of a game was worth to black, from -1 to 1.

import type { Drawing } from "./choices";
import type { Worth } from "./findings";
import { sideName } from "./sentences";

export interface Point {
  readonly ply: number;
  /** To black: 1 is won, 0 is even or drawn, -1 is lost. */
  readonly value: number;
  readonly isProved: boolean;
}

/** What a worth, told to the side to move, is to black; null where nothing is known. */
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

/** The points of a game from its first position to its last, black moving first. */
export function points(worths: readonly (Worth | null)[]): readonly (Point | null)[] {
  return worths.map((worth, ply) => pointOf(worth, ply, ply % 2 === 0));
}

/** Neighbouring points, drawn in one way. A piece that is proved joins two proved points. */
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

/** The graph in a sentence, for who does not see it. */
export function graphWords(all: readonly (Point | null)[], drawn: Drawing): string {
  const known = all.filter((point) => point !== null);
  const last = known.at(-1);
  if (last === undefined) return "Nothing is known yet.";
  const turns: string[] = [];
  let before: string | null = null;
  for (const point of known) {
    const word = leader(point, drawn);
    if (word !== before) turns.push(`${word} from position ${point.ply}`);
    before = word;
  }
  const shown = turns.slice(0, MOST_TURNS).join("; ");
  return `Evaluation over ${all.length - 1} moves: ${shown}${turns.length > MOST_TURNS ? "; and more" : ""}.`;
}

const MOST_TURNS = 8;
const EVEN = 0.15;

function leader({ value, isProved }: Point, drawn: Drawing): string {
  const ahead = sideName(value > 0 ? "black" : "white", drawn);
  if (isProved) return value === 0 ? "a draw, proved," : `${ahead} wins, proved,`;
  if (Math.abs(value) < EVEN) return "about even";
  return `${ahead} better`;
}
