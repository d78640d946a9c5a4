// The evaluation graph as it is drawn: black's part below, along a line that is dashed where estimated.

import type { TemplateResult } from "lit-html";
import { html, nothing, svg } from "lit-html";
import type { Drawing } from "../viewer/choices";
import type { GameReview } from "../protocol/findings";
import type { LineRule } from "../protocol/protocol";
import type { Piece } from "./graph";
import { graphWords, pieces, points } from "./graph";
import { sideName } from "../rules/sides";
import { say } from "../words/words";

/** Units of the drawing: a ply is this wide, half the height this high. */
const WIDE = 10;
const HALF = 50;

/** `now` is the ply on the board; a click goes to the ply there. */
export function evalGraph(
  { worths }: GameReview,
  lineRule: LineRule,
  now: number | null,
  drawn: Drawing,
  go: (ply: number) => void,
): TemplateResult | typeof nothing {
  const all = points(worths, lineRule);
  const plies = Math.max(1, all.length - 1);
  if (!all.some((point) => point !== null)) return nothing;
  const click = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * plies);
    go(Math.max(0, Math.min(plies, ply)));
  };
  return html`<figure class="graph">
    <svg
      viewBox=${`0 ${-HALF} ${plies * WIDE} ${2 * HALF}`}
      preserveAspectRatio="none"
      role="img"
      aria-label=${graphWords(all, drawn)}
      focusable="false"
      @click=${click}
    >
      ${pieces(all).map(area)}
      <line class="even" x1="0" x2=${plies * WIDE} y1="0" y2="0"></line>
      ${pieces(all).map(curve)}
      ${
        now === null
          ? nothing
          : svg`<line class="now" x1=${now * WIDE} x2=${now * WIDE} y1=${-HALF} y2=${HALF} />`
      }
    </svg>
    <figcaption class="quiet">
      <span class="pair"
        ><span class="stroke proved" aria-hidden="true"></span> ${say("proved")}</span
      >
      <span class="pair"
        ><span class="stroke estimated" aria-hidden="true"></span> ${say("estimate")}</span
      >
      <span class="pair"
        >${say("Chances to win, {side} below", { side: sideName("black", drawn) })}</span
      >
    </figcaption>
  </figure>`;
}

function kindOf({ isProved }: Piece): string {
  return isProved ? "proved" : "estimated";
}

function area(piece: Piece): TemplateResult {
  const first = piece.points[0]!;
  const last = piece.points[piece.points.length - 1]!;
  const along = piece.points.map(({ ply, value }) => `L${ply * WIDE} ${y(value)}`).join("");
  return svg`<path class=${`area ${kindOf(piece)}`} d=${`M${first.ply * WIDE} ${HALF}${along}L${last.ply * WIDE} ${HALF}Z`} />`;
}

function curve(piece: Piece): TemplateResult {
  const [first, ...others] = piece.points;
  const along = others.map(({ ply, value }) => `L${ply * WIDE} ${y(value)}`).join("");
  // A single point is a short stroke: it would not be seen otherwise.
  const d = `M${first!.ply * WIDE} ${y(first!.value)}${along || `h${WIDE / 2}`}`;
  return svg`<path class=${`curve ${kindOf(piece)}`} d=${d} />`;
}

/** Short of the edge, so that a stroke along it is seen whole. */
function y(value: number): number {
  return Math.round(-value * (HALF - 4) * 10) / 10;
}
