// The board of a review, an analysis or a study: turned as it is seen, with what lies over it.

import type { TemplateResult } from "lit-html";
import { nothing, svg } from "lit-html";
import type { BoardView, Ghost } from "../board/board";
import type { Drawing } from "../viewer/choices";
import type { MarkPart } from "../protocol/findings";
import type { Fit } from "../board/geometry";
import { left, top } from "../board/geometry";
import type { Hints } from "../evaluation/overlay";
import { ofKind } from "../evaluation/overlay";
import { variationLayer } from "../game/variationboard";
import { isFree } from "../rules/blocked";
import { moveTo, placed, squareOf } from "../rules/move";
import type { Stones } from "../rules/position";
import type { Board } from "../rules/squares";
import type { Model, Seen } from "./model";
import {
  assessmentOf,
  bestOf,
  boardDrawingOf,
  boardOf,
  forbiddenHere,
  heatShown,
  lastAt,
  offeredHere,
} from "./model";
import { children, numbersAt, stonesAt } from "../rules/tree";
import type { EdgeLabels, Turning } from "../rules/turning";
import { edgeLabels, seenAt, turnedBoard } from "../rules/turning";

export function boardView(model: Model, at: Seen, fit: Fit): BoardView {
  const board = boardOf(model);
  const { turning } = model;
  const to = (square: number): number => seenAt(square, board, turning);
  const drawn = boardDrawingOf(model);
  const seen = turnedBoard(board, turning);
  const lines = at.standing.kind === "won" ? [at.standing.lines] : [];
  const { stones, last } = beforeLine(model, at);
  const isOver = at.standing.kind !== "open";
  const ghost = (square: number | null): Ghost | null => {
    if (square === null || !isFree(square, at.stones, board)) return null;
    if (model.marking !== null || (isOver && model.tool === null)) return null;
    const { tool, kind } = model;
    if (tool === "erase") return null;
    const { side } = placed(moveTo(square, kind, board), at.side, board);
    return { square: to(square), side: tool ?? side };
  };
  return {
    board: seen,
    fit,
    drawing: drawn,
    coordinates: model.choices.coordinates,
    stones: turnedStones(stones, to),
    last: last === null || model.over.numbers ? null : to(last),
    line: lines.flatMap(({ squares }) => squares.map(to)),
    strokes: lines.flatMap(({ strokes }) =>
      strokes.map(({ from, to: end }) => ({ from: to(from), to: to(end) })),
    ),
    hover: model.aim === null ? ghost(model.hover) : null,
    aim: ghost(model.aim),
    premove: null,
    pending: null,
    cursor: model.cursor === null ? null : to(model.cursor),
    hints: turnedHints(hintsOf(model, at), to),
    forbidden: forbiddenHere(model).map((each) => ({ ...each, square: to(each.square) })),
    offered: offeredHere(model).map(to),
    viewer: "black",
    labels: labelsOf(board, turning),
    over: svg`${layer(model, at, seen, drawn, fit, to)}
      ${model.line === null ? nothing : lineLayer(model, at, seen, drawn, fit, to)}`,
  };
}

/** What lies on the board under the line that is shown. */
function beforeLine({ tree, line }: Model, at: Seen): Pick<Seen, "stones" | "last"> {
  if (line === null) return at;
  return { stones: stonesAt(tree, line.base), last: lastAt({ tree, here: line.base }) };
}

/** The stones of the line that is shown: translucent and numbered, unlike those that lie. */
function lineLayer(
  { line }: Model,
  at: Seen,
  seen: Board,
  drawn: Drawing,
  fit: Fit,
  to: (square: number) => number,
): TemplateResult {
  const tried = (line?.moves ?? []).slice(0, line?.shown).map((move, index) => {
    const square = squareOf(move, at.position);
    return { square: to(square), side: at.stones.get(square)!.side, number: index + 1 };
  });
  const won = at.standing.kind === "won" ? at.standing.lines.squares.map(to) : [];
  return variationLayer(tried, seen, fit, drawn, won);
}

/** The labels of the last board: as long as they are the same, they need not be redrawn. */
let known: { readonly key: string; readonly labels: EdgeLabels } | null = null;

function labelsOf(board: Board, turning: Turning): EdgeLabels {
  const key = `${board.width} ${board.height} ${turning.quarters} ${turning.flipped}`;
  if (known?.key !== key) known = { key, labels: edgeLabels(board, turning) };
  return known.labels;
}

function turnedStones(stones: Stones, to: (square: number) => number): Stones {
  return new Map(
    [...stones.values()].map((stone) => [to(stone.square), { ...stone, square: to(stone.square) }]),
  );
}

