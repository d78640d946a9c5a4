// What a review says in words. Whatever has a worth says whether it is proved or estimated.

import type { Drawing } from "../viewer/choices";
import type { Accuracy, GameReview, LabelKind, LabelPart, Worth } from "../protocol/findings";
import { other } from "../rules/position";
import type { SideWord } from "../protocol/protocol";
import { sideName } from "../rules/sides";
import type { Standing } from "../rules/winning";
import { count, say } from "../words/words";

/** What a position is worth, seen from `side`: "Black wins in 5 plies (proved)". */
export function worthWords(worth: Worth, side: SideWord, drawn: Drawing): string {
  switch (worth.status) {
    case "proved": {
      if (worth.verdict === null) return "";
      if (worth.verdict === "draw") return say("A draw with best play (proved)");
      const winner = { side: sideName(worth.verdict === "win" ? side : other(side), drawn) };
      if (worth.plies === 0) return say("{side} has won (proved)", winner);
      if (worth.plies === null) return say("{side} wins (proved)", winner);
      return count(
        "{side} wins in {count} ply (proved)",
        "{side} wins in {count} plies (proved)",
        worth.plies,
        winner,
      );
    }
    case "estimated": {
      if (worth.score === null) return "";
      const size = Math.abs(worth.score);
      const better = { side: sideName(worth.score > 0 ? side : other(side), drawn) };
      if (size < 0.15) return say("About even (estimated)");
      if (size < 0.45) return say("{side} is a little better (estimated)", better);
      if (size < 0.8) return say("{side} is better (estimated)", better);
      return say("{side} is much better (estimated)", better);
    }
    case "unknown":
      return "";
    default:
      return worth.status satisfies never;
  }
}

/** The same in brief, for a list: "W5", "D", "+0.3"; seen from `side`. */
export function worthSign({ status, verdict, plies, score }: Worth): string {
  if (status === "proved" && verdict !== null)
    return verdict === "draw" ? "D" : `${verdict === "win" ? "W" : "L"}${plies ?? ""}`;
  if (status !== "estimated" || score === null) return "";
  return `${score < 0 ? "−" : "+"}${Math.abs(score).toFixed(1)}`;
}

/** A label on its chip: "Missed win in 5, proved". */
export function labelWords({ kind, status, plies }: LabelPart): string {
  const happened = plies === null ? LABELS[kind]() : (COUNTED[kind] ?? LABELS[kind])(plies);
  return PLAIN.has(kind) || status === "unknown" ? happened : `${happened}, ${statusWord(status)}`;
}

const LABELS: Readonly<Record<LabelKind, () => string>> = {
  won: () => say("Won"),
  missedWin: () => say("Missed a win"),
  threwWin: () => say("Threw away a win"),
  missedBlock: () => say("Missed the block"),
  lastEscape: () => say("Last escape missed: lost"),
  onlyMove: () => say("Only move"),
  mistake: () => say("Mistake"),
  inaccuracy: () => say("Inaccuracy"),
  book: () => say("Often played"),
};

/** Labels that speak of a number of plies. */
const COUNTED: Readonly<Partial<Record<LabelKind, (plies: number) => string>>> = {
  missedWin: (plies) => say("Missed a win in {plies}", { plies }),
  threwWin: (plies) => say("Threw away a win in {plies}", { plies }),
  lastEscape: (plies) => say("Last escape missed: lost in {plies}", { plies }),
};

/** How sure something is, in a word; empty where nothing is known. */
export function statusWord(status: LabelPart["status"]): string {
  switch (status) {
    case "proved":
      return say("proved");
    case "estimated":
      return say("estimated");
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
      return "good";
    case "book":
      return "plain";
    default:
      return kind satisfies never;
  }
}

/** How a side did where it is known: "Black gave away the win twice." */
export function accuracyWords(accuracy: Accuracy | null, side: string): string {
  if (accuracy === null || accuracy.moves === 0)
    return say("Of {side}’s moves nothing is proved.", { side });
  const { moves, kept, winsGivenAway, drawsGivenAway } = accuracy;
  const values = { side, kept, wins: timesWords(winsGivenAway), draws: timesWords(drawsGivenAway) };
  if (winsGivenAway > 0 && drawsGivenAway > 0)
    return count(
      "{side} gave away the win {wins} and gave away the draw {draws}: {kept} of {count} proved move kept what there was.",
      "{side} gave away the win {wins} and gave away the draw {draws}: {kept} of {count} proved moves kept what there was.",
      moves,
      values,
    );
  if (winsGivenAway > 0)
    return count(
      "{side} gave away the win {wins}: {kept} of {count} proved move kept what there was.",
      "{side} gave away the win {wins}: {kept} of {count} proved moves kept what there was.",
      moves,
      values,
    );
  if (drawsGivenAway > 0)
    return count(
      "{side} gave away the draw {draws}: {kept} of {count} proved move kept what there was.",
      "{side} gave away the draw {draws}: {kept} of {count} proved moves kept what there was.",
      moves,
      values,
    );
  // Not "gave nothing away": nothing is proved about the other moves.
  return count(
    "{side}: {kept} of {count} proved move kept what there was.",
    "{side}: {kept} of {count} proved moves kept what there was.",
    moves,
    values,
  );
}

function timesWords(times: number): string {
  switch (times) {
    case 1:
      return say("once");
    case 2:
      return say("twice");
    case 3:
      return say("three times");
    case 4:
      return say("four times");
    default:
      return count("{count} time", "{count} times", times);
  }
}

/** How far the review is: "Analysing: 23 of 61 positions". */
export function progressWords({ state, done, total }: GameReview): string {
  switch (state) {
    case "none":
      return say("This game has not been analysed yet.");
    case "waiting":
      return say("Waiting for a free thinker: {done} of {total} positions", { done, total });
    case "working":
      return say("Analysing: {done} of {total} positions", { done, total });
    case "done":
      return say("Analysed");
    case "failed":
      return say("The analysis stopped after {done} of {total} positions.", { done, total });
    default:
      return state satisfies never;
  }
}

/** Who is to move or how it ended, by the stones: "X to move", "O won", "Draw: a cat’s game". */
export function standingWords(standing: Standing, sideToMove: SideWord, drawn: Drawing): string {
  switch (standing.kind) {
    case "open":
      return say("{side} to move", { side: sideName(sideToMove, drawn) });
    case "won":
      return say("{side} won", { side: sideName(standing.won.side, drawn) });
    case "both":
      return say("Both {black} and {white} have a line: no game comes to this", {
        black: sideName("black", drawn),
        white: sideName("white", drawn),
      });
    case "full":
      return drawn === "marks" ? say("Draw: a cat’s game") : say("Draw: the board is full");
    default:
      return standing satisfies never;
  }
}
