// The board of a page that is played on: drawn, named, and wired to pointers, fingers and keys.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { BoardView } from "./board";
import { board } from "./board";
import type { Finger } from "./held";
import type { BoardInput } from "./input";
import { loupe } from "./loupe";
import { slides } from "./taps";
import { WHOLE } from "./zoom";
import { say } from "../words/words";

export interface PlayedBoard {
  readonly view: BoardView;
  readonly input: BoardInput;
  readonly label: string;
  /** The ids of what describes it. */
  readonly describedBy?: readonly string[];
  /** Whether choosing a square means something now. */
  readonly isPlayable: boolean;
  /** Where a finger is, if it chooses a square by sliding to it; absent where none does. */
  readonly finger?: Finger | null;
}

export function playedBoard(played: PlayedBoard): TemplateResult {
  const { view, input, label, describedBy, isPlayable, finger } = played;
  const zoom = view.zoom ?? WHOLE;
  const isSlidOn = finger !== undefined && slides(view.fit);
  return html`<div
      id="board"
      class=${`board ${isPlayable ? "playable" : ""} ${isSlidOn ? "slid-on" : ""}`}
      role="application"
      tabindex="0"
      aria-label=${label}
      aria-describedby=${describedBy?.join(" ") ?? nothing}
      @keydown=${input.key}
      @pointermove=${input.move}
      @pointerleave=${input.leave}
      @pointerdown=${input.down}
      @pointerup=${input.up}
      @pointercancel=${input.cancel}
      @touchmove=${isSlidOn ? stay : nothing}
      @click=${input.click}
      @blur=${input.blur}
    >
      ${board(view)} ${finger ? loupe(finger, view.board, view.fit, zoom) : nothing}
    </div>
    ${
      zoom.scale === 1
        ? nothing
        : html`<button type="button" class="button whole" @click=${input.whole}>
            ${say("Whole board")}
          </button>`
    }`;
}

/** A finger that slides moves nothing: else the browser takes the next tap for the end of a fling. */
function stay(event: TouchEvent): void {
  if (event.cancelable) event.preventDefault();
}
