// What the heat map shows, in a line: for the legend of a game and the panel of a study.

import type { TemplateResult } from "lit-html";
import { html } from "lit-html";
import { say } from "../words/words";

export function heatKey(whose: string, first: string): TemplateResult {
  return html`${whose} <span class="pair">${say("attack + weight × defence")}</span>
    <span class="pair"><span class="sign hot" aria-hidden="true"></span> ${first}</span>`;
}
