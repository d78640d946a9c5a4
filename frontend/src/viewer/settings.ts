// The menus in the header: what the viewer prefers, kept and told to the page.

import { openStorage } from "./browserstorage";
import type { Choices } from "./choices";
import { keepChoices, readChoices, showChoices } from "./choices";

export interface Settings {
  /** The choices when the page was opened. */
  readonly choices: Choices;
  /** Keeps another choice that was made on the page. */
  readonly choose: (next: Choices) => void;
}

/** Wires the header's menus; `changed` hears every change, here or in another tab. */
export function startSettings(changed: (choices: Choices) => void): Settings {
  const storage = openStorage();
  let choices = readChoices(storage);
  const form = document.querySelector<HTMLFormElement>("#settings");

  const use = (next: Choices): void => {
    choices = next;
    showChoices(next, document.documentElement.dataset);
    if (form) fill(form, next);
    changed(next);
  };

  if (form) fill(form, choices);
  const choose = (next: Choices): void => {
    keepChoices(storage, next);
    use(next);
  };
  form?.addEventListener("change", () => choose(readForm(form, choices)));
  addEventListener("storage", () => use(readChoices(storage)));
  startMenus();
  return { choices, choose };
}

function fill(form: HTMLFormElement, choices: Choices): void {
  for (const field of form.querySelectorAll<HTMLInputElement>("input")) {
    switch (field.name) {
      case "theme":
        field.checked = field.value === choices.theme;
        break;
      case "board":
        field.checked = field.value === choices.board;
        break;
      case "stones":
        field.checked = field.value === choices.stones;
        break;
      case "coordinates":
        field.checked = choices.coordinates;
        break;
      case "sound":
        field.checked = choices.sound;
        break;
      case "taps":
        field.checked = field.value === choices.taps;
        break;
    }
  }
}

function readForm(form: HTMLFormElement, before: Choices): Choices {
  const data = new FormData(form);
  return {
    ...before,
    theme: (data.get("theme") as Choices["theme"] | null) ?? before.theme,
    board: (data.get("board") as Choices["board"] | null) ?? before.board,
    stones: (data.get("stones") as Choices["stones"] | null) ?? before.stones,
    coordinates: data.has("coordinates"),
    sound: data.has("sound"),
    taps: (data.get("taps") as Choices["taps"] | null) ?? before.taps,
  };
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
