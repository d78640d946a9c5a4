// What a player may ask of the game. Every button has its place, and keeps it: none appears where
// another was a moment ago, and one that has just appeared does not answer at once.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { Commands } from "./commands";
import { botOpponent } from "./hints";
import type { Model } from "./model";
import { canTakeBack, isPending } from "./model";
import { phase } from "../protocol/parts";
import { offerWords } from "../live/offerwords";
import { isOffering } from "../live/pending";
import { other } from "../rules/position";
import type { Offer, SideWord } from "../protocol/protocol";
import { deadSentence, playerName } from "./sentences";
import type { NewCommand } from "../live/socket";
import { parts, say } from "../words/words";

export function actions(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { game, side } = model.state;
  if (side === null) return next(model);
  switch (phase(game)) {
    case "waiting":
      return nothing;
    case "live":
      return during(model, side, act);
    case "over":
      return afterwards(model, side, act);
  }
}

function during(model: Model, side: SideWord, act: Commands): TemplateResult {
  const { game } = model.state;
  const bot = botOpponent(game, side) !== null;
  const timed = game.clock !== null;
  const early = game.moves.length < 2;
  const running = game.clock !== null && game.clock.running !== null;
  const kinds: readonly Offer[] = timed ? ["draw", "takeback", "pause"] : ["draw", "takeback"];
  const asked = kinds.some((what) => game.offers[what] === other(side));
  return html`<section class="actions" aria-label=${say("Actions")}>
    <div class=${`answers ${timed ? "three" : ""} ${bot && !asked ? "gone" : ""}`}>
      ${kinds.map((what) => answer(model, side, what, act))}
    </div>
    <div class="grid">
      ${offer(model, side, "draw", say("Offer draw"), true, act)}
      ${offer(model, side, "takeback", bot ? say("Take back") : say("Takeback"), canTakeBack(game, side), act)}
      ${
        timed
          ? html`${offer(model, side, "pause", say("Offer pause"), running, act)}
              <button
                type="button"
                class=${`button ${bot ? "gone" : ""}`}
                title=${say("Give your opponent more time")}
                ?disabled=${bot || isPending(model, "addTime") || model.settling}
                @click=${() => act.send({ type: "addTime" })}
              >
                ${say("Give more time")}
              </button>`
          : nothing
      }
      ${bot || game.rated ? nothing : hints(model, side, act)}
      <button
        type="button"
        class="button"
        aria-expanded=${model.resigning ? "true" : "false"}
        ?disabled=${isPending(model, "resign") || model.settling}
        @click=${() => act.askResign(!model.resigning)}
      >
        ${say("Resign")}
      </button>
      <button
        type="button"
        class=${`button ${early ? "" : "gone"}`}
        ?disabled=${!early || isPending(model, "abort") || model.settling}
        @click=${() => act.send({ type: "abort" })}
      >
        ${say("Call off")}
      </button>
      <p class="note quiet">${game.dead ? deadSentence() : ""}</p>
      <button
        type="button"
        class=${`button ${game.dead ? "primary" : "gone"}`}
        ?disabled=${!game.dead || isPending(model, "claimDraw") || model.settling}
        @click=${() => act.send({ type: "claimDraw" })}
      >
        ${say("Claim the draw")}
      </button>
    </div>
    <div class="confirm">
      ${
        model.resigning
          ? html`<p>${say("Really resign?")}</p>
              <button
                type="button"
                class="button danger"
                ?disabled=${model.settling}
                @click=${() => act.send({ type: "resign" })}
              >
                ${say("Yes")}
              </button>
              <button
                type="button"
                class="button"
                ?disabled=${model.settling}
                @click=${() => act.askResign(false)}
              >
                ${say("No")}
              </button>`
          : nothing
      }
    </div>
  </section>`;
}

