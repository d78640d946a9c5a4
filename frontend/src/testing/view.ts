// What a view draws, read and used as a person would: by names, not by classes.

import { Event } from "./document";
import type { TemplateResult } from "lit-html";
import { nothing, render } from "lit-html";

/** Draws a view into a page of its own. */
export function drawn(view: TemplateResult | typeof nothing): HTMLElement {
  const root = document.createElement("main");
  document.body.replaceChildren(root);
  render(view, root);
  return root;
}

/** What is there to be pressed, by name, in order; "(…)" if it does not answer now. */
export function controls(root: Element): readonly string[] {
  return [...root.querySelectorAll("button, a")]
    .filter(isShown)
    .map((each) => (answers(each) ? nameOf(each) : `(${nameOf(each)})`));
}

/** The one control or field of this name. */
export function named<E extends Element = HTMLElement>(root: Element, name: string): E {
  const found = [...root.querySelectorAll("button, a, input, select, textarea")].filter(
    (each) => isShown(each) && nameOf(each) === name,
  );
  if (found.length !== 1)
    throw new Error(
      `${found.length} are called “${name}”; there are: ${controls(root).join(", ")}`,
    );
  return found[0] as E;
}

export function press(root: Element, name: string): void {
  named(root, name).click();
}

/** Writes into a field and sends its form. */
export function submit(root: Element, name: string, text: string): void {
  const field = named<HTMLInputElement>(root, name);
  field.value = text;
  happens(field.form!, "submit");
}

export function key(element: Element, name: string): void {
  happens(element, "keydown", { key: name });
}

/** An event as a browser would tell of it, where on the page and by which pointer. */
export function happens(element: Element, name: string, about: object = {}): void {
  const event = new Event(name, { bubbles: true, cancelable: true });
  // Some are read-only, as in a browser: when it happened, for one.
  for (const [what, value] of Object.entries({ ...NO_MODIFIERS, ...about }))
    Object.defineProperty(event, what, { value });
  element.dispatchEvent(event as unknown as globalThis.Event);
}

const NO_MODIFIERS = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

/** What is called by its `aria-label`, its label, or its own text. */
export function nameOf(element: Element): string {
  const label =
    element.id === "" ? null : element.closest("main")!.querySelector(`[for="${element.id}"]`);
  return element.getAttribute("aria-label") ?? (textOf(label) || textOf(element));
}

/** The text as it is read out: without what is only drawn. */
export function textOf(element: Element | null): string {
  if (element === null) return "";
  const copy = element.cloneNode(true) as Element;
  for (const each of copy.querySelectorAll("[aria-hidden=true], .gone, [hidden]")) each.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function isShown(element: Element): boolean {
  return element.closest(".gone, [hidden]") === null;
}

function answers(element: Element): boolean {
  return !element.hasAttribute("disabled") && element.getAttribute("aria-disabled") !== "true";
}

/** Commands that do nothing but note what was called with what, but for the event itself. */
export function noted<Commands extends object>(): {
  readonly act: Commands;
  readonly called: readonly (readonly [string, ...unknown[]])[];
} {
  const called: (readonly [string, ...unknown[]])[] = [];
  const act = new Proxy({} as Commands, {
    get:
      (_, name) =>
      (...given: readonly unknown[]) =>
        void called.push([String(name), ...given.filter((each) => !(each instanceof Event))]),
  });
  return { act, called };
}
