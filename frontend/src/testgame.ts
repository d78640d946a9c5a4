// Games for tests, drawn in few words: Alice plays black, Bob white, Eve watches.

import type { Model } from "./model";
import { opening } from "./model";
import { DEFAULTS } from "./choices";
import type { MovePart, SideWord, Snapshot, VariantPart } from "./protocol";
import { read } from "./squares";
import { title } from "./variant";

export function board(
  width: number,
  height: number,
  k: number,
  lineRule: VariantPart["lineRule"] = "freestyle",
): VariantPart {
  return { width, height, k, lineRule, title: title(width, height, k, lineRule) };
}

export const GOMOKU = board(15, 15, 5);
export const TICTACTOE = board(3, 3, 3);

/** The squares of a text such as "h8 i9". */
export function squares(text: string, variant: VariantPart): readonly number[] {
  return text
    .split(" ")
    .filter(Boolean)
    .map((each) => read(each, variant).square!);
}

export function movesOf(text: string, variant: VariantPart): readonly MovePart[] {
  return squares(text, variant).map((square, ply) => ({ square, at: 1000 * ply }));
}

/** A game between Alice and Bob after these moves; its version counts the seat and the moves. */
export function game(text = "", variant = GOMOKU, part: Partial<Snapshot> = {}): Snapshot {
  const moves = movesOf(text, variant);
  return {
    type: "snapshot",
    version: moves.length + 1,
    game: "alicebob",
    variant,
    seats: { black: { name: "Alice", kind: "guest" }, white: { name: "Bob", kind: "guest" } },
    moves,
    drawOffer: null,
    dead: false,
    outcome: null,
    line: [],
    rematchOffer: null,
    rematch: null,
    ...part,
  };
}

/** The page of somebody who looks at a game. */
export function pageOf(
  snapshot: Snapshot,
  side: SideWord | null,
  part: Partial<Model> = {},
): Model {
  const page = {
    socket: "/ws/game/alicebob/",
    snapshot,
    side,
    canJoin: null,
    join: "/game/alicebob/join",
    invitation: "http://here/game/alicebob/",
    invitationQr: "/game/alicebob/qr.svg",
    seatLink: null,
    seatQr: null,
    home: "/",
  };
  return { ...opening(page, DEFAULTS, null), connection: { kind: "live" }, ...part };
}
