// What came of a game that is over, and what to do next: again, another one, or a look back at it.
// It takes the places of the status and the actions, so that nothing else moves at the end.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import * as icons from "../viewer/icons";
import { answerButton, offerButton } from "./buttons";
import type { Commands } from "./commands";
import { botOpponent } from "./hints";
import type { Model } from "./model";
import { shownPly } from "./model";
import { offerName, offerWords } from "../live/offerwords";
import { phase } from "../protocol/parts";
import type { SideWord, Snapshot } from "../protocol/protocol";
import { countedMark } from "../players/ratingmark";
import { isGuest } from "../players/ratingwords";
import { percentWords } from "../evaluation/reviewwords";
import { isDecided, seriesSentence } from "../rules/series";
import { other } from "../rules/position";
import { positionLine } from "../rules/positionline";
import { playerName } from "./names";
import { headline, howItEnded } from "./sentences";
import { positionOf, movesShown } from "./variation";
import { parts, say } from "../words/words";

/** Who won and how, where it said before whose turn it was. */
export function ending(model: Model): TemplateResult {
  const { game, side } = model.state;
  return html`<div class="result">
    <h2>${headline(game, side)}</h2>
    <p>${howItEnded(game, side)}</p>
    ${game.series === null ? nothing : html`<p class="series">${seriesSentence(game, side, (each) => playerName(game, each))}</p>`}
  </div>`;
}

/** What it changed, and what to do next, where the row of actions was. */
export function afterGame(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { game, side } = model.state;
  if (phase(game) !== "over") return nothing;
  const maySeekAnother = side !== null && game.rematch === null;
  return html`<section class="after-game" aria-label=${say("After the game")}>
    ${tiles(model)} ${again(model, act)}
    <div class="row">
      ${maySeekAnother ? link(model.page.home, icons.grid, say("New game")) : nothing}
      ${looks(model)}
    </div>
  </section>`;
}

function link(href: string, icon: TemplateResult, label: string): TemplateResult {
  return html`<a class="act" href=${href}>${icon}<span>${label}</span></a>`;
}

/** Of both players: the rating after a game that counted, and how well they played, if it is known. */
function tiles({
  state: { game, side },
  page: { accuracy },
}: Model): TemplateResult | typeof nothing {
  const played = accuracy?.state === "done" ? accuracy : null;
  if (game.ratings === null && !played?.black?.percent && !played?.white?.percent) return nothing;
  const first = side ?? "black";
  const tile = (each: SideWord): TemplateResult => {
    const who =
      each !== side ? playerName(game, each) : game.ratings ? say("Your rating") : say("You");
    return html`<div>
      <dt dir="auto">${who}</dt>
      ${game.ratings === null ? nothing : html`<dd>${countedMark(game.ratings[each], isGuest(game.seats[each]))}</dd>`}
      <dd class="quiet">${played?.[each] ? percentWords(played[each]) : nothing}</dd>
    </div>`;
  };
  return html`<dl class="new-ratings">${tile(first)}${tile(other(first))}</dl>`;
}

/** The rematch, or the next game of a series: offered, asked for, or begun. */
function again(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { game, side } = model.state;
  if (game.rematch !== null)
    return html`<a class="button primary wide" href=${`/game/${game.rematch}/`}
      >${say("Go to the next game")}</a
    >`;
  if (side === null || !mayGoOn(game)) return nothing;
  const by = game.offers.rematch;
  const isNext = offerName("rematch", game) === "nextGame";
  if (by === other(side)) {
    const player = html`<bdi>${playerName(game, by)}</bdi>`;
    return html`<div class="again" role="group" aria-label=${say("Rematch")}>
      <p>
        ${
          isNext
            ? parts("{player} is ready for the next game.", { player })
            : parts("{player} wants a rematch.", { player })
        }
      </p>
      ${answerButton(model, act, "accept", "rematch", isNext ? say("Next game") : say("Accept"))}
      ${answerButton(model, act, "decline", "rematch", say("Decline"))}
    </div>`;
  }
  const isAsked = by === side && botOpponent(game, side) === null;
  return html`<div class="again">
    ${offerButton(model, act, "rematch", againWord(game))}
    ${isAsked ? html`<p class="quiet">${offerWords(offerName("rematch", game)).mine}</p>` : nothing}
  </div>`;
}

/** Whether the two may play again here: an aborted game counts for nothing, a series goes on. */
function mayGoOn({ outcome, series, seats }: Snapshot): boolean {
  if (outcome?.termination !== "abort") return true;
  return series !== null && seats.black !== null && seats.white !== null;
}

function againWord(game: Snapshot): string {
  if (game.series === null) return say("Rematch");
  return isDecided(game) ? say("Play again") : say("Next game");
}

/** The ways to look at the game: its review, and the analysis of what is shown. */
function looks(model: Model): TemplateResult | typeof nothing {
  const { game } = model.state;
  if (game.moves.length === 0) return nothing;
  const shown = model.variation
    ? movesShown(model.variation)
    : game.moves.slice(0, shownPly(model)).map(({ square }) => square);
  const asked = new URLSearchParams({ p: positionLine(positionOf(shown, game.variant)) });
  return html`${link(`/game/${game.game}/review`, icons.chart, say("Review"))}
  ${link(`/analysis?${asked}`, icons.magnifier, say("Analyse"))}`;
}
