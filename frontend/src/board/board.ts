// A board as SVG: what it shows is one value; what people do on it comes back as squares.

import type { TemplateResult } from "lit-html";
import { nothing, svg } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { Drawing } from "../viewer/choices";
import type { Fit } from "./geometry";
import type { Stroke } from "../rules/winning";
import { left, seenPart, starPoints, top } from "./geometry";
import { overStones, underStones } from "./hintmarks";
import type { Hints } from "../evaluation/overlay";
import type { Stone, Stones } from "../rules/position";
import type { ForbiddenPart, SideWord } from "../protocol/protocol";
import { isBlocked } from "../rules/blocked";
import { bans } from "./bans";
import { area, offeredMarks } from "./openingmarks";
import type { Board } from "../rules/squares";
import { columnName } from "../rules/squares";
import type { Zoom } from "./zoom";
import { WHOLE } from "./zoom";
import type { EdgeLabels } from "../rules/turning";

/** A stone that has not been played yet. */
export interface Ghost {
  readonly square: number;
  readonly side: SideWord;
}

export interface BoardView {
  readonly board: Board;
  readonly fit: Fit;
  /** The part that is seen, if not all. */
  readonly zoom?: Zoom;
  readonly drawing: Drawing;
  readonly coordinates: boolean;
  readonly stones: Stones;
  /** From how many squares above its own the newest stone falls; absent: it is put there. */
  readonly drop?: number;
  readonly last: number | null;
  /** The earlier stones of the turn it ended or belongs to, marked like it; absent: none. */
  readonly before?: readonly number[];
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
  /** Where black may not play now, and the one of them whose lines are drawn. */
  readonly forbidden?: readonly ForbiddenPart[];
  readonly explained?: ForbiddenPart | null;
  /** Where alone the next stone may lie; null or absent: anywhere. */
  readonly area?: readonly number[] | null;
  /** Squares offered for the next stone, each with its letter. */
  readonly offered?: readonly number[];
  /** The labels along the edges of a turned board. */
  readonly labels?: EdgeLabels;
  /** What else lies over the stones. */
  readonly over?: TemplateResult;
}

export function board(view: BoardView): TemplateResult {
  const { board: size, fit, drawing, stones } = view;
  const { margin, square } = fit;
  const aimed = view.aim?.square ?? view.cursor;
  return svg`<svg
    id="squares"
    class=${`squares ${drawing}`}
    width=${fit.width}
    height=${fit.height}
    viewBox=${seenPart(fit, view.zoom ?? WHOLE).join(" ")}
    aria-hidden="true"
    focusable="false"
  >
    ${light}
    ${guard([size.width, size.height, String(size.blocked), drawing], () => ground(size, drawing))}
    ${view.area ? guard([view.area, size.width, size.height], () => area(view.area!, size)) : nothing}
    ${view.aim ? crosshair(view.aim.square, size) : nothing}
    ${drawing === "marks" ? lastOf(view).map((each) => cellMark(each, size, "last")) : nothing}
    ${underStones(view.hints, size, fit)}
    ${guard([stones, view.line, drawing, size.width, square, view.drop], () => [
      drawing === "stones" ? [...stones.values()].map((stone) => shade(stone, size)) : nothing,
      drawing === "stones" ? view.line.map((each) => disc("glow", each, size, 0.52)) : nothing,
      repeat(
        stones.values(),
        (stone) => stone.square,
        (stone) => [
          stone.ply === stones.size - 1
            ? newest(stone, size, drawing, view.drop ?? 0)
            : stoneOf(stone, size, drawing, ""),
          drawing === "stones" && stone.side === "white" && square >= ROOM_FOR_SHELL
            ? shell(stone.square, size)
            : nothing,
        ],
      ),
    ])}
    ${guard(
      [size.width, size.height, view.coordinates, square, margin, view.labels, stones, aimed],
      () => (view.coordinates ? coordinates(view, aimed) : nothing),
    )}
    ${
      drawing === "stones"
        ? lastOf(view)
            .filter((each) => !view.line.includes(each))
            .map((each) => lastMark(each, view, size))
        : nothing
    }
    ${view.over ?? nothing}
    ${
      view.forbidden === undefined || view.forbidden.length === 0
        ? nothing
        : bans(view.forbidden, view.explained ?? null, size)
    }
    ${view.offered?.length ? offeredMarks(view.offered, size, fit) : nothing}
    ${overStones(view.hints, size, fit, view.viewer)}
    ${view.strokes.map((stroke) => strokeOf(stroke, size))}
    ${view.hover ? stoneOf(view.hover, size, drawing, "ghost") : nothing}
    ${view.premove ? premoveOf(view.premove, size, drawing) : nothing}
    ${view.pending ? stoneOf(view.pending, size, drawing, "pending") : nothing}
    ${view.aim ? aimOf(view.aim, size, drawing) : nothing}
    ${view.cursor !== null ? cursor(view.cursor, size) : nothing}
  </svg>`;
}

