// Games for tests, drawn in a few words: Alice plays black, Bob white, Eve watches.

import type { Model } from "../game/model";
import { opening } from "../game/model";
import { DEFAULTS } from "../viewer/choices";
import type {
  ClockPart,
  ControlPart,
  MovePart,
  PlayerPart,
  Presence,
  SideWord,
  Snapshot,
  VariantPart,
  Words,
} from "../protocol/protocol";
import { read } from "../rules/squares";
import { NO_OFFERS } from "../live/state";

export function board(
  width: number,
  height: number,
  k: number,
  lineRule: VariantPart["lineRule"] = "freestyle",
  blocked: readonly number[] = [],
): VariantPart {
  return { width, height, k, lineRule, blocked };
}

/** Both players are there, and nobody watches. */
export const HERE: Presence = {
  type: "presence",
  black: true,
  white: true,
  spectators: 0,
  names: [],
  blackClaimMs: null,
  whiteClaimMs: null,
};

export const GOMOKU = board(15, 15, 5);
export const TICTACTOE = board(3, 3, 3);

export const ALICE: PlayerPart = {
  name: "Alice",
  kind: "guest",
  player: "alice",
  level: null,
  rating: null,
  provisional: false,
};
export const BOB: PlayerPart = {
  name: "Bob",
  kind: "guest",
  player: "bob",
  level: null,
  rating: null,
  provisional: false,
};

/** A bot in Bob's place. */
export function robo(level = "club"): Snapshot["seats"] {
  return { black: ALICE, white: { ...BOB, name: "Robo", kind: "bot", player: "robo", level } };
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
    opening: null,
    offers: NO_OFFERS,
    control: null,
    clock: null,
    paused: false,
    vacation: null,
    now: 0,
    dead: false,
    forbidden: [],
    outcome: null,
    line: [],
    rematch: null,
    aggressiveness: null,
    visibility: "public",
    delay: null,
    hints: [],
    hintsSince: null,
    reason: "",
    rated: false,
    range: null,
    series: null,
    ratings: null,
    ...part,
  };
}

/** Five minutes and three seconds a move. */
export const FIVE_THREE: ControlPart = {
  initialMs: 300_000,
  incrementMs: 3_000,
  periodMs: 0,
  periods: 0,
};

/** Ten minutes and three periods of thirty seconds. */
export const BYOYOMI: ControlPart = {
  initialMs: 600_000,
  incrementMs: 0,
  periodMs: 30_000,
  periods: 3,
};

/** A clock where both have the same time, and one side's runs from `since` on. */
export function clockOf(
  mainMs: number,
  running: SideWord | null = null,
  since = 0,
  periods = 0,
): ClockPart {
  return { black: { mainMs, periods }, white: { mainMs, periods }, running, since };
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
    seat: null,
    home: "/",
    chat: { me: null, muted: [], name: "/chat/name", mutedPage: "/muted" },
    accuracy: null,
    embeds: [],
    followed: [],
  };
  return { ...opening(page, DEFAULTS, null, 0), connection: { kind: "live" }, ...part };
}

/** What White's last move is told to be: nothing is known of it but what the part says. */
export function toldOf(part: Partial<Words> = {}): Words {
  return {
    type: "words",
    id: "w",
    ply: 2,
    by: "white",
    worth: { status: "unknown", verdict: null, plies: null, score: null },
    labels: [],
    remarks: [],
    squares: [],
    ...part,
  };
}
