// The one value that a page shows: how it changes, what is worked out from it, what fades by itself.

export interface Store<Model> {
  readonly model: () => Model;
  /** Changes parts of it; the page is drawn once after any number of changes. */
  readonly change: (part: Partial<Model>) => void;
  /** Draws the page at once: when it is opened, and when there is more or less room. */
  readonly draw: () => void;
  /** What is worked out from some parts: the same value as long as they are the same. */
  readonly derived: <Parts extends unknown[], Result>(
    parts: (model: Model) => readonly [...Parts],
    work: (...parts: Parts) => Result,
  ) => () => Result;
}

export interface StoreWiring<Model> {
  /** Draws the page; `before` is what was drawn last, null at first. */
  readonly draw: (model: Model, before: Model | null) => void;
  /** For how many milliseconds a notice stays; then that part is again what it was at first. */
  readonly fades: Readonly<Partial<Record<keyof Model, number>>>;
  readonly wait: (ms: number, then: () => void) => () => void;
}

export function createStore<Model extends object>(
  first: Model,
  { draw, fades, wait }: StoreWiring<Model>,
): Store<Model> {
  let model = first;
  let drawn: Model | null = null;
  let isDue = false;
  const fading = new Map<keyof Model, () => void>();

  function drawNow(): void {
    isDue = false;
    const before = drawn;
    drawn = model;
    draw(model, before);
  }

  function change(part: Partial<Model>): void {
    model = { ...model, ...part };
    for (const key of Object.keys(part) as (keyof Model)[]) fade(key);
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      if (isDue) drawNow();
    });
  }

  /** Told again, a notice stays for its whole time again. */
  function fade(key: keyof Model): void {
    const ms = fades[key];
    if (ms === undefined) return;
    fading.get(key)?.();
    fading.delete(key);
    const part: Partial<Model> = {};
    part[key] = first[key];
    if (model[key] !== first[key])
      fading.set(
        key,
        wait(ms, () => change(part)),
      );
  }

  return {
    model: () => model,
    change,
    draw: drawNow,
    derived<Parts extends unknown[], Result>(
      parts: (model: Model) => readonly [...Parts],
      work: (...parts: Parts) => Result,
    ) {
      let known: { readonly from: readonly [...Parts]; readonly result: Result } | null = null;
      return () => {
        const from = parts(model);
        if (known === null || from.some((part, at) => part !== known?.from[at]))
          known = { from, result: work(...from) };
        return known.result;
      };
    },
  };
}
