// What is said about a move, in the page's language and with the sides as its board shows them:
// the same as `games.remarks.said` says to readers without scripts.

import type { Drawing } from "../viewer/choices";
import type { RemarkPart } from "../protocol/protocol";
import { REMARKS, REMARKS_WITHOUT_FOURS } from "../protocol/protocol";
import { other } from "../rules/position";
import { sideName } from "../rules/sides";
import { moveName } from "../rules/move";
import { name } from "../rules/squares";
import { inAtMost, inMoves } from "../rules/distance";
import type { Rules } from "../rules/variant";
import { goal, hasFours, numberWord } from "../rules/variant";
import { say } from "../words/words";

/** More squares than this are not named one by one. */
const MOST_NAMES = 3;
/** At most this many of a winner's moves are named. */
const MOST_MOVES = 4;

/** One sentence after another. */
export function remarkWords(
  remarks: readonly RemarkPart[],
  variant: Rules,
  drawn: Drawing,
): string {
  return remarks.map((remark) => sentence(remark, variant, drawn)).join(" ");
}

function sentence(remark: RemarkPart, variant: Rules, drawn: Drawing): string {
  const { kind, side, at, squares, plies, number } = remark;
  const { k } = variant;
  const fours = hasFours(variant);
  const names = (some: readonly number[]): string[] => some.map((move) => moveName(move, variant));
  const sorted = [...squares].sort((one, next) => one - next);
  return say((fours ? undefined : REMARKS_WITHOUT_FOURS[kind]) ?? REMARKS[kind], {
    at: moveName(at, variant),
    side: sideName(side, drawn),
    other: sideName(other(side), drawn),
    black: sideName("black", drawn),
    above: name((squares[0] ?? 0) + variant.width, variant),
    beneath: name((squares[0] ?? 0) - variant.width, variant),
    where: squares.length > MOST_NAMES ? say("several squares") : either(names(sorted)),
    where_or_block: either([
      ...names(sorted),
      fours ? say("making a four") : say("making a threat"),
    ]),
    all: listed(names(sorted), "{some} and {last}"),
    moves: inTurn(names(squares)),
    when: inMoves(plies ?? 0),
    at_most: inAtMost(plies ?? 0),
    count: number ?? 0,
    number: numberWord(number ?? 0),
    k: numberWord(k),
    goal: goal(variant.lineRule, k),
  });
}

function either(names: readonly string[]): string {
  return listed(names, "{some} or {last}");
}

function inTurn(names: readonly string[]): string {
  if (names.length <= MOST_MOVES) return listed(names, "{some}, then {last}");
  return say("{moves} and so on", { moves: names.slice(0, MOST_MOVES).join(", ") });
}

/** `games.remarks` puts the endings in the catalogue. */
function listed(names: readonly string[], ending: string): string {
  const some = names.slice(0, -1);
  const last = names.at(-1) ?? "";
  return some.length === 0 ? last : say(ending, { some: some.join(", "), last });
}
