// What a variant is called, as the server calls it, and how long its lines are.

import type { LineRule, VariantPart } from "../protocol/protocol";
import { LINE_RULES } from "../protocol/protocol";
import type { Board } from "./squares";
import { count, say } from "../words/words";

/** What decides a game: board, k, line rule and blocked squares. */
export type Rules = Board & Pick<VariantPart, "k" | "lineRule">;

/** What people call a variant, as the server says it. */
export function variantTitle({ width, height, k, lineRule, blocked = [] }: Rules): string {
  const lines = say(LINE_RULES[lineRule].title, { k: numberWord(k) });
  const game = `${width}×${height}, ${lines}`;
  return blocked.length === 0
    ? game
    : count("{game}, {count} square blocked", "{game}, {count} squares blocked", blocked.length, {
        game,
      });
}

/** What was completed by a line of this many squares: "five in a row". */
export function goal(lineRule: LineRule, squares: number): string {
  return say(LINE_RULES[lineRule].goal, { k: numberWord(squares) });
}

/** Whether a row that lacks one stone is called a four, and one that lacks two a three. */
export function hasFours({ k, lineRule }: Pick<Rules, "k" | "lineRule">): boolean {
  return k === 5 && !LINE_RULES[lineRule].edgeToEdge;
}

/** How many squares a line has in a direction. */
export function lineLength({ width, height, k, lineRule }: Rules, dx: number, dy: number): number {
  if (!LINE_RULES[lineRule].edgeToEdge) return k;
  return dy === 0 ? width : dx === 0 ? height : k;
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
