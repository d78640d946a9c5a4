// A lesson as its page knows it: the step, what was played in it, and what was said about it. Nothing is
// worked out here: which squares are right, and what comes of each, the server wrote into the page.

import type { PositionPart } from "../protocol/findings";
import type { Lying } from "../rules/lying";
import { stonesOf } from "../rules/lying";

/** What the server wrote into the page (games/pages/lessons.py). */
export interface LessonData {
  readonly key: string;
  /** Its place among all the lessons. */
  readonly number: number;
  readonly lessons: number;
  readonly steps: readonly StepData[];
}

/** Sentences have the places {you} and {opponent}, for what the viewer's board calls the sides. */
export interface StepData {
  readonly title: string;
  readonly says: string;
  readonly position: PositionPart;
  readonly turn: TurnData;
}

export interface TurnData {
  readonly asks: string;
  /** Every square that can be played is in one of them. */
  readonly outcomes: readonly OutcomeData[];
}

/** What comes of some squares. */
export interface OutcomeData {
  readonly squares: readonly number[];
  readonly isRight: boolean;
  readonly says: string;
  /** What is played after it: the opponent's answer first. */
  readonly line: readonly number[];
  /** What is asked after the line; null where the step ends, or the square was wrong. */
  readonly then: TurnData | null;
}

export interface LessonState {
  readonly data: LessonData;
  /** The step that is shown, from 0. */
  readonly at: number;
  /** How many steps have been solved, here or earlier. */
  readonly done: number;
  /** What is asked now; null once the step is solved. */
  readonly turn: TurnData | null;
  /** Right moves and the answers to them. */
  readonly moves: readonly number[];
  /** A move that was wrong, and what has been played to show it. */
  readonly refuted: readonly number[];
  /** What is still to be played, one move after the other. */
  readonly coming: readonly number[];
  readonly told: Told | null;
  /** Whether the right squares are ringed. */
  readonly isHinted: boolean;
  /** Whether the whole lesson was gone through. */
  readonly isFinished: boolean;
}

/** What was said about the last move. */
export interface Told {
  readonly isRight: boolean;
  readonly sentence: string;
}

/** A lesson of which some steps were solved earlier: it goes on there, or begins again. */
export function opened(data: LessonData, done: number): LessonState {
  const known = Math.min(done, data.steps.length);
  return atStep({ ...NOTHING, data, done: known }, known === data.steps.length ? 0 : known);
}

const NOTHING: Omit<LessonState, "data" | "done"> = {
  at: 0,
  turn: null,
  moves: [],
  refuted: [],
  coming: [],
  told: null,
  isHinted: false,
  isFinished: false,
};

function atStep(state: LessonState, at: number): LessonState {
  return { ...state, ...NOTHING, at, turn: state.data.steps[at]!.turn };
}

export function stepOf({ data, at }: LessonState): StepData {
  return data.steps[at]!;
}

/** Whether this step has been solved, now or earlier. */
export function isSolved({ at, done }: LessonState): boolean {
  return at < done;
}

export function isLastStep({ data, at }: LessonState): boolean {
  return at === data.steps.length - 1;
}

/** What lies on the board. */
export function lying(state: LessonState): Lying {
  return { position: stepOf(state).position, moves: [...state.moves, ...state.refuted] };
}

/** Whether a stone may be played on a square now; a wrong move makes room for it. */
export function canTry(state: LessonState, square: number): boolean {
  if (state.turn === null || (state.coming.length > 0 && state.refuted.length === 0)) return false;
  return !stonesOf(lying(cleared(state))).has(square);
}

/** After the learner's move. */
export function tried(state: LessonState, square: number): LessonState {
  const before = cleared(state);
  const outcome = before.turn?.outcomes.find(({ squares }) => squares.includes(square));
  if (outcome === undefined) return before;
  const { isRight, says: sentence, line: coming, then } = outcome;
  const told: Told = { isRight, sentence };
  if (!isRight) return { ...before, refuted: [square], coming, told };
  return {
    ...before,
    moves: [...before.moves, square],
    coming,
    turn: then,
    told,
    isHinted: false,
    done: then === null ? Math.max(before.done, before.at + 1) : before.done,
  };
}

/** After the next move of those that are still to come. */
export function played(state: LessonState): LessonState {
  const [next, ...coming] = state.coming;
  if (next === undefined) return state;
  return state.refuted.length > 0
    ? { ...state, refuted: [...state.refuted, next], coming }
    : { ...state, moves: [...state.moves, next], coming };
}

/** Without a move that was wrong. */
export function cleared(state: LessonState): LessonState {
  if (state.refuted.length === 0) return state;
  return { ...state, refuted: [], coming: [], told: null };
}

export function hinted(state: LessonState): LessonState {
  return { ...cleared(state), isHinted: true };
}

/** The squares that are ringed: those that are right now, once they were asked for. */
export function ringed({ turn, isHinted, coming }: LessonState): readonly number[] {
  if (!isHinted || turn === null || coming.length > 0) return [];
  return turn.outcomes.filter(({ isRight }) => isRight).flatMap(({ squares }) => squares);
}

/** The next step, if this one has been solved; after the last one the lesson is finished. */
export function forward(state: LessonState): LessonState {
  if (!isSolved(state)) return state;
  return isLastStep(state)
    ? { ...state, coming: [], isFinished: true }
    : atStep(state, state.at + 1);
}

/** The step before; from the end, the last step again. */
export function back(state: LessonState): LessonState {
  if (state.isFinished) return atStep(state, state.at);
  return state.at === 0 ? state : atStep(state, state.at - 1);
}
