// A variant as a form has it: its limits, what is wrong with it in the server's words, its title.

import type { LineRule, VariantPart } from "../protocol/protocol";
import { LINE_RULES } from "../protocol/protocol";
import { say } from "../words/words";

/** What decides a game: board, k and line rule. */
export type Rules = Pick<VariantPart, "width" | "height" | "k" | "lineRule">;

export const MAX_SIZE = 32;

/** The words of a form's fields, as typed. */
export interface VariantWords {
  readonly width: string;
  readonly height: string;
  readonly k: string;
  readonly lineRule: string;
}

/** Why a field is refused; a field that is fine is absent. */
export interface VariantErrors {
  readonly width?: string;
  readonly height?: string;
  readonly k?: string;
  readonly lineRule?: string;
}

export interface VariantReading {
  /** The variant, if nothing is wrong. */
  readonly variant: VariantPart | null;
  readonly errors: VariantErrors;
  /** Width and height, if at least they are right: enough to draw the board. */
  readonly board: { readonly width: number; readonly height: number } | null;
}

/** What the form describes. Where k follows from the board, the field does not count. */
export function readVariant(words: VariantWords): VariantReading {
  const lineRule = readLineRule(words.lineRule);
  const width = readNumber(words.width, MAX_SIZE, WIDTH);
  const height = readNumber(words.height, MAX_SIZE, HEIGHT);
  const board = typeof width === "number" && typeof height === "number" ? { width, height } : null;
  const k =
    board && isKGiven(lineRule)
      ? Math.min(board.width, board.height)
      : board
        ? readNumber(words.k, Math.max(board.width, board.height), K_ON_BOARD)
        : readNumber(words.k, MAX_SIZE, K);
  const errors: VariantErrors = {
    ...(typeof width === "string" && { width }),
    ...(typeof height === "string" && { height }),
    ...(typeof k === "string" && { k }),
    ...(lineRule === null && { lineRule: say("Choose which lines win.") }),
  };
  if (!board || typeof k !== "number" || lineRule === null) return { variant: null, errors, board };
  return {
    variant: { ...board, k, lineRule },
    errors,
    board,
  };
}

/** What people call a variant, as the server says it. */
export function variantTitle({ width, height, k, lineRule }: Rules): string {
  const lines = say(LINE_RULES[lineRule].title, { k: numberWord(k) });
  return `${width}×${height}, ${lines}`;
}

/** What was completed by a line of this many squares: "five in a row". */
export function goal(lineRule: LineRule, squares: number): string {
  return say(LINE_RULES[lineRule].goal, { k: numberWord(squares) });
}

/** How many squares a line has in a direction. */
export function lineLength({ width, height, k, lineRule }: Rules, dx: number, dy: number): number {
  if (!LINE_RULES[lineRule].edgeToEdge) return k;
  return dy === 0 ? width : dx === 0 ? height : k;
}

/** Whether a line rule leaves no choice of k: it is the shorter edge. */
export function isKGiven(lineRule: LineRule | null): boolean {
  return lineRule !== null && LINE_RULES[lineRule].edgeToEdge;
}

export function readLineRule(word: string): LineRule | null {
  return Object.hasOwn(LINE_RULES, word) ? (word as LineRule) : null;
}

/** A number as a word, up to ten. */
export function numberWord(k: number): string {
  const word = NUMBER_WORDS[k - 1];
  return word === undefined ? String(k) : say(word);
}

/** games/mnk/rule.py puts these in the catalogue. */
const NUMBER_WORDS = [
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];

/** Why a field is refused: it is empty, or not a whole number, or outside the limits. */
interface Refusals {
  readonly missing: (most: number) => string;
  readonly notWhole: (most: number) => string;
  readonly outside: (most: number, number: number) => string;
}

const WIDTH: Refusals = {
  missing: (most) => say("width must be from 1 to {most}.", { most }),
  notWhole: (most) => say("width must be a whole number from 1 to {most}.", { most }),
  outside: (most, size) => say("width must be from 1 to {most}, not {size}.", { most, size }),
};

const HEIGHT: Refusals = {
  missing: (most) => say("height must be from 1 to {most}.", { most }),
  notWhole: (most) => say("height must be a whole number from 1 to {most}.", { most }),
  outside: (most, size) => say("height must be from 1 to {most}, not {size}.", { most, size }),
};

const K: Refusals = {
  missing: (most) => say("k must be from 1 to {most}.", { most }),
  notWhole: (most) => say("k must be a whole number from 1 to {most}.", { most }),
  outside: (most, number) => say("k must be from 1 to {most}, not {k}.", { most, k: number }),
};

const K_ON_BOARD: Refusals = {
  missing: (most) => say("k must be from 1 to {most} on this board.", { most }),
  notWhole: (most) => say("k must be a whole number from 1 to {most} on this board.", { most }),
  outside: (most, k) => say("k must be from 1 to {most} on this board, not {k}.", { most, k }),
};

/** The number, or the sentence that says why it is not one. */
function readNumber(word: string, most: number, refusals: Refusals): number | string {
  const text = word.trim();
  if (text === "") return refusals.missing(most);
  const number = /^[+-]?\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (Number.isNaN(number)) return refusals.notWhole(most);
  return number < 1 || number > most ? refusals.outside(most, number) : number;
}
