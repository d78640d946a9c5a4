// What is said of a variation in the margin.

import type { Drawing } from "./choices";
import type { Margin } from "./margin";
import { standingOf, triedStones } from "./margin";
import type { Stones } from "./position";
import type { Snapshot, VariantPart } from "./protocol";
import { sideName, stoneName } from "./sentences";
import { name } from "./squares";

/** The last squares that are named; what came before them is on the board. */
const MOST_NAMED = 6;

/** What was tried, in one sentence: "Your variation: h8, then i9." */
export function variationSentence(margin: Margin, variant: VariantPart, drawn: Drawing): string {
  const squares = triedStones(margin).map(({ square }) => name(square, variant));
  if (squares.length === 0) return `Your variation, at its start: move ${margin.start.length}.`;
  const left = squares.length > MOST_NAMED ? "… " : "";
  const named = squares.slice(-MOST_NAMED).join(", then ");
  return `Your variation: ${left}${named}.${endWords(margin, variant, drawn)}`;
}

/** How the variation ends; empty while it goes on. */
function endWords(margin: Margin, variant: VariantPart, drawn: Drawing): string {
  const standing = standingOf(margin, variant);
  switch (standing.kind) {
    case "won":
      return ` ${sideName(standing.won.side, drawn)} wins.`;
    case "full":
      return " The board is full.";
    case "open":
    case "both":
      return "";
    default:
      return standing satisfies never;
  }
}

/** How it stands, in few words for the line under the board. */
export function variationStatus(margin: Margin, variant: VariantPart, drawn: Drawing): string {
  return `Your variation.${endWords(margin, variant, drawn)}`;
}

/** The moves it starts from were taken back since. */
export const STALE_VARIATION = "Your variation of moves taken back.";

export const LEFT_VARIATION = "Your variation is gone.";

/** Why a square cannot be tried. */
export function objection(why: "taken" | "decided", square: number, variant: VariantPart): string {
  return why === "taken"
    ? `${name(square, variant)} is taken.`
    : "The position is decided: go back a move to try another one.";
}

/** What lies on a square while a variation is shown: "h8, your variation, 2: white stone". */
export function triedSentence(
  square: number,
  margin: Margin,
  stones: Stones,
  game: Snapshot,
  drawn: Drawing,
): string {
  const where = name(square, game.variant);
  const tried = triedStones(margin).find((each) => each.square === square);
  if (tried) return `${where}, your variation, ${tried.number}: ${stoneName(tried.side, drawn)}`;
  const stone = stones.get(square);
  return stone === undefined ? `${where}, empty` : `${where}, ${stoneName(stone.side, drawn)}`;
}
