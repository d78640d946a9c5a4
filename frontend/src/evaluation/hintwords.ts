// What hints say in words.

import type { Drawing } from "../viewer/choices";
import { aggressivenessWord, worthWord } from "./heat";
import type { Heat } from "./heat";
import type { Estimate, Hints } from "./overlay";
import { estimates, percent } from "./overlay";
import { nextPlyOf } from "../rules/position";
import type {
  HintKind,
  HintPart,
  SideWord,
  Snapshot,
  SquareBenefit,
  SquareOutcome,
  ThreatPart,
  Verdict,
} from "../protocol/protocol";
import { statusWord, winSign } from "./reviewwords";
import { sideName } from "../rules/sides";
import { inMoves } from "../rules/distance";
import { name } from "../rules/squares";
import type { Moving } from "../rules/move";
import { moveName } from "../rules/move";
import type { Board } from "../rules/squares";
import type { Rules } from "../rules/variant";
import { goal, hasFours } from "../rules/variant";
import { count, say } from "../words/words";

/** "win in 2 moves (proved)"; empty where nothing is known. */
export function outcomeWords({ status, verdict, plies }: SquareOutcome): string {
  if (status !== "proved") return statusWord(status);
  return verdict === null ? "" : provedWords(verdict, plies);
}

function provedWords(verdict: Verdict, plies: number | null): string {
  switch (verdict) {
    case "win":
      return plies === null ? say("win (proved)") : say("win {when} (proved)", when(plies));
    case "draw":
      return say("draw (proved)");
    case "loss":
      return plies === null ? say("loss (proved)") : say("loss {when} (proved)", when(plies));
    default:
      return verdict satisfies never;
  }
}

function when(plies: number): { readonly when: string } {
  return { when: inMoves(plies) };
}

/** What a proof puts on an empty square: "W2", "=", "L2"; empty where nothing is proved. */
export function outcomeSign({ status, verdict, plies }: SquareOutcome): string {
  switch (status) {
    case "proved":
      if (verdict === null) return "";
      return verdict === "draw" ? "=" : winSign(verdict, plies);
    case "estimated":
    case "unknown":
      return "";
    default:
      return status satisfies never;
  }
}

/** What the outcomes prove about the whole position, for the player to move. */
export function prospect(outcomes: readonly SquareOutcome[], best: readonly number[]): string {
  const top = outcomes.find(({ square }) => best.includes(square));
  if (top === undefined) return "";
  if (top.status !== "proved" || top.verdict === null)
    return top.status === "estimated"
      ? say("An estimate, not proved.")
      : say("Nothing is known about this position.");
  const all = outcomes.every(({ status }) => status === "proved");
  switch (top.verdict) {
    case "win":
      return top.plies === null
        ? say("You can win (proved).")
        : say("You can win {when} (proved).", when(top.plies));
    case "draw":
      return all ? say("A draw with best play (proved).") : say("At least a draw (proved).");
    case "loss":
      return all ? lossSentence(top.plies) : "";
    default:
      return top.verdict satisfies never;
  }
}

function lossSentence(plies: number | null): string {
  return plies === null
    ? say("You lose against best play (proved).")
    : say("You lose {when} against best play (proved).", when(plies));
}

/** The best squares, in a sentence: "Best: a1, c3 – draw (proved)." */
export function bestWords(hints: Pick<Hints, "outcomes" | "best">, board: Moving): string {
  const { outcomes, best } = hints;
  if (best.length === 0) return say("No square is known to be best.");
  if (best.length > 1 && best.length === outcomes.length) return alikeSentence(outcomes[0]);
  const top = outcomes.find(({ square }) => square === best[0]);
  const shown = best.slice(0, MOST_NAMED).map((move) => moveName(move, board));
  return bestSentence(shown.join(", "), best.length - shown.length, top ? outcomeWords(top) : "");
}

const MOST_NAMED = 8;

function alikeSentence(each: SquareOutcome | undefined): string {
  const outcome = each === undefined ? "" : outcomeWords(each);
  return outcome === ""
    ? say("No square is better than another.")
    : say("No square is better than another: {outcome}.", { outcome });
}

