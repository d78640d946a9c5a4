// Links out of the game: the invitation, the game itself, the seat; as text, copied, shared, as QR.

import type { TemplateResult } from "lit-html";
import { titleOf } from "../rules/opening";
import { html, nothing } from "lit-html";
import type { Commands } from "./commands";
import type { Model, Seat, WaitingChallenge } from "./model";
import { drawingOf, openSeat } from "./model";
import { phase } from "../protocol/parts";
import type { Snapshot } from "../protocol/protocol";
import { termsSentence } from "../players/ratingwords";
import { devicesSentence } from "./sentences";
import { sideName } from "../rules/sides";
import * as icons from "../viewer/icons";
import { shareSentence } from "../live/watchwords";
import { parts, say } from "../words/words";

/** What is shown before the game: the invitation, or the seat that is free. */
export function invitation(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { page, state } = model;
  if (phase(state.game) !== "waiting") return nothing;
  const seat = openSeat(model);
  if (seat !== null) {
    return html`<section class="card invitation" aria-label=${say("Join")}>
      <button type="submit" form="join" class="button primary wide big">
        ${say("Play as {side}", { side: sideName(seat, drawingOf(model)) })}
      </button>
      <p class="quiet">
        ${
          page.challenge
            ? say("{player} keeps this seat for you.", { player: page.challenge.name })
            : say("No account needed. The first to open it takes the seat; everyone else watches.")
        }
      </p>
      ${terms(state.game)}
      <p class="terms-line">
        <a href=${`/rules/${state.game.variant.lineRule}/`}>${say("How to play")}</a>
      </p>
    </section>`;
  }
  if (state.side === null) {
    return html`<section class="card invitation" aria-label=${say("Watching")}>
      <p>${say("You’re watching. The game starts when a second player joins.")}</p>
      ${terms(state.game)}
    </section>`;
  }
  if (page.challenge) return challenge(page.challenge, act, terms(state.game));
  const { isListed = false } = page;
  return html`<section class="card invitation" aria-labelledby="invitation-heading">
    <h2 id="invitation-heading">
      ${isListed ? say("Waiting for an opponent…") : say("Waiting for your friend…")}
    </h2>
    <p>
      ${
        isListed
          ? say("Everyone in the lobby sees this game. You can also send the link.")
          : say("Send this link. The first person to open it can take the other seat.")
      }
    </p>
    ${state.game.rated || state.game.range !== null ? terms(state.game) : nothing}
    ${linkWell(model, act)}
    ${
      "share" in navigator
        ? html`<button
            type="button"
            class="button wide"
            @click=${() => act.share(titleOf(state.game), page.invitation)}
          >
            ${icons.share} ${say("Share")}
          </button>`
        : nothing
    }
    <div class="scan">
      <img
        class="qr"
        src=${page.invitationQr}
        width="112"
        height="112"
        alt=${say("QR code of the invitation link")}
      />
      <p class="quiet">${say("Or let them scan this code.")}</p>
    </div>
    <button type="button" class="button wide" @click=${() => act.send({ type: "abort" })}>
      ${say("Cancel the invitation")}
    </button>
  </section>`;
}

/** One's challenge waits: they need no link. */
function challenge(
  { name }: WaitingChallenge,
  act: Commands,
  about: TemplateResult,
): TemplateResult {
  return html`<section class="card invitation" aria-labelledby="invitation-heading">
    <h2 id="invitation-heading">
      ${parts("Waiting for {player}…", { player: html`<bdi>${name}</bdi>` })}
    </h2>
    <p>
      ${say(
        "They see your challenge on every page of theirs. If they’re away, it waits for them, and you’re free to leave.",
      )}
    </p>
    ${about}
    <button type="button" class="button wide" @click=${() => act.send({ type: "abort" })}>
      ${say("Withdraw the challenge")}
    </button>
  </section>`;
}

/** The invitation's link, as large as what the page is for, with its button inside. */
function linkWell({ page, copied }: Model, act: Commands): TemplateResult {
  const select = (event: FocusEvent): void => (event.target as HTMLInputElement).select();
  return html`<div class="link-well">
    <label class="hidden" for="link-invitation">${say("Invitation link")}</label>
    <input id="link-invitation" readonly dir="ltr" .value=${page.invitation} @focus=${select} />
    <button
      type="button"
      class="button primary"
      @click=${() => act.copy("invitation", page.invitation)}
    >
      ${copied === "invitation" ? icons.done : icons.copy}
      ${copied === "invitation" ? say("Copied") : say("Copy")}
    </button>
  </div>`;
}

function terms(game: Snapshot): TemplateResult {
  return html`<p class="quiet">${termsSentence(game)}</p>`;
}

