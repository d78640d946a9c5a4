// Hints drawn on the board, in pixels whatever the size of a square: the heat under the stones;
// the threats, the outcomes and the squares spoken of over them. No sign is told apart by colour
// alone.

import type { TemplateResult } from "lit-html";
import { nothing, svg } from "lit-html";
import type { Fit } from "./geometry";
import { left, top } from "./geometry";
import type { Heat } from "../evaluation/heat";
import { worthWord } from "../evaluation/heat";
import type { Estimate, Hints } from "../evaluation/overlay";
import { estimates } from "../evaluation/overlay";
import { outcomeSign } from "../evaluation/hintwords";
import type { SideWord, SquareOutcome, ThreatPart } from "../protocol/protocol";
import type { Board } from "../rules/squares";

/** From this many pixels a square, there is room to write its worth. */
const ROOM_FOR_WORTH = 32;

export function underStones(hints: Hints, size: Board, fit: Fit): TemplateResult | typeof nothing {
  if (hints.heat.length === 0) return nothing;
  return svg`<g class="heat">${hints.heat.map((heat) => warmth(heat, size, fit))}</g>`;
}

export function overStones(
  hints: Hints,
  size: Board,
  { square }: Fit,
  viewer: SideWord | null,
): TemplateResult | typeof nothing {
  const { outcomes, best, threats, lit, heat } = hints;
  if (outcomes.length + best.length + threats.length + lit.length + heat.length === 0)
    return nothing;
  const guesses = estimates(outcomes);
  const common = commonSigns(outcomes);
  const signed = new Set([...outcomes.filter(isSigned), ...guesses].map((each) => each.square));
  return svg`<g class="hints" transform=${`scale(${1 / square})`}>
    ${lit.map((each) => halo(place(each, size, square), square))}
    ${
      square >= ROOM_FOR_WORTH
        ? heat.map((each) => (signed.has(each.square) ? nothing : worth(each, size, square)))
        : nothing
    }
    ${outcomes.map((each) =>
      each.status === "proved" ? chip(each, common.has(outcomeSign(each)), size, square) : nothing,
    )}
    ${guesses.map((each) => guess(each, 1 - (each.rank - 1) / guesses.length, size, square))}
    ${best.map((each) =>
      frame(
        each,
        outcomes.find((outcome) => outcome.square === each),
        size,
        square,
      ),
    )}
    ${threats.map((threat) => threatMarks(threat, size, square, viewer))}
  </g>`;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The middle of a square, in pixels. */
function place(square: number, size: Board, pixels: number): Place {
  return { x: (left(square, size) + 0.5) * pixels, y: (top(square, size) + 0.5) * pixels };
}

function isSigned({ status, verdict }: SquareOutcome): boolean {
  return status === "proved" && verdict !== null;
}

function warmth({ square, warmth: share, rank }: Heat, size: Board, fit: Fit): TemplateResult {
  const first = rank === 1;
  const inset = first ? 2 / fit.square : 0;
  return svg`<rect class=${first ? "warm first" : "warm"}
    x=${left(square, size) + inset} y=${top(square, size) + inset}
    width=${1 - 2 * inset} height=${1 - 2 * inset}
    fill-opacity=${(0.08 + 0.77 * share * share).toFixed(3)} />`;
}

function worth({ square, worth: value }: Heat, size: Board, pixels: number): TemplateResult {
  const { x, y } = place(square, size, pixels);
  const font = Math.min(18, Math.max(10, pixels * 0.28));
  return svg`<text class="worth" x=${x} y=${y + font * 0.36} font-size=${font}>${worthWord(value)}</text>`;
}

/** Height of a chip, and of its letters. */
function chipSize(pixels: number): { readonly high: number; readonly font: number } {
  const high = Math.round(Math.min(46, Math.max(13, pixels * 0.36), pixels - 2));
  return { high, font: Math.max(9.5, high * 0.58) };
}

function chipWidth(
  text: string,
  { high, font }: ReturnType<typeof chipSize>,
  most: number,
): number {
  return Math.min(most, Math.max(high, text.length * font * 0.64 + font * 0.7));
}

/** A sign on more squares than this is written plainly: a board full of frames shows nothing. */
const COMMON = 24;

function commonSigns(outcomes: readonly SquareOutcome[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const each of outcomes) {
    const sign = outcomeSign(each);
    counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > COMMON).map(([sign]) => sign));
}