/** The empty board, small: for lists and previews. */
export function thumbnail(size: Board, drawing: Drawing): TemplateResult {
  return svg`<svg class=${`squares thumbnail ${drawing}`} viewBox=${`0 0 ${size.width} ${size.height}`}
    aria-hidden="true" focusable="false">${ground(size, drawing)}</svg>`;
}

/** From this many pixels a square, the lines of a shell are seen on white stones. */
const ROOM_FOR_SHELL = 20;

/** How light falls on stones, from the top left, and the shadow they cast. */
const light = svg`
  <defs>
    <radialGradient id="black-stone" cx="0.36" cy="0.29" r="0.82">
      <stop class="black-1" offset="0" /><stop class="black-2" offset="0.26" />
      <stop class="black-3" offset="0.68" /><stop class="black-4" offset="1" />
    </radialGradient>
    <radialGradient id="white-stone" cx="0.37" cy="0.3" r="0.84">
      <stop class="white-1" offset="0" /><stop class="white-2" offset="0.48" />
      <stop class="white-3" offset="0.8" /><stop class="white-4" offset="1" />
    </radialGradient>
    <radialGradient id="stone-shade">
      <stop class="shade-near" offset="0.68" /><stop class="shade-middle" offset="0.84" />
      <stop class="shade-far" offset="1" />
    </radialGradient>
  </defs>`;

/** The lines of an empty board, and the squares that are blocked. */
export function ground(size: Board, drawing: Drawing): TemplateResult {
  const walls = (size.blocked ?? []).map((square) => wall(square, size));
  if (drawing === "marks") return svg`<path class="grid" d=${partings(size)} />${walls}`;
  return svg`<path class="grid" d=${crossings(size)} />
    <path class="grid rim" d=${`M.5 .5H${size.width - 0.5}V${size.height - 0.5}H.5Z`} />
    ${starPoints(size).map((point) => disc("star", point, size, 0.095))}${walls}`;
}

