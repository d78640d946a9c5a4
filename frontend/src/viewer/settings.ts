// What the viewer prefers, kept and told to the page: by the settings page, or a game's small menu.

import { openStorage } from "./browserstorage";
import type { Choices } from "./choices";
import { choicesOf, DEFAULTS, keepChoices, readChoices, showChoices } from "./choices";

export interface Settings {
  /** The choices when the page was opened. */
  readonly choices: Choices;
  /** Keeps another choice that was made on the page; false where the browser keeps nothing. */
  readonly choose: (next: Choices) => boolean;
}

/**
 * Wires the fields in `#settings`, if the page has it, and the header's menus. `changed` hears every
 * change, here or in another tab; `kept`, the field that was changed here, and whether it was kept.
 */
export function startSettings(
  changed: (choices: Choices) => void,
  kept: (field: Element, isKept: boolean) => void = () => undefined,
): Settings {
  const storage = openStorage();
  const place = document.querySelector("#settings");
  let choices = readChoices(storage);

  function use(next: Choices): void {
    choices = next;
    showChoices(next, document.documentElement.dataset);
    if (place) fill(place, next);
    changed(next);
  }

  function choose(next: Choices): boolean {
    const isKept = keepChoices(storage, next);
    use(next);
    return isKept;
  }

  if (place) fill(place, choices);
  place?.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name in DEFAULTS)
      kept(target, choose(withField(choices, target)));
  });
  addEventListener("storage", () => use(readChoices(storage)));
  startMenus();
  return { choices, choose };
}

/** Shows choices in the fields that are named like them. */
export function fill(place: Element, choices: Choices): void {
  const all = new Map<string, string | number | boolean>(Object.entries(choices));
  for (const field of place.querySelectorAll("input")) {
    const chosen = all.get(field.name);
    if (typeof chosen === "boolean") field.checked = chosen;
    else if (typeof chosen === "number") field.value = String(chosen);
    else if (chosen !== undefined) field.checked = field.value === chosen;
  }
}

/** The choices after a field was changed. */
export function withField(before: Choices, field: HTMLInputElement): Choices {
  const { name, type, value, valueAsNumber, checked } = field;
  const chosen = type === "checkbox" ? checked : type === "range" ? valueAsNumber : value;
  return choicesOf({ ...before, [name]: chosen });
}

/** One menu open at a time; Escape and a click elsewhere close it. */
function startMenus(): void {
  const menus = [...document.querySelectorAll<HTMLDetailsElement>("details.menu")];
  for (const menu of menus) {
    menu.addEventListener("toggle", () => {
      if (menu.open) for (const each of menus) if (each !== menu) each.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
  }
  document.addEventListener("pointerdown", (event) => {
    for (const menu of menus) if (!menu.contains(event.target as Node)) menu.open = false;
  });
}
