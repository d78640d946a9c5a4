// What is said about a viewer's own variation of a game.

import type { Drawing } from "../viewer/choices";
import type { Variation } from "./variation";
import { standingOf, triedStones } from "./variation";
import type { Stones } from "../rules/position";
import type { Snapshot, VariantPart } from "../protocol/protocol";
import { sideName, stoneName, stonesDrawn } from "../rules/sides";
import { emptyWord, takenSentence } from "../rules/blocked";
import { moveName, squareOf } from "../rules/move";
import { name } from "../rules/squares";
import { say } from "../words/words";

/** At most this many squares are named, the last ones; those before are on the board. */
const MOST_NAMED = 6;

/** What was tried, in one sentence: "Your variation: h8, then i9." */
export function variationSentence(
  variation: Variation,
  variant: VariantPart,
  drawn: Drawing,
): string {
  const squares = variation.moves.slice(0, variation.shown).map((move) => moveName(move, variant));
  if (squares.length === 0)
    return say("Your variation, at its start: move {move}.", { move: variation.start.length });
  const named = squares
    .slice(-MOST_NAMED)
    .reduce((before, square) => say("{before}, then {square}", { before, square }));
  const tried =
    squares.length > MOST_NAMED
      ? say("Your variation: … {squares}.", { squares: named })
      : say("Your variation: {squares}.", { squares: named });
  return withEnd(tried, variation, variant, drawn);
}

/** How it stands, in a few words for the line under the board. */
export function variationStatus(
  variation: Variation,
  variant: VariantPart,
  drawn: Drawing,
): string {
  return withEnd(say("Your variation."), variation, variant, drawn);
}

function withEnd(
  sentence: string,
  variation: Variation,
  variant: VariantPart,
  drawn: Drawing,
): string {
  return [sentence, endSentence(variation, variant, drawn)].filter(Boolean).join(" ");
}

/** How the variation ends; empty while it goes on. */
function endSentence(variation: Variation, variant: VariantPart, drawn: Drawing): string {
  const standing = standingOf(variation, variant);
  switch (standing.kind) {
    case "won":
      return say("{side} wins.", { side: sideName(standing.winner, drawn) });
    case "full":
      return say("The board is full.");
    case "open":
    case "both":
      return "";
    default:
      return standing satisfies never;
  }
}

/** The moves it starts from have been taken back since. */
export function staleVariation(): string {
  return say("This variation starts from moves that were taken back.");
}

export function leftVariation(): string {
  return say("Your variation was cleared.");
}

/** Why a square cannot be tried. */
export function objection(why: "taken" | "decided", move: number, variant: VariantPart): string {
  return why === "taken"
    ? takenSentence(squareOf(move, variant), variant)
    : say("This position is decided. Go back a move to try another.");
}

/** What lies on a square while a variation is shown: "h8, your variation, 2: white stone". */
export function triedSentence(
  square: number,
  variation: Variation,
  stones: Stones,
  game: Snapshot,
  drawn: Drawing,
): string {
  const where = name(square, game.variant);
  const lying = stonesDrawn(drawn, game.variant);
  const tried = triedStones(variation, game.variant).find((each) => each.square === square);
  if (tried)
    return [where, say("your variation"), `${tried.number}: ${stoneName(tried.side, lying)}`].join(
      ", ",
    );
  const stone = stones.get(square);
  return [
    where,
    stone === undefined ? emptyWord(square, game.variant) : stoneName(stone.side, lying),
  ].join(", ");
}
