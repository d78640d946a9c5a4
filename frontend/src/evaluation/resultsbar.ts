// How games ended, as a bar: Black's part dark, draws between, White's part light; numbers inside.
// The same drawing as results_bar.html.

import type { TemplateResult } from "lit-html";
import { html, nothing, svg } from "lit-html";
import type { Drawing } from "../viewer/choices";
import type { Tally } from "../protocol/findings";
import type { SideWord } from "../protocol/protocol";
import { sideName } from "../rules/sides";
import { say } from "../words/words";

/** In per cent that add up to 100. */
export interface Shares {
  readonly black: number;
  readonly drawn: number;
  readonly white: number;
}

/** From what is told of the side to move. */
export function sharesOf({ games, wins, losses, draws }: Tally, mover: SideWord): Shares {
  if (games === 0) return { black: 0, drawn: 0, white: 0 };
  const won = Math.round((100 * wins) / games);
  const lost = draws === 0 ? 100 - won : Math.round((100 * losses) / games);
  const drawn = 100 - won - lost;
  return mover === "black"
    ? { black: won, drawn, white: lost }
    : { black: lost, drawn, white: won };
}

export function resultsBar({ black, drawn, white }: Shares, drawing: Drawing): TemplateResult {
  const words = say("{black} won {won}%, drawn {drawn}%, {white} won {lost}%", {
    black: sideName("black", drawing),
    white: sideName("white", drawing),
    won: black,
    drawn,
    lost: white,
  });
  return html`<svg class="results-bar" role="img" aria-label=${words} focusable="false">
    ${part("black", 0, black)} ${part("drawn", black, drawn)} ${part("white", black + drawn, white)}
  </svg>`;
}

/** Parts that are smaller have no room for their number. */
const LEAST_NUMBERED = 8;

function part(kind: string, from: number, share: number): TemplateResult | typeof nothing {
  if (share <= 0) return nothing;
  return svg`<rect class=${kind} x=${`${from}%`} width=${`${share}%`} height="100%" />
    ${share < LEAST_NUMBERED ? nothing : svg`<text class=${kind} x=${`${from + share / 2}%`} y="50%">${share}</text>`}`;
}
