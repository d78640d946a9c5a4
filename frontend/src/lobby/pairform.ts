// The row for quick pairing: the last choice is kept.

import type { BrowserStorage } from "../viewer/storage";
import { keepText, readText } from "../viewer/storage";

export const PAIR_KEY = "inarow.pair";

const FIELDS = ["preset", "clock"] as const;

/** Wires the row. `storage` is where the visitor's last choice is kept, if it can be. */
export function startPairForm(form: HTMLFormElement, storage: BrowserStorage | null): void {
  const selects = FIELDS.map((name) => form.querySelector<HTMLSelectElement>(`[name=${name}]`)!);
  const kept = readPair(storage);
  selects.forEach((select, at) => {
    const value = kept?.[at];
    // A list may have become shorter since.
    if ([...select.options].some((option) => option.value === value)) select.value = value!;
  });
  form.addEventListener("submit", () =>
    keepPair(
      storage,
      selects.map(({ value }) => value),
    ),
  );
}

/** The kept preset and clock; null for none. */
export function readPair(storage: BrowserStorage | null): readonly string[] | null {
  const parts = readText(storage, PAIR_KEY).split(" ");
  return parts.length === FIELDS.length ? parts : null;
}

export function keepPair(storage: BrowserStorage | null, values: readonly string[]): void {
  keepText(storage, PAIR_KEY, values.join(" "));
}
