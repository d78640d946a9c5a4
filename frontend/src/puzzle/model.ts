// Everything a puzzle's page shows, as one value.

import type { Held } from "../board/held";
import { NOTHING_HELD } from "../board/held";
import type { Choices, Drawing } from "../viewer/choices";
import { drawing } from "../viewer/choices";
import { sidesDrawn, stonesDrawn } from "../rules/sides";
import type { PuzzleData, PuzzleState } from "./state";
import { opened } from "./state";

export interface Model extends Held {
  readonly state: PuzzleState;
  readonly choices: Choices;
}

export function openModel(data: PuzzleData, choices: Choices): Model {
  return { state: opened(data), choices, ...NOTHING_HELD };
}

export function drawingOf({ state, choices }: Model): Drawing {
  const { position } = state.data;
  return sidesDrawn(drawing(choices, position), position);
}

/** How the stones are drawn. */
export function boardDrawingOf(model: Model): Drawing {
  return stonesDrawn(drawingOf(model), model.state.data.position);
}
