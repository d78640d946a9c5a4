// The clock of a new game: a custom one is checked while it is typed; the last choice is kept.

import type { Store } from "../viewer/choices";
import { isBeginning, readTimeControl, clockTitle } from "../rules/timecontrol";

export const CLOCK_KEY = "inarow.clock";

/** Wires the clock's fields. `store` is where the visitor's last choice is kept, if it can be. */
export function startClockForm(form: HTMLFormElement, store: Store | null): void {
  const select = form.querySelector<HTMLSelectElement>("#clock")!;
  const field = form.querySelector<HTMLInputElement>("#clock_text")!;
  const title = form.querySelector<HTMLElement>("#clock-title")!;
  const error = form.querySelector<HTMLElement>("#error-clock_text")!;
  const isCustom = (): boolean => select.value === "custom";

  /** Whether the fields are valid. What is still being typed is not marked as wrong. */
  const check = (typing: boolean): boolean => {
    field.disabled = !isCustom(); // so it is not sent
    const control = isCustom() ? readTimeControl(field.value) : null;
    const sentence = typeof control === "string" ? control : "";
    const blamed = sentence !== "" && !(typing && isBeginning(field.value));
    field.setAttribute("aria-invalid", blamed ? "true" : "false");
    if (error.textContent !== (blamed ? sentence : "")) error.textContent = blamed ? sentence : "";
    title.textContent = control !== null && typeof control !== "string" ? clockTitle(control) : "";
    return sentence === "";
  };

  if (select.value === "" && field.value === "") {
    const kept = readKept(store);
    const isOffered = [...select.options].some(({ value }) => value === kept);
    select.value = isOffered ? kept : "custom";
    if (!isOffered) field.value = kept;
  }
  // What came back from the server is already marked as wrong.
  check(error.textContent === "");

  select.addEventListener("change", () => check(true));
  field.addEventListener("input", () => check(true));
  field.addEventListener("change", () => check(field.value === ""));
  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    if (check(false)) {
      keep(store, isCustom() ? field.value : select.value);
      return;
    }
    event.preventDefault();
    field.focus();
  });
}

/** The kept clock's text; empty if absent, or not a valid clock (any more). */
export function readKept(store: Store | null): string {
  try {
    const text = store?.getItem(CLOCK_KEY) ?? "";
    return typeof readTimeControl(text) === "string" ? "" : text;
  } catch {
    return ""; // Storage is forbidden.
  }
}

function keep(store: Store | null, text: string): void {
  try {
    store?.setItem(CLOCK_KEY, text);
  } catch {
    // Storage is full or forbidden.
  }
}
