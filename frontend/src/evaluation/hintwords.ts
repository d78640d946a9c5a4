// What hints say in words.

import type { Drawing } from "../viewer/choices";
import { aggressivenessWord, worthWord } from "./heat";
import type { Heat } from "./heat";
import type { Estimate, Hints } from "./overlay";
import { estimates, percent } from "./overlay";
import { isBot } from "../protocol/parts";
import { other, sideOfPly } from "../rules/position";
import type {
  HintKind,
  HintPart,
  SideWord,
  Snapshot,
  SquareBenefit,
  SquareOutcome,
  Thinking,
  ThreatPart,
  Verdict,
} from "../protocol/protocol";
import { statusWord } from "./reviewwords";
import { sideName } from "../rules/sides";
import { name } from "../rules/squares";
import type { Board } from "../rules/squares";
import { count, say } from "../words/words";

/** "win in 3 plies, proved"; empty where nothing is known. */
export function outcomeWords({ status, verdict, plies }: SquareOutcome): string {
  if (status !== "proved") return statusWord(status);
  return verdict === null ? "" : provedWords(verdict, plies);
}

function provedWords(verdict: Verdict, plies: number | null): string {
  switch (verdict) {
    case "win":
      return plies === null
        ? say("win, proved")
        : count("win in {count} ply, proved", "win in {count} plies, proved", plies);
    case "draw":
      return say("draw, proved");
    case "loss":
      return plies === null
        ? say("loss, proved")
        : count("loss in {count} ply, proved", "loss in {count} plies, proved", plies);
    default:
      return verdict satisfies never;
  }
}

