// A game's page: the board first, the players above it, the tray under it, the panel beside it.

import type { TemplateResult } from "lit-html";
import { clockTitle } from "../rules/timecontrol";
import { html, nothing } from "lit-html";
import type { Commands } from "./commands";
import { actions } from "./buttons";
import type { ChatCommands } from "./chathandlers";
import { chatPanel } from "./chatpanel";
import type { BoardView, Ghost } from "../board/board";
import type { BoardInput } from "../board/input";
import { playedBoard } from "../board/playedboard";
import type { Fit } from "../board/geometry";
import type { Model } from "./model";
import { canChoose, mayTry, pendingStone, shownPly } from "./model";
import { phase } from "../protocol/parts";
import type { HelpCommands } from "./helphandlers";
import { followButton } from "../players/followforms";
import { helpPanel } from "./helppanel";
import type { Hints } from "../evaluation/overlay";
import { botOpponent, helpLevel, hintsShown } from "./hints";
import { legend } from "./legend";
import type { Variation } from "./variation";
import { positionOf, sideToMove, squaresShown, standingOf, triedStones } from "./variation";
import { variationLayer } from "./variationboard";
import { moves } from "./moves";
import { news, pauseBanner } from "./news";
import { players } from "./players";
import { NO_SQUARES, recordView } from "./recordboard";
import type { Stones } from "../rules/position";
import { sideOfPly } from "../rules/position";
import { positionLine } from "../rules/positionline";
import { termsWord } from "../players/ratingwords";
import { connectionSentence, connectionWord } from "../live/connectionwords";
import { embedding, invitation, share } from "./sharing";
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
  // Between people help appears once it is agreed on: below anything they may be about to press.
  const isBots = botOpponent(game, model.state.side) !== null;
  const trouble = connectionSentence(model.connection);
  return html`
    ${players(model)}
    <div class="stage">
      ${playedBoard({
        view: boardView(model, stones, hints, fit),
        input,
        label: say("Board, {width} by {height}", { width, height }),
        describedBy: ["legend", "board-help"],
        isPlayable: canChoose(model) || mayTry(model.state),
      })}
      ${pauseBanner(model, act)}
      ${trouble ? html`<p class=${`banner ${model.connection.kind}`} role="status">${trouble}</p>` : nothing}
    </div>
    ${isBots ? legend(model, hints) : news(model, hints, act)} ${tray(model, act)}
    <div class="panel">
      ${signs(model)} ${invitation(model, act)} ${isBots ? helpPanel(model, help) : nothing}
      ${actions(model, act)} ${isBots ? nothing : helpPanel(model, help)} ${reviewLink(model)}
      ${phase(game) === "waiting" ? nothing : moves(model, act)} ${chatPanel(model, chat)}
      ${viewers(model.state.presence)} ${follows(model)} ${timing(model)} ${share(model, act)}
      ${embedding(model, act)} ${keyboard(model)} ${connection(model)}
    </div>
  `;
}

export function boardView(model: Model, stones: Stones, hints: Hints, fit: Fit): BoardView {
  const { side } = model.state;
  const record = recordView(model, stones, fit);
  if (model.variation !== null) return variationView(model, model.variation, record);
  const pending = pendingStone(model);
  const mine = (square: number | null): Ghost | null =>
    square !== null && side !== null && canChoose(model) && !stones.has(square)
      ? { square, side }
      : null;
  const tried = (square: number | null): Ghost | null =>
    square === null || record.line.length > 0 || !mayTry(model.state) || stones.has(square)
      ? null
      : { square, side: sideOfPly(shownPly(model)) };
  return {
    ...record,
    hover:
      model.aim === null && model.hover !== model.premove
        ? (mine(model.hover) ?? tried(model.hover))
        : null,
    aim: mine(model.aim),
    premove: mine(model.premove),
    pending: pending && side ? { square: pending.square, side } : null,
    hints,
  };
}

