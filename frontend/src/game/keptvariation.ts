// The variation a viewer tries outlasts a reload: kept in their own tab, and nowhere else.

import type { BrowserStorage } from "../viewer/storage";
import { keepText, readText } from "../viewer/storage";
import type { Variation } from "./variation";
import { begun, tried } from "./variation";
import type { Model } from "./model";
import { mayTry } from "./model";
import type { Snapshot } from "../protocol/protocol";
import * as record from "./record";

export const KEY = "inarow.variations";

/** Kept for at most this many games: those in which a move was tried last. */
const MOST_GAMES = 20;

/** A variation as it is written down, by squares alone. */
interface Kept {
  readonly game: string;
  /** The moves of the game it starts from. */
  readonly start: readonly number[];
  readonly moves: readonly number[];
  readonly shown: number;
}

/** Keeps a game's variation, or forgets it; where storage is forbidden it lasts as long as the page. */
export function keepVariation(
  storage: BrowserStorage | null,
  game: string,
  variation: Variation | null,
): void {
  const before = readAll(storage);
  const others = before.filter((each) => each.game !== game);
  if (variation === null && others.length === before.length) return;
  const { start = [], moves = [], shown = 0 } = variation ?? {};
  const kept: Kept = { game, start: start.map(({ square }) => square), moves, shown };
  const all = variation === null ? others : [kept, ...others];
  keepText(storage, KEY, JSON.stringify(all.slice(0, MOST_GAMES)));
}

/**
 * The page with the variation kept for its game, if that still fits: the game has the moves it
 * starts from, and the page was not opened to look at another ply.
 */
export function withKeptVariation(model: Model, storage: BrowserStorage | null): Model {
  const { state, look: asked } = model;
  const { game } = state;
  const kept = readAll(storage).find((each) => each.game === game.game);
  if (kept === undefined || !mayTry(state)) return model;
  if (asked !== null && asked.ply !== kept.start.length) return model;
  const variation = replayed(kept, game, asked);
  if (variation === null) return model;
  const total = game.moves.length;
  return { ...model, variation, look: record.held(record.at(kept.start.length, total), total) };
}

/** The variation, tried move by move as it was; null if that is impossible. */
function replayed(
  { start, moves, shown }: Kept,
  game: Snapshot,
  from: record.Look,
): Variation | null {
  const { variant } = game;
  const isOnBoard = (square: number): boolean => square < variant.width * variant.height;
  if (start.some((square, ply) => game.moves[ply]?.square !== square)) return null;
  if (moves.length === 0 || shown > moves.length || !moves.every(isOnBoard)) return null;
  let variation: Variation | null = begun(game.moves, start.length, from);
  for (const square of moves) {
    variation = tried(variation, square, variant).variation;
    if (variation === null) return null;
  }
  return { ...variation, shown };
}

/** Everything that is kept; anything unreadable, or not written here, is left out. */
function readAll(storage: BrowserStorage | null): readonly Kept[] {
  try {
    const all: unknown = JSON.parse(readText(storage, KEY));
    return Array.isArray(all) ? all.filter(isKept) : [];
  } catch {
    return []; // Absent or unreadable.
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const { game, start, moves, shown } = value as Partial<Record<keyof Kept, unknown>>;
  return typeof game === "string" && areCounts(start) && areCounts(moves) && areCounts([shown]);
}

/** Whether these are whole numbers from 0 up: squares, or counts. */
function areCounts(values: unknown): boolean {
  return (
    Array.isArray(values) &&
    values.every((each) => typeof each === "number" && Number.isInteger(each) && each >= 0)
  );
}
