// The card of the home page in which an opponent is looked for: the wait, its end, and ways to pass it.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { countdownText } from "../live/clocks";
import type { Met, Other } from "./opponentsearch";
import type { Looking, Search } from "./search";
import { ratingMark } from "../players/ratingmark";
import { ratingOf, reachSentence } from "../players/ratingwords";
import { other } from "../rules/position";
import { sideName, sidesDrawn } from "../rules/sides";
import type { Choices } from "../viewer/choices";
import { drawing } from "../viewer/choices";
import * as icons from "../viewer/icons";
import { parts, say } from "../words/words";

/** What the card shows besides an idle form. */
export type Card =
  /** The server has been asked and has not answered yet. */
  | { readonly kind: "asking" }
  | Search
  /** It cannot be: why. */
  | { readonly kind: "refused"; readonly sentence: string };

export interface CardView {
  readonly choices: Choices;
  readonly hasBots: boolean;
  /** Seconds until the page goes to the game that was found; null: it stays here. */
  readonly goesInS: number | null;
  /** Why the neighbour could not be joined; empty if nothing was wrong. */
  readonly trouble: string;
  readonly cancel: () => void;
  readonly join: (neighbour: Other) => void;
}

export function searchCard(card: Card, view: CardView): TemplateResult | typeof nothing {
  switch (card.kind) {
    case "asking":
      return html`${well(say("Looking…"), "")}
        <button type="button" class="button cancel" aria-disabled="true">${say("Cancel")}</button>
        ${meanwhile(nothing, nothing)}`;
    case "looking":
      return looking(card, view);
    case "met":
      return met(card.met, view);
    case "refused":
      return note(card.sentence);
    case "over":
      return card.cancelled ? nothing : note(say("Your search has ended."));
    default:
      return card satisfies never;
  }
}

/** What is looked for, in one line. */
export function wishWords({ seek: { variant, control } }: Pick<Looking, "seek">): string {
  return [variant, control ?? say("No clock"), say("Rated")].join(" · ");
}

function looking(search: Looking, view: CardView): TemplateResult {
  const { waitedMs, settling, cancelling, isLong, neighbour } = search;
  return html`<p class="wish quiet">${wishWords(search)}</p>
    ${well(wellWords(search), countdownText(waitedMs - (waitedMs % 1000)))}
    <button
      type="button"
      class="button cancel"
      aria-disabled=${settling || cancelling ? "true" : "false"}
      @click=${() => !settling && view.cancel()}
    >
      ${say("Cancel")}
    </button>
    ${
      isLong
        ? meanwhile(
            view.trouble !== ""
              ? html`<p>${view.trouble}</p>`
              : neighbour === null
                ? html`<p class="quiet">${say("Nobody is waiting for another game.")}</p>`
                : neighbourRow(neighbour, settling, view),
            view.hasBots ? botRow(settling) : nothing,
          )
        : atFirst(search)
    }`;
}

/** What is said in the first seconds: whom it looks for, and that it ends with the page. */
function atFirst({ seek: { rating }, reach }: Looking): TemplateResult {
  const stay = html`<p class="quiet">
    ${say("Keep this page open. Leaving it ends the search.")}
  </p>`;
  if (rating === null) return meanwhile(stay, nothing);
  return meanwhile(html`<p class="quiet reach">${reachSentence(rating, reach)}</p>`, stay);
}

function wellWords({ connection }: Looking): string {
  switch (connection) {
    case "reconnecting":
      return say("Reconnecting…");
    case "offline":
      return say("Offline");
    default:
      return say("Looking…");
  }
}

function well(words: string, time: string): TemplateResult {
  return html`<p class="well looking">
    <span>${words}</span> <span class="time" role="timer">${time}</span>
  </p>`;
}

/** Two rows whose room is there from the first moment: nothing moves when they are filled. */
function meanwhile(
  first: TemplateResult | typeof nothing,
  second: TemplateResult | typeof nothing,
): TemplateResult {
  return html`<div class="meanwhile">
    <div>${first}</div>
    <div>${second}</div>
  </div>`;
}

function neighbourRow(neighbour: Other, settling: boolean, view: CardView): TemplateResult {
  const { host, board, control } = neighbour;
  const name = html`<b><bdi>${host}</bdi></b> ${ratingMark(ratingOf(neighbour))}`;
  return html`<span class="about">
      <span class="name">${parts("{host} is waiting", { host: name })}</span>
      <span class="quiet"><bdi dir="ltr">${board}</bdi> · ${control ?? say("No clock")}</span>
    </span>
    <button
      type="button"
      class="button small"
      ?disabled=${settling}
      @click=${() => view.join(neighbour)}
    >
      ${say("Join")}<span class="hidden"> ${host}</span>
    </button>`;
}

/** The bot of the first card, in this tab: the search goes on beside that game. */
function botRow(settling: boolean): TemplateResult {
  return html`<span class="about"><span>${say("Play a bot while you wait")}</span></span>
    <button type="submit" class="button small" ?disabled=${settling}>${say("Play a bot")}</button>`;
}

function met(found: Met, { choices, goesInS }: CardView): TemplateResult {
  const drawn = sidesDrawn(drawing(choices, found.variant), found.variant);
  return html`<p class="well met">
      <span
        >${goesInS === null ? say("Found!") : say("Found! Starts in {count}…", { count: goesInS })}</span
      >
    </p>
    <span class="cancel"></span>
    ${meanwhile(
      html`${icons.stone(other(found.side), drawn)}
        <span class="about">
          <span
            ><b><bdi>${found.opponent}</bdi></b> ${ratingMark(ratingOf(found))}</span
          >
          <span class="quiet"
            >${say("You play {side}", { side: sideName(found.side, drawn) })}</span
          >
        </span>`,
      goesInS === null
        ? html`<span class="about">${say("Your game is open in another tab.")}</span>
            <a class="button small" href=${`/game/${found.game}/`}>${say("Go")}</a>`
        : nothing,
    )}`;
}

function note(sentence: string): TemplateResult {
  return html`<div class="meanwhile">
    <div><p>${sentence}</p></div>
    <div></div>
  </div>`;
}
