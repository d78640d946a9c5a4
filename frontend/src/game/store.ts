// The store of a game's page: its model, the stones that are shown, and the notices that fade.

import type { Model } from "./model";
import { shownPly } from "./model";
import type { Stones } from "../rules/position";
import { stonesAfter } from "../rules/position";
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
  /** Says near the board why nothing happened, for a while. */
  readonly refuse: (sentence: string) => void;
}

export function createGameStore(first: Model, draw: StoreWiring<Model>["draw"]): GameStore {
  const store = createStore(first, { draw, fades: FADES, wait });
  return {
    ...store,
    stones: store.derived(
      (model) => [
        model.variation?.start ?? model.state.game.moves,
        model.variation?.start.length ?? shownPly(model),
      ],
      stonesAfter,
    ),
    refuse: (alert) => store.change({ alert, aim: null }),
  };
}
