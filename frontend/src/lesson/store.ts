// The store of a lesson's page: its model, and the stones that lie on the board.

import type { Model } from "./model";
import { lying } from "./state";
import { stonesOf } from "../rules/lying";
import type { Stones } from "../rules/position";
import type { Store, StoreWiring } from "../viewer/store";
import { createStore } from "../viewer/store";
import { wait } from "../viewer/timer";

export interface LessonStore extends Store<Model> {
  readonly stones: () => Stones;
}

export function createLessonStore(first: Model, draw: StoreWiring<Model>["draw"]): LessonStore {
  const store = createStore(first, { draw, fades: {}, wait });
  return {
    ...store,
    stones: store.derived(
      ({ state }) => [state],
      (state) => stonesOf(lying(state)),
    ),
  };
}
