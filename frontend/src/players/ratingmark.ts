// A rating beside a name: small, with the words that say what it is.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import * as icons from "../viewer/icons";
import type { RatingPart } from "../protocol/protocol";
import type { Rating } from "./ratingwords";
import { changeText, changeTitle, ratingText, ratingTitle } from "./ratingwords";

export function ratingMark(rating: Rating | null): TemplateResult | typeof nothing {
  return rating === null ? nothing : mark(rating, ratingTitle(rating), nothing);
}

/** The rating after a game that counted, and what the game changed; whether it is a guest's. */
export function countedMark(counted: RatingPart, guest: boolean): TemplateResult {
  const { change } = counted;
  const rating = { ...counted, guest };
  const kind = change === 0 ? "" : change > 0 ? "up" : "down";
  return mark(
    rating,
    `${ratingTitle(rating)}, ${changeTitle(counted)}`,
    html` <span class=${`change ${kind}`}>${changeText(change)}</span>`,
  );
}

function mark(
  rating: Rating,
  title: string,
  more: TemplateResult | typeof nothing,
): TemplateResult {
  return html`<span class="rating" title=${title}
    ><span aria-hidden="true"
      >${ratingText(rating)}${rating.guest ? icons.guest : nothing}${more}</span
    ><span class="hidden">${title}</span></span
  >`;
}
