// What a player may ask of the game. Every button has its place, and keeps it: none appears where
// another was a moment ago, and one that has just appeared does not answer at once.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { Act } from "./act";
import { botOpponent } from "./hints";
import type { Model } from "./model";
import { isPending, phase } from "./model";
import { other } from "./position";
import type { SideWord } from "./protocol";
import { DEAD, playerName } from "./sentences";
import type { Wish } from "./socket";

export function actions(model: Model, act: Act): TemplateResult | typeof nothing {
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

function during(model: Model, side: SideWord, act: Act): TemplateResult {
  const { game } = model.state;
  const offered = game.drawOffer === other(side);
  const mine = game.drawOffer === side || isPending(model, "offerDraw");
  const early = game.moves.length < 2;
  return html`<section class="actions" aria-label="Actions">
    <div class=${`answer ${offered || botOpponent(game, side) === null ? "" : "gone"}`}>
      ${
        offered
          ? html`<p>Draw offered by <bdi>${playerName(game, other(side))}</bdi></p>
              ${ask(model, act, "Accept", { type: "acceptDraw" })}
              ${ask(model, act, "Decline", { type: "declineDraw" })}`
          : html`<p class="quiet">
              ${mine ? "You offer a draw. It stands until the next move." : ""}
            </p>`
      }
    </div>
    <div class="grid">
      <button
        type="button"
        class="button"
        ?disabled=${offered || mine || model.settling}
        @click=${() => act.send({ type: "offerDraw" })}
      >
        Offer draw
      </button>
      <button
        type="button"
        class="button"
        aria-expanded=${model.resigning ? "true" : "false"}
        ?disabled=${isPending(model, "resign") || model.settling}
        @click=${() => act.askResign(!model.resigning)}
      >
        Resign
      </button>
      ${early ? callOff(model, act) : html`<p class="note quiet">${game.dead ? DEAD : ""}</p>`}
      <button
        type="button"
        class=${`button ${game.dead ? "primary" : "gone"}`}
        ?disabled=${!game.dead || isPending(model, "claimDraw") || model.settling}
        @click=${() => act.send({ type: "claimDraw" })}
      >
        Claim the draw
      </button>
    </div>
    <div class="confirm">
      ${
        model.resigning
          ? html`<p>Really resign?</p>
              <button
                type="button"
                class="button danger"
                @click=${() => act.send({ type: "resign" })}
              >
                Yes
              </button>
              <button type="button" class="button" @click=${() => act.askResign(false)}>No</button>`
          : nothing
      }
    </div>
  </section>`;
}

function callOff(model: Model, act: Act): TemplateResult {
  return html`<button
    type="button"
    class="button"
    ?disabled=${isPending(model, "abort") || model.settling}
    @click=${() => act.send({ type: "abort" })}
  >
    Call off
  </button>`;
}

function afterwards(model: Model, side: SideWord, act: Act): TemplateResult {
  const { game } = model.state;
  if (game.rematch !== null) return next(model) as TemplateResult;
  const offered = game.rematchOffer === other(side);
  const mine = game.rematchOffer === side || isPending(model, "offerRematch");
  return html`<section class="actions" aria-label="Actions">
    <div class=${`answer ${offered || botOpponent(game, side) === null ? "" : "gone"}`}>
      ${
        offered
          ? html`<p>Rematch offered by <bdi>${playerName(game, other(side))}</bdi></p>
              ${ask(model, act, "Accept", { type: "offerRematch" })}
              ${ask(model, act, "Decline", { type: "declineRematch" })}`
          : html`<p class="quiet">
              ${mine ? "You would like a rematch. Waiting for the answer." : ""}
            </p>`
      }
    </div>
    <div class="grid">
      <button
        type="button"
        class="button primary"
        ?disabled=${offered || mine || model.settling || game.outcome?.termination === "abort"}
        @click=${() => act.send({ type: "offerRematch" })}
      >
        Rematch
      </button>
      <a class="button" href=${model.page.home}>New game</a>
    </div>
  </section>`;
}

function ask(model: Model, act: Act, label: string, wish: Wish): TemplateResult {
  return html`<button
    type="button"
    class=${`button ${label === "Accept" ? "primary" : ""}`}
    ?disabled=${model.settling || isPending(model, wish.type)}
    @click=${() => act.send(wish)}
  >
    ${label}
  </button>`;
}

function next(model: Model): TemplateResult | typeof nothing {
  const { rematch } = model.state.game;
  if (rematch === null) return nothing;
  return html`<section class="actions" aria-label="Next game">
    <a class="button primary wide" href=${`/game/${rematch}/`}>Go to the next game</a>
  </section>`;
}
