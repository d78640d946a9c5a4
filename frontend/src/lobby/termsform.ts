// What a new game counts for: what was chosen is said in the fold's summary, open or not.

import { say } from "../words/words";

/** Wires the fold's fields. */
export function startTermsForm(form: HTMLFormElement): void {
  const fold = form.querySelector<HTMLDetailsElement>(".stakes");
  const summary = fold?.querySelector<HTMLElement>(".chosen");
  const rated = fold?.querySelector<HTMLInputElement>("[name=rated]");
  const range = fold?.querySelector<HTMLSelectElement>("[name=rating_range]");
  if (!fold || !summary || !rated || !range) return;
  const tell = (): void => {
    const word = rated.checked ? say("rated") : say("not rated");
    summary.textContent = range.value ? `${word}, ±${range.value}` : word;
  };
  fold.addEventListener("input", tell);
  tell();
}
