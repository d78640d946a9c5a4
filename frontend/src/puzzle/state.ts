// A puzzle, or an exercise, as its page knows it: the moves so far and what was said about them.

import type { Drawing } from "../viewer/choices";
import type { Numbered } from "../board/numbers";
import type { PositionPart } from "../protocol/findings";
import type { ForbiddenPart, SideWord } from "../protocol/protocol";
import { isFree } from "../rules/blocked";
import type { Lying } from "../rules/lying";
import { stonesOf } from "../rules/lying";
import { placed } from "../rules/move";
import { sideLater } from "../rules/position";

/** Where black may not play, by the moves played from the puzzle's position: their numbers, with dots
 * between them. */
export type Banned = Readonly<Record<string, readonly ForbiddenPart[]>>;

/** What the server wrote into the page. */
export interface PuzzleData {
  readonly kind: "puzzle" | "practice";
  readonly position: PositionPart;
  /** Right moves and their replies, from the position on. */
  readonly moves: readonly number[];
  /** What is to be done, with the sides called as each kind of board shows them. */
  readonly task: Readonly<Record<Drawing, string>>;
  /** What is said before the first try. */
  readonly intro: string;
  /** What is played, where that goes without saying on no board. */
  readonly game?: string;
  readonly isOver: boolean;
  /** How many moves are to be found from here. */
  readonly left: number;
  readonly tryUrl: string;
  readonly showUrl: string;
  /** Null where there are no hints. */
  readonly hintUrl: string | null;
  /** Null after a game's last mistake. */
  readonly nextUrl: string | null;
  /** When the page was made, signed. */
  readonly began: string;
  readonly forbidden?: Banned;
  /** In practice: the move that was a mistake. */
  readonly marked?: number;
  /** In practice: what the position was worth before it and after it, in words. */
  readonly worths?: Readonly<Record<Drawing, readonly string[]>>;
  /** In practice: the game, and the ply of the mistake. */
  readonly practised?: { readonly game: string; readonly ply: number };
}

/** What a first attempt made of the player's rating. */
export interface Counted {
  readonly rating: number;
  readonly change: number;
  /** How many were solved since the last miss. */
  readonly streak: number;
  /** How many were solved today, and tried. */
  readonly today: readonly [number, number];
}

export type Verdict = "right" | "solved" | "slower" | "wrong" | "unclear";

/** The answer to a try. */
export interface Tried {
  readonly verdict: Verdict;
  readonly sentence: string;
  /** The other side's move after a right one. */
  readonly reply?: number | null;
  /** How the other side goes on after a wrong one. */
  readonly line?: readonly number[];
  readonly left?: number;
  readonly lesson?: string;
  readonly counted?: Counted | null;
  readonly forbidden?: Banned;
}

/** The answer to somebody who gave up. */
export interface Shown {
  readonly moves: readonly number[];
  readonly sentence: string;
  readonly counted?: Counted | null;
  readonly forbidden?: Banned;
}

/** The answer to somebody who asked for help. */
export interface Hint {
  readonly squares: readonly number[];
  readonly sentence: string;
}

/** Moves that are shown one after another, and how many of them lie on the board. */
export interface Walk {
  readonly moves: readonly number[];
  readonly at: number;
}

export interface PuzzleState {
  readonly data: PuzzleData;
  readonly moves: readonly number[];
  /** The other side's move that is about to land. */
  readonly reply: number | null;
  readonly isOver: boolean;
  /** How many moves are still to be found. */
  readonly left: number;
  /** The move on its way to the server. */
  readonly trying: number | null;
  /** A try that was wrong and what follows, from the moves so far on; until the next try. */
  readonly refutation: Walk | null;
  /** The solution, from the position on, while it is looked at. */
  readonly walk: Walk | null;
  /** Squares of which one is right. */
  readonly hinted: readonly number[];
  readonly said: Said | null;
  /** How it goes for the player since this puzzle was counted. */
  readonly counted: Counted | null;
  /** Where black may not play, as far as it is known. */
  readonly forbidden: Banned;
}

export interface Said {
  readonly kind: Verdict | "shown" | "hint" | "refused";
  readonly sentence: string;
  readonly lesson: string;
  /** The square that is explained, where black may not play. */
  readonly ban?: ForbiddenPart;
  /** What just now was counted, if anything was. */
  readonly counted: Counted | null;
}

export function opened(data: PuzzleData): PuzzleState {
  return {
    data,
    moves: data.moves,
    reply: null,
    isOver: data.isOver,
    left: data.left,
    trying: null,
    refutation: null,
    walk: null,
    hinted: [],
    said: null,
    counted: null,
    forbidden: data.forbidden ?? {},
  };
}

/** Whether a stone may be played on a square now. */
export function canTry(state: PuzzleState, square: number): boolean {
  const now = played(state);
  return (
    !state.isOver &&
    isSettled(state) &&
    isFree(square, stonesOf(now), now.position) &&
    !forbiddenHere(state).some((ban) => ban.square === square)
  );
}

const NOWHERE: readonly ForbiddenPart[] = [];

/** Where black may not play on the board as it is shown. */
export function forbiddenHere(state: PuzzleState): readonly ForbiddenPart[] {
  return state.forbidden[played(state).moves.join(".")] ?? NOWHERE;
}

/** Whether nothing is under way: neither a try nor the reply to one. */
export function isSettled(state: PuzzleState): boolean {
  return state.trying === null && state.reply === null;
}

export function trying(state: PuzzleState, move: number): PuzzleState {
  return { ...state, trying: move, refutation: null, hinted: [], said: null };
}

