// Playing online at once: on the board of the picker and by its opening, with a clock of its own. The last board and
// clock are kept.

import type { BrowserStorage } from "../viewer/storage";
import { keepText, readText } from "../viewer/storage";
import { chosenBoard } from "./picker";

export const PAIR_KEY = "inarow.pair";

const FIELDS = ["preset", "clock"] as const;

/** Around the picker: whether a link asked for its board, and who hears whether that can be had. */
export interface Asked {
  readonly isAsked: boolean;
  readonly offered: (isOffered: boolean) => void;
}

/**
 * Wires the form `pair` to the picker, the form of a new game. `storage` is where the visitor's last choice is
 * kept, if it can be: a fresh page begins with it, unless a link asked for a board.
 */
export function startPairForm(
  pair: HTMLFormElement,
  picker: HTMLFormElement,
  storage: BrowserStorage | null,
  { isAsked, offered }: Asked,
): void {
  const [preset, clock] = FIELDS.map((name) => pair.elements.namedItem(name)) as [
    HTMLSelectElement,
    HTMLSelectElement,
  ];
  const opening = pair.elements.namedItem("opening") as HTMLSelectElement;
  const rule = picker.elements.namedItem("opening") as HTMLSelectElement;
  const button = [...pair.elements].find((each) => each instanceof HTMLButtonElement)!;
  const chosen = (): string => chosenBoard(picker)?.value ?? "";
  const offers = (select: HTMLSelectElement, value: string | undefined): value is string =>
    [...select.options].some((option) => option.value === value); // a list may have become shorter since

  const kept = readPair(storage);
  if (offers(clock, kept?.[1])) clock.value = kept[1]!;
  if (!isAsked && chosen() === preset.value && offers(preset, kept?.[0]))
    for (const radio of picker.querySelectorAll<HTMLInputElement>("input[name=preset]"))
      radio.checked = radio.value === kept[0];

  const follow = (): void => {
    const isOffered = offers(preset, chosen());
    if (isOffered) preset.value = chosen();
    opening.value = rule.value;
    button.disabled = !isOffered;
    offered(isOffered);
  };
  picker.addEventListener("change", follow);
  follow();
  pair.addEventListener("submit", () => keepPair(storage, [preset.value, clock.value]));
}

/** The kept preset and clock; null for none. */
export function readPair(storage: BrowserStorage | null): readonly string[] | null {
  const parts = readText(storage, PAIR_KEY).split(" ");
  return parts.length === FIELDS.length ? parts : null;
}

export function keepPair(storage: BrowserStorage | null, values: readonly string[]): void {
  keepText(storage, PAIR_KEY, values.join(" "));
}