/** The best squares by name, how many more there are, and what comes of them. */
function bestSentence(squares: string, more: number, outcome: string): string {
  const values = { squares, outcome };
  if (more === 0)
    return outcome === ""
      ? say("Best: {squares}.", values)
      : say("Best: {squares} – {outcome}.", values);
  return outcome === ""
    ? count("Best: {squares} and {count} more.", "Best: {squares} and {count} more.", more, values)
    : count(
        "Best: {squares} and {count} more – {outcome}.",
        "Best: {squares} and {count} more – {outcome}.",
        more,
        values,
      );
}

/** What is known about one empty square, for readers who cannot see it; empty if nothing is. */
export function squareHint(
  square: number,
  hints: Hints,
  viewer: SideWord | null,
  rules: Rules,
): string {
  const outcome = hints.outcomes.find((each) => each.square === square);
  const heat = hints.heat.find((each) => each.square === square);
  const words = outcome === undefined ? "" : outcomeWords(outcome);
  const estimate = estimates(hints.outcomes).find((each) => each.square === square);
  return [
    estimate === undefined ? words : estimateWords(estimate),
    hints.best.includes(square) ? say("best") : "",
    ...hints.threats
      .filter(({ squares }) => squares.includes(square))
      .map(({ kind, side }) => (side === viewer ? youHere(kind, rules) : theyHere(kind, rules))),
    heat === undefined
      ? ""
      : say("worth {worth}, rank {rank}", { worth: worthWord(heat.worth), rank: heat.rank }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** What the numbers of estimates are. */
export function estimateKey({ isChance }: Pick<SquareOutcome, "isChance">): string {
  return isChance
    ? say("Chance to win, in per cent (estimate)")
    : say("1 is the best square (estimate)");
}

function estimateWords({ rank, chance }: Estimate): string {
  return chance === null
    ? say("number {rank} (estimate)", { rank })
    : say("{percent} % chance to win (estimate)", { percent: percent(chance) });
}

/** How the worth of a square comes about: "c5: 38.4 = attack 27 + 0.80 × defence 14.3". */
export function sumWords(
  { square, worth }: Heat,
  { mine, theirs }: SquareBenefit,
  aggressiveness: number,
  board: Board,
): string {
  return say("{square}: {worth} = attack {mine} + {weight} × defence {theirs}", {
    square: name(square, board),
    worth: worthWord(worth),
    mine,
    weight: aggressivenessWord(aggressiveness),
    theirs,
  });
}

/** The same with its rank: "…, rank 2 of 20". */
export function heatWords(
  heat: Heat,
  benefit: SquareBenefit,
  aggressiveness: number,
  total: number,
  board: Board,
): string {
  const sum = sumWords(heat, benefit, aggressiveness, board);
  return say("{sum}, rank {rank} of {total}", { sum, rank: heat.rank, total });
}

/** What is threatened, and by whom: "Your open three"; without fours "O threatens four in a row". */
export function threatTitle(
  { kind, side }: ThreatPart,
  viewer: SideWord | null,
  rules: Rules,
  drawn: Drawing,
): string {
  const values = { side: sideName(side, drawn), goal: goal(rules.lineRule, rules.k) };
  if (side === viewer) return hasFours(rules) ? yourFour(kind) : yourThreat(kind, values);
  return hasFours(rules) ? sidesFour(kind, values) : sidesThreat(kind, values);
}

type Whose = Readonly<Record<"side" | "goal", string>>;

function yourFour(kind: string): string {
  switch (kind) {
    case "openFour":
      return say("Your open four");
    case "four":
      return say("Your four");
    case "openThree":
      return say("Your open three");
    case "doubleFour":
      return say("Your double four");
    case "fourThree":
      return say("Your four and three");
    case "doubleThree":
      return say("Your double three");
    default:
      return say("Your threat");
  }
}

function sidesFour(kind: string, whose: Whose): string {
  switch (kind) {
    case "openFour":
      return say("{side}’s open four", whose);
    case "four":
      return say("{side}’s four", whose);
    case "openThree":
      return say("{side}’s open three", whose);
    case "doubleFour":
      return say("{side}’s double four", whose);
    case "fourThree":
      return say("{side}’s four and three", whose);
    case "doubleThree":
      return say("{side}’s double three", whose);
    default:
      return say("{side}’s threat", whose);
  }
}

function yourThreat(kind: string, whose: Whose): string {
  switch (kind) {
    case "openFour":
      return say("You threaten {goal} in two ways", whose);
    case "four":
      return say("You threaten {goal}", whose);
    case "openThree":
      return say("You can threaten {goal} in two ways", whose);
    case "doubleFour":
    case "fourThree":
    case "doubleThree":
      return say("You can make a double threat");
    default:
      return say("Your threat");
  }
}

function sidesThreat(kind: string, whose: Whose): string {
  switch (kind) {
    case "openFour":
      return say("{side} threatens {goal} in two ways", whose);
    case "four":
      return say("{side} threatens {goal}", whose);
    case "openThree":
      return say("{side} can threaten {goal} in two ways", whose);
    case "doubleFour":
    case "fourThree":
    case "doubleThree":
      return say("{side} can make a double threat", whose);
    default:
      return say("{side}’s threat", whose);
  }
}

/** What the viewer would have by playing on a square of a threat of theirs. */
function youHere(kind: string, rules: Rules): string {
  const fours = hasFours(rules);
  switch (kind) {
    case "openFour":
    case "four":
      return say("you win here");
    case "openThree":
      return fours
        ? say("you make an open four here")
        : say("you threaten to win in two ways here");
    case "doubleFour":
      return fours ? say("you make two fours here") : say("you make a double threat here");
    case "fourThree":
      return fours
        ? say("you make a four and an open three here")
        : say("you make a double threat here");
    case "doubleThree":
      return fours ? say("you make two open threes here") : say("you make a double threat here");
    default:
      return say("you make a threat here");
  }
}

/** The same for the other side. */
function theyHere(kind: string, rules: Rules): string {
  const fours = hasFours(rules);
  switch (kind) {
    case "openFour":
    case "four":
      return say("they win here");
    case "openThree":
      return fours
        ? say("they make an open four here")
        : say("they threaten to win in two ways here");
    case "doubleFour":
      return fours ? say("they make two fours here") : say("they make a double threat here");
    case "fourThree":
      return fours
        ? say("they make a four and an open three here")
        : say("they make a double threat here");
    case "doubleThree":
      return fours ? say("they make two open threes here") : say("they make a double threat here");
    default:
      return say("they make a threat here");
  }
}

export function squareNames(squares: readonly number[], board: Board): string {
  return squares.map((square) => name(square, board)).join(" ");
}

/** Who took which hints before a move was played: "Alice took hints: outcomes, threats". */
export function hintedWords(hints: readonly HintPart[], game: Snapshot): string {
  const bySide = (["black", "white"] as const).flatMap((side) => {
    const kinds = new Set(hints.filter((hint) => hint.side === side).map(({ kind }) => kind));
    if (kinds.size === 0) return [];
    const player = game.seats[side]?.name ?? side;
    return [
      say("{player} took hints: {hints}", { player, hints: [...kinds].map(hintWords).join(", ") }),
    ];
  });
  return bySide.join("; ");
}

/** What two people agreed on: from `ply` on both may ask for hints. */
export function sinceWords(ply: number): string {
  return say("Both players can take hints from move {move} on.", { move: ply + 1 });
}

function hintWords(kind: HintKind): string {
  switch (kind) {
    case "outcomes":
      return say("outcomes");
    case "best":
      return say("best square");
    case "threats":
      return say("threats");
    case "benefits":
      return say("heat map");
    case "words":
      return say("explanation");
    default:
      return kind satisfies never;
  }
}

/** The hints asked for before the player's own move number `ply` + 1. */
export function hintsBefore(game: Snapshot, ply: number): readonly HintPart[] {
  return game.hints.filter((hint) => nextPlyOf(hint.side, hint.ply, game.variant.lineRule) === ply);
}
