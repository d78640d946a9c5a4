// Which ply of the record is looked at: the last one as it comes ("live"), or one the viewer chose.

import type { MovePart } from "../protocol/protocol";

/** A ply the viewer chose, and how many moves there were when they left the live position. */
export interface Chosen {
  readonly ply: number;
  readonly left: number;
}

/** Null: live. A viewer is never brought back to live by a new move. */
export type Look = Chosen | null;

/** The ply shown, of a record of `total` moves. */
export function shown(look: Look, total: number): number {
  return look === null ? total : Math.min(look.ply, total);
}

/** Looking at a ply; the last one is live again. */
export function at(ply: number, total: number, before: Look = null): Look {
  const inside = Math.max(0, ply);
  return inside >= total ? null : { ply: inside, left: Math.max(before?.left ?? total, inside) };
}

export function step(look: Look, total: number, by: number): Look {
  return at(shown(look, total) + by, total, look);
}

/**
 * What is looked at once the record has changed: the same ply as long as its position stands, else
 * the last one that does. It never advances by itself, even from the last ply.
 */
export function kept(look: Look, before: readonly MovePart[], after: readonly MovePart[]): Look {
  if (look === null || before === after) return look;
  const common = commonPlies(before, after);
  if (look.left <= common) return look;
  return { ply: Math.min(look.ply, common), left: common };
}

function commonPlies(before: readonly MovePart[], after: readonly MovePart[]): number {
  const other = before.findIndex(({ square }, ply) => after[ply]?.square !== square);
  return other < 0 ? before.length : other;
}

/** Looking at the ply that is shown, wherever that is: it stays there. */
export function held(look: Look, total: number): Chosen {
  return look ?? { ply: total, left: total };
}

/** How many moves came while the viewer looked elsewhere. */
export function newMoves(look: Look, total: number): number {
  return look === null ? 0 : Math.max(0, total - look.left);
}

/** What a link such as `#12` asks to see. A ply not played yet means live. */
export function fromFragment(hash: string, total: number): Look {
  const digits = /^#(\d{1,5})$/.exec(hash)?.[1];
  return digits === undefined ? null : at(Number(digits), total);
}

export function fragment(look: Look): string {
  return look === null ? "" : `#${look.ply}`;
}
