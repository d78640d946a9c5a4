// The board of a page that is played on: drawn, named, and wired to pointers, fingers and keys.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { BoardView } from "./board";
import { board } from "./board";
import type { BoardInput } from "./input";

export interface PlayedBoard {
  readonly view: BoardView;
  readonly input: BoardInput;
  readonly label: string;
  /** The ids of what describes it. */
  readonly describedBy?: readonly string[];
  /** Whether choosing a square means something now. */
  readonly isPlayable: boolean;
}

export function playedBoard(played: PlayedBoard): TemplateResult {
  const { view, input, label, describedBy, isPlayable } = played;
  return html`<div
    id="board"
    class=${`board ${isPlayable ? "playable" : ""}`}
    role="application"
    tabindex="0"
    aria-label=${label}
    aria-describedby=${describedBy?.join(" ") ?? nothing}
    @keydown=${input.key}
    @pointermove=${input.move}
    @pointerleave=${input.leave}
    @pointerdown=${input.down}
    @pointerup=${input.up}
    @click=${input.click}
    @blur=${input.blur}
  >
    ${board(view)}
  </div>`;
}
