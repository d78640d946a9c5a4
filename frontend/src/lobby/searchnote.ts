// A search that goes on during another game: how long it has lasted, and whom it has found.

import type { TemplateResult } from "lit-html";
import { html, nothing, render } from "lit-html";
import { countdownText } from "../live/clocks";
import type { Search, SearchWiring, Seek } from "./search";
import { followSearch } from "./search";
import { wishWords } from "./searchcard";
import { metSentence } from "./searchwords";
import { ratingMark } from "../players/ratingmark";
import { ratingOf } from "../players/ratingwords";
import { announce } from "../viewer/voice";
import { parts, say } from "../words/words";

/** Shows the search in `place`. The page never leaves its game on its own: it calls `met`, which may make a sound. */
export function startSearchNote(
  place: HTMLElement,
  seek: Seek,
  wiring: Omit<SearchWiring, "changed">,
  met: () => void,
): void {
  let kind: Search["kind"] | null = null;
  const cancel = followSearch(seek, {
    ...wiring,
    changed(search) {
      render(
        searchNote(search, () => cancel()),
        place,
      );
      if (search.kind === kind) return;
      kind = search.kind;
      if (search.kind === "met") {
        announce(metSentence(search.met));
        met();
      }
    },
  });
}

export function searchNote(search: Search, cancel: () => void): TemplateResult | typeof nothing {
  switch (search.kind) {
    case "looking": {
      const { waitedMs, settling, cancelling } = search;
      return html`<p class="search-note" title=${wishWords(search)}>
        <span
          >${say("Looking…")}
          <span class="time" role="timer"
            >${countdownText(waitedMs - (waitedMs % 1000))}</span
          ></span
        >
        <button
          type="button"
          class="button small"
          ?disabled=${settling || cancelling}
          @click=${cancel}
        >
          ${say("Cancel")}<span class="hidden"> ${say("the search")}</span>
        </button>
      </p>`;
    }
    case "met": {
      const { opponent, game } = search.met;
      return html`<div class="found-note" role="group" aria-label=${say("Found!")}>
        <p>
          ${parts("{opponent} wants to play", {
            opponent: html`<b><bdi>${opponent}</bdi></b> ${ratingMark(ratingOf(search.met))}`,
          })}
        </p>
        <a class="button primary" href=${`/game/${game}/`}
          >${say("Go")}<span class="hidden"> ${opponent}</span></a
        >
      </div>`;
    }
    case "over":
      return nothing;
    default:
      return search satisfies never;
  }
}
