// The two players, each in a bar that touches the board: who they are, whose turn it is, their clock.

import type { TemplateResult } from "lit-html";
import { clockTitle } from "../rules/timecontrol";
import { html, nothing } from "lit-html";
import { shownClock } from "../live/clocks";
import { aggressivenessWord } from "../evaluation/heat";
import { isBot } from "../protocol/parts";
import * as icons from "../viewer/icons";
import type { Model } from "./model";
import { canPlay, drawingOf } from "./model";
import { phase } from "../protocol/parts";
import { playerLink } from "../players/playerlink";
import { seal } from "../players/seal";
import { isChoosing, isUnderWay, sideToMove, toOffer } from "../live/turn";
import type { SideWord, Snapshot } from "../protocol/protocol";
import { countedMark, ratingMark } from "../players/ratingmark";
import { isGuest, ratingOf } from "../players/ratingwords";
import { clockWaits } from "./sentences";
import { pointsText, seriesScore } from "../rules/series";
import { sideName } from "../rules/sides";
import { say } from "../words/words";

/** The side whose bar is below the board: one's own; Black's for spectators. */
export function sideBelow({ state }: Model): SideWord {
  return state.side ?? "black";
}

/** The bar of a side. */
export function player(model: Model, side: SideWord): TemplateResult {
  const { game, side: viewer } = model.state;
  const drawn = drawingOf(model);
  const isToMove = phase(game) === "live" && sideToMove(game) === side;
  const points = score(game, side);
  const bot = isBot(game.seats[side]);
  const setting =
    bot && game.aggressiveness !== null ? ` · A ${aggressivenessWord(game.aggressiveness)}` : "";
  return html`<section
    class=${`player ${side === sideBelow(model) ? "below" : "above"} ${isToMove ? "to-move" : ""}`}
    data-side=${side}
    aria-label=${sideName(side, drawn)}
  >
    <span class="time-line" aria-hidden="true"><i></i></span>
    ${seal(game.seats[side]?.player ?? "", bot)}${icons.stone(side, drawn)}
    <span class="who">
      <span class=${game.seats[side] ? "name" : "name open"} dir="auto"
        >${playerLink(game.seats[side], say("Open seat"), viewer !== null && phase(game) === "live")}</span
      >
      ${rating(game, side)}
      ${bot ? html`<span class="role">${say("Bot")}${setting}</span>` : nothing}
      ${viewer === side ? html`<span class="hidden">${say("you")}</span>` : nothing}
    </span>
    ${pill(model, side, isToMove)}
    ${
      points === null
        ? nothing
        : html`<span class="points"
            >${game.series === null ? nothing : html`<span class="hidden">${say("Series:")} </span>`}${points}</span
          >`
    }
    ${clock(game, side, viewer)}
  </section>`;
}

/** What a player is doing, in two words at most: a pill may be cut short, a name may not. */
function pill(model: Model, side: SideWord, isToMove: boolean): TemplateResult | typeof nothing {
  const { game, side: viewer, presence } = model.state;
  if (game.outcome !== null)
    return game.outcome.winner === side
      ? html`<span class="pill good">${say("Winner")}</span>`
      : nothing;
  if (isToMove && isBot(game.seats[side]))
    return html`<span class="pill thinking">${say("Thinking")}<i></i><i></i><i></i></span>`;
  if (isToMove && viewer === side && (isChoosing(game) || toOffer(game) > 0))
    return html`<span class="pill mine">${say("Your choice")}</span>`;
  if (isToMove && viewer === side && canPlay(model))
    return html`<span class="pill mine">${say("Your turn")}</span>`;
  const isAway = presence !== null && !presence[side] && game.seats[side] !== null;
  if (isAway && !isBot(game.seats[side]) && phase(game) === "live")
    return html`<span class="pill away">${say("Away")}</span>`;
  return isToMove ? html`<span class="hidden">${say("to move")}</span>` : nothing;
}

/** A player's rating when they sat down; once the game has been counted, what it has become. */
function rating({ seats, ratings }: Snapshot, side: SideWord): TemplateResult | typeof nothing {
  return ratings === null
    ? ratingMark(ratingOf(seats[side]))
    : countedMark(ratings[side], isGuest(seats[side]));
}

/** A side's clock: its text is written into it as it runs (runningclocks.ts). Not a live region. */
export function clock(
  game: Snapshot,
  side: SideWord,
  viewer: SideWord | null,
): TemplateResult | typeof nothing {
  const { control } = game;
  const clock = shownClock(game, viewer);
  if (control === null || clock === null) return nothing;
  const waits = game.outcome === null && !isUnderWay(game) && game.clock?.running === null;
  return html`<span
    class="clock"
    role="timer"
    data-clock=${side}
    data-periods=${control.periods > 1 ? "" : nothing}
    data-running=${clock.running === side ? "" : nothing}
    title=${waits ? clockWaits() : clockTitle(control)}
    ><span class="hidden">${say("Clock:")} </span><span class="time"></span
    ><span class="periods"></span
  ></span>`;
}

/** A side's points: in the series if there is one, else once the game is over. */
export function score(game: Snapshot, side: SideWord): string | null {
  const series = seriesScore(game);
  if (series !== null) return pointsText(series[side]);
  if (game.outcome === null || game.outcome.termination === "abort") return null;
  if (game.outcome.winner === null) return "½";
  return game.outcome.winner === side ? "1" : "0";
}
