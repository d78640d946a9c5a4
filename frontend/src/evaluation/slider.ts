// The slider for A of the heat map: how much the other side's lines count, against one's own.

import type { TemplateResult } from "lit-html";
import { html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { AGGRESSIVENESS_STEP, MOST_AGGRESSIVENESS, aggressivenessWord } from "./heat";
import { say } from "../words/words";

export interface Slid {
  /** A under the finger. */
  readonly drag: (value: number) => void;
  /** A was let go of, or moved by a key. */
  readonly letGo: (value: number, byKey: boolean) => void;
}

export function slider(value: number, note: string, slid: Slid): TemplateResult {
  const read = (event: Event): number => Number((event.target as HTMLInputElement).value);
  const how = (by: "key" | "pointer") => (event: Event) => {
    (event.target as HTMLInputElement).dataset.by = by;
  };
  return html`<div class="slider">
    <label for="aggressiveness">${say("Defence weight")}</label>
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
      @input=${(event: Event) => slid.drag(read(event))}
      @change=${(event: Event) => slid.letGo(read(event), (event.target as HTMLInputElement).dataset.by === "key")}
    />
    <span class="scale" aria-hidden="true"
      ><span>0</span><span>0.5</span><span>1</span><span></span><span>2</span></span
    >
    <p class="quiet" id="aggressiveness-note">${note}</p>
  </div>`;
}

/** What A does, wherever the slider stands. */
export function whatADoes(): string {
  return say("Higher is more defensive. 0.5 to 1 plays best.");
}
