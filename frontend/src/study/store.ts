// The store of a review, an analysis or a study: its model, and what the board shows now.

import type { Model, Seen } from "./model";
import { seen } from "./model";
import type { Store, StoreWiring } from "../viewer/store";
import { createStore } from "../viewer/store";
import { wait } from "../viewer/timer";

export interface StudyStore extends Store<Model> {
  /** What the board shows now. */
  readonly seen: () => Seen;
}

export function createStudyStore(first: Model, draw: StoreWiring<Model>["draw"]): StudyStore {
  const store = createStore(first, { draw, fades: { copied: 2_500 }, wait });
  return {
    ...store,
    seen: store.derived(
      ({ tree, here, line }) => [tree, here, line],
      (tree, here, line) => seen({ tree, here, line }),
    ),
  };
}
