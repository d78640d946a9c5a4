/** The board of a game's record, to look at: the page adds what can be done on it. */

import type { BoardView } from "../board/board";
import type { Fit } from "../board/geometry";
import { strokes } from "../board/geometry";
import { NO_HINTS } from "../evaluation/overlay";
import type { Model } from "./model";
import { drawingOf, shownPly } from "./model";
import type { Stones } from "../rules/position";

/** No line: always the same value, so that stones are not redrawn for it. */
export const NO_SQUARES: readonly number[] = [];

export function recordView(model: Model, stones: Stones, fit: Fit): BoardView {
  const { game, side } = model.state;
  const ply = shownPly(model);
  const last = game.moves[ply - 1]?.square ?? null;
  const won = ply === game.moves.length && last !== null && game.line.length > 0;
  return {
    board: game.variant,
    fit,
    zoom: model.zoom,
    drawing: drawingOf(model),
    coordinates: model.choices.coordinates,
    stones,
    last,
    line: won ? game.line : NO_SQUARES,
    strokes: won ? strokes(game.line, last, game.variant) : [],
    hover: null,
    aim: null,
    premove: null,
    pending: null,
    cursor: model.cursor,
    hints: NO_HINTS,
    viewer: side,
  };
}
