// What is seldom needed beside a board: ways to end the game early, links, keys, people to follow.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { Commands } from "./commands";
import { followButtons } from "./followbuttons";
import { helpLevel } from "./hints";
import type { Model } from "./model";
import { isPending } from "./model";
import { isUnderWay } from "../live/turn";
import { hasEitherKind } from "../rules/move";
import { phase } from "../protocol/parts";
import { embedding, share } from "./sharing";
import { say } from "../words/words";

export function more(model: Model, act: Commands): TemplateResult {
  const { side } = model.state;
  return html`<div class="more-tab">
    ${abort(model, act)} ${ahead(model)} ${side === null ? nothing : followButtons(model)}
    ${share(model, act)} ${embedding(model, act)} ${keyboard(model)}
  </div>`;
}

/** A game may be aborted until both have moved. */
function abort(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { game, side } = model.state;
  if (side === null || phase(game) !== "live" || isUnderWay(game)) return nothing;
  return html`<p class="row">
    <button
      type="button"
      class="button"
      ?disabled=${model.settling || isPending(model, "abort")}
      @click=${() => act.ask("abort")}
    >
      ${say("Abort")}
    </button>
    <span class="quiet"
      >${say("You can abort until both players have moved. The game won’t count.")}</span
    >
  </p>`;
}

/** In games over days one may plan while one waits. */
function ahead({ page, state }: Model): TemplateResult | typeof nothing {
  if (!page.ahead || phase(state.game) !== "live") return nothing;
  return html`<p class="row">
    <a class="button" href=${page.ahead}>${say("Conditional moves")}</a>
    <span class="quiet">${say("Plan your answers. They’re played even while you’re away.")}</span>
  </p>`;
}

function keyboard({ state }: Model): TemplateResult {
  return html`<details class="card fold">
    <summary>${say("Keyboard")}</summary>
    <div>
      <p>
        ${say(
          "On the board: arrow keys move the cursor, Enter or Space plays. Home and End go to the ends of a row, Page Up and Page Down to the ends of a column. On your opponent’s turn, Enter sets a premove and Escape cancels it.",
        )}
      </p>
      <p>
        ${say(
          "Elsewhere, and on the board once the game is over: Left and Right step through the moves, Home and End go to the first and last. Shift with an arrow key moves the cursor on a finished board. L goes back to live from anywhere. C opens the chat, Enter sends your message, Escape leaves the field.",
        )}
      </p>
      <p>
        ${say(
          "Spectators can try out moves with Enter on the board, and so can everyone once the game is over. Nobody else sees them. Backspace takes back the last one, Escape clears them all.",
        )}
      </p>
      ${
        hasEitherKind(state.game.variant)
          ? html`<p>${say("X and O choose what you place. Outcomes have no key in this game.")}</p>`
          : nothing
      }
      ${
        helpLevel(state.game, state.side) === null
          ? nothing
          : html`<p>
              ${say(
                "For hints, when you’re not typing: O shows outcomes, T threats, H the heat map where there is one. B shows the best move, W why your opponent made the last one.",
              )}
            </p>`
      }
    </div>
  </details>`;
}
