// What a review says in words. Whatever has a worth says whether it is proved or estimated.

import type { Drawing } from "../viewer/choices";
import type { Accuracy, GameReview, LabelKind, LabelPart, Worth } from "../protocol/findings";
import { other } from "../rules/position";
import type { SideWord } from "../protocol/protocol";
import { inMoves, winnersMoves } from "../rules/distance";
import { sideName } from "../rules/sides";
import type { Standing } from "../rules/winning";
import { count, say } from "../words/words";

/** What a position is worth, seen from `side`: "Black wins in 3 moves (proved)". */
export function worthWords(worth: Worth, side: SideWord, drawn: Drawing): string {
  switch (worth.status) {
    case "proved": {
      if (worth.verdict === null) return "";
      if (worth.verdict === "draw") return say("A draw with best play (proved)");
      const winner = { side: sideName(worth.verdict === "win" ? side : other(side), drawn) };
      if (worth.plies === 0) return say("{side} has won", winner);
      if (worth.plies === null) return say("{side} wins (proved)", winner);
      return say("{side} wins {when} (proved)", { ...winner, when: inMoves(worth.plies) });
    }
    case "estimated": {
      if (worth.score === null) return "";
      const size = Math.abs(worth.score);
      const better = { side: sideName(worth.score > 0 ? side : other(side), drawn) };
      if (size < 0.15) return say("About even (estimate)");
      if (size < 0.45) return say("{side} is a little better (estimate)", better);
      if (size < 0.8) return say("{side} is better (estimate)", better);
      return say("{side} is much better (estimate)", better);
    }
    case "unknown":
      return "";
    default:
      return worth.status satisfies never;
  }
}

/** The same in brief, for a list: "W3", "D", "+0.3"; seen from `side`. */
export function worthSign({ status, verdict, plies, score }: Worth): string {
  if (status === "proved" && verdict !== null)
    return verdict === "draw" ? "D" : winSign(verdict, plies);
  if (status !== "estimated" || score === null) return "";
  return `${score < 0 ? "−" : "+"}${Math.abs(score).toFixed(1)}`;
}

/** "W3", "L2": the winner's own moves are counted. */
export function winSign(verdict: "win" | "loss", plies: number | null): string {
  return `${verdict === "win" ? "W" : "L"}${plies === null ? "" : winnersMoves(plies)}`;
}

/** A label on its chip: "Missed a win in 3 moves (proved)". */
export function labelWords({ kind, status, plies }: LabelPart): string {
  const happened = plies === null ? LABELS[kind]() : (COUNTED[kind] ?? LABELS[kind])(plies);
  return PLAIN.has(kind) || status === "unknown" ? happened : `${happened} (${statusWord(status)})`;
}

const LABELS: Readonly<Record<LabelKind, () => string>> = {
  won: () => say("Won"),
  missedWin: () => say("Missed a win"),
  threwWin: () => say("Threw away a win"),
  missedBlock: () => say("Missed the block"),
  lastEscape: () => say("Missed the last defence"),
  onlyMove: () => say("Only move"),
  mistake: () => say("Mistake"),
  inaccuracy: () => say("Slip"),
  winning: () => say("Winning"),
  book: () => say("Often played"),
};

/** Labels that count the winner's moves. */
const COUNTED: Readonly<Partial<Record<LabelKind, (plies: number) => string>>> = {
  missedWin: (plies) =>
    count("Missed a win in {count} move", "Missed a win in {count} moves", winnersMoves(plies)),
  threwWin: (plies) =>
    count(
      "Threw away a win in {count} move",
      "Threw away a win in {count} moves",
      winnersMoves(plies),
    ),
  lastEscape: (plies) =>
    count(
      "Missed the last defence: lost in {count} move",
      "Missed the last defence: lost in {count} moves",
      winnersMoves(plies),
    ),
};

/** How sure something is, in a word; empty where nothing is known. */
export function statusWord(status: LabelPart["status"]): string {
  switch (status) {
    case "proved":
      return say("proved");
    case "estimated":
      return say("estimate");
    case "unknown":
      return "";
    default:
      return status satisfies never;
  }
}

/** Labels that are plain facts. */
const PLAIN: ReadonlySet<LabelKind> = new Set(["won", "book"]);

