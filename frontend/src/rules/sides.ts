// What the sides and their stones are called, as a board shows them.

import type { Drawing } from "../viewer/choices";
import type { SideWord } from "../protocol/protocol";
import type { LineRule } from "../protocol/protocol";
import { LINE_RULES } from "../protocol/protocol";
import { say } from "../words/words";

/** How stones are drawn on a board of this rule: X and O where they are kinds that belong to nobody. */
export function stonesDrawn(drawn: Drawing, { lineRule }: Ruled): Drawing {
  return LINE_RULES[lineRule].eitherKind ? "marks" : drawn;
}

/** How the sides are shown beside it: by their colours, where X and O belong to nobody. */
export function sidesDrawn(drawn: Drawing, { lineRule }: Ruled): Drawing {
  return LINE_RULES[lineRule].eitherKind ? "stones" : drawn;
}

interface Ruled {
  readonly lineRule: LineRule;
}

/** A side as this viewer's board shows it: Black and White, or X and O. */
export function sideName(side: SideWord, drawn: Drawing): string {
  if (drawn === "marks") return side === "black" ? "X" : "O";
  return side === "black" ? say("Black") : say("White");
}

/** What lies on a square, told by itself or in a list: "black stone", or "X". */
export function stoneName(side: SideWord, drawn: Drawing): string {
  if (drawn === "marks") return sideName(side, drawn);
  return side === "black" ? say("black stone") : say("white stone");
}
