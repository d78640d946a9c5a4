// The slider for A of the aggressive bot: how much your lines count for it, against its own.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { AGGRESSIVENESS_STEP, MOST_AGGRESSIVENESS, aggressivenessWord } from "./heat";
import type { Helping } from "./helping";
import { settledBy, shownAggressiveness } from "./hints";
import type { Model } from "./model";

export function slider(model: Model, help: Helping): TemplateResult | typeof nothing {
  const value = shownAggressiveness(model);
  if (value === null) return nothing;
  const read = (event: Event): number => Number((event.target as HTMLInputElement).value);
  const how = (by: "key" | "pointer") => (event: Event) => {
    (event.target as HTMLInputElement).dataset.by = by;
  };
  return html`<div class="slider">
    <label for="aggressiveness">Aggressiveness A</label>
    <output for="aggressiveness">${aggressivenessWord(value)}</output>
    <input
      id="aggressiveness"
      type="range"
      min="0"
      max=${MOST_AGGRESSIVENESS}
      step=${AGGRESSIVENESS_STEP}
      .value=${live(String(value))}
      aria-valuetext=${aggressivenessWord(value)}
      aria-describedby="aggressiveness-note"
      @pointerdown=${how("pointer")}
      @keydown=${how("key")}
      @input=${(event: Event) => help.drag(read(event))}
      @change=${(event: Event) => help.letGo(read(event), (event.target as HTMLInputElement).dataset.by === "key")}
    />
    <span class="scale" aria-hidden="true"
      ><span>0</span><span>0.5</span><span>1</span><span></span><span>2</span></span
    >
    <p class="quiet" id="aggressiveness-note">${note(model)}</p>
  </div>`;
}

function note({ state }: Model): string {
  const last = state.settings[state.settings.length - 1];
  const what = "Larger = more defensive; 0.5 to 1 play best.";
  if (last === undefined) return what;
  const move = settledBy(last.ply, state.game) + 1;
  return `${what} A ${aggressivenessWord(last.value)} from move ${move}.`;
}
