// The custom board's fields: checked while they are typed, in the server's words, with a preview.

import { html, nothing, render } from "lit-html";
import { thumbnail } from "../board/board";
import type { VariantErrors } from "../rules/variant";
import { isKGiven, readLineRule, readVariant, variantTitle } from "../rules/variant";
import { say } from "../words/words";

const FIELDS = { width: "width", height: "height", k: "k", line_rule: "lineRule" } as const;

/** Wires the form. Untouched fields are not marked as wrong before the form is sent. */
export function startVariantForm(form: HTMLFormElement): void {
  const preview = form.querySelector<HTMLElement>("#preview");
  const element = (name: string): HTMLInputElement =>
    form.elements.namedItem(name) as HTMLInputElement;
  const isFixed = (): boolean => isKGiven(readLineRule(element("line_rule").value));
  const isCustom = (): boolean => new FormData(form).get("preset") === "custom";

  const check = (): VariantErrors => {
    const { errors, variant, board } = readVariant({
      width: element("width").value,
      height: element("height").value,
      k: element("k").value,
      lineRule: element("line_rule").value,
    });
    element("k").readOnly = isFixed();
    if (isFixed() && board) element("k").value = String(Math.min(board.width, board.height));
    for (const [name, key] of Object.entries(FIELDS)) {
      const sentence = errors[key] ?? "";
      element(name).setAttribute("aria-invalid", sentence ? "true" : "false");
      const place = form.querySelector(`#error-${name}`);
      if (place && place.textContent !== sentence) place.textContent = sentence;
    }
    if (preview) {
      render(
        html`${
            board
              ? thumbnail(board, Math.max(board.width, board.height) < 7 ? "marks" : "stones")
              : nothing
          }
          <p class="quiet">${variant === null ? say("No such board") : variantTitle(variant)}</p>`,
        preview,
      );
    }
    return errors;
  };

  form.addEventListener("input", () => {
    if (isCustom()) check();
  });
  form.addEventListener("submit", (event) => {
    if (!isCustom()) return;
    const wrong = Object.entries(FIELDS).find(([, key]) => check()[key] !== undefined);
    if (wrong === undefined) return;
    event.preventDefault();
    element(wrong[0]).focus();
  });
  if (isCustom()) check();
  else element("k").readOnly = isFixed();
}
