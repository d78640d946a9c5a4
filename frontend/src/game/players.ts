// The two players: names, stones, whose turn, who is there, and the score at the end.

import type { TemplateResult } from "lit-html";
import { clockTitle } from "../rules/timecontrol";
import { html, nothing } from "lit-html";
import { shownClock } from "../live/clocks";
import { aggressivenessWord } from "../evaluation/heat";
import { isBot } from "../protocol/parts";
import * as icons from "../viewer/icons";
import type { Model } from "./model";
import { drawingOf } from "./model";
import { phase } from "../protocol/parts";
import { playerLink } from "../players/playerlink";
import { sideOfPly } from "../rules/position";
import type { SideWord, Snapshot } from "../protocol/protocol";
import { countedMark, ratingMark } from "../players/ratingmark";
import { ratingOf } from "../players/ratingwords";
import { clockWaits } from "./sentences";
import { sideName } from "../rules/sides";
import { UNTIMED_PLIES } from "../live/state";
import { say } from "../words/words";

export function players(model: Model): TemplateResult {
  const timed = model.state.game.clock !== null;
  return html`<section class=${`players ${timed ? "timed" : ""}`} aria-label=${say("Players")}>
    ${player(model, "black")}${player(model, "white")}
  </section>`;
}

function player(model: Model, side: SideWord): TemplateResult {
  const { game, side: viewer, presence } = model.state;
  const drawn = drawingOf(model);
  const toMove = phase(game) === "live" && sideOfPly(game.moves.length) === side;
  const there = presence?.[side] ?? null;
  const points = score(game, side);
  const bot = isBot(game.seats[side]);
  return html`<div class=${`player ${toMove ? "to-move" : ""}`} data-side=${side}>
    ${icons.stone(side, drawn)}
    <span class="who">
      <span class=${game.seats[side] ? "name" : "name open"} dir="auto"
        >${playerLink(game.seats[side], say("Open seat"), viewer !== null && phase(game) === "live")}</span
      >
      ${rating(game, side)}
      <span class="role">
        ${bot ? botRole(model, side) : viewer === side ? html`<span class="side-word">${sideName(side, drawn)} · </span>${say("you")}` : html`<span class="other-side">${sideName(side, drawn)}</span>`}
        ${toMove ? html`<span class="hidden">, ${say("to move")}</span>` : nothing}
      </span>
    </span>
    ${points === null ? nothing : html`<span class="points">${points}</span>`}
    ${bot ? html`<span class="tag">${icons.robot}<span>${say("bot")}</span></span>` : nothing}
    ${
      bot || there === null || game.seats[side] === null
        ? nothing
        : html`<span
            class=${`presence ${there ? "there" : "away"}`}
            title=${there ? say("here") : say("away")}
          >
            <span class="hidden">${there ? say("here") : say("away")}</span>
          </span>`
    }
    ${clock(game, side, viewer)}
  </div>`;
}

/** A player's rating when they sat down; once the game has been counted, what it has become. */
function rating({ seats, ratings }: Snapshot, side: SideWord): TemplateResult | typeof nothing {
  return ratings === null ? ratingMark(ratingOf(seats[side])) : countedMark(ratings[side]);
}

/** A side's clock: its text is written into it as it runs (runningclocks.ts). Not a live region. */
export function clock(
  game: Snapshot,
  side: SideWord,
  viewer: SideWord | null,
): TemplateResult | typeof nothing {
  const { control, moves } = game;
  const clock = shownClock(game, viewer);
  if (control === null || clock === null) return nothing;
  const waits =
    game.outcome === null && moves.length < UNTIMED_PLIES && game.clock?.running === null;
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

/** What a bot is doing, on a line that keeps its height without it. */
function botRole(model: Model, side: SideWord): TemplateResult {
  const { game } = model.state;
  if (phase(game) === "live" && sideOfPly(game.moves.length) === side)
    return html`<span class="thinking">${say("thinking")}<i></i><i></i><i></i></span>`;
  const { aggressiveness } = game;
  const set = aggressiveness === null ? "" : ` · A ${aggressivenessWord(aggressiveness)}`;
  return html`${sideName(side, drawingOf(model))}${set}`;
}

/** A side's points once the game is over. */
export function score(game: Snapshot, side: SideWord): string | null {
  if (game.outcome === null || game.outcome.termination === "abort") return null;
  if (game.outcome.winner === null) return "½";
  return game.outcome.winner === side ? "1" : "0";
}
