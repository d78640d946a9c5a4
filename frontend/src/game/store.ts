// The store of a game's page: its model, the stones that are shown, and the notices that fade.

import type { Model } from "./model";
import { shownPly } from "./model";
import { landing } from "../rules/falling";
import type { Stones } from "../rules/position";
import { stonesAfter } from "../rules/position";
import { squaresShown } from "./variation";
import type { Store, StoreWiring } from "../viewer/store";
import { createStore } from "../viewer/store";
import { wait } from "../viewer/timer";

const FADES = {
  alert: 7_000,
  note: 8_000,
  settling: 600,
  copied: 2_000,
  spoken: 9_000,
  chatNotice: 8_000,
} as const;

export interface GameStore extends Store<Model> {
  /** The game's stones that are shown. */
  readonly stones: () => Stones;
  /** Where a stone put on a square comes to lie, on the board that is shown. */
  readonly landing: (square: number) => number;
  /** Says near the board why nothing happened, for a while. */
  readonly refuse: (sentence: string) => void;
}

export function createGameStore(first: Model, draw: StoreWiring<Model>["draw"]): GameStore {
  const store = createStore(first, { draw, fades: FADES, wait });
  const stones = store.derived(
    (model) => [
      model.variation?.start ?? model.state.game.moves,
      model.variation?.start.length ?? shownPly(model),
      model.state.game.variant,
    ],
    stonesAfter,
  );
  return {
    ...store,
    stones,
    landing(square) {
      const { state, variation } = store.model();
      const tried = variation === null ? [] : squaresShown(variation, state.game.variant);
      const isTaken = (each: number): boolean => stones().has(each) || tried.includes(each);
      return landing(square, state.game.variant, isTaken);
    },
    refuse: (alert) => store.change({ alert, aim: null }),
  };
}
