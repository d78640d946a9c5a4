// The store of a puzzle's page: its model, and the stones that lie on the board.

import type { Model } from "./model";
import { played } from "./state";
import { stonesOf } from "../rules/lying";
import type { Stones } from "../rules/position";
import type { Store, StoreWiring } from "../viewer/store";
import { createStore } from "../viewer/store";
import { wait } from "../viewer/timer";

export interface PuzzleStore extends Store<Model> {
  readonly stones: () => Stones;
}

export function createPuzzleStore(first: Model, draw: StoreWiring<Model>["draw"]): PuzzleStore {
  const store = createStore(first, { draw, fades: {}, wait });
  return {
    ...store,
    stones: store.derived(
      ({ state }) => [state],
      (state) => stonesOf(played(state)),
    ),
  };
}
