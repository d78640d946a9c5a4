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
import { estimates, percent } from "../evaluation/overlay";
import { outcomeSign } from "../evaluation/hintwords";
import type { SideWord, SquareOutcome, ThreatPart } from "../protocol/protocol";
import type { Board } from "../rules/squares";

/** From this many pixels a square, there is room to write its worth. */
const ROOM_FOR_WORTH = 32;

/** Below this many pixels a square, a board full of numbers cannot be read: only the best few are shown. */
const ROOM_FOR_ALL = 28;
const FEW = 3;

/** Below this, none can: a dot says which squares are meant, and what they are worth is said beside the board. */
const ROOM_FOR_NUMBER = 18;

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
  const guesses = estimates(outcomes).slice(0, square < ROOM_FOR_ALL ? FEW : undefined);
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
    ${guesses.map((each) => guess(each, size, square))}
    ${best.map((each) => {
      const outcome = outcomes.find((every) => every.square === each);
      // Of estimates only those whose number is written are framed.
      return outcome?.status === "estimated" && !signed.has(each)
        ? nothing
        : frame(each, outcome, size, square);
    })}
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

/** A sign on more squares than this becomes a dot: the legend says it once, and the others stand out. */
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
  if (isCommon)
    return svg`<g class=${`chip ${outcome.verdict} common`}>
      <circle cx=${x} cy=${y} r=${Math.max(3, pixels * 0.13)} />
    </g>`;
  const sizes = chipSize(pixels);
  const wide = chipWidth(text, sizes, pixels - 2);
  return svg`<g class=${`chip ${outcome.verdict}`}>
    <rect x=${x - wide / 2} y=${y - sizes.high / 2} width=${wide} height=${sizes.high} rx=${sizes.high * 0.3} />
    <text x=${x} y=${y + sizes.font * 0.355} font-size=${sizes.font}>${text}</text>
  </g>`;
}

/**
 * An estimate is a number over a bar: the chance to win in per cent, or, where squares can only be compared,
 * its rank. It has no border, as a proof has: the one is never mistaken for the other. Small squares have no
 * room for the bar.
 */
function guess({ square, rank, chance }: Estimate, size: Board, pixels: number): TemplateResult {
  const { x, y } = place(square, size, pixels);
  if (pixels < ROOM_FOR_NUMBER)
    return svg`<g class="chip guess"><circle cx=${x} cy=${y} r=${pixels * 0.28} /></g>`;
  const wide = Math.min(pixels - 2, 56);
  const hasBar = chance !== null && pixels >= ROOM_FOR_ALL;
  const high = Math.min(pixels - 2, wide * (hasBar ? 0.72 : 0.62));
  const font = hasBar ? Math.min(high * 0.62, wide * 0.5) : Math.max(9.5, pixels * 0.44);
  const bar = { x: x - wide * 0.36, y: y + high * 0.24, wide: wide * 0.72, high: high * 0.11 };
  const lower = hasBar ? 0.16 : 0.36;
  return svg`<g class="chip guess">
    <rect x=${x - wide / 2} y=${y - high / 2} width=${wide} height=${high} rx=${high * 0.22} />
    <text x=${x} y=${y + font * lower} font-size=${font}>${chance === null ? rank : percent(chance)}</text>
    ${
      hasBar
        ? svg`<rect class="track" x=${bar.x} y=${bar.y} width=${bar.wide} height=${bar.high} />
            <rect class="bar" x=${bar.x} y=${bar.y} width=${bar.wide * chance} height=${bar.high} />`
        : nothing
    }
  </g>`;
}

/** A ring around the best square's sign. */
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
  const aroundGuess = Math.min(62, pixels * 0.94);
  const isChip = outcome?.status === "proved";
  const wide = isChip ? chipWidth(outcomeSign(outcome), sizes, pixels) + gap : aroundGuess;
  const high = isChip ? sizes.high + gap : aroundGuess * 0.84;
  return rectangle(x, y, Math.min(most, wide), Math.min(most, high));
}

function rectangle(x: number, y: number, wide: number, high: number): TemplateResult {
  return svg`<rect class="best" x=${x - wide / 2} y=${y - high / 2} width=${wide} height=${high} rx=${high * 0.3} />`;
}

function halo({ x, y }: Place, pixels: number): TemplateResult {
  return svg`<rect class="halo" x=${x - pixels / 2 + 1} y=${y - pixels / 2 + 1}
    width=${pixels - 2} height=${pixels - 2} rx=${pixels * 0.16} />`;
}

/** What a threat of this kind does with the next move of its side: it wins, or it threatens to. */
const WINS_AT_ONCE: ReadonlySet<string> = new Set(["openFour", "four"]);

/**
 * Frames where a side would play on: crossed where that wins at once, dashed where it wins a move later;
 * upright for the viewer's own threats, standing on a corner for the opponent's.
 */
function threatMarks(
  { kind, squares, side }: ThreatPart,
  size: Board,
  pixels: number,
  viewer: SideWord | null,
): TemplateResult {
  const isMine = side === viewer;
  const wins = WINS_AT_ONCE.has(kind);
  const reach = Math.min(pixels * (isMine ? 0.38 : 0.46), 40);
  return svg`<g class=${`threat ${isMine ? "mine" : "theirs"}`}>
    ${squares.map((square) => {
      const { x, y } = place(square, size, pixels);
      const corners = isMine
        ? `M${x - reach} ${y - reach}H${x + reach}V${y + reach}H${x - reach}Z`
        : `M${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}L${x - reach} ${y}Z`;
      const arm = reach * 0.45;
      const cross = `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`;
      return svg`<path class=${wins ? "now" : "later"} d=${wins ? corners + cross : corners} />`;
    })}
  </g>`;
}