/** Playing with hints: the button, and beside it the place for the answer. */
function hints(model: Model, side: SideWord, act: Commands): TemplateResult {
  const agreed = model.state.game.hintsSince !== null;
  const label = agreed ? say("Hints agreed") : say("Play with hints");
  return html`${offer(model, side, "hints", label, !agreed, act)}
  ${answer(model, side, "hints", act, true)}`;
}

/** The place for one kind of offer: the opponent's is answered there, one's own is shown. */
function answer(
  model: Model,
  side: SideWord,
  what: Offer,
  act: Commands,
  isBeside = false,
): TemplateResult {
  const by = model.state.game.offers[what];
  const words = offerWords(what);
  const yes = { label: say("Yes"), heard: words.yes };
  const no = { label: say("No"), heard: words.no };
  return html`<div
    class=${isBeside ? "answer beside" : "answer"}
    role="group"
    aria-label=${words.place}
  >
    ${
      by === other(side)
        ? html`<p>${words.question}</p>
            ${ask(model, act, what, yes, { type: "accept", what })}
            ${ask(model, act, what, no, { type: "decline", what })}`
        : by === side
          ? html`<p class="quiet">${words.mine}</p>`
          : nothing
    }
  </div>`;
}

/** The button that makes an offer; once the offer has stood for a moment, it cancels it. */
function offer(
  model: Model,
  side: SideWord,
  what: Offer,
  label: string,
  possible: boolean,
  act: Commands,
): TemplateResult {
  const by = model.state.game.offers[what];
  const busy = model.settling || isOffering(model.pending, what);
  if (by === side && !busy)
    return html`<button
      type="button"
      class="button"
      data-offer=${what}
      @click=${() => act.send({ type: "cancel", what })}
    >
      ${offerWords(what).cancel}
    </button>`;
  return html`<button
    type="button"
    class=${`button ${what === "rematch" ? "primary" : ""}`}
    data-offer=${what}
    ?disabled=${!possible || by !== null || busy}
    @click=${() => act.send({ type: "offer", what })}
  >
    ${label}
  </button>`;
}

function afterwards(model: Model, side: SideWord, act: Commands): TemplateResult {
  const { game } = model.state;
  if (game.rematch !== null) return next(model) as TemplateResult;
  const by = game.offers.rematch;
  const offered = by === other(side);
  const aborted = game.outcome?.termination === "abort";
  return html`<section class="actions" aria-label=${say("Actions")}>
    <div class=${`answer wide ${offered || botOpponent(game, side) === null ? "" : "gone"}`}>
      ${
        offered
          ? html`<p>
                ${parts("Rematch offered by {player}", {
                  player: html`<bdi>${playerName(game, by)}</bdi>`,
                })}
              </p>
              ${ask(model, act, "rematch", { label: say("Accept") }, { type: "accept", what: "rematch" })}
              ${ask(model, act, "rematch", { label: say("Decline") }, { type: "decline", what: "rematch" })}`
          : html`<p class="quiet">${by === side ? offerWords("rematch").mine : ""}</p>`
      }
    </div>
    <div class="grid">
      ${offer(model, side, "rematch", say("Rematch"), !aborted, act)}
      <a class="button" href=${model.page.home}>${say("New game")}</a>
    </div>
  </section>`;
}

/** What a button says, and what a listener hears where that says more. */
interface Named {
  readonly label: string;
  readonly heard?: string;
}

function ask(
  model: Model,
  act: Commands,
  what: Offer,
  { label, heard }: Named,
  command: NewCommand,
): TemplateResult {
  return html`<button
    type="button"
    aria-label=${heard ?? nothing}
    class=${`button ${command.type === "accept" ? "primary" : ""}`}
    ?disabled=${model.settling || isOffering(model.pending, what)}
    @click=${() => act.send(command)}
  >
    ${label}
  </button>`;
}

function next(model: Model): TemplateResult | typeof nothing {
  const { rematch } = model.state.game;
  if (rematch === null) return nothing;
  return html`<section class="actions" aria-label=${say("Next game")}>
    <a class="button primary wide" href=${`/game/${rematch}/`}>${say("Go to the next game")}</a>
  </section>`;
}
