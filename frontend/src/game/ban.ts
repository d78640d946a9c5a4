// Why black may not play a square: the card that explains the one that was pressed.

import type { TemplateResult } from "lit-html";
import { html, nothing, svg } from "lit-html";
import { kindOf } from "../board/bans";
import type { ForbiddenPart } from "../protocol/protocol";
import { madeThere, shapeWords } from "../rules/forbidden";
import { sideName } from "../rules/sides";
import { name } from "../rules/squares";
import { say } from "../words/words";
import type { Commands } from "./commands";
import type { Model } from "./model";
import { drawingOf, forbiddenHere } from "./model";

/** The forbidden square that is explained, while it is one on the board that is shown. */
export function explained(model: Model): ForbiddenPart | null {
  return forbiddenHere(model).find(({ square }) => square === model.explained) ?? null;
}

export function banCard(model: Model, act: Commands): TemplateResult | typeof nothing {
  const ban = explained(model);
  if (ban === null) return nothing;
  const { variant } = model.state.game;
  const drawn = drawingOf(model);
  const square = name(ban.square, variant);
  const reason = madeThere(ban);
  const others = forbiddenHere(model).length > 1;
  return html`<section class="why-ban" aria-labelledby="why-ban">
    <h2 id="why-ban">
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <circle cx="12" cy="12" r="8" />
        <path d="M6.5 17.5l11-11" />
      </svg>
      ${say("{side} can’t play {square}", { side: sideName("black", drawn), square })}
    </h2>
    <p>
      ${
        ban.shapes.length > 1
          ? say("It makes {reason} at once:", { reason })
          : say("It makes {reason}:", { reason })
      }
    </p>
    <ul>
      ${ban.shapes.map(
        (shape, index) =>
          html`<li>
            <svg viewBox="0 0 32 8" aria-hidden="true" focusable="false">
              ${svg`<path class=${kindOf(index)} d="M2 4H30" />`}
            </svg>
            <span>${shapeWords(shape, variant)}</span>
          </li>`,
      )}
    </ul>
    <p class="quiet">
      ${say("{side} may play there.", { side: sideName("white", drawn) })}
      ${others ? say("Press another marked point to see why.") : nothing}
    </p>
    <button type="button" class="button small" @click=${act.closeBan}>${say("Close")}</button>
  </section>`;
}
