// Studies for tests: a page of some kind, opened after some moves of a small board.

import type { GameReview, PositionPart } from "../protocol/findings";
import { squares } from "./game";
import { DEFAULTS } from "../viewer/choices";
import type { GameAbout, Kept, Kind, Model } from "../study/model";
import { openModel } from "../study/model";

export const EMPTY: PositionPart = {
  width: 5,
  height: 5,
  k: 4,
  lineRule: "freestyle",
  blocked: [],
  black: [],
  white: [],
  sideToMove: "black",
};

export const GAME: GameAbout = {
  slug: "alicebob",
  black: { name: "Alice", player: "alice" },
  white: { name: "Bob", player: "bob" },
  winner: "black",
  isCounted: true,
  viewer: null,
  result: "Black won.",
  spent: ["1 s", "2 s", "3 s", "4 s"],
  offered: [],
  given: 0,
};

export const KEPT: Kept = { slug: "s", isMine: true, title: "A study", shared: false, game: null };

/** A review of those moves: what is known of each is given by the test. */
export function reviewOf(part: Partial<GameReview> = {}): GameReview {
  return {
    game: "alicebob",
    state: "done",
    done: 3,
    total: 3,
    worths: [],
    plies: [],
    black: null,
    white: null,
    turningPoint: null,
    ...part,
  };
}

/** The page after these moves; its game is theirs if it is a review. */
export function opened(kind: Kind, moves = "", part: Partial<Model> = {}): Model {
  const page = {
    kind,
    token: "",
    key: null,
    start: EMPTY,
    moves: squares(moves, EMPTY),
    longestLine: 6,
    game: kind === "review" ? GAME : null,
    review: null,
    study: null,
  } as const;
  return { ...openModel(page, DEFAULTS), ...part };
}
