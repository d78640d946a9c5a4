// Where black may not play in renju, in words. The server says where, and what a stone there would make.

import type { ForbiddenPart } from "../protocol/protocol";
import type { Drawing } from "../viewer/choices";
import { say } from "../words/words";
import { sideName } from "./sides";
import type { Board } from "./squares";
import { name } from "./squares";
import { numberWord } from "./variant";

/** What a stone there would make: "two open threes". */
export function madeThere({ makes, shapes }: ForbiddenPart): string {
  switch (makes) {
    case "overline":
      return say("a row of {count}", {
        count: numberWord(Math.max(...shapes.map(({ length }) => length))),
      });
    case "doubleFour":
      return say("{count} fours", { count: numberWord(shapes.length) });
    case "doubleThree":
      return say("{count} open threes", { count: numberWord(shapes.length) });
    default:
      return makes satisfies never;
  }
}

/** "h10 makes two open threes: Black can’t play there." */
export function banSentence(ban: ForbiddenPart, board: Board, drawn: Drawing): string {
  return say("{square} makes {reason}: {side} can’t play there.", {
    square: name(ban.square, board),
    reason: madeThere(ban),
    side: sideName("black", drawn),
  });
}

/** What is said of a square: "forbidden: makes two open threes"; empty where it is not. */
export function bannedWords(forbidden: readonly ForbiddenPart[], square: number): string {
  const ban = forbidden.find((each) => each.square === square);
  return ban === undefined ? "" : say("forbidden: makes {reason}", { reason: madeThere(ban) });
}

/** "Forbidden to Black: h10, i9."; empty where nothing is. */
export function forbiddenWords(
  forbidden: readonly ForbiddenPart[],
  board: Board,
  drawn: Drawing,
): string {
  if (forbidden.length === 0) return "";
  const squares = forbidden.map(({ square }) => name(square, board)).join(", ");
  return say("Forbidden to {side}: {squares}.", { side: sideName("black", drawn), squares });
}

/** "h8 – h9 – h10": the stones of one of them, along its line. */
export function shapeWords(shape: readonly number[], board: Board): string {
  return shape.map((square) => name(square, board)).join(" – ");
}