/** How serious a label is: what gave something away stands out by sign, not colour alone. */
export function labelSign(kind: LabelKind): "bad" | "doubtful" | "good" | "plain" {
  switch (kind) {
    case "missedWin":
    case "threwWin":
    case "missedBlock":
    case "lastEscape":
    case "mistake":
      return "bad";
    case "inaccuracy":
      return "doubtful";
    case "won":
    case "onlyMove":
    case "winning":
      return "good";
    case "book":
      return "plain";
    default:
      return kind satisfies never;
  }
}

/** A label in a word or two, for lists of moves: "Mistake". */
export function tagWords({ kind }: LabelPart): string {
  return labelSign(kind) === "bad" ? say("Mistake") : LABELS[kind]();
}

/** The same where it stands alone: "Mistake by Bob". */
export function verdictWords(label: LabelPart, player: string): string {
  switch (labelSign(label.kind)) {
    case "bad":
      return say("Mistake by {player}", { player });
    case "doubtful":
      return say("Slip by {player}", { player });
    case "good":
    case "plain":
      return tagWords(label);
  }
}

/** How much of its chances a side kept: "87% accuracy (estimate)"; empty where that cannot be said. */
export function percentWords(accuracy: Accuracy | null): string {
  if (accuracy === null || accuracy.percent === null) return "";
  const { percent, status } = accuracy;
  switch (status) {
    case "proved":
      return say("{percent}% accuracy (proved)", { percent });
    case "estimated":
      return say("{percent}% accuracy (estimate)", { percent });
    case "unknown":
      return "";
    default:
      return status satisfies never;
  }
}

/** How a side did, where it is known: "Black found the right move 6 times out of 8." */
export function accuracyWords(accuracy: Accuracy | null, side: string): string {
  if (accuracy === null || accuracy.moves === 0)
    return say("None of {side}’s moves is proved right or wrong.", { side });
  const { moves, kept, winsGivenAway, drawsGivenAway } = accuracy;
  // Of the moves that are proved: nothing is known about the others.
  const said = [
    count(
      "{side} found the right move {count} time out of {moves} (proved).",
      "{side} found the right move {count} times out of {moves} (proved).",
      kept,
      { side, moves },
    ),
  ];
  if (winsGivenAway > 0)
    said.push(
      count("A win was given away once.", "A win was given away {count} times.", winsGivenAway),
    );
  if (drawsGivenAway > 0)
    said.push(
      count("A draw was given away once.", "A draw was given away {count} times.", drawsGivenAway),
    );
  return said.join(" ");
}

/** How far the review is: "Reviewing: 23 of 61 positions". */
export function progressWords({ state, done, total }: GameReview): string {
  switch (state) {
    case "none":
      return say("This game hasn’t been reviewed yet.");
    case "waiting":
      return say("Waiting its turn: {done} of {total} positions done", { done, total });
    case "working":
      return say("Reviewing: {done} of {total} positions", { done, total });
    case "done":
      return say("Reviewed");
    case "failed":
      return say("The review stopped after {done} of {total} positions.", { done, total });
    default:
      return state satisfies never;
  }
}

/** A position: whose turn it is, how many stones the turn has left if not one, how it ended. */
interface Shown {
  readonly standing: Standing;
  readonly side: SideWord;
  readonly left: number | null;
}

/** Who is to move or how it ended, by the stones: "X to move", "O won", "Draw: a cat’s game". */
export function standingWords({ standing, side: next, left }: Shown, drawn: Drawing): string {
  switch (standing.kind) {
    case "open": {
      const side = sideName(next, drawn);
      return left === null
        ? say("{side} to move", { side })
        : count("{side} to move: {count} stone", "{side} to move: {count} stones", left, { side });
    }
    case "won":
      return say("{side} won", { side: sideName(standing.winner, drawn) });
    case "both":
      return say("Both {black} and {white} have a row: no game can lead here", {
        black: sideName("black", drawn),
        white: sideName("white", drawn),
      });
    case "full":
      return drawn === "marks" ? say("Draw: a cat’s game") : say("Draw: the board is full");
    default:
      return standing satisfies never;
  }
}
