// Holds what a study page shows; every change has the page redrawn.

import type { Model, Seen } from "./model";
import { seen } from "./model";

export interface StudyTable {
  readonly model: () => Model;
  /** What the board shows now, worked out once. */
  readonly seen: () => Seen;
  readonly change: (change: Partial<Model>) => void;
  readonly replace: (model: Model) => void;
}

export function createStudyTable(
  first: Model,
  drawn: (model: Model, before: Model) => void,
): StudyTable {
  let model = first;
  let at: Seen | null = null;
  const replace = (next: Model): void => {
    const before = model;
    const moved =
      next.tree !== before.tree || next.here !== before.here || next.line !== before.line;
    if (moved) at = null;
    model = next;
    drawn(model, before);
  };
  return {
    model: () => model,
    seen: () => (at ??= seen(model)),
    change: (change) => replace({ ...model, ...change }),
    replace,
  };
}
