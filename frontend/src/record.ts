// Which ply of the record is looked at: the last one as it comes ("live"), or one the viewer chose.

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

/** Looking at a ply; at the last one that is live again. */
export function at(ply: number, total: number, before: Look = null): Look {
  const inside = Math.max(0, ply);
  return inside >= total ? null : { ply: inside, left: before?.left ?? total };
}

export function step(look: Look, total: number, by: number): Look {
  return at(shown(look, total) + by, total, look);
}

/** What is looked at once moves were taken back: the same, or live if it is gone. */
export function within(look: Look, total: number): Look {
  if (look === null || look.ply >= total) return null;
  return look.left > total ? { ...look, left: total } : look;
}

/** How many moves came while the viewer looked elsewhere. */
export function newMoves(look: Look, total: number): number {
  return look === null ? 0 : Math.max(0, total - look.left);
}

/** What a link such as `#12` asks to see. A ply not played yet is live. */
export function fromFragment(hash: string, total: number): Look {
  const digits = /^#(\d{1,5})$/.exec(hash)?.[1];
  return digits === undefined ? null : at(Number(digits), total);
}

export function fragment(look: Look): string {
  return look === null ? "" : `#${look.ply}`;
}
