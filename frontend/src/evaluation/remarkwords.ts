// What is said about a move, in the page's language and with the sides as its board shows them:
// the same as `games.remarks.said` says to readers without scripts.

import type { Drawing } from "../viewer/choices";
import type { RemarkPart, VariantPart } from "../protocol/protocol";
import { REMARKS } from "../protocol/protocol";
import { other } from "../rules/position";
import { sideName } from "../rules/sides";
import { name } from "../rules/squares";
import { goal, numberWord } from "../rules/variant";
import { count, say } from "../words/words";

/** More squares than this are not named one by one. */
const MOST_NAMES = 3;
/** At most this many of a winner's moves are named. */
const MOST_MOVES = 4;

type Game = Pick<VariantPart, "width" | "height" | "k" | "lineRule">;

/** One sentence after another; without remarks, that nothing is seen. */
export function remarkWords(remarks: readonly RemarkPart[], variant: Game, drawn: Drawing): string {
  if (remarks.length === 0) return say("Nothing is seen that this move makes or stops.");
  return remarks.map((remark) => sentence(remark, variant, drawn)).join(" ");
}

function sentence(remark: RemarkPart, variant: Game, drawn: Drawing): string {
  const { kind, side, at, squares, plies, number } = remark;
  const { k } = variant;
  const names = (some: readonly number[]): string[] => some.map((square) => name(square, variant));
  const sorted = [...squares].sort((one, next) => one - next);
  return say(REMARKS[kind], {
    at: name(at, variant),
    side: sideName(side, drawn),
    other: sideName(other(side), drawn),
    where: squares.length > MOST_NAMES ? say("several squares") : either(names(sorted)),
    where_or_four: either([...names(sorted), withArticle(k - 1)]),
    all: listed(names(sorted), "{some} and {last}"),
    moves: inTurn(names(squares)),
    plies: count("{count} ply", "{count} plies", plies ?? 0),
    count: number ?? 0,
    number: numberWord(number ?? 0),
    goal: goal(variant.lineRule, k),
    k: numberWord(k),
    four: numberWord(k - 1),
    a_four: withArticle(k - 1),
    three: numberWord(k - 2),
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

function withArticle(number: number): string {
  const word = numberWord(number);
  return [8, 11, 18].includes(number)
    ? say("an {number}", { number: word })
    : say("a {number}", { number: word });
}
