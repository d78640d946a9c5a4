// A game's page: the board between its two players, and everything else beside it or below.

import type { TemplateResult } from "lit-html";
import { clockTitle } from "../rules/timecontrol";
import { html, nothing, svg } from "lit-html";
import type { Commands } from "./commands";
import { actions } from "./buttons";
import { more } from "./more";
import { afterGame } from "./result";
import { shownTab, tabList } from "./tabs";
import type { ChatCommands } from "./chathandlers";
import { chatPanel } from "./chatpanel";
import type { BoardView, Ghost } from "../board/board";
import { stoneOf } from "../board/board";
import type { BoardInput } from "../board/input";
import { playedBoard } from "../board/playedboard";
import type { Fit } from "../board/geometry";
import type { Model } from "./model";
import { banCard, explained } from "./ban";
import {
  boardDrawingOf,
  canChoose,
  drawingOf,
  forbiddenHere,
  mayTry,
  nextStone,
  pendingStone,
  shownPly,
} from "./model";
import { openingCard } from "./openingcard";
import { openingOf } from "../live/turn";
import { phase } from "../protocol/parts";
import type { HelpCommands } from "./helphandlers";
import { helpPanel } from "./helppanel";
import type { Hints } from "../evaluation/overlay";
import { hintsShown } from "./hints";
import type { Variation } from "./variation";
import { sideToMove, squaresShown, standingOf, triedStones } from "./variation";
import { variationLayer } from "./variationboard";
import { moves, steps } from "./moves";
import { pauseBanner } from "./news";
import { player, sideBelow } from "./players";
import { NO_SQUARES, offeredHere, recordView } from "./recordboard";
import { offeredSquares } from "./openingwords";
import type { Stones } from "../rules/position";
import { other, sideOfPly } from "../rules/position";
import { termsWord } from "../players/ratingwords";
import { seriesWords } from "../rules/series";
import { blockedWords, isBlocked, isFree } from "../rules/blocked";
import { hasEitherKind, moveTo, placed, squareIfAny } from "../rules/move";
import { forbiddenWords } from "../rules/forbidden";
import { connectionSentence, connectionWord } from "../live/connectionwords";
import { invitation } from "./sharing";
import { tray } from "./tray";
import { viewers } from "./viewers";
import { closedTo, lateSentence } from "../live/watchwords";
import { say } from "../words/words";

export function gamePage(
  model: Model,
  stones: Stones,
  fit: Fit,
  act: Commands,
  help: HelpCommands,
  input: BoardInput,
  chat: ChatCommands,
): TemplateResult {
  const { game } = model.state;
  const { width, height } = game.variant;
  const hints = hintsShown(model);
  const below = sideBelow(model);
  const trouble = connectionSentence(model.connection);
  return html`
    <div class="table">
      <div class="set">
        ${player(model, other(below))}
        <div class="stage">
          ${playedBoard({
            view: boardView(model, stones, hints, fit),
            input,
            label: say("Board, {width} by {height}", { width, height }),
            describedBy: ["board-bans", "legend", "board-help"],
            isPlayable: canChoose(model) || mayTry(model.state),
            ...(canChoose(model) && { finger: model.finger }),
          })}
          ${pauseBanner(model, act)}
          <p class="hidden" id="board-bans">
            ${blockedWords(model.state.game.variant)}
            ${forbiddenWords(forbiddenHere(model), model.state.game.variant, drawingOf(model))}
            ${offeredSquares(offeredHere(model), model.state.game.variant)}
          </p>
          <p class="hidden" id="board-help">
            ${say("Arrow keys move the cursor, Enter plays. All keys are listed under More.")}
          </p>
        </div>
        ${player(model, below)}
        ${trouble ? html`<p class=${`banner ${model.connection.kind}`} role="status">${trouble}</p>` : nothing}
      </div>
    </div>
    <div class="head">${terms(model)} ${connection(model)} ${vacations(model)}</div>
    <div class="card-place">${invitation(model, act)} ${openingCard(model, act)}</div>
    <div class="panel">
      ${signs(model)} ${phase(game) === "waiting" ? nothing : tabList(model, act)}
      ${beside(model, act, help, chat)}
    </div>
    <div class="foot-place">
      ${banCard(model, act)} ${phase(game) === "waiting" ? nothing : steps(model, act)}
      ${tray(model, hints, act)} ${actions(model, act, help)} ${afterGame(model, act)}
    </div>
  `;
}

/** What is shown beside the board. */
function beside(
  model: Model,
  act: Commands,
  help: HelpCommands,
  chat: ChatCommands,
): TemplateResult | typeof nothing {
  if (phase(model.state.game) === "waiting") return more(model, act);
  const tab = shownTab(model);
  return html`<div
    class="beside"
    data-tab=${tab}
    id="beside"
    role="tabpanel"
    aria-labelledby=${`tab-${tab}`}
  >
    ${tab === "moves" ? html`${helpPanel(model, act, help)} ${moves(model, act)}` : nothing}
    ${tab === "chat" ? chatPanel(model, chat) : nothing}
    ${tab === "viewers" ? viewers(model.state.presence) : nothing}
    ${tab === "more" ? more(model, act) : nothing}
  </div>`;
}

