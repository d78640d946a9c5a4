// Who may watch a new game, and how late: checked while it is typed, in the server's words.

import { maximum, readDelay } from "./watchwish";

const FIELDS = { delay_seconds: "seconds", delay_moves: "moves" } as const;
const WORDS = { unlisted: "whoever has the link", private: "who is given the watch link" } as const;

/** Wires the fold's fields. What was chosen stands in its summary, open or not. */
export function startWatchForm(form: HTMLFormElement): void {
  const fold = form.querySelector<HTMLDetailsElement>(".watching");
  const summary = fold?.querySelector<HTMLElement>(".chosen");
  if (!fold || !summary) return;
  const element = (name: string): HTMLInputElement =>
    form.elements.namedItem(name) as HTMLInputElement;

  /** The first field that is wrong; null if none is. */
  const check = (): HTMLInputElement | null => {
    let wrong: HTMLInputElement | null = null;
    for (const [name, unit] of Object.entries(FIELDS)) {
      const field = element(name);
      const { sentence } = readDelay(
        field.validity.badInput ? "?" : field.value,
        unit,
        maximum(field.max),
      );
      field.setAttribute("aria-invalid", sentence ? "true" : "false");
      const place = form.querySelector(`#error-${name}`);
      if (place && place.textContent !== sentence) place.textContent = sentence;
      if (sentence) wrong ??= field;
    }
    return wrong;
  };

  const tell = (): void => {
    const visibility = String(new FormData(form).get("visibility"));
    const word = visibility in WORDS ? WORDS[visibility as keyof typeof WORDS] : "everybody";
    const late = Object.entries(FIELDS)
      .map(([name, unit]) => readDelay(element(name).value, unit, maximum(element(name).max)).words)
      .filter(Boolean)
      .join(" and ");
    summary.textContent = late ? `${word}, ${late} late` : word;
  };

  fold.addEventListener("input", () => {
    check();
    tell();
  });
  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    const wrong = check();
    if (wrong === null) return;
    event.preventDefault();
    fold.open = true;
    wrong.focus();
  });
  tell();
}
