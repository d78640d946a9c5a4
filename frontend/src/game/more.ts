// What is seldom needed beside a board: ways to end the game early, links, keys, people to follow.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { Commands } from "./commands";
import { followButtons } from "./followbuttons";
import { helpLevel } from "./hints";
import type { Model } from "./model";
import { isPending } from "./model";
import { phase } from "../protocol/parts";
import { embedding, share } from "./sharing";
import { say } from "../words/words";

export function more(model: Model, act: Commands): TemplateResult {
  const { side } = model.state;
  return html`<div class="more-tab">
    ${abort(model, act)} ${side === null ? nothing : followButtons(model)} ${share(model, act)}
    ${embedding(model, act)} ${keyboard(model)}
  </div>`;
}

/** A game may be aborted until both have moved. */
function abort(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { game, side } = model.state;
  if (side === null || phase(game) !== "live" || game.moves.length >= 2) return nothing;
  return html`<p class="row">
    <button
      type="button"
      class="button"
      ?disabled=${model.settling || isPending(model, "abort")}
      @click=${() => act.ask("abort")}
    >
      ${say("Abort")}
    </button>
    <span class="quiet">${say("Until both have moved, you can abort. Nothing is counted.")}</span>
  </p>`;
}

function keyboard({ state }: Model): TemplateResult {
  return html`<details class="card fold">
    <summary>${say("Keyboard")}</summary>
    <div>
      <p>
        ${say(
          "On the board: arrow keys move the cursor, Enter or Space plays, Home and End go to the ends of a row, Page Up and Page Down to the ends of a column. On your opponent’s turn Enter chooses the move to play when they have moved, and Escape cancels it.",
        )}
      </p>
      <p>
        ${say(
          "Elsewhere, and on the board once the game is over: left and right step through the moves, Home and End go to the first and the last. Shift and an arrow move the cursor on a finished board. L goes back to live from anywhere. C leads to the chat, Enter sends a line, Escape leaves the field.",
        )}
      </p>
      <p>
        ${say(
          "Spectators, and everybody once the game is over, can try moves for themselves with Enter on the board: nobody else sees them. Backspace takes the last one back, Escape drops them all.",
        )}
      </p>
      ${
        helpLevel(state.game, state.side) === null
          ? nothing
          : html`<p>
              ${say(
                "For help, while you do not type: O switches outcomes, T threats, H the heat map where there is one; B asks for the best square, W why your opponent’s last move was made.",
              )}
            </p>`
      }
    </div>
  </details>`;
}
