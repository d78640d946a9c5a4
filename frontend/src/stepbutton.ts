// A button of the row that steps through moves: a picture with a name.

import type { TemplateResult } from "lit-html";
import { html } from "lit-html";

export function stepButton(
  label: string,
  icon: TemplateResult,
  off: boolean,
  click: () => void,
): TemplateResult {
  return html`<button
    type="button"
    class="button step"
    aria-label=${label}
    title=${label}
    ?disabled=${off}
    @click=${click}
  >
    ${icon}
  </button>`;
}
