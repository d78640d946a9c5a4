// Who may watch a new game, and how late: checked while it is typed, in the server's words.

import { maximum, readDelay } from "./watchwish";
import { bothWords } from "../live/watchwords";
import { say } from "../words/words";

const FIELDS = { delay_seconds: "seconds", delay_moves: "moves" } as const;

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

  const wished = (name: keyof typeof FIELDS): string => {
    const { value, max } = element(name);
    return readDelay(value, FIELDS[name], maximum(max)).words;
  };

  const tell = (): void => {
    const visibility = new FormData(form).get("visibility") as string;
    const late = bothWords(wished("delay_seconds"), wished("delay_moves"));
    summary.textContent = chosenWords(visibility, late);
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

/** Who may watch, and how late; `delay` is empty where they see it at once. */
function chosenWords(visibility: string, delay: string): string {
  switch (visibility) {
    case "unlisted":
      return delay
        ? say("whoever has the link, {delay} late", { delay })
        : say("whoever has the link");
    case "private":
      return delay
        ? say("people with the watch link, {delay} late", { delay })
        : say("people with the watch link");
    default:
      return delay ? say("everybody, {delay} late", { delay }) : say("everybody");
  }
}
