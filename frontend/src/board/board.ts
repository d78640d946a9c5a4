// A board as SVG: what it shows is one value; what people do on it comes back as squares.

import type { TemplateResult } from "lit-html";
import { nothing, svg } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { Drawing } from "../viewer/choices";
import type { Fit } from "./geometry";
import type { Stroke } from "../rules/winning";
import { left, squareAt, starPoints, top } from "./geometry";
import { overStones, underStones } from "./hintmarks";
import type { Hints } from "../evaluation/overlay";
import type { Stone, Stones } from "../rules/position";
import type { SideWord } from "../protocol/protocol";
import type { Board } from "../rules/squares";
import { columnName } from "../rules/squares";
import type { EdgeLabels } from "../rules/turning";

/** A stone that has not been played yet. */
export interface Ghost {
  readonly square: number;
  readonly side: SideWord;
}

export interface BoardView {
  readonly board: Board;
  readonly fit: Fit;
  readonly drawing: Drawing;
  readonly coordinates: boolean;
  readonly stones: Stones;
  readonly last: number | null;
  /** The winning squares, and the strokes through them. */
  readonly line: readonly number[];
  readonly strokes: readonly Stroke[];
  /** Under the pointer. */
  readonly hover: Ghost | null;
  /** Chosen, to be confirmed. */
  readonly aim: Ghost | null;
  /** To be played once the opponent has moved. */
  readonly premove: Ghost | null;
  /** Sent, not confirmed by the server. */
  readonly pending: Ghost | null;
  /** Where the keyboard's cursor is. */
  readonly cursor: number | null;
  readonly hints: Hints;
  /** Whose threats are "mine". */
  readonly viewer: SideWord | null;
  /** The labels along the edges of a turned board. */
  readonly labels?: EdgeLabels;
  /** What else lies over the stones. */
  readonly over?: TemplateResult;
}

export function board(view: BoardView): TemplateResult {
  const { board: size, fit, drawing } = view;
  const { edges, square } = fit;
  const box = `${-edges.left / square} ${-edges.top / square} ${fit.width / square} ${fit.height / square}`;
  return svg`<svg
    class=${`squares ${drawing}${view.line.length > 0 ? " won" : ""}`}
    width=${fit.width}
    height=${fit.height}
    viewBox=${box}
    aria-hidden="true"
    focusable="false"
  >
    ${shading}
    ${guard([size.width, size.height, drawing], () => ground(size, drawing))}
    ${guard([size.width, size.height, view.coordinates, square, edges, view.labels], () =>
      view.coordinates ? coordinates(size, fit, view.labels) : nothing,
    )}
    ${view.aim ? crosshair(view.aim.square, size) : nothing}
    ${view.last !== null && drawing === "marks" ? cellMark(view.last, size, "last") : nothing}
    ${underStones(view.hints, size, fit)}
    ${guard([view.stones, view.line, drawing, size.width], () =>
      repeat(
        view.stones.values(),
        (stone) => stone.square,
        (stone) => stoneOf(stone, size, drawing, stoneClass(stone, view)),
      ),
    )}
    ${view.last !== null && drawing === "stones" ? lastMark(view.last, view, size) : nothing}
    ${view.over ?? nothing}
    ${overStones(view.hints, size, fit, view.viewer)}
    ${view.strokes.map((stroke) => strokeOf(stroke, size))}
    ${view.hover ? stoneOf(view.hover, size, drawing, "ghost") : nothing}
    ${view.premove ? premoveOf(view.premove, size, drawing) : nothing}
    ${view.pending ? stoneOf(view.pending, size, drawing, "pending") : nothing}
    ${view.aim ? stoneOf(view.aim, size, drawing, "aim") : nothing}
    ${view.cursor !== null ? cursor(view.cursor, size) : nothing}
  </svg>`;
}

/** The square under a pointer, on the board as it is drawn. */
export function squareUnder(
  event: { readonly clientX: number; readonly clientY: number },
  element: Element,
  size: Board,
  { edges, square }: Fit,
): number | null {
  const box = element.getBoundingClientRect();
  const scale = box.width / (size.width * square + edges.left + edges.right);
  const x = ((event.clientX - box.left) / scale - edges.left) / square;
  const y = ((event.clientY - box.top) / scale - edges.top) / square;
  return squareAt(x, y, size);
}

/** The empty board, small: for lists and previews. */
export function thumbnail(size: Board, drawing: Drawing): TemplateResult {
  return svg`<svg class=${`squares thumbnail ${drawing}`} viewBox=${`0 0 ${size.width} ${size.height}`}
    aria-hidden="true" focusable="false">${ground(size, drawing)}</svg>`;
}

/** How light falls on stones. */
const shading = svg`
  <defs>
    <radialGradient id="black-stone" cx="0.36" cy="0.3" r="0.75">
      <stop class="black-lit" offset="0" /><stop class="black-shade" offset="1" />
    </radialGradient>
    <radialGradient id="white-stone" cx="0.36" cy="0.3" r="0.8">
      <stop class="white-lit" offset="0.2" /><stop class="white-shade" offset="1" />
    </radialGradient>
  </defs>`;

/** The lines of an empty board. */
export function ground(size: Board, drawing: Drawing): TemplateResult {
  return svg`
    <path class="grid" d=${drawing === "stones" ? crossings(size) : cells(size)} />
    ${drawing === "stones" ? starPoints(size).map((point) => star(point, size)) : nothing}`;
}

