// How a board lies on the screen: whole pixels per square, star points, strokes through lines.
// Board units: one is one square; x grows right from the left edge, y grows down from the top.

import type { Drawing } from "../viewer/choices";
import type { Stroke } from "../rules/winning";
import type { VariantPart } from "../protocol/protocol";
import type { Board } from "../rules/squares";
import { lineLength } from "../rules/variant";
import type { Place } from "./swipe";
import type { Zoom } from "./zoom";

export interface Fit {
  /** Pixels per square: a whole number, so that lines fall on pixels. */
  readonly square: number;
  /** Space around the squares on every side, in pixels. */
  readonly margin: number;
  readonly width: number;
  readonly height: number;
}

export const MOST_PIXELS_PER_SQUARE = 240;

/**
 * Space around the squares, in squares. Stones lie on crossings, half a square inside: names of rows and
 * columns stand between the first line and the edge. Beside X and O there is no such half.
 */
const MARGIN: Readonly<Record<Drawing, number>> = { stones: 0.1, marks: 0.3 };
const MOST_MARGIN = 0.5;

/**
 * The largest board of whole pixels per square inside a box; what is left over goes to the margin.
 * Never below 6 pixels a square.
 */
export function fit(
  { width, height }: Board,
  drawing: Drawing,
  box: { readonly width: number; readonly height: number },
): Fit {
  const around = 2 * MARGIN[drawing];
  const square = Math.max(
    6,
    Math.min(
      Math.floor(box.width / (width + around)),
      Math.floor(box.height / (height + around)),
      MOST_PIXELS_PER_SQUARE,
    ),
  );
  const left = Math.min(box.width - width * square, box.height - height * square);
  const margin = Math.floor(
    Math.max(MARGIN[drawing] * square, Math.min(left / 2, MOST_MARGIN * square)),
  );
  return {
    square,
    margin,
    width: width * square + 2 * margin,
    height: height * square + 2 * margin,
  };
}

/** The square at a place in board units; null off the board. */
export function squareAt(x: number, y: number, board: Board): number | null {
  const column = Math.floor(x);
  const row = board.height - 1 - Math.floor(y);
  const on = column >= 0 && column < board.width && row >= 0 && row < board.height;
  return on ? row * board.width + column : null;
}

/** The square at a place in the box a board is drawn in, of which a part may be seen larger. */
export function squareAtPlace(at: Place, size: Board, fit: Fit, zoom: Zoom): number | null {
  const isIn = at.x >= 0 && at.x <= 1 && at.y >= 0 && at.y <= 1;
  if (!isIn) return null;
  const along = (start: number, part: number, pixels: number): number =>
    ((start + part / zoom.scale) * pixels - fit.margin) / fit.square;
  return squareAt(along(zoom.x, at.x, fit.width), along(zoom.y, at.y, fit.height), size);
}

/** The part of a board that is seen, in board units: left, top, width, height. */
export function seenPart({ margin, square, width, height }: Fit, zoom: Zoom): readonly number[] {
  return [
    zoom.x * width - margin,
    zoom.y * height - margin,
    width / zoom.scale,
    height / zoom.scale,
  ].map((pixels) => pixels / square);
}

/** The left edge of a square. */
export function left(square: number, board: Board): number {
  return square % board.width;
}

/** The top edge of a square. */
export function top(square: number, board: Board): number {
  return board.height - 1 - Math.floor(square / board.width);
}

/** The dots that guide the eye on large boards; none below 7 squares an edge. */
export function starPoints(board: Board): readonly number[] {
  const { width, height } = board;
  if (Math.min(width, height) < 7) return [];
  const along = (size: number): readonly number[] => {
    const inset = size >= 12 ? 3 : 2;
    return size >= 9 ? [inset, size - 1 - inset] : [];
  };
  const middle = (size: number): readonly number[] => (size % 2 === 1 ? [(size - 1) / 2] : []);
  const full = width >= 17 && height >= 17;
  const columns = [...along(width), ...(full ? middle(width) : [])];
  const rows = [...along(height), ...(full ? middle(height) : [])];
  const points = rows.flatMap((row) => columns.map((column) => row * width + column));
  const hearts = middle(height).flatMap((row) =>
    middle(width).map((column) => row * width + column),
  );
  return [...new Set([...points, ...hearts])].sort((a, b) => a - b);
}

/**
 * The strokes through the winning squares. Every line a move completes goes through that move, so
 * a stroke is the run of winning squares through `last` along one axis, where it is long enough.
 */
export function strokes(
  line: readonly number[],
  last: number,
  variant: VariantPart,
): readonly Stroke[] {
  const { width, height } = variant;
  const squares = new Set(line);
  if (!squares.has(last)) return [];
  const column = last % width;
  const row = Math.floor(last / width);
  const found: Stroke[] = [];
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const) {
    const reach = (sign: 1 | -1): number => {
      for (let n = 1; ; n += 1) {
        const c = column + sign * n * dx;
        const r = row + sign * n * dy;
        const on = c >= 0 && c < width && r >= 0 && r < height;
        if (!on || !squares.has(r * width + c)) return n - 1;
      }
    };
    const back = reach(-1);
    const forth = reach(1);
    if (back + forth + 1 < lineLength(variant, dx, dy)) continue;
    if (back + forth === 0 && found.some(({ from, to }) => from === to)) continue;
    found.push({
      from: (row - back * dy) * width + column - back * dx,
      to: (row + forth * dy) * width + column + forth * dx,
    });
  }
  return found;
}
