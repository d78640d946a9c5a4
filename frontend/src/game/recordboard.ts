/** The board of a game's record, to look at: the page adds what can be done on it. */

import type { BoardView } from "../board/board";
import type { Fit } from "../board/geometry";
import { strokes } from "../board/geometry";
import { NO_HINTS } from "../evaluation/overlay";
import type { Model } from "./model";
import { boardDrawingOf, shownPly } from "./model";
import { offeredAfter, openingOf, toOffer } from "../live/turn";
import { drop } from "../rules/falling";
import { squareIfAny } from "../rules/move";
import { phase } from "../protocol/parts";
import type { Snapshot } from "../protocol/protocol";
import type { Stones } from "../rules/position";
import { pliesOf, turnOf } from "../rules/position";

/** Where alone the next stone of the opening may lie; null: anywhere, or on a square offered. */
function areaHere(model: Model): readonly number[] | null {
  const { game } = model.state;
  if (model.look !== null || phase(game) !== "live") return null;
  return offeredHere(model).length > 0 ? null : (openingOf(game)?.squares ?? null);
}

/** The squares offered on the board that is shown, those that are not sent yet among them. */
export function offeredHere(model: Model): readonly number[] {
  return model.look === null && toOffer(model.state.game) > 0
    ? model.offering
    : offeredAfter(model.state.game, shownPly(model));
}

/** No line: always the same value, so that stones are not redrawn for it. */
export const NO_SQUARES: readonly number[] = [];

/** The earlier stones of the turn that the last of these moves belongs to. */
function beforeLast({ moves, variant: { lineRule } }: Snapshot, ply: number): readonly number[] {
  const plies = pliesOf(turnOf(ply - 1, lineRule), lineRule).filter((each) => each < ply - 1);
  return plies.map((each) => moves[each]!.square); // turns of several stones have no kinds
}

export function recordView(model: Model, stones: Stones, fit: Fit): BoardView {
  const { game, side } = model.state;
  const ply = shownPly(model);
  const last = squareIfAny(game.moves[ply - 1]?.square, game.variant);
  const won = ply === game.moves.length && last !== null && game.line.length > 0;
  return {
    board: game.variant,
    fit,
    zoom: model.zoom,
    drawing: boardDrawingOf(model),
    coordinates: model.choices.coordinates,
    stones,
    ...(last !== null && { drop: drop(last, game.variant) }),
    last,
    before: beforeLast(game, ply),
    line: won ? game.line : NO_SQUARES,
    strokes: won ? strokes(game.line, last, game.variant) : [],
    hover: null,
    aim: null,
    premove: null,
    pending: null,
    cursor: model.cursor,
    hints: NO_HINTS,
    area: areaHere(model),
    offered: offeredHere(model),
    viewer: side,
  };
}
