// A square that is aimed at is played on here: no mis-tap costs a game.

import type { TemplateResult } from "lit-html";
import { html } from "lit-html";
import * as icons from "../viewer/icons";
import type { Moving } from "../rules/move";
import { moveName } from "../rules/move";
import type { Board, Direction } from "../rules/squares";
import { neighbour } from "../rules/squares";
import { say } from "../words/words";

export interface Aiming {
  readonly square: number;
  readonly board: Board;
  /** What the button says, and what listeners hear. */
  readonly label: string;
  readonly heard: string;
  /** Aims at another square; null lets go. */
  readonly aim: (square: number | null) => void;
  readonly play: (square: number) => void;
}

/** What a listener hears who aims by a key. */
export function aimedSentence(move: number, board: Moving): string {
  return say("{square} chosen. Press Enter again to play it, Escape to cancel.", {
    square: moveName(move, board),
  });
}

export function aimingRow({ square, board, label, heard, aim, play }: Aiming): TemplateResult {
  const nudge = (direction: Direction, name: string, icon: TemplateResult): TemplateResult =>
    html`<button
      type="button"
      class="act"
      aria-label=${name}
      @click=${() => aim(neighbour(square, direction, board))}
    >
      ${icon}
    </button>`;
  return html`<div class="aiming" role="group" aria-label=${say("Your move")}>
    ${nudge("left", say("One square left"), icons.toLeft)}
    ${nudge("up", say("One square up"), icons.up)}
    ${nudge("down", say("One square down"), icons.down)}
    ${nudge("right", say("One square right"), icons.toRight)}
    <button type="button" class="button primary" aria-label=${heard} @click=${() => play(square)}>
      ${label}
    </button>
    <button type="button" class="act" aria-label=${say("Cancel")} @click=${() => aim(null)}>
      ${icons.withdraw}
    </button>
  </div>`;
}
