// Everything a puzzle's page shows, as one value.

import type { Choices, Drawing } from "../viewer/choices";
import { drawing } from "../viewer/choices";
import type { PuzzleData, PuzzleState } from "./state";
import { opened } from "./state";

export interface Model {
  readonly state: PuzzleState;
  readonly choices: Choices;
  readonly hover: number | null;
  readonly aim: number | null;
  readonly cursor: number | null;
}

export function openModel(data: PuzzleData, choices: Choices): Model {
  return { state: opened(data), choices, hover: null, aim: null, cursor: null };
}

export function drawingOf({ state, choices }: Model): Drawing {
  return drawing(choices, state.data.position);
}
