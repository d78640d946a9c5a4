// Where black may not play in renju, in words. The server says where, and what a stone there would make.

import type { ForbiddenPart } from "../protocol/protocol";
import { say } from "../words/words";
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

/** "h8 – h9 – h10": the stones of one of them, along its line. */
export function shapeWords(shape: readonly number[], board: Board): string {
  return shape.map((square) => name(square, board)).join(" – ");
}
