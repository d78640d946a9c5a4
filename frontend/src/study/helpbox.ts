// Above the moves, while they are switched on: the threats, or the heat map. It keeps its height.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { squareNames, threatTitle } from "../evaluation/hintwords";
import type { ThreatPart } from "../protocol/findings";
import { say } from "../words/words";
import type { StudyCommands } from "./commands";
import { heatPanel } from "./heatpanel";
import type { Model, Seen } from "./model";
import { assessmentOf, drawingOf } from "./model";

export function helpBox(
  model: Model,
  at: Seen,
  act: StudyCommands,
): TemplateResult | typeof nothing {
  const { over } = model;
  if (over.heat) return heatPanel(model, at, act);
  return over.threats ? threats(model, at, act) : nothing;
}

function threats(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  const found = at.standing.kind === "open" ? assessmentOf(model) : null;
  return html`<section class="help" aria-label=${say("Threats")}>
    ${
      found === null
        ? html`<p class="quiet">
            ${at.standing.kind === "open" && model.isEngineOn ? say("Thinking…") : ""}
          </p>`
        : found.threats.length === 0
          ? html`<p class="quiet">${say("No threats on the board.")}</p>`
          : html`<ul class="threats">
              ${found.threats.map((threat) => threatRow(threat, model, act))}
            </ul>`
    }
  </section>`;
}

function threatRow(threat: ThreatPart, model: Model, act: StudyCommands): TemplateResult {
  const board = model.tree.start;
  const squares = [...threat.stones, ...threat.squares];
  const onward = squareNames(threat.squares, board);
  return html`<li>
    <button
      type="button"
      class=${`threat-row ${threat.side === "black" ? "mine" : "theirs"}`}
      @pointerenter=${() => act.light(squares)}
      @pointerleave=${() => act.light([])}
      @focus=${() => act.light(squares)}
      @blur=${() => act.light([])}
    >
      <span class="diamond" aria-hidden="true"></span>
      <span
        ><b>${threatTitle(threat, null, board, drawingOf(model))}</b>
        ${squareNames(threat.stones, board)}</span
      >
      <span class="quiet"
        ><span class="hidden">${say("at {squares}", { squares: onward })}</span
        ><span aria-hidden="true">→ ${onward}</span></span
      >
    </button>
  </li>`;
}
