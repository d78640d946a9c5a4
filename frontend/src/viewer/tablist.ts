// Tabs: a row of names, one of which is chosen; arrows go from one to the next.

import type { TemplateResult } from "lit-html";
import { html } from "lit-html";
import { say } from "../words/words";

export interface Tabs<Tab extends string> {
  readonly tabs: readonly Tab[];
  readonly shown: Tab;
  /** What a tab is called, and what else stands on it. */
  readonly name: (tab: Tab) => unknown;
  readonly choose: (tab: Tab) => void;
}

/** The row. What the chosen tab shows is the tab panel with the id `beside`. */
export function tabList<Tab extends string>(of: Tabs<Tab>): TemplateResult {
  return html`<div
    class="tabs"
    role="tablist"
    aria-label=${say("Beside the board")}
    @keydown=${turn}
  >
    ${of.tabs.map(
      (tab) =>
        html`<button
          type="button"
          role="tab"
          id=${`tab-${tab}`}
          aria-controls="beside"
          aria-selected=${tab === of.shown ? "true" : "false"}
          tabindex=${tab === of.shown ? 0 : -1}
          @click=${() => of.choose(tab)}
        >
          ${of.name(tab)}
        </button>`,
    )}
  </div>`;
}

/** Arrows go from tab to tab, as everywhere. */
function turn(event: KeyboardEvent): void {
  const arrows = ["ArrowLeft", "ArrowRight"];
  if (document.dir === "rtl") arrows.reverse();
  if (!arrows.includes(event.key)) return;
  const by = arrows.indexOf(event.key) === 0 ? -1 : 1;
  const tabs = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>("[role=tab]")];
  const next = tabs.at((tabs.indexOf(event.target as HTMLElement) + by) % tabs.length);
  event.preventDefault();
  event.stopPropagation();
  next?.click();
  next?.focus();
}
