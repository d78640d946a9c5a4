// The heat map of a position: what its numbers mean, the squares it puts first, and the slider for A.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { worthWord } from "../evaluation/heat";
import { heatKey } from "../evaluation/heatkey";
import { other } from "../rules/position";
import { sideName } from "../rules/sides";
import { slider, whatADoes } from "../evaluation/slider";
import { name } from "../rules/squares";
import type { StudyCommands } from "./commands";
import type { Model, Seen } from "./model";
import { drawingOf, hasHeat, heatShown } from "./model";
import { count, say } from "../words/words";

export function heatPanel(
  model: Model,
  at: Seen,
  act: StudyCommands,
): TemplateResult | typeof nothing {
  if (!hasHeat(model)) return nothing;
  const drawn = drawingOf(model);
  const slid = { drag: act.aggressiveness, letGo: act.aggressiveness };
  return html`<section class="help heat-map" aria-label=${say("Heat map")}>
    <p>${heatKey(say("Estimate:"), say("best"))}</p>
    <p class="quiet">
      ${say("Attack: what a square gives {mover}. Defence: what it would give {other}.", {
        mover: sideName(at.side, drawn),
        other: sideName(other(at.side), drawn),
      })}
    </p>
    ${highest(model, at, act)} ${slider(model.aggressiveness, whatADoes(), slid)}
  </section>`;
}

/** The squares of the highest G, or why there are none. */
function highest(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  if (at.standing.kind !== "open")
    return html`<p class="highest">${say("The game is over here.")}</p>`;
  const { benefits } = model;
  switch (benefits.kind) {
    case "none":
    case "asking":
      return html`<p class="highest quiet" role="status">${say("Looking at the squares…")}</p>`;
    case "refused":
      return html`<p class="error" role="alert">${benefits.sentence}</p>
        <button type="button" class="button small" @click=${act.askAgain}>
          ${say("Ask again")}
        </button>`;
    case "known":
      return html`<p class="highest">${highestWords(model)}</p>`;
    default:
      return benefits satisfies never;
  }
}

function highestWords(model: Model): string {
  const first = heatShown(model).filter(({ rank }) => rank === 1);
  const names = first.slice(0, MOST_NAMED).map(({ square }) => name(square, model.tree.start));
  const values = { squares: names.join(", "), worth: worthWord(first[0]?.worth ?? 0) };
  const more = first.length - names.length;
  if (more === 0) return say("Best: {squares}, worth {worth}", values);
  return count(
    "Best: {squares} and {count} more, worth {worth}",
    "Best: {squares} and {count} more, worth {worth}",
    more,
    values,
  );
}

const MOST_NAMED = 6;
