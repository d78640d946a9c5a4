// Games for tests, drawn in few words: Alice plays black, Bob white, Eve watches.

import type { Model } from "./model";
import { opening } from "./model";
import { DEFAULTS } from "./choices";
import type { MovePart, PlayerPart, SideWord, Snapshot, VariantPart } from "./protocol";
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

export const ALICE: PlayerPart = { name: "Alice", kind: "guest", level: null };
export const BOB: PlayerPart = { name: "Bob", kind: "guest", level: null };

/** A bot in Bob's place. */
export function robo(level = "club"): Snapshot["seats"] {
  return { black: ALICE, white: { name: "Robo", kind: "bot", level } };
}

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
    seats: { black: ALICE, white: BOB },
    moves,
    drawOffer: null,
    dead: false,
    outcome: null,
    line: [],
    rematchOffer: null,
    rematch: null,
    aggressiveness: null,
    hints: [],
    reason: "",
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