/** A blocked square: a block that fills it. */
function wall(square: number, size: Board): TemplateResult {
  return svg`<rect class="wall" x=${left(square, size) + 0.04} y=${top(square, size) + 0.04}
    width="0.92" height="0.92" rx="0.06" />`;
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

/** Lines between the squares, without a frame. */
function partings({ width, height }: Board): string {
  const rows = Array.from({ length: height - 1 }, (_, row) => `M.06 ${row + 1}H${width - 0.06}`);
  const columns = Array.from(
    { length: width - 1 },
    (_, column) => `M${column + 1} .06V${height - 0.06}`,
  );
  return rows.concat(columns).join("");
}

/** Below this many pixels nobody can read a letter. */
const LEAST_LETTER_PX = 8;
const MOST_LETTER_PX = 16;
/** Letters that would be smaller than this are larger for their board. */
const LEGIBLE_PX = 9.5;

/**
 * The names of columns below the last line and of rows beside the first one, inside the margin, in
 * pixels. A stone at the edge has its name on it. Where names have no room there are none.
 */
function coordinates(view: BoardView, aimed: number | null): TemplateResult | typeof nothing {
  const { board: size, fit, drawing, labels, stones } = view;
  const { square, margin } = fit;
  const isOnCrossings = drawing === "stones";
  const wanted = isOnCrossings
    ? Math.max(0.27 * square, Math.min(0.4 * square, LEGIBLE_PX))
    : margin * 0.55;
  const room = isOnCrossings ? square * 0.6 : margin;
  const letter = Math.min(Math.max(wanted, LEAST_LETTER_PX), MOST_LETTER_PX);
  if (letter > room) return nothing;
  // From the outer edge of a square outwards, to the middle of its name.
  const out = isOnCrossings ? -0.15 * square : margin / 2;
  const middle = (at: number): number => (at + 0.5) * square;
  const label = (x: number, y: number, text: string, at: number, isAimed: boolean) => {
    const side = isOnCrossings ? stones.get(at)?.side : undefined;
    const isOnWall = isOnCrossings && isBlocked(at, size);
    const kind = side !== undefined ? `on-${side}` : isOnWall ? "on-wall" : isAimed ? "aimed" : "";
    return svg`<text class=${kind} x=${x} y=${y + letter * 0.35}>${text}</text>`;
  };
  const { width, height } = size;
  return svg`<g class="coordinates" font-size=${letter} transform=${`scale(${1 / square})`}>
    ${Array.from({ length: width }, (_, column) =>
      label(
        middle(column),
        height * square + out,
        labels?.columns[column] ?? columnName(column),
        column,
        aimed !== null && aimed % width === column,
      ),
    )}
    ${Array.from({ length: height }, (_, row) =>
      label(
        -out,
        middle(height - 1 - row),
        labels?.rows[row] ?? String(row + 1),
        row * width,
        aimed !== null && Math.floor(aimed / width) === row,
      ),
    )}
  </g>`;
}

/** X and O as a hand draws them, around their middle; board.html draws the same. */
const MARKS: Readonly<Record<SideWord, string>> = {
  black: "M-.26-.27C-.12-.1.1.08.27.26M.26-.28C.12-.1-.08.1-.26.27",
  white:
    "M.05-.285C-.15-.31-.3-.16-.288.02-.276.2-.14.295.03.287.2.28.305.13.287-.05.27-.2.14-.3-.05-.28",
};

/** A stone on its square, in the style of its kind. */
export function stoneOf(
  { square, side }: Ghost,
  size: Board,
  drawing: Drawing,
  kind: string,
): TemplateResult {
  if (drawing === "stones") return disc(`stone ${side} ${kind}`, square, size, 0.475);
  const { x, y } = middleOf(square, size);
  return svg`<path class=${`mark ${side} ${kind}`} pathLength="1" transform=${`translate(${x} ${y})`}
    d=${MARKS[side]} />`;
}

/**
 * The stone of the last move: it is seen to land, or to fall from above the board. As far as it falls
 * a rectangle is high that nobody sees: the style goes by the height of both.
 */
function newest(stone: Stone, size: Board, drawing: Drawing, drop: number): TemplateResult {
  if (drop === 0) return stoneOf(stone, size, drawing, "newest");
  const { square } = stone;
  const from = top(square, size) + 1 - drop;
  return svg`<g class="falling">
    <rect class="fall" x=${left(square, size)} y=${from} width="1" height=${drop} />
    ${stoneOf(stone, size, drawing, "")}
  </g>`;
}

function middleOf(square: number, size: Board): { readonly x: number; readonly y: number } {
  return { x: left(square, size) + 0.5, y: top(square, size) + 0.5 };
}

/** A disc or a ring around the middle of a square. */
function disc(kind: string, square: number, size: Board, r: number): TemplateResult {
  const { x, y } = middleOf(square, size);
  return svg`<circle class=${kind} cx=${x} cy=${y} r=${r} />`;
}

function shade({ square }: Stone, size: Board): TemplateResult {
  const { x, y } = middleOf(square, size);
  return svg`<circle class="shade" cx=${x + 0.035} cy=${y + 0.085} r="0.555" />`;
}

/** The growth lines of a shell, turned one of three ways, so that no two neighbours look cut alike. */
function shell(square: number, size: Board): TemplateResult {
  const { x, y } = middleOf(square, size);
  const turn = [0, 58, -37][(square * 7) % 3]!;
  return svg`<path class="shell" transform=${`translate(${x} ${y}) rotate(${turn})`}
    d="M-.27-.36C-.1-.2-.1.2-.27.36M-.05-.45C.1-.22.1.22-.05.45M.17-.42C.3-.2.3.2.17.42" />`;
}

/** The stone that is to be confirmed, in a ring. */
function aimOf(aim: Ghost, size: Board, drawing: Drawing): TemplateResult {
  return svg`${stoneOf(aim, size, drawing, "aim")}
    ${disc("aim-ring", aim.square, size, 0.62)}`;
}

/** A ghost in a dashed ring: it waits. */
function premoveOf(premove: Ghost, size: Board, drawing: Drawing): TemplateResult {
  return svg`${stoneOf(premove, size, drawing, "ghost premove")}
    ${disc("waiting-ring", premove.square, size, 0.45)}`;
}

function cellMark(square: number, size: Board, kind: string): TemplateResult {
  return svg`<rect class=${`cell ${kind}`} x=${left(square, size) + 0.07} y=${top(square, size) + 0.07}
    width="0.86" height="0.86" rx="0.1" />`;
}

/** The stones of the last turn so far. */
function lastOf({ last, before }: BoardView): readonly number[] {
  return last === null ? [] : [...(before ?? []), last];
}

function lastMark(square: number, view: BoardView, size: Board): TemplateResult {
  const side = view.stones.get(square)?.side ?? "black";
  return disc(`last-mark on-${side}`, square, size, 0.15);
}

function strokeOf({ from, to }: Stroke, size: Board): TemplateResult {
  const [start, end] = [middleOf(from, size), middleOf(to, size)];
  const path = `M${start.x} ${start.y}L${end.x} ${end.y}`;
  return svg`<path class="line-case" pathLength="1" d=${path} />
    <path class="line" pathLength="1" d=${path} />`;
}

function crosshair(square: number, size: Board): TemplateResult {
  const { x, y } = middleOf(square, size);
  return svg`<path class="crosshair" d=${`M0 ${y}H${size.width}M${x} 0V${size.height}`} />`;
}

function cursor(square: number, size: Board): TemplateResult {
  return svg`<rect class="cursor" x=${left(square, size) + 0.04} y=${top(square, size) + 0.04} width="0.92" height="0.92" rx="0.12" />`;
}
