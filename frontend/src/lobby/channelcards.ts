// TV's channels: what is on each, as a small board that leads there.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { pairing } from "./channel";
import { miniBoard } from "./liveboards";
import type { Place } from "./places";
import type { Channel, LobbyGame } from "../protocol/protocol";
import type { Choices } from "../viewer/choices";
import { drawing } from "../viewer/choices";
import { say } from "../words/words";

/** A channel on which there is a game. */
export interface ChannelCard {
  /** Which boards it shows: it keeps its place by them. */
  readonly game: Channel["family"];
  readonly label: string;
  readonly live: LobbyGame;
}

/** The channels in their places, `most` of them; the one that is watched is framed. */
export function channelCards(
  places: readonly Place<ChannelCard>[],
  most: number,
  watched: Channel["family"] | null,
  choices: Choices,
): TemplateResult | typeof nothing {
  if (places.length === 0) return nothing;
  return html`<ul class="channels" data-rows=${Math.ceil(most / 3)}>
    ${places.map(
      ({ game: { game: family, label, live }, gone }) =>
        html`<li>
          <a
            class="channel"
            href=${`/tv/${family}`}
            data-live=${live.game}
            aria-current=${family === watched ? "page" : nothing}
          >
            <span class="mini-board">
              ${miniBoard(live, drawing(choices, live.variant))}
              ${gone ? html`<span class="curtain">${say("Over")}</span>` : nothing}
            </span>
            <b>${label}</b>
            <span class="quiet" dir="auto">${pairing(live)}</span>
          </a>
        </li>`,
    )}
  </ul>`;
}
