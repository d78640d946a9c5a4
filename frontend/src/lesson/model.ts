// Everything a lesson's page shows, as one value.

import type { Held } from "../board/held";
import { NOTHING_HELD } from "../board/held";
import type { SideWord } from "../protocol/protocol";
import { other } from "../rules/position";
import { sideName } from "../rules/sides";
import type { Choices, Drawing } from "../viewer/choices";
import { drawing } from "../viewer/choices";
import { say } from "../words/words";
import type { LessonData, LessonState } from "./state";
import { opened, stepOf } from "./state";

export interface Model extends Held {
  readonly state: LessonState;
  readonly choices: Choices;
}

export function openModel(data: LessonData, done: number, choices: Choices): Model {
  return { state: opened(data, done), choices, ...NOTHING_HELD };
}

export function drawingOf({ state, choices }: Model): Drawing {
  return drawing(choices, stepOf(state).position);
}

/** The side the learner plays. */
export function learnerOf({ state }: Model): SideWord {
  return stepOf(state).position.sideToMove;
}

/** A sentence of the lesson with the sides called as this viewer's board shows them. */
export function said(model: Model, sentence: string): string {
  const you = learnerOf(model);
  const drawn = drawingOf(model);
  return say(sentence, { you: sideName(you, drawn), opponent: sideName(other(you), drawn) });
}