/** What a proof puts on an empty square: "W3", "=", "L4"; empty where nothing is proved. */
export function outcomeSign({ status, verdict, plies }: SquareOutcome): string {
  switch (status) {
    case "proved":
      if (verdict === null) return "";
      return verdict === "draw" ? "=" : `${verdict === "win" ? "W" : "L"}${plies ?? ""}`;
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
      ? say("Estimated, not proved.")
      : say("Nothing is known here.");
  const all = outcomes.every(({ status }) => status === "proved");
  switch (top.verdict) {
    case "win":
      return winSentence(top.plies);
    case "draw":
      return all ? say("Proved: a draw.") : say("Proved: at least a draw.");
    case "loss":
      return all ? lossSentence(top.plies) : "";
    default:
      return top.verdict satisfies never;
  }
}

function winSentence(plies: number | null): string {
  return plies === null
    ? say("Proved: you can win.")
    : count("Proved: you can win in {count} ply.", "Proved: you can win in {count} plies.", plies);
}

function lossSentence(plies: number | null): string {
  return plies === null
    ? say("Proved: you lose against best play.")
    : count(
        "Proved: you lose in {count} ply against best play.",
        "Proved: you lose in {count} plies against best play.",
        plies,
      );
}

/** The best squares, in a sentence: "Best: a1, c3 – draw, proved." */
export function bestWords(hints: Pick<Hints, "outcomes" | "best">, board: Board): string {
  const { outcomes, best } = hints;
  if (best.length === 0) return say("No square is known to be best.");
  if (best.length > 1 && best.length === outcomes.length) return alikeSentence(outcomes[0]);
  const top = outcomes.find(({ square }) => square === best[0]);
  const shown = best.slice(0, MOST_NAMED).map((square) => name(square, board));
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
export function squareHint(square: number, hints: Hints, viewer: SideWord | null): string {
  const outcome = hints.outcomes.find((each) => each.square === square);
  const heat = hints.heat.find((each) => each.square === square);
  const words = outcome === undefined ? "" : outcomeWords(outcome);
  const estimate = estimates(hints.outcomes).find((each) => each.square === square);
  return [
    estimate === undefined ? words : estimateWords(estimate),
    hints.best.includes(square) ? say("best") : "",
    ...hints.threats
      .filter(({ squares }) => squares.includes(square))
      .map(({ kind, side }) => (side === viewer ? yoursHere(kind) : theirsHere(kind))),
    heat === undefined
      ? ""
      : say("G {worth}, rank {rank}", { worth: worthWord(heat.worth), rank: heat.rank }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** What the numbers of estimates are. */
export function estimateKey({ isChance }: Pick<SquareOutcome, "isChance">): string {
  return isChance
    ? say("Numbers: the chance to win, in per cent (estimate).")
    : say("Numbers: 1 is the best square (estimate).");
}

function estimateWords({ rank, chance }: Estimate): string {
  return chance === null
    ? say("estimated, number {rank}", { rank })
    : say("chance to win {percent} per cent, estimated", { percent: percent(chance) });
}

/** How the worth of a square comes about: "c5: G 38.4 = M 27 + 0.80 × N 14.3". */
export function sumWords(
  { square, worth }: Heat,
  { mine, theirs }: SquareBenefit,
  aggressiveness: number,
  board: Board,
): string {
  const sum = `M ${mine} + ${aggressivenessWord(aggressiveness)} × N ${theirs}`;
  return `${name(square, board)}: G ${worthWord(worth)} = ${sum}`;
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

/** Whose threat it is: "Your open three", "O’s four". */
export function threatTitle(threat: ThreatPart, viewer: SideWord | null, drawn: Drawing): string {
  return threat.side === viewer
    ? yourThreat(threat.kind)
    : sidesThreat(threat.kind, sideName(threat.side, drawn));
}

/** A kind that this page does not know yet is called by its name on the wire. */
function yourThreat(kind: string): string {
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
      return say("Your {threat}", { threat: kind });
  }
}

function sidesThreat(kind: string, side: string): string {
  switch (kind) {
    case "openFour":
      return say("{side}’s open four", { side });
    case "four":
      return say("{side}’s four", { side });
    case "openThree":
      return say("{side}’s open three", { side });
    case "doubleFour":
      return say("{side}’s double four", { side });
    case "fourThree":
      return say("{side}’s four and three", { side });
    case "doubleThree":
      return say("{side}’s double three", { side });
    default:
      return say("{side}’s {threat}", { side, threat: kind });
  }
}

/** Says that the viewer’s own threat is carried out on a square. */
function yoursHere(kind: string): string {
  switch (kind) {
    case "openFour":
      return say("your open four goes on here");
    case "four":
      return say("your four goes on here");
    case "openThree":
      return say("your open three goes on here");
    case "doubleFour":
      return say("your double four goes on here");
    case "fourThree":
      return say("your four and three goes on here");
    case "doubleThree":
      return say("your double three goes on here");
    default:
      return say("your {threat} goes on here", { threat: kind });
  }
}

/** The same for the other side’s threat. */
function theirsHere(kind: string): string {
  switch (kind) {
    case "openFour":
      return say("their open four goes on here");
    case "four":
      return say("their four goes on here");
    case "openThree":
      return say("their open three goes on here");
    case "doubleFour":
      return say("their double four goes on here");
    case "fourThree":
      return say("their four and three goes on here");
    case "doubleThree":
      return say("their double three goes on here");
    default:
      return say("their {threat} goes on here", { threat: kind });
  }
}

export function squareNames(squares: readonly number[], board: Board): string {
  return squares.map((square) => name(square, board)).join(" ");
}

/** What the bot looks at: "depth 7: h8 i9 j10". */
export function thinkingWords({ depth, line }: Thinking, board: Board): string {
  const names = squareNames(line.slice(0, 6), board);
  return names === ""
    ? say("depth {depth}", { depth })
    : say("depth {depth}: {squares}", { depth, squares: names });
}

/** Who asked for what before a move was played: "Alice asked for outcomes and threats". */
export function hintedWords(hints: readonly HintPart[], game: Snapshot): string {
  const bySide = (["black", "white"] as const).flatMap((side) => {
    const kinds = new Set(hints.filter((hint) => hint.side === side).map(({ kind }) => kind));
    const isBots = isBot(game.seats[other(side)]);
    const asked = [...kinds].map((kind) => hintWords(kind, isBots));
    const last = asked.pop();
    if (last === undefined) return [];
    const player = game.seats[side]?.name ?? side;
    const before = asked.join(", ");
    return asked.length === 0
      ? [say("{player} asked for {hint}", { player, hint: last })]
      : [say("{player} asked for {hints} and {last}", { player, hints: before, last })];
  });
  return bySide.join("; ");
}

/** What two people agreed on, for the record: from `ply` on both may ask for hints. */
export function sinceWords(ply: number): string {
  return say("Both agreed to hints from move {move} on.", { move: ply + 1 });
}

/** What was asked for; a bot is asked for its own reason. */
function hintWords(kind: HintKind, isBots: boolean): string {
  switch (kind) {
    case "outcomes":
      return say("outcomes");
    case "best":
      return say("the best square");
    case "threats":
      return say("threats");
    case "benefits":
      return say("the heat map");
    case "words":
      return isBots ? say("the bot’s reason") : say("what a move does");
    default:
      return kind satisfies never;
  }
}

/** The hints asked for before the player's own move number `ply` + 1. */
export function hintsBefore(game: Snapshot, ply: number): readonly HintPart[] {
  return game.hints.filter(
    (hint) => (sideOfPly(hint.ply) === hint.side ? hint.ply : hint.ply + 1) === ply,
  );
}