/** The board while a viewer tries moves: the game's stones as they lay, and the viewer's on top. */
function variationView(model: Model, variation: Variation, record: BoardView): BoardView {
  const { hover } = model;
  const { variant } = model.state.game;
  const standing = standingOf(variation, variant);
  const won = standing.kind === "won" ? standing.won : null;
  const line = won?.squares ?? NO_SQUARES;
  const isFree = hover !== null && !squaresShown(variation).includes(hover);
  return {
    ...record,
    last: variation.start.at(-1)?.square ?? null,
    line,
    strokes: won?.strokes ?? [],
    hover:
      standing.kind === "open" && isFree ? { square: hover, side: sideToMove(variation) } : null,
    over: variationLayer(triedStones(variation), variant, record.fit, record.drawing, line),
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

/** The ways to look at a game that is over: its review, and the analysis of what is shown. */
function reviewLink(model: Model): TemplateResult | typeof nothing {
  const { game } = model.state;
  if (phase(game) !== "over" || game.moves.length === 0) return nothing;
  const shown = model.variation
    ? squaresShown(model.variation)
    : game.moves.slice(0, shownPly(model)).map(({ square }) => square);
  const asked = new URLSearchParams({ p: positionLine(positionOf(shown, game.variant)) });
  return html`<p class="after-game">
    <a class="button" href=${`/game/${game.game}/review`}>${say("Review this game")}</a>
    <a class="button" href=${`/analysis?${asked}`}>${say("Open in analysis")}</a>
  </p>`;
}

/** Buttons to follow the players seated here, except oneself. */
function follows({ state: { game }, page, followed }: Model): TemplateResult | typeof nothing {
  const { black, white } = game.seats;
  const others = [black, white].filter((seat) => seat?.player && seat.player !== page.chat.me);
  if (others.length === 0) return nothing;
  return html`<div class="follow-row">
    ${others.map((seat) => {
      const { player = "", name = "" } = seat ?? {};
      return followButton(player, name, followed.includes(player));
    })}
  </div>`;
}

/**
 * The clock, what the game counts for, and where the time went, move by move: the last is not for
 * viewers who see the game late, while it goes on.
 */
function timing({ state: { game, side } }: Model): TemplateResult | typeof nothing {
  const terms = [game.control === null ? "" : clockTitle(game.control), termsWord(game)]
    .filter(Boolean)
    .join(" · ");
  if (terms === "") return nothing;
  const isLate = side === null && game.delay !== null && game.outcome === null;
  return html`<p class="terms-line">
    <span class="quiet">${terms}</span>
    ${game.control === null || isLate ? nothing : html`<a href=${`/game/${game.game}/timing`}>${say("Timing log")}</a>`}
  </p>`;
}

function connection(model: Model): TemplateResult {
  const { game } = model.state;
  return html`<p class="connection">
    <span class=${`lamp ${model.connection.kind}`}></span>${connectionWord(model.connection)}
    ${phase(game) === "over" ? html` · ${say("this is the game’s record")}` : nothing}
  </p>`;
}

function keyboard({ state }: Model): TemplateResult {
  return html`<details class="card fold">
    <summary>${say("Keyboard")}</summary>
    <div id="board-help">
      <p>
        ${say(
          "On the board: arrow keys move the cursor, Enter or Space plays, Home and End go to the ends of a row, Page Up and Page Down to the ends of a column. On your opponent’s turn Enter chooses the move to play when they have moved, and Escape cancels it.",
        )}
      </p>
      <p>
        ${say(
          "Elsewhere, and on the board once the game is over: left and right step through the moves, Home and End go to the first and the last. Shift and an arrow move the cursor on a finished board. L goes back to live from anywhere. C leads to the chat, Enter sends a line, Escape leaves the field.",
        )}
      </p>
      <p>
        ${say(
          "Spectators, and everybody once the game is over, can try moves for themselves with Enter on the board: nobody else sees them. Backspace takes the last one back, Escape drops them all.",
        )}
      </p>
      ${
        helpLevel(state.game, state.side) === null
          ? nothing
          : html`<p>
              ${say(
                "For help, while you do not type: O switches outcomes, T threats, H the heat map where there is one; B asks for the best square, W why your opponent’s last move was made.",
              )}
            </p>`
      }
    </div>
  </details>`;
}