/** Lines through the middle of every row and column. */
function crossings({ width, height }: Board): string {
  const rows = Array.from({ length: height }, (_, row) => `M.5 ${row + 0.5}H${width - 0.5}`);
  const columns = Array.from(
    { length: width },
    (_, column) => `M${column + 0.5} .5V${height - 0.5}`,
  );
  return rows.concat(columns).join("");
}

/** Lines between the squares. */
function cells({ width, height }: Board): string {
  const rows = Array.from({ length: height - 1 }, (_, row) => `M0 ${row + 1}H${width}`);
  const columns = Array.from({ length: width - 1 }, (_, column) => `M${column + 1} 0V${height}`);
  return `${rows.concat(columns).join("")}M0 0H${width}V${height}H0Z`;
}

function star(point: number, size: Board): TemplateResult {
  return svg`<circle class="star" cx=${left(point, size) + 0.5} cy=${top(point, size) + 0.5} r="0.1" />`;
}

/** Sized in pixels, whatever the size of a square; on both sides where there is room. */
function coordinates(size: Board, { square, edges }: Fit, labels?: EdgeLabels): TemplateResult {
  const across = (column: number): string => labels?.columns[column] ?? columnName(column);
  const up = (row: number): string => labels?.rows[row] ?? String(row + 1);
  const columns = Array.from({ length: size.width }, (_, column) => column);
  const rows = Array.from({ length: size.height }, (_, row) => row);
  const roomy = edges.top >= 16;
  // Where squares are narrower than a label, some labels are left out.
  const every = square < 11 ? 3 : square < 15 ? 2 : 1;
  const label = (x: number, y: number, text: string): TemplateResult =>
    svg`<text x=${Math.round(x)} y=${Math.round(y)}>${text}</text>`;
  const x = (column: number): number => (column + 0.5) * square;
  const y = (row: number): number => (size.height - row - 0.5) * square + 4;
  const bottom = size.height * square + edges.bottom / 2 + 4;
  return svg`<g class="coordinates" transform=${`scale(${1 / square})`}>
    ${columns.filter((column) => column % every === 0).map((column) => label(x(column), bottom, across(column)))}
    ${rows.filter((row) => row % every === 0).map((row) => label(-edges.left / 2, y(row), up(row)))}
    ${
      roomy
        ? [
            columns
              .filter((c) => c % every === 0)
              .map((c) => label(x(c), -edges.top / 2 + 4, across(c))),
            rows
              .filter((row) => row % every === 0)
              .map((row) => label(size.width * square + edges.right / 2, y(row), up(row))),
          ]
        : nothing
    }
  </g>`;
}

function stoneClass(stone: Stone, view: BoardView): string {
  const winning = view.line.includes(stone.square) ? " winning" : "";
  return `${stone.ply === view.stones.size - 1 ? "newest" : ""}${winning}`;
}

/** A stone on its square, in the style of its kind. */
export function stoneOf(
  { square, side }: Ghost,
  size: Board,
  drawing: Drawing,
  kind: string,
): TemplateResult {
  const x = left(square, size);
  const y = top(square, size);
  if (drawing === "stones") {
    return svg`<circle class=${`stone ${side} ${kind}`} cx=${x + 0.5} cy=${y + 0.5} r="0.46" />`;
  }
  return side === "black"
    ? svg`<path class=${`mark black ${kind}`} d=${`M${x + 0.24} ${y + 0.24}l.52 .52m0-.52l-.52 .52`} />`
    : svg`<circle class=${`mark white ${kind}`} cx=${x + 0.5} cy=${y + 0.5} r="0.28" />`;
}

/** A ghost in a dashed ring: it waits. */
function premoveOf(premove: Ghost, size: Board, drawing: Drawing): TemplateResult {
  const x = left(premove.square, size) + 0.5;
  const y = top(premove.square, size) + 0.5;
  return svg`${stoneOf(premove, size, drawing, "ghost premove")}
    <circle class="waiting-ring" cx=${x} cy=${y} r="0.45" />`;
}

function cellMark(square: number, size: Board, kind: string): TemplateResult {
  return svg`<rect class=${`cell ${kind}`} x=${left(square, size)} y=${top(square, size)} width="1" height="1" />`;
}

function lastMark(square: number, view: BoardView, size: Board): TemplateResult {
  const side = view.stones.get(square)?.side ?? "black";
  return svg`<circle class=${`last-mark on-${side}`} cx=${left(square, size) + 0.5} cy=${top(square, size) + 0.5} r="0.14" />`;
}

function strokeOf({ from, to }: Stroke, size: Board): TemplateResult {
  const middle = (square: number): string =>
    `${left(square, size) + 0.5} ${top(square, size) + 0.5}`;
  return svg`<path class="line" pathLength="1" d=${`M${middle(from)}L${middle(to)}`} />`;
}

function crosshair(square: number, size: Board): TemplateResult {
  return svg`<path class="crosshair" d=${`M0 ${top(square, size)}h${size.width}v1h${-size.width}zM${left(square, size)} 0h1v${size.height}h-1z`} />`;
}

function cursor(square: number, size: Board): TemplateResult {
  return svg`<rect class="cursor" x=${left(square, size) + 0.04} y=${top(square, size) + 0.04} width="0.92" height="0.92" rx="0.12" />`;
}
