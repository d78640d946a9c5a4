// What the opponent's last move was worth, how sure that is, and only then what is seen of it.

import type { Drawing } from "../viewer/choices";
import type { Words, Worth } from "../protocol/protocol";
import type { Rules } from "../rules/variant";
import { say } from "../words/words";
import { remarkWords } from "./remarkwords";
import { labelWords, worthWords } from "./reviewwords";

/** "Only move (proved). A draw with best play (proved). b2 gets in the way of X’s a1 and c3." */
export function moveWords(
  { by, worth, labels, remarks }: Words,
  variant: Rules,
  drawn: Drawing,
): string {
  const was = labels.map((label) => `${labelWords(label)}.`);
  const isSaid = labels.some(({ kind, plies }) => kind === "lastEscape" && plies !== null);
  const value = worthWords(afterwards(worth), by, drawn);
  const known = value === "" ? say("How good it is isn’t known.") : `${value}.`;
  return [...was, isSaid ? "" : known, seen(remarks, labels.length > 0, variant, drawn)]
    .filter(Boolean)
    .join(" ");
}

/** The distance from the board as it is: the move has been played. */
function afterwards(worth: Worth): Worth {
  return worth.plies === null ? worth : { ...worth, plies: worth.plies - 1 };
}

/** A search that saw nothing proves nothing; where a label says what the move was, it need not be said. */
function seen(
  remarks: Words["remarks"],
  hasLabel: boolean,
  variant: Rules,
  drawn: Drawing,
): string {
  if (remarks.length > 0) return remarkWords(remarks, variant, drawn);
  return hasLabel ? "" : say("We found no threat that it makes or stops.");
}
