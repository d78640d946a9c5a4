// A button of the row that steps through moves: a picture with a name.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";

export function stepButton(
  label: string,
  icon: TemplateResult,
  off: boolean,
  click: () => void,
  count = "",
): TemplateResult {
  return html`<button
    type="button"
    class="button step"
    aria-label=${label}
    title=${label}
    ?disabled=${off}
    @click=${click}
  >
    ${icon}${count ? html`<b class="count" aria-hidden="true">${count}</b>` : nothing}
  </button>`;
}