/** Links of a game that has begun. */
export function share(model: Model, act: Commands): TemplateResult {
  const { page, state } = model;
  const waiting = phase(state.game) === "waiting";
  const isPrivate = state.game.visibility === "private";
  return html`${
    waiting && state.side !== null
      ? nothing
      : html`<details class="card fold">
          <summary>${say("Share")}</summary>
          <p class="quiet">${shareSentence(state.game)}</p>
          ${linkField("game", isPrivate ? say("Watch link") : say("Link to this game"), page.invitation, model, act)}
          <img
            class="qr"
            loading="lazy"
            src=${page.invitationQr}
            width="176"
            height="176"
            alt=${isPrivate ? say("QR code of the watch link") : say("QR code of the link to this game")}
          />
        </details>`
  }
  ${page.seat === null || state.side === null ? nothing : seatLink(page.seat, model, act)}`;
}

/** The game for other sites: an element to copy into a page. A private game has none. */
export function embedding(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { embeds } = model.page;
  const chosen = embeds.find(({ size }) => size === model.embedSize);
  if (chosen === undefined) return nothing;
  return html`<details class="card fold">
    <summary>${say("Embed")}</summary>
    <p class="quiet">${say("Paste this into your own page to show the board there, live.")}</p>
    <div class="segments" role="radiogroup" aria-label=${say("Size")}>
      ${embeds.map(
        ({ size }) =>
          html`<label
            ><input
              type="radio"
              name="embed-size"
              .checked=${size === chosen.size}
              @change=${() => act.chooseEmbed(size)}
            /><span>${size}</span></label
          >`,
      )}
    </div>
    ${linkField("embed", say("Embed code"), chosen.html, model, act)}
  </details>`;
}

function seatLink(seat: Seat, model: Model, act: Commands): TemplateResult {
  return html`<details class="card fold">
    <summary>${say("Play on another device")}</summary>
    ${
      seat.renew === null
        ? html`<p>
            ${say("You’re playing this seat through a private link, in this game and its rematches. Any other device that opens the link can play it too.")}
          </p>`
        : html`<p>
            ${say("Open this private link on another device to play this seat there, in this game and its rematches. It also works here if your cookies are deleted. It doesn’t give access to your name, your rating or your other games.")}
          </p>`
    }
    <p class="warning">
      ${parts("{warning} anyone who has it can play this seat.", {
        warning: html`<strong>${say("Keep it to yourself:")}</strong>`,
      })}
    </p>
    ${linkField("seat", say("Private seat link"), seat.link, model, act)}
    <img
      class="qr"
      loading="lazy"
      src=${seat.qr}
      width="176"
      height="176"
      alt=${say("QR code of your private seat link")}
    />
    <p>${devicesSentence(seat.others)}</p>
    ${seat.renew === null ? onlyByLink() : renewal(model.renewing, act)}
  </details>`;
}

function onlyByLink(): TemplateResult {
  return html`<p class="quiet">
    ${say("The player who owns this seat can renew the link. Then this device can only watch.")}
  </p>`;
}

function renewal(isAsked: boolean, act: Commands): TemplateResult {
  return html`${
      isAsked
        ? html`<p id="renewal">
            ${say("The old link will stop working, and other devices that opened it can only watch. This device keeps the seat.")}
          </p>`
        : nothing
    }
    <p class="row">
      ${
        isAsked
          ? html`<button
                type="submit"
                form="renew"
                class="button danger"
                aria-describedby="renewal"
              >
                ${say("Yes, renew the link")}
              </button>
              <button type="button" class="button" @click=${() => act.askRenew(false)}>
                ${say("No, keep it")}
              </button>`
          : html`<button type="button" class="button" @click=${() => act.askRenew(true)}>
              ${say("Renew the link")}
            </button>`
      }
    </p>`;
}

function linkField(
  what: string,
  label: string,
  url: string,
  model: Model,
  act: Commands,
): TemplateResult {
  const select = (event: FocusEvent): void => (event.target as HTMLInputElement).select();
  return html`<div class="link-field">
    <label class="hidden" for=${`link-${what}`}>${label}</label>
    <input id=${`link-${what}`} readonly .value=${url} @focus=${select} />
    <button type="button" class="button" @click=${() => act.copy(what, url)}>
      ${model.copied === what ? say("Copied") : say("Copy")}
    </button>
    ${
      "share" in navigator && what !== "seat" && what !== "embed"
        ? html`<button
            type="button"
            class="button"
            @click=${() => act.share(titleOf(model.state.game), url)}
          >
            ${say("Share…")}
          </button>`
        : nothing
    }
  </div>`;
}
