// A puzzle, or an exercise, as its page knows it: the moves so far and what was said about them.

import type { Drawing } from "../viewer/choices";
import type { PositionPart } from "../protocol/findings";
import type { Lying } from "../rules/lying";
import { completed, stonesOf } from "../rules/lying";
import { other } from "../rules/position";
import type { SideWord } from "../protocol/protocol";
import { name } from "../rules/squares";
import { say } from "../words/words";

export { completed, stonesOf };

/** What the server wrote into the page. */
export interface PuzzleData {
  readonly position: PositionPart;
  /** Right moves and their replies, from the position on. */
  readonly moves: readonly number[];
  /** What is to be done, with the sides called as each kind of board shows them. */
  readonly task: Readonly<Record<Drawing, string>>;
  readonly isOver: boolean;
  readonly tryUrl: string;
  readonly showUrl: string;
  /** When the page was made, signed. */
  readonly began: string;
}

/** What a first attempt made of the player's rating. */
export interface Counted {
  readonly rating: number;
  readonly change: number;
}

export type Verdict = "right" | "solved" | "slower" | "wrong" | "unclear";

/** The answer to a try. */
export interface Tried {
  readonly verdict: Verdict;
  readonly sentence: string;
  readonly reply?: number | null;
  readonly counted?: Counted | null;
}

/** The answer to somebody who gave up. */
export interface Shown {
  readonly moves: readonly number[];
  readonly sentence: string;
  readonly counted?: Counted | null;
}

export interface PuzzleState {
  readonly data: PuzzleData;
  readonly moves: readonly number[];
  readonly isOver: boolean;
  /** The square on its way to the server. */
  readonly trying: number | null;
  /** A try that was wrong, and where a wrong four is blocked: shown until the next try. */
  readonly refuted: readonly number[];
  readonly said: Said | null;
}

export interface Said {
  readonly kind: Verdict | "shown" | "refused";
  readonly sentence: string;
}

export function opened(data: PuzzleData): PuzzleState {
  return {
    data,
    moves: data.moves,
    isOver: data.isOver,
    trying: null,
    refuted: [],
    said: null,
  };
}

/** Whether a stone may be played on a square now. */
export function canTry(state: PuzzleState, square: number): boolean {
  return !state.isOver && state.trying === null && !stonesOf(played(state)).has(square);
}

export function trying(state: PuzzleState, square: number): PuzzleState {
  return { ...state, trying: square, refuted: [], said: null };
}

/** After the server's answer to the square on its way. */
export function answered(state: PuzzleState, answer: Tried): PuzzleState {
  const square = state.trying;
  if (square === null) return state;
  const said: Said = { kind: answer.verdict, sentence: withRating(answer) };
  const reply = answer.reply ?? null;
  const after = reply === null ? [square] : [square, reply];
  switch (answer.verdict) {
    case "right":
    case "solved":
      return {
        ...state,
        moves: [...state.moves, ...after],
        isOver: answer.verdict === "solved",
        trying: null,
        said,
      };
    case "slower":
    case "wrong":
    case "unclear":
      return { ...state, trying: null, refuted: after, said };
    default:
      return answer.verdict satisfies never;
  }
}

/** Why the server did nothing. */
export function refused(state: PuzzleState, sentence: string): PuzzleState {
  return { ...state, trying: null, said: { kind: "refused", sentence } };
}

/** After giving up: the whole solution lies on the board. */
export function shown(state: PuzzleState, answer: Shown): PuzzleState {
  return {
    ...state,
    moves: answer.moves,
    isOver: answer.moves.length > 0,
    trying: null,
    refuted: [],
    said: { kind: "shown", sentence: withRating(answer) },
  };
}

/** The position itself, to be played again. */
export function again(state: PuzzleState): PuzzleState {
  return { ...state, moves: [], isOver: false, trying: null, refuted: [], said: null };
}

/** A try that was wrong makes room for the next one. */
export function cleared(state: PuzzleState): PuzzleState {
  if (state.trying !== null || state.refuted.length === 0) return state;
  return { ...state, refuted: [], said: null };
}

/** Whose move it is. */
export function sideToMove(state: PuzzleState): SideWord {
  const { sideToMove: solver } = state.data.position;
  return played(state).moves.length % 2 === 0 ? solver : other(solver);
}

/** What lies on the board: the right moves, then a try that was wrong. */
export function played(state: PuzzleState): Lying {
  return { position: state.data.position, moves: [...state.moves, ...state.refuted] };
}

/** The moves so far by name; empty before the first. */
export function lineWords(state: PuzzleState): string {
  return state.moves.map((square) => name(square, state.data.position)).join(" ");
}

function withRating({ sentence, counted }: Tried | Shown): string {
  if (!counted) return sentence;
  const change = counted.change < 0 ? `−${-counted.change}` : `+${counted.change}`;
  const { rating } = counted;
  return `${sentence} ${say("Your puzzle rating is now {rating} ({change}).", { rating, change })}`;
}
