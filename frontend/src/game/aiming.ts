// A square that was chosen is confirmed here: no mis-tap costs a game.

import type { TemplateResult } from "lit-html";
import { html } from "lit-html";
import type { Commands } from "./commands";
import * as icons from "../viewer/icons";
import type { Model } from "./model";
import { canPlay, drawingOf } from "./model";
import { sideName } from "../rules/sides";
import type { Direction } from "../rules/squares";
import { name, neighbour } from "../rules/squares";
import { say } from "../words/words";

export function aiming(model: Model, aim: number, act: Commands): TemplateResult {
  const { game, side } = model.state;
  const nudge = (direction: Direction, label: string, icon: TemplateResult): TemplateResult =>
    html`<button
      type="button"
      class="act"
      aria-label=${label}
      @click=${() => act.aim(neighbour(aim, direction, game.variant))}
    >
      ${icon}
    </button>`;
  const square = name(aim, game.variant);
  const values = { square, side: side === null ? "" : sideName(side, drawingOf(model)) };
  const [label, heard] = canPlay(model)
    ? [say("Play {square}", values), say("Play {square} as {side}", values)]
    : [say("Premove {square}", values), say("Premove {square} as {side}", values)];
  return html`<div class="aiming" role="group" aria-label=${say("Your move")}>
    ${nudge("left", say("One square left"), icons.toLeft)}
    ${nudge("up", say("One square up"), icons.up)}
    ${nudge("down", say("One square down"), icons.down)}
    ${nudge("right", say("One square right"), icons.toRight)}
    <button type="button" class="button primary" aria-label=${heard} @click=${() => act.play(aim)}>
      ${label}
    </button>
    <button type="button" class="act" aria-label=${say("Cancel")} @click=${() => act.aim(null)}>
      ${icons.withdraw}
    </button>
  </div>`;
}
