// The picker of boards: what is chosen is named below it, with how it ends with best play, and one of the
// further boards keeps their fold open.

/** The choice in the picker of this form; null where none is made. */
export function chosenBoard(form: HTMLFormElement): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>("input[name=preset]:checked");
}

/** Wires the picker of a new game's form. */
export function startPicker(form: HTMLFormElement): void {
  const rule = form.querySelector<HTMLElement>("#rule");
  const known = form.querySelector<HTMLElement>("#known");
  const more = form.querySelector<HTMLDetailsElement>(".more-boards");
  if (!rule || !known || !more) return;
  const show = (): void => {
    const chosen = chosenBoard(form);
    const { label, title, short = "", source = "" } = chosen?.dataset ?? {};
    rule.textContent = label && title ? `${label} · ${title}` : "";
    known.textContent = short;
    known.dataset["source"] = source;
    known.hidden = short === "";
    if (chosen && more.contains(chosen)) more.open = true;
  };
  form.addEventListener("change", show);
  show();
}
