// What a review says in words. Whatever has a worth says whether it is proved or estimated.

import type { Drawing } from "./choices";
import type { Accuracy, Assessment, GameReview, LabelKind, LabelPart, Worth } from "./findings";
import { plyWords } from "./hintwords";
import { other } from "./position";
import type { SideWord } from "./protocol";
import { sideName } from "./sentences";
import type { Standing } from "./winning";

/** What a position is worth, told to `side`: "Black wins in 5 plies (proved)". */
export function worthWords(worth: Worth, side: SideWord, drawn: Drawing): string {
  switch (worth.status) {
    case "proved": {
      if (worth.verdict === null) return "";
      if (worth.verdict === "draw") return "A draw with best play (proved)";
      const winner = worth.verdict === "win" ? side : other(side);
      if (worth.plies === 0) return `${sideName(winner, drawn)} has won (proved)`;
      const distance = worth.plies === null ? "" : ` in ${plyWords(worth.plies)}`;
      return `${sideName(winner, drawn)} wins${distance} (proved)`;
    }
    case "estimated": {
      if (worth.score === null) return "";
      const size = Math.abs(worth.score);
      const better = sideName(worth.score > 0 ? side : other(side), drawn);
      if (size < 0.15) return "About even (estimated)";
      if (size < 0.45) return `${better} is a little better (estimated)`;
      return `${better} is ${size < 0.8 ? "" : "much "}better (estimated)`;
    }
    case "unknown":
      return "";
    default:
      return worth.status satisfies never;
  }
}

/** The same in few signs, for a list: "W5", "D", "+0.3"; seen from `side`. */
export function worthSign({ status, verdict, plies, score }: Worth): string {
  if (status === "proved" && verdict !== null)
    return verdict === "draw" ? "D" : `${verdict === "win" ? "W" : "L"}${plies ?? ""}`;
  if (status !== "estimated" || score === null) return "";
  return `${score < 0 ? "−" : "+"}${Math.abs(score).toFixed(1)}`;
}

/** A label on its chip: "Missed win in 5, proved". */
export function labelWords({ kind, status, plies }: LabelPart): string {
  const words = `${LABELS[kind]}${plies === null || !COUNTED.has(kind) ? "" : ` in ${plies}`}`;
  return PLAIN.has(kind) || status === "unknown" ? words : `${words}, ${status}`;
}

const LABELS: Readonly<Record<LabelKind, string>> = {
  won: "Won",
  missedWin: "Missed a win",
  threwWin: "Threw away a win",
  missedBlock: "Missed the block",
  lastEscape: "Last escape missed: lost",
  onlyMove: "Only move",
  mistake: "Mistake",
  inaccuracy: "Inaccuracy",
  book: "Often played",
};

/** Labels that speak of a number of plies. */
const COUNTED: ReadonlySet<LabelKind> = new Set(["missedWin", "threwWin", "lastEscape"]);

/** Labels that are plain facts. */
const PLAIN: ReadonlySet<LabelKind> = new Set(["won", "book"]);

/** How grave a label is: what gave something away stands out, by its sign and not by colour alone. */
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
      return "good";
    case "book":
      return "plain";
    default:
      return kind satisfies never;
  }
}

/** How a side did where it is known: "Black gave away the win twice." */
export function accuracyWords(accuracy: Accuracy | null, side: string): string {
  if (accuracy === null || accuracy.moves === 0) return `Of ${side}’s moves nothing is proved.`;
  const { moves, kept, winsGivenAway: wins, drawsGivenAway: draws } = accuracy;
  const given = [
    wins > 0 ? `gave away the win ${times(wins)}` : "",
    draws > 0 ? `gave away the draw ${times(draws)}` : "",
  ].filter(Boolean);
  const counted = `${kept} of ${moves} proved ${moves === 1 ? "move" : "moves"} kept what there was`;
  // Not "gave nothing away": of the other moves nothing is proved.
  return given.length > 0 ? `${side} ${given.join(" and ")}: ${counted}.` : `${side}: ${counted}.`;
}

function times(count: number): string {
  return ["", "once", "twice", "three times", "four times"][count] ?? `${count} times`;
}

/** How far the review is: "Analysing: 23 of 61 positions". */
export function progressWords({ state, done, total }: GameReview): string {
  switch (state) {
    case "none":
      return "This game has not been analysed yet.";
    case "waiting":
      return `Waiting for a free thinker: ${done} of ${total} positions`;
    case "working":
      return `Analysing: ${done} of ${total} positions`;
    case "done":
      return "Analysed";
    case "failed":
      return `The analysis stopped after ${done} of ${total} positions.`;
    default:
      return state satisfies never;
  }
}

/** Who is to move or how it ended, by the stones: "X to move", "O won", "Draw: a cat’s game". */
export function standingWords(standing: Standing, sideToMove: SideWord, drawn: Drawing): string {
  switch (standing.kind) {
    case "open":
      return `${sideName(sideToMove, drawn)} to move`;
    case "won":
      return `${sideName(standing.won.side, drawn)} won`;
    case "both":
      return `Both ${sideName("black", drawn)} and ${sideName("white", drawn)} have a line: no game comes to this`;
    case "full":
      return drawn === "marks" ? "Draw: a cat’s game" : "Draw: the board is full";
    default:
      return standing satisfies never;
  }
}

/** What the evaluator says of a position, after who is to move. */
export function assessmentWords(
  assessment: Assessment | null,
  side: SideWord,
  drawn: Drawing,
): string {
  if (assessment === null) return "";
  return worthWords(assessment.worth, side, drawn) || "Nothing is known of this position";
}
