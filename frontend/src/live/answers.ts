// The hints a player was told: they hold for one ply of a game in progress, and no longer.

import type {
  Benefits,
  HintKind,
  Outcomes,
  Snapshot,
  ThreatMarks,
  Words,
} from "../protocol/protocol";

export type Answer = Outcomes | ThreatMarks | Benefits | Words;

/** The answers given when `ply` stones had been played; null where there is none (yet). */
export interface Answers {
  readonly ply: number;
  readonly outcomes: Outcomes | null;
  readonly best: Outcomes | null;
  readonly threats: ThreatMarks | null;
  readonly benefits: Benefits | null;
  readonly words: Words | null;
}

/** A question from this page; its command is settled before its answer comes. */
export interface Question {
  readonly id: string;
  readonly kind: HintKind;
  readonly isRefused: boolean;
}

/** What this page has asked since it connected, with `ply` stones played. */
export interface Asked {
  readonly ply: number;
  readonly questions: readonly Question[];
}

export const NOTHING_ASKED: Asked = { ply: -1, questions: [] };

/** With one more question; those about another ply are forgotten. */
export function ask(asked: Asked, ply: number, id: string, kind: HintKind): Asked {
  const before = asked.ply === ply ? asked.questions : [];
  return { ply, questions: [...before, { id, kind, isRefused: false }] };
}

/** What was asked, after the server refused one of the questions. */
export function refuse(asked: Asked, id: string): Asked {
  const questions = asked.questions.map((each) =>
    each.id === id ? { ...each, isRefused: true } : each,
  );
  return { ...asked, questions };
}

/** What was asked, without one kind: it may be asked again. */
export function forget(asked: Asked, kind: HintKind): Asked {
  return { ...asked, questions: asked.questions.filter((each) => each.kind !== kind) };
}

export function unanswered(ply: number): Answers {
  return { ply, outcomes: null, best: null, threats: null, benefits: null, words: null };
}

/** The answers with one more. One about another ply, or a finished game, changes nothing. */
export function answered(answers: Answers, answer: Answer, game: Snapshot): Answers {
  if (game.outcome !== null || answer.ply !== game.moves.length) return answers;
  const before = answers.ply === answer.ply ? answers : unanswered(answer.ply);
  switch (answer.type) {
    case "outcomes":
      return answer.kind === "best" ? { ...before, best: answer } : { ...before, outcomes: answer };
    case "threatMarks":
      return { ...before, threats: answer };
    case "benefits":
      return { ...before, benefits: answer };
    case "words":
      return { ...before, words: answer };
    default:
      return answer satisfies never;
  }
}

/** What is left of the answers in this game: nothing after a move or the game's end. */
export function stillTrue(answers: Answers, game: Snapshot): Answers {
  const holds = game.outcome === null && answers.ply === game.moves.length;
  return holds || isEmpty(answers) ? answers : unanswered(game.moves.length);
}

/** Which question an answer belongs to. */
export function kindOf(answer: Answer): HintKind {
  switch (answer.type) {
    case "outcomes":
      return answer.kind;
    case "threatMarks":
      return "threats";
    case "benefits":
      return "benefits";
    case "words":
      return "words";
    default:
      return answer satisfies never;
  }
}

function isEmpty({ outcomes, best, threats, benefits, words }: Answers): boolean {
  return (outcomes ?? best ?? threats ?? benefits ?? words) === null;
}
