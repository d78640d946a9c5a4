// Who watches: how many, and those who have a name.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { playerLink } from "../players/playerlink";
import type { Presence } from "../protocol/protocol";
import { othersWords, watchersWords } from "../live/watchwords";
import { say } from "../words/words";

export function viewers(presence: Presence | null): TemplateResult {
  const { spectators, names } = presence ?? NOBODY;
  const others = othersWords(presence ?? NOBODY);
  return html`<section class="viewers" aria-label=${say("Watching")}>
    <p class="hidden">${watchersWords(spectators)}</p>
    ${
      names.length === 0
        ? nothing
        : html`<ul class="viewer-list" aria-label=${say("Spectators")}>
            ${repeat(
              names,
              ({ player }) => player,
              (each) => html`<li>${playerLink(each, "", true)}</li>`,
            )}
          </ul>`
    }
    ${others ? html`<p class="quiet">${others}</p>` : nothing}
  </section>`;
}

const NOBODY = { spectators: 0, names: [] };
