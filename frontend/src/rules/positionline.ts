// Positions and moves as text, as games/mnk/notation.py reads and writes them: to link and paste.

import type { PositionPart } from "../protocol/findings";
import type { SideWord } from "../protocol/protocol";
import type { Board } from "./squares";
import { read } from "./squares";
import type { Rules } from "./variant";
import { isKGiven, readLineRule, readVariant } from "./variant";
import { say } from "../words/words";

/** Variants people know by name: "15x15". */
export type Presets = Readonly<Record<string, Rules>>;

/** What was read, or the sentence that says why it could not be. */
export type Read<T> =
  | { readonly value: T; readonly sentence: null }
  | { readonly value: null; readonly sentence: string };

function found<T>(value: T): Read<T> {
  return { value, sentence: null };
}

function refused(sentence: string): Read<never> {
  return { value: null, sentence };
}

/** The whole position as one word: variant, rows from the top, side to move. */
export function positionLine(position: PositionPart): string {
  const { width, height, k, lineRule, sideToMove } = position;
  const rows = boardText(position)
    .split("\n")
    .map((row) => row.replace(/\.+/g, (dots) => String(dots.length)));
  return [`${width}x${height}x${k}-${lineRule}`, ...rows, sideToMove === "black" ? "X" : "O"].join(
    "/",
  );
}

/** The board, one line a row, the top row first: `X` black, `O` white, `.` empty. */
export function boardText({ width, height, black, white }: PositionPart): string {
  const signs = new Array<string>(width * height).fill(".");
  for (const square of black) signs[square] = "X";
  for (const square of white) signs[square] = "O";
  return Array.from({ length: height }, (_, row) =>
    signs.slice((height - row - 1) * width, (height - row) * width).join(""),
  ).join("\n");
}

/** The position that `positionLine` wrote. */
export function fromPositionLine(text: string, presets: Presets): Read<PositionPart> {
  const parts = text.trim().split("/");
  if (parts.length < 3)
    return refused(
      say("“{text}” is no position: write variant, rows and side, as in 3x3/3/1X1/3/O.", {
        text: text.trim().slice(0, 20),
      }),
    );
  const size = parts[0]!;
  const side = parts[parts.length - 1]!;
  const rules = readRules(size, presets);
  if (rules.value === null) return rules;
  if (side !== "X" && side !== "O")
    return refused(
      say("“{text}” is no side to move: end with /X or /O.", { text: side.slice(0, 10) }),
    );
  const rows: string[] = [];
  for (const word of parts.slice(1, -1)) {
    const row = rowOf(word, rules.value.width);
    if (row.value === null) return row;
    rows.push(row.value);
  }
  return readBoard(rows.join("\n"), rules.value, side === "X" ? "black" : "white");
}

function rowOf(word: string, width: number): Read<string> {
  const parts = word.match(/[0-9]{1,2}|[XOxo]/g) ?? [];
  const shown = word.slice(0, 20);
  if (parts.join("") !== word)
    return refused(say("“{text}” is no row: write X, O and numbers, as in 7XO6.", { text: shown }));
  const row = parts.map((part) => (/\d/.test(part) ? ".".repeat(Number(part)) : part)).join("");
  if (row.length !== width)
    return refused(say("“{text}” is no row of {width} squares.", { text: shown, width }));
  return found(row);
}

/** The variant of a preset's key, or of WIDTHxHEIGHTxK with a line rule after a hyphen. */
export function readRules(text: string, presets: Presets): Read<Rules> {
  const preset = Object.hasOwn(presets, text) ? presets[text] : undefined;
  if (preset !== undefined) return found(preset);
  const match = /^(\d{1,3})x(\d{1,3})(?:x(\d{1,3}))?(?:-([a-z]+))?$/.exec(text);
  const lineRule = readLineRule(match?.[4] ?? "freestyle");
  if (!match || lineRule === null || (match[3] === undefined && !isKGiven(lineRule)))
    return refused(
      say("“{text}” is no variant: write a preset ({presets}) or 6x5x4.", {
        text: text.slice(0, 20),
        presets: Object.keys(presets).join(", "),
      }),
    );
  const { variant, errors } = readVariant({
    width: match[1]!,
    height: match[2]!,
    k: match[3] ?? "1",
    lineRule,
  });
  if (variant === null) {
    const sentence = errors.width ?? errors.height ?? errors.k ?? errors.lineRule;
    return refused(sentence ?? say("There is no such board."));
  }
  const { width, height, k } = variant;
  if (isKGiven(lineRule) && match[3] !== undefined && Number(match[3]) !== k)
    return refused(
      say("With full lines k is the shorter edge, {only}, not {k}.", { only: k, k: match[3] }),
    );
  return found({ width, height, k, lineRule });
}

/**
 * The position a text shows, one line a row; spaces do not count. Without a side to move, black is
 * to move when both have equally many stones, otherwise white.
 */
export function readBoard(
  text: string,
  rules: Rules,
  sideToMove: SideWord | null = null,
): Read<PositionPart> {
  const { width, height, k, lineRule } = rules;
  const rows = text
    .trim()
    .split("\n")
    .map((row) => row.replace(/\s+/g, "").toUpperCase());
  if (rows.length !== height || rows.some((row) => row.length !== width))
    return refused(
      say("The board must have {height} rows of {width} signs each.", { height, width }),
    );
  const strange = /[^XO.]/.exec(rows.join(""));
  if (strange)
    return refused(
      say("“{sign}” is no sign of a board: write X, O or a dot.", { sign: strange[0] }),
    );
  const signs = rows.reverse().join("");
  const of = (sign: string): readonly number[] =>
    [...signs].flatMap((each, square) => (each === sign ? [square] : []));
  const black = of("X");
  const white = of("O");
  return found({
    width,
    height,
    k,
    lineRule,
    black,
    white,
    sideToMove: sideToMove ?? (black.length === white.length ? "black" : "white"),
  });
}

/** Moves as one word: "h8i9". */
const MOVE = /^[\s,]*([a-z]{1,2}[1-9][0-9]?)/i;

/** The squares a text names, in order; commas and spaces may stand between them. */
export function readMoves(text: string, board: Board): Read<readonly number[]> {
  const moves: number[] = [];
  const whole = text.replace(/[\s,]+$/, "");
  for (let at = 0; at < whole.length;) {
    const rest = whole.slice(at);
    const match = MOVE.exec(rest);
    if (!match) {
      const start = rest.replace(/^[\s,]+/, "");
      return refused(
        say("“{text}” (character {at}) is no square: write a letter and a number, as in h8.", {
          text: start.slice(0, 10),
          at: whole.length - start.length + 1,
        }),
      );
    }
    const { square, sentence } = read(match[1]!, board);
    if (square === null) return refused(sentence);
    moves.push(square);
    at += match[0].length;
  }
  return found(moves);
}
