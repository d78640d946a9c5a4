// The picker of boards: what is chosen is named below it, with how it ends with best play; one of the
// further boards keeps their fold open, and openings that a board cannot have are not offered.

import { CUSTOM } from "./formwords";

/** The choice in the picker of this form; null where none is made. */
export function chosenBoard(form: HTMLFormElement): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>("input[name=preset]:checked");
}

/** Wires the picker of a new game's form. */
export function startPicker(form: HTMLFormElement): void {
  const rule = form.querySelector<HTMLElement>("#rule");
  const known = form.querySelector<HTMLElement>("#known");
  const more = form.querySelector<HTMLDetailsElement>(".more-boards");
  const openings = form.querySelector<HTMLSelectElement>("#opening");
  if (!rule || !known || !more) return;
  const show = (): void => {
    const chosen = chosenBoard(form);
    const { label, title, short = "", source = "" } = chosen?.dataset ?? {};
    rule.textContent = label && title ? `${label} · ${title}` : "";
    known.textContent = short;
    known.dataset["source"] = source;
    known.hidden = short === "";
    if (chosen && more.contains(chosen)) more.open = true;
    if (chosen && openings) closeImpossible(openings, chosen.value);
  };
  form.addEventListener("change", show);
  show();
}

/** Of a board that is typed the server says it: any opening may be chosen for one. */
export function closeImpossible(openings: HTMLSelectElement, board: string): void {
  for (const option of openings.options) {
    const boards = option.dataset.presets?.split(" ") ?? [];
    option.disabled = board !== CUSTOM && !boards.includes(board);
  }
  if (openings.selectedOptions[0]?.disabled) openings.value = openings.options[0]!.value;
}