function chip(
  outcome: SquareOutcome,
  isCommon: boolean,
  size: Board,
  pixels: number,
): TemplateResult | typeof nothing {
  const text = outcomeSign(outcome);
  if (!text) return nothing;
  const { x, y } = place(outcome.square, size, pixels);
  const sizes = chipSize(pixels);
  const wide = chipWidth(text, sizes, pixels - 2);
  return svg`<g class=${`chip ${outcome.verdict} ${isCommon ? "common" : ""}`}>
    <rect x=${x - wide / 2} y=${y - sizes.high / 2} width=${wide} height=${sizes.high} rx=${sizes.high * 0.3} />
    <text x=${x} y=${y + sizes.font * 0.355} font-size=${sizes.font}>${text}</text>
  </g>`;
}

/** An estimate is a dashed ring, larger where it is better: never mistaken for a proof. */
function guess({ square }: Estimate, share: number, size: Board, pixels: number): TemplateResult {
  const { x, y } = place(square, size, pixels);
  const radius = Math.min(24, pixels * (0.16 + 0.2 * share));
  const font = Math.max(10, radius * 1.3);
  return svg`<g class="chip guess">
    <circle cx=${x} cy=${y} r=${radius} />
    <text x=${x} y=${y + font * 0.34} font-size=${font}>~</text>
  </g>`;
}

/** A frame, not a circle: beside X and O that would be a stone. */
function frame(
  square: number,
  outcome: SquareOutcome | undefined,
  size: Board,
  pixels: number,
): TemplateResult {
  const { x, y } = place(square, size, pixels);
  const sizes = chipSize(pixels);
  const most = pixels - 3;
  const gap = Math.min(10, pixels * 0.12);
  const aroundGuess = Math.min(60, pixels * 0.84);
  const isChip = outcome?.status === "proved";
  const wide = isChip ? chipWidth(outcomeSign(outcome), sizes, pixels) + gap : aroundGuess;
  const high = isChip ? sizes.high + gap : aroundGuess;
  return rectangle(x, y, Math.min(most, wide), Math.min(most, high));
}

function rectangle(x: number, y: number, wide: number, high: number): TemplateResult {
  return svg`<rect class="best" x=${x - wide / 2} y=${y - high / 2} width=${wide} height=${high} rx=${high * 0.3} />`;
}

function halo({ x, y }: Place, pixels: number): TemplateResult {
  return svg`<rect class="halo" x=${x - pixels / 2 + 1} y=${y - pixels / 2 + 1}
    width=${pixels - 2} height=${pixels - 2} rx=${pixels * 0.16} />`;
}

function threatMarks(
  { stones, squares, side }: ThreatPart,
  size: Board,
  pixels: number,
  viewer: SideWord | null,
): TemplateResult {
  const whose = side === viewer ? "mine" : "theirs";
  const reach = Math.min(pixels * 0.48, 44);
  return svg`<g class=${`threat ${whose}`}>
    ${stones.map((stone) => {
      const { x, y } = place(stone, size, pixels);
      const radius = pixels * 0.45;
      return svg`<circle class="casing" cx=${x} cy=${y} r=${radius} /><circle cx=${x} cy=${y} r=${radius} />`;
    })}
    ${squares.map((square) => {
      const { x, y } = place(square, size, pixels);
      return svg`<path d=${`M${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}L${x - reach} ${y}Z`} />`;
    })}
  </g>`;
}
