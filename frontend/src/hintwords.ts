// What hints say in words.

import type { Drawing } from "./choices";
import { aggressivenessWord, worthWord } from "./heat";
import type { Heat } from "./heat";
import type { Hints } from "./hints";
import { estimates, isBot } from "./hints";
import { other, sideOfPly } from "./position";
import type {
  HintKind,
  HintPart,
  SideWord,
  Snapshot,
  SquareBenefit,
  SquareOutcome,
  Thinking,
  ThreatPart,
} from "./protocol";
import { name } from "./squares";
import type { Board } from "./squares";

/** "win in 3 plies, proved"; empty where nothing is known. */
export function outcomeWords({ status, verdict, plies }: SquareOutcome): string {
  switch (status) {
    case "proved": {
      const distance = verdict === "draw" || plies === null ? "" : ` in ${plyWords(plies)}`;
      return verdict === null ? "" : `${verdict}${distance}, proved`;
    }
    case "estimated":
      return "estimated";
    case "unknown":
      return "";
    default:
      return status satisfies never;
  }
}

/** What stands on an empty square: "W3", "=", "L4", "~". */
export function outcomeSign({ status, verdict, plies }: SquareOutcome): string {
  switch (status) {
    case "proved":
      if (verdict === null) return "";
      return verdict === "draw" ? "=" : `${verdict === "win" ? "W" : "L"}${plies ?? ""}`;
    case "estimated":
      return "~";
    case "unknown":
      return "";
    default:
      return status satisfies never;
  }
}

export function plyWords(plies: number): string {
  return plies === 1 ? "1 ply" : `${plies} plies`;
}

/** What the outcomes prove of the whole position, for the player to move. */
export function prospect(outcomes: readonly SquareOutcome[], best: readonly number[]): string {
  const top = outcomes.find(({ square }) => best.includes(square));
  if (top === undefined) return "";
  if (top.status !== "proved" || top.verdict === null)
    return top.status === "estimated" ? "Estimated, not proved." : "Nothing is known here.";
  const distance = top.plies === null ? "" : ` in ${plyWords(top.plies)}`;
  const all = outcomes.every(({ status }) => status === "proved");
  switch (top.verdict) {
    case "win":
      return `Proved: you can win${distance}.`;
    case "draw":
      return all ? "Proved: a draw." : "Proved: at least a draw.";
    case "loss":
      return all ? `Proved: you lose${distance} against best play.` : "";
    default:
      return top.verdict satisfies never;
  }
}

/** The best squares, in a sentence: "Best: a1, c3 – draw, proved." */
export function bestWords(hints: Pick<Hints, "outcomes" | "best">, board: Board): string {
  const { outcomes, best } = hints;
  if (best.length === 0) return "No square is known to be best.";
  if (best.length > 1 && best.length === outcomes.length) {
    const same = outcomes[0] === undefined ? "" : outcomeWords(outcomes[0]);
    return `No square is better than another${same ? `: ${same}` : ""}.`;
  }
  const shown = best.slice(0, 8).map((square) => name(square, board));
  const more = best.length > shown.length ? ` and ${best.length - shown.length} more` : "";
  const top = outcomes.find(({ square }) => square === best[0]);
  const words = top === undefined ? "" : outcomeWords(top);
  return `Best: ${shown.join(", ")}${more}${words ? ` – ${words}` : ""}.`;
}

/** What is known of one empty square, for who cannot see it; empty if nothing is. */
export function squareHint(square: number, hints: Hints, viewer: SideWord | null): string {
  const outcome = hints.outcomes.find((each) => each.square === square);
  const heat = hints.heat.find((each) => each.square === square);
  const words = outcome === undefined ? "" : outcomeWords(outcome);
  const estimate = estimates(hints.outcomes).find((each) => each.square === square);
  return [
    estimate === undefined ? words : `${words}, number ${estimate.rank}`,
    hints.best.includes(square) ? "best" : "",
    ...hints.threats
      .filter(({ squares }) => squares.includes(square))
      .map(
        ({ kind, side }) =>
          `${side === viewer ? "your" : "their"} ${threatName(kind)} goes on here`,
      ),
    heat === undefined ? "" : `G ${worthWord(heat.worth)}, rank ${heat.rank}`,
  ]
    .filter(Boolean)
    .join(", ");
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
  count: number,
  board: Board,
): string {
  return `${sumWords(heat, benefit, aggressiveness, board)}, rank ${heat.rank} of ${count}`;
}

export function threatName(kind: string): string {
  return THREATS[kind] ?? kind;
}

const THREATS: Readonly<Record<string, string>> = {
  openFour: "open four",
  four: "four",
  openThree: "open three",
  doubleFour: "double four",
  fourThree: "four and three",
  doubleThree: "double three",
};

/** Whose threat it is: "Your open three", "O’s four". */
export function threatTitle(threat: ThreatPart, viewer: SideWord | null, drawn: Drawing): string {
  const whose =
    threat.side === viewer
      ? "Your"
      : drawn === "marks"
        ? threat.side === "black"
          ? "X’s"
          : "O’s"
        : threat.side === "black"
          ? "Black’s"
          : "White’s";
  return `${whose} ${threatName(threat.kind)}`;
}

export function squareNames(squares: readonly number[], board: Board): string {
  return squares.map((square) => name(square, board)).join(" ");
}

/** What the bot looks at: "depth 7: h8 i9 j10". */
export function thinkingWords({ depth, line }: Thinking, board: Board): string {
  const names = squareNames(line.slice(0, 6), board);
  return `depth ${depth}${names ? `: ${names}` : ""}`;
}

/** Who asked for what before a move was played: "Alice asked for outcomes and threats". */
export function hintedWords(hints: readonly HintPart[], game: Snapshot): string {
  const bySide = (["black", "white"] as const).flatMap((side) => {
    const kinds = new Set(hints.filter((hint) => hint.side === side).map(({ kind }) => kind));
    const isBots = isBot(game.seats[other(side)]);
    const asked = [...kinds].map((kind) =>
      kind === "words" && isBots ? "the bot’s reason" : HINT_WORDS[kind],
    );
    const last = asked.pop();
    if (last === undefined) return [];
    const all = asked.length > 0 ? `${asked.join(", ")} and ${last}` : last;
    return [`${game.seats[side]?.name ?? side} asked for ${all}`];
  });
  return bySide.join("; ");
}

/** What two people agreed on, for the record: from `ply` on both may ask for hints. */
export function sinceWords(ply: number): string {
  return `Both agreed to hints from move ${ply + 1} on.`;
}

const HINT_WORDS: Readonly<Record<HintKind, string>> = {
  outcomes: "outcomes",
  best: "the best square",
  threats: "threats",
  benefits: "the heat map",
  words: "what a move does",
};

/** The hints asked for before the player's own move number `ply` + 1. */
export function hintsBefore(game: Snapshot, ply: number): readonly HintPart[] {
  return game.hints.filter(
    (hint) => (sideOfPly(hint.ply) === hint.side ? hint.ply : hint.ply + 1) === ply,
  );
}