function turnedHints(hints: Hints, to: (square: number) => number): Hints {
  return {
    ...hints,
    outcomes: hints.outcomes.map((each) => ({ ...each, square: to(each.square) })),
    best: hints.best.map(to),
    heat: hints.heat.map((each) => ({ ...each, square: to(each.square) })),
    threats: hints.threats.map((each) => ({
      ...each,
      stones: each.stones.map(to),
      squares: each.squares.map(to),
    })),
    lit: hints.lit.map(to),
  };
}

/** What the page's switches lay over the board, for a position that is not over. */
export function hintsOf(model: Model, at: Seen): Hints {
  const { over, lit } = model;
  const isOpen = at.standing.kind === "open";
  const assessment = isOpen ? assessmentOf(model) : null;
  const whole = {
    // What a study estimates are chances: what only compares squares is unknown there.
    outcomes: over.outcomes
      ? (assessment?.squares ?? []).map((each) => ({ ...each, isChance: true }))
      : [],
    best: isOpen && over.best ? bestOf(model) : [],
  };
  return {
    ...ofKind(whole, model.kind, boardOf(model)),
    heat: isOpen ? heatShown(model) : [],
    threats: over.threats ? (assessment?.threats ?? []) : [],
    lit,
  };
}

/** Numbers, marks, and where the variations go on; in pixels, whatever the size of a square. */
function layer(
  model: Model,
  at: Seen,
  seen: Board,
  drawn: Drawing,
  fit: Fit,
  to: (square: number) => number,
): TemplateResult {
  const { tree, here } = at.place;
  const pixels = fit.square;
  const middle = (square: number): readonly [number, number] => [
    (left(to(square), seen) + 0.5) * pixels,
    (top(to(square), seen) + 0.5) * pixels,
  ];
  const numbers = model.over.numbers ? [...numbersAt(tree, here)] : [];
  const marks = model.line === null ? (tree.nodes[here]?.marks ?? []) : [];
  const after = model.line === null ? children(tree, here) : [];
  const branches =
    after.length > 1 || model.page.kind === "study"
      ? after.flatMap((index) => lastAt({ tree, here: index }) ?? [])
      : [];
  return svg`<g class="layer" transform=${`scale(${1 / pixels})`}>
    ${branches.map((square) => {
      const [x, y] = middle(square);
      return svg`<circle class="branch" cx=${x} cy=${y} r=${Math.max(3, pixels * 0.14)} />`;
    })}
    ${numbers.map(([square, number]) => {
      const stone = at.stones.get(square);
      return stone === undefined
        ? nothing
        : numberOf(number, stone.side, square === at.last, middle(square), pixels, drawn);
    })}
    ${marks.map((mark) => markOf(mark, at.stones.get(mark.square)?.side ?? "none", middle(mark.square), pixels))}
  </g>`;
}

function numberOf(
  number: number,
  side: string,
  isLast: boolean,
  [x, y]: readonly [number, number],
  pixels: number,
  drawn: Drawing,
): TemplateResult {
  const digits = String(number).length;
  const inCorner = drawn === "marks";
  const font = inCorner
    ? Math.max(9, pixels * 0.2)
    : Math.max(8, pixels * (digits > 2 ? 0.34 : 0.44));
  const place = inCorner ? [x + pixels * 0.38, y + pixels * 0.42] : [x, y + font * 0.36];
  return svg`<text class=${`stone-number on-${inCorner ? "board" : side} ${isLast ? "newest-number" : ""}`}
    x=${place[0]} y=${place[1]} font-size=${font}>${number}</text>`;
}

function markOf(
  { kind, text }: MarkPart,
  side: string,
  [x, y]: readonly [number, number],
  pixels: number,
): TemplateResult {
  const r = pixels * 0.26;
  const name = `study-mark on-${side}`;
  switch (kind) {
    case "circle":
      return svg`<circle class=${name} cx=${x} cy=${y} r=${r} />`;
    case "square":
      return svg`<rect class=${name} x=${x - r} y=${y - r} width=${2 * r} height=${2 * r} />`;
    case "triangle":
      return svg`<path class=${name} d=${`M${x} ${y - r}L${x + r} ${y + r * 0.8}H${x - r}Z`} />`;
    case "cross":
      return svg`<path class=${name} d=${`M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`} />`;
    case "text":
      return svg`<text class=${`${name} letter`} x=${x} y=${y + pixels * 0.18} font-size=${pixels * 0.5}>${text}</text>`;
    default:
      return kind satisfies never;
  }
}