export function boardView(model: Model, stones: Stones, hints: Hints, fit: Fit): BoardView {
  const { side, game } = model.state;
  const record = recordView(model, stones, fit);
  if (model.variation !== null) return variationView(model, model.variation, record);
  const pending = pendingStone(model);
  const isOwn = openingOf(game) === null && !hasEitherKind(game.variant);
  const premoved =
    model.premove === null || side === null || !canChoose(model)
      ? null
      : placed(model.premove, side, game.variant);
  const mine = (square: number | null): Ghost | null =>
    square !== null && side !== null && canChoose(model) && isFree(square, stones, game.variant)
      ? { square, side: isOwn ? side : nextStone(model) }
      : null;
  const tried = (square: number | null): Ghost | null =>
    square === null ||
    record.line.length > 0 ||
    !mayTry(model.state) ||
    !isFree(square, stones, game.variant)
      ? null
      : placed(
          moveTo(square, model.kind, game.variant),
          sideOfPly(shownPly(model), game.variant.lineRule),
          game.variant,
        );
  return {
    ...record,
    hover:
      model.aim === null && (premoved === null || model.hover !== premoved.square)
        ? (mine(model.hover) ?? tried(model.hover))
        : null,
    aim: mine(model.aim),
    premove:
      premoved === null ? null : isFree(premoved.square, stones, game.variant) ? premoved : null,
    pending: pending && placed(pending.square, nextStone(model), game.variant),
    hints,
    forbidden: forbiddenHere(model),
    explained: explained(model),
    ...(side !== null && phase(model.state.game) === "waiting" && { over: waiting(model) }),
  };
}

/** A stone that breathes in the middle of the board while nobody has come. */
function waiting(model: Model): TemplateResult {
  const { variant } = model.state.game;
  const square = Math.floor(variant.height / 2) * variant.width + Math.floor(variant.width / 2);
  if (isBlocked(square, variant)) return svg``;
  return svg`<g class="breathing">
    ${stoneOf({ square, side: "black" }, variant, boardDrawingOf(model), "ghost")}
  </g>`;
}

/** The board while a viewer tries moves: the game's stones as they lay, and the viewer's on top. */
function variationView(model: Model, variation: Variation, record: BoardView): BoardView {
  const { hover } = model;
  const { variant } = model.state.game;
  const standing = standingOf(variation, variant);
  const lines = standing.kind === "won" ? standing.lines : null;
  const line = lines?.squares ?? NO_SQUARES;
  const last = variation.start.at(-1);
  const canTry =
    hover !== null && isFree(hover, new Set(squaresShown(variation, variant)), variant);
  return {
    ...record,
    area: null,
    offered: NO_SQUARES,
    last: squareIfAny(last?.square, variant),
    line,
    strokes: lines?.strokes ?? [],
    hover:
      standing.kind === "open" && canTry
        ? placed(moveTo(hover, model.kind, variant), sideToMove(variation, variant), variant)
        : null,
    over: variationLayer(
      triedStones(variation, variant),
      variant,
      record.fit,
      record.drawing,
      line,
    ),
  };
}

/** Who may watch, and how late, where that is not everybody at once. */
function signs({ state: { game, side } }: Model): TemplateResult | typeof nothing {
  const closed = closedTo(game, side);
  const late = lateSentence(game, side);
  if (closed === null && !late) return nothing;
  return html`<div class="watch-signs" role="note" aria-label=${say("Who can watch")}>
    ${closed === null ? nothing : html`<p><b>${closed.word}.</b> ${closed.sentence}</p>`}
    ${late ? html`<p><b>${late}</b></p>` : nothing}
  </div>`;
}

/**
 * The series, the clock, what the game counts for, and where the time went, move by move: the last is not for
 * viewers who see the game late, while it goes on.
 */
function terms({ state: { game, side } }: Model): TemplateResult | typeof nothing {
  const terms = [
    game.series === null ? "" : seriesWords(game.series),
    game.control === null ? "" : clockTitle(game.control),
    termsWord(game),
  ]
    .filter(Boolean)
    .join(" · ");
  if (terms === "") return nothing;
  const isLate = side === null && game.delay !== null && game.outcome === null;
  return html`<p class="terms-line">
    <span class="quiet">${terms}</span>
    ${game.control === null || isLate ? nothing : html`<a href=${`/game/${game.game}/timing`}>${say("Timing log")}</a>`}
  </p>`;
}

/** Who is on vacation: their clock stands still. */
function vacations({ state: { game }, page }: Model): TemplateResult[] | typeof nothing {
  if (game.outcome !== null || !page.vacations) return nothing;
  return page.vacations.map((sentence) => html`<p class="vacation-line">${sentence}</p>`);
}

function connection(model: Model): TemplateResult {
  return html`<p class="connection">
    <span class=${`lamp ${model.connection.kind}`}></span>${connectionWord(model.connection)}
  </p>`;
}
