// A variant as a form has it: its limits, what is wrong with it in the server's words, its title.

import type { LineRule, VariantPart } from "./protocol";

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

/** What the form describes. With full lines k is the shorter edge, whatever the field says. */
export function readVariant(words: VariantWords): VariantReading {
  const lineRule = readLineRule(words.lineRule);
  const width = readNumber("width", words.width, MAX_SIZE, "");
  const height = readNumber("height", words.height, MAX_SIZE, "");
  const board = typeof width === "number" && typeof height === "number" ? { width, height } : null;
  const k =
    lineRule === "full" && board
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
    variant: { ...board, k, lineRule, title: title(board.width, board.height, k, lineRule) },
    errors,
    board,
  };
}

/** What people call a variant, as the server says it. */
export function title(width: number, height: number, k: number, lineRule: LineRule): string {
  const size = `${width}×${height}`;
  switch (lineRule) {
    case "freestyle":
      return `${size}, ${numberWord(k)} in a row`;
    case "exact":
      return `${size}, exactly ${numberWord(k)}`;
    case "full":
      return `${size}, full lines`;
    default:
      return lineRule satisfies never;
  }
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

function readLineRule(word: string): LineRule | null {
  return word === "freestyle" || word === "exact" || word === "full" ? word : null;
}

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
