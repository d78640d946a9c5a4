// A game's page: the board first, the players above it, the tray under it, the panel beside it.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { Act } from "./act";
import { actions } from "./actions";
import type { BoardView, Ghost } from "./board";
import { board } from "./board";
import type { Touch } from "./boardtouch";
import type { Fit } from "./geometry";
import { strokes } from "./geometry";
import type { Model } from "./model";
import { canChoose, drawingOf, pendingStone, phase, shownPly } from "./model";
import type { Helping } from "./helping";
import { helpPanel } from "./helppanel";
import type { Hints } from "./hints";
import { botOpponent, helpLevel, hintsShown } from "./hints";
import { legend } from "./legend";
import { moves } from "./moves";
import { news, pauseBanner } from "./news";
import { players } from "./players";
import type { Stones } from "./position";
import { connectionSentence, connectionWord } from "./sentences";
import { invitation, share } from "./sharing";
import { tray } from "./tray";

export function gamePage(
  model: Model,
  stones: Stones,
  fit: Fit,
  act: Act,
  help: Helping,
  touch: Touch,
): TemplateResult {
  const { game } = model.state;
  const hints = hintsShown(model);
  // Between people the help comes when it is agreed on: below what they may be about to press.
  const isBots = botOpponent(game, model.state.side) !== null;
  const trouble = connectionSentence(model.connection);
  return html`
    ${players(model)}
    <div class="stage">
      <div
        id="board"
        class=${`board ${canChoose(model) ? "playable" : ""}`}
        role="application"
        tabindex="0"
        aria-label=${`Board, ${game.variant.width} by ${game.variant.height}`}
        aria-describedby="legend board-help"
        @keydown=${touch.key}
        @pointermove=${touch.move}
        @pointerleave=${touch.leave}
        @pointerdown=${touch.down}
        @click=${touch.click}
        @blur=${touch.blur}
      >
        ${board(boardView(model, stones, hints, fit))}
      </div>
      ${pauseBanner(model, act)}
      ${trouble ? html`<p class=${`banner ${model.connection.kind}`} role="status">${trouble}</p>` : nothing}
    </div>
    ${isBots ? legend(model, hints) : news(model, hints, act)} ${tray(model, act)}
    <div class="panel">
      ${invitation(model, act)} ${isBots ? helpPanel(model, help) : nothing} ${actions(model, act)}
      ${isBots ? nothing : helpPanel(model, help)} ${reviewLink(model)}
      ${phase(game) === "waiting" ? nothing : moves(model, act)} ${timing(model)}
      ${share(model, act)} ${keyboard(model)} ${connection(model)}
    </div>
  `;
}

export function boardView(model: Model, stones: Stones, hints: Hints, fit: Fit): BoardView {
  const { game, side } = model.state;
  const ply = shownPly(model);
  const last = game.moves[ply - 1]?.square ?? null;
  const atEnd = ply === game.moves.length;
  const pending = pendingStone(model);
  const mine = (square: number | null): Ghost | null =>
    square !== null && side !== null && canChoose(model) && !stones.has(square)
      ? { square, side }
      : null;
  const won = atEnd && last !== null && game.line.length > 0;
  return {
    board: game.variant,
    fit,
    drawing: drawingOf(model),
    coordinates: model.choices.coordinates,
    stones,
    last,
    line: won ? game.line : NO_SQUARES,
    strokes: won ? strokes(game.line, last, game.variant) : [],
    hover: model.aim === null && model.hover !== model.premove ? mine(model.hover) : null,
    aim: mine(model.aim),
    premove: mine(model.premove),
    pending: pending && side ? { square: pending.square, side } : null,
    cursor: model.cursor,
    hints,
    viewer: side,
  };
}

const NO_SQUARES: readonly number[] = [];

/** The way to the review of a game that is over. */
function reviewLink({ state: { game } }: Model): TemplateResult | typeof nothing {
  if (phase(game) !== "over" || game.moves.length === 0) return nothing;
  return html`<a class="button wide" href=${`/game/${game.game}/review`}>Review this game</a>`;
}

/** Where the time went, move by move. */
function timing({ state: { game } }: Model): TemplateResult | typeof nothing {
  if (game.control === null) return nothing;
  return html`<p class="terms-line">
    <span class="quiet">${game.control.title}</span>
    <a href=${`/game/${game.game}/timing`}>Timing log</a>
  </p>`;
}

function connection(model: Model): TemplateResult {
  const { presence, game } = model.state;
  const watching = presence?.spectators ?? 0;
  return html`<p class="connection">
    <span class=${`lamp ${model.connection.kind}`}></span>${connectionWord(model.connection)}
    ${watching > 0 ? html` · ${watching} watching` : nothing}
    ${phase(game) === "over" ? html` · this is the game’s record` : nothing}
  </p>`;
}

function keyboard({ state }: Model): TemplateResult {
  return html`<details class="card fold">
    <summary>Keyboard</summary>
    <div id="board-help">
      <p>
        On the board: arrow keys move the cursor, Enter or Space plays, Home and End go to the ends
        of a row, Page Up and Page Down to the ends of a column. On your opponent’s turn Enter
        chooses the move to play when they have moved, and Escape cancels it.
      </p>
      <p>
        Elsewhere, and on the board once the game is over: left and right step through the moves,
        Home and End go to the first and the last. Shift and an arrow move the cursor on a finished
        board.
      </p>
      ${
        helpLevel(state.game, state.side) === null
          ? nothing
          : html`<p>
              For help, while you do not type: O switches outcomes, T threats, H the heat map where
              there is one; B asks for the best square, W why your opponent’s last move was made.
            </p>`
      }
    </div>
  </details>`;
}
