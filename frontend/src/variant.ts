// A variant as a form has it: its limits, what is wrong with it in the server's words, its title.

import type { LineRule, VariantPart } from "./protocol";
import { LINE_RULES } from "./protocol";

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
  /** Width and height, if they alone are right: enough to draw the board. */
  readonly board: { readonly width: number; readonly height: number } | null;
}

/** What the form describes. Where k follows from the board, the field does not count. */
export function readVariant(words: VariantWords): VariantReading {
  const lineRule = readLineRule(words.lineRule);
  const width = readNumber("width", words.width, MAX_SIZE, "");
  const height = readNumber("height", words.height, MAX_SIZE, "");
  const board = typeof width === "number" && typeof height === "number" ? { width, height } : null;
  const k =
    board && isKGiven(lineRule)
      ? Math.min(board.width, board.height)
      : readNumber(
          "k",
          words.k,
          board ? Math.max(board.width, board.height) : MAX_SIZE,
          board ? " on this board" : "",
        );
  const errors: VariantErrors = {
    ...(typeof width === "string" && { width }),
    ...(typeof height === "string" && { height }),
    ...(typeof k === "string" && { k }),
    ...(lineRule === null && { lineRule: "Choose which lines win." }),
  };
  if (!board || typeof k !== "number" || lineRule === null) return { variant: null, errors, board };
  return {
    variant: { ...board, k, lineRule, title: title({ ...board, k, lineRule }) },
    errors,
    board,
  };
}

/** What people call a variant, as the server says it. */
export function title({ width, height, k, lineRule }: Rules): string {
  return `${width}×${height}, ${inWords(LINE_RULES[lineRule].title, k)}`;
}

/** What was completed by a line of so many squares: "five in a row". */
export function goal(lineRule: LineRule, squares: number): string {
  return inWords(LINE_RULES[lineRule].goal, squares);
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

function inWords(text: string, k: number): string {
  return text.replace("{k}", numberWord(k));
}

export function numberWord(k: number): string {
  return NUMBER_WORDS[k - 1] ?? String(k);
}

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

/** The number, or the sentence that says why it is none. */
function readNumber(field: string, word: string, most: number, where: string): number | string {
  const text = word.trim();
  if (text === "") return `${field} must be from 1 to ${most}${where}.`;
  const number = /^[+-]?\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (Number.isNaN(number)) return `${field} must be a whole number from 1 to ${most}${where}.`;
  if (number < 1 || number > most)
    return `${field} must be from 1 to ${most}${where}, not ${number}.`;
  return number;
}