/** After the server's answer to the square on its way; a reply lands later. */
export function answered(state: PuzzleState, answer: Tried): PuzzleState {
  const square = state.trying;
  if (square === null) return state;
  const after: PuzzleState = {
    ...state,
    trying: null,
    said: {
      kind: answer.verdict,
      sentence: answer.sentence,
      lesson: answer.lesson ?? "",
      counted: answer.counted ?? null,
    },
    counted: answer.counted ?? state.counted,
    forbidden: { ...state.forbidden, ...answer.forbidden },
  };
  switch (answer.verdict) {
    case "right":
    case "solved":
      return {
        ...after,
        moves: [...state.moves, square],
        reply: answer.reply ?? null,
        isOver: answer.verdict === "solved",
        left: answer.left ?? 0,
      };
    case "slower":
    case "wrong":
    case "unclear":
      return { ...after, refutation: { moves: [square, ...(answer.line ?? [])], at: 1 } };
    default:
      return answer.verdict satisfies never;
  }
}

/** The reply lands. */
export function replied(state: PuzzleState): PuzzleState {
  if (state.reply === null) return state;
  return { ...state, moves: [...state.moves, state.reply], reply: null };
}

function saying(kind: Said["kind"], sentence: string): Said {
  return { kind, sentence, lesson: "", counted: null };
}

/** Why the server did nothing. */
export function refused(state: PuzzleState, sentence: string): PuzzleState {
  return { ...state, trying: null, said: saying("refused", sentence) };
}

/** Why black may not play a square; its lines are drawn. */
export function banned(state: PuzzleState, ban: ForbiddenPart, sentence: string): PuzzleState {
  return { ...state, said: { ...saying("refused", sentence), ban } };
}

export function helped(state: PuzzleState, { squares, sentence }: Hint): PuzzleState {
  return {
    ...state,
    refutation: null,
    hinted: squares,
    said: saying("hint", sentence),
  };
}

/** After giving up: the solution is stepped through from its first move. */
export function shown(state: PuzzleState, answer: Shown): PuzzleState {
  const isKnown = answer.moves.length > 0;
  return {
    ...state,
    isOver: isKnown,
    trying: null,
    reply: null,
    refutation: null,
    hinted: [],
    walk: isKnown ? { moves: answer.moves, at: 1 } : null,
    said: { ...saying("shown", answer.sentence), counted: answer.counted ?? null },
    counted: answer.counted ?? state.counted,
    forbidden: { ...state.forbidden, ...answer.forbidden },
  };
}

/** The solution once more, from the position itself. */
export function watched(state: PuzzleState): PuzzleState {
  return { ...state, walk: { moves: state.walk?.moves ?? state.moves, at: 0 } };
}

/** The solution at one of its moves. */
export function walkedTo(state: PuzzleState, at: number): PuzzleState {
  const { walk } = state;
  if (walk === null) return state;
  return { ...state, walk: { ...walk, at: Math.max(0, Math.min(walk.moves.length, at)) } };
}

/** One more move of what is being shown; null once all of it is on the board. */
export function oneMore(state: PuzzleState): PuzzleState | null {
  const { walk, refutation } = state;
  if (walk !== null && walk.at < walk.moves.length) return walkedTo(state, walk.at + 1);
  if (refutation !== null && refutation.at < refutation.moves.length)
    return { ...state, refutation: { ...refutation, at: refutation.at + 1 } };
  return null;
}

/** The same, all at once: for those who want nothing to move. */
export function allAtOnce(state: PuzzleState): PuzzleState {
  const { refutation } = state;
  if (refutation === null) return state;
  return { ...state, refutation: { ...refutation, at: refutation.moves.length } };
}

/** The position itself, to be played again. */
export function again(state: PuzzleState): PuzzleState {
  const { data, counted } = state;
  const left = data.left + Math.floor(data.moves.length / 2);
  const { forbidden } = state;
  return { ...opened({ ...data, moves: [], isOver: false, left }), data, counted, forbidden };
}

/** A try that was wrong makes room for the next one. */
export function cleared(state: PuzzleState): PuzzleState {
  if (state.trying !== null || state.refutation === null) return state;
  return { ...state, refutation: null, said: null };
}

/** Whose move it is. */
export function sideToMove(state: PuzzleState): SideWord {
  return sideOfMove(state, played(state).moves.length);
}

/** Whose move it is after this many moves from the puzzle's position. */
function sideOfMove({ data: { position } }: PuzzleState, moves: number): SideWord {
  const { sideToMove, lineRule, black, white } = position;
  return sideLater(sideToMove, black.length + white.length, moves, lineRule);
}

/** What lies on the board: as much as is shown of the solution, or the right moves and then a try
 * that was wrong. */
export function played({ data, moves, walk, refutation }: PuzzleState): Lying {
  const { position } = data;
  if (walk !== null) return { position, moves: walk.moves.slice(0, walk.at) };
  return { position, moves: [...moves, ...(refutation?.moves.slice(0, refutation.at) ?? [])] };
}

/** The stones that carry numbers: of the solution, or of a try and what refutes it. */
export function numbered(state: PuzzleState): readonly Numbered[] {
  const { walk, refutation } = state;
  const shown = walk ?? refutation;
  if (shown === null || (walk === null && shown.moves.length === 1)) return [];
  const first = walk === null ? state.moves.length : 0;
  return shown.moves.slice(0, shown.at).map((move, index) => ({
    ...placed(move, sideOfMove(state, first + index), state.data.position),
    number: index + 1,
  }));
}
