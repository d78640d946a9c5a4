// A premove: a move chosen on the opponent's turn and played as soon as they have moved.

import { isMyTurn } from "./model";
import { phase } from "../protocol/parts";
import { squareOf } from "../rules/move";
import { name } from "../rules/squares";
import type { State } from "../live/state";
import { isContinued } from "../live/state";
import { say } from "../words/words";

/** What becomes of a premove when something happens in the game. */
export interface Step {
  /** The move that stays chosen. */
  readonly premove: number | null;
  /** The move to play now. */
  readonly play: number | null;
  /** Why it was dropped, if nothing else says so. */
  readonly sentence: string;
}

/**
 * It waits for one move by the opponent. Anything else that changes the moves drops it, and so do a
 * pause and the end.
 */
export function stepped(premove: number | null, before: State, after: State): Step {
  if (premove === null) return GONE;
  const { game } = after;
  const fresh = game.moves.length - before.game.moves.length;
  const goesOn = phase(game) === "live" && !game.paused && isContinued(before.game, game);
  if (!goesOn || after.side !== before.side) return GONE;
  if (fresh === 0) return { premove, play: null, sentence: "" };
  if (fresh > 1 || !isMyTurn(after)) return GONE;
  const square = squareOf(premove, game.variant);
  if (game.moves.some((move) => squareOf(move.square, game.variant) === square))
    return { ...GONE, sentence: takenSentence(name(square, game.variant)) };
  return { premove: null, play: premove, sentence: "" };
}

function takenSentence(square: string): string {
  return say("{square} was taken, so your premove was cancelled.", { square });
}

const GONE: Step = { premove: null, play: null, sentence: "" };
