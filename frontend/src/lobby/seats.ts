// The lobby's open seats.

import type { TemplateResult } from "lit-html";
import { clockTitle } from "../rules/timecontrol";
import { gameTitle, hasChoice, seatWords } from "../rules/opening";
import { html, nothing } from "lit-html";
import { thumbnail } from "../board/board";
import type { Choices, Drawing } from "../viewer/choices";
import { drawing } from "../viewer/choices";
import * as icons from "../viewer/icons";
import { playerLink } from "../players/playerlink";
import type { Lobby, LobbyGame, SideWord } from "../protocol/protocol";
import type { Place } from "./places";
import { ratingMark } from "../players/ratingmark";
import { outsideSentence, rangeText, ratingOf } from "../players/ratingwords";
import { other } from "../rules/position";
import { sideName, sidesDrawn, stonesDrawn } from "../rules/sides";
import { parts, say } from "../words/words";

export interface LobbyView {
  readonly lobby: Lobby;
  readonly choices: Choices;
  /** The games this visitor sits in. */
  readonly mine: ReadonlySet<string>;
  /** The players this visitor follows. */
  readonly followed: ReadonlySet<string>;
  /** This visitor's ratings, by the family of boards; absent where they have none yet. */
  readonly ratings: Readonly<Partial<Record<LobbyGame["family"], number>>>;
  /** The token without which the server accepts no form. */
  readonly csrf: string;
}

/**
 * The open seats, each in its place. `fresh` are those that have just come, perhaps into the place of another:
 * their buttons do not answer yet.
 */
export function openGames(
  places: readonly Place<LobbyGame>[],
  fresh: ReadonlySet<string>,
  view: LobbyView,
): TemplateResult {
  if (places.length === 0)
    return html`<p class="empty">${say("No open games. Create one and others can join.")}</p>`;
  return html`<ul class="games">
    ${places.map(({ game, gone }) => openGame(game, { gone, isFresh: fresh.has(game.game) }, view))}
  </ul>`;
}

interface Standing {
  readonly gone: boolean;
  readonly isFresh: boolean;
}

function openGame(game: LobbyGame, { gone, isFresh }: Standing, view: LobbyView): TemplateResult {
  const drawn = sidesDrawn(drawing(view.choices, game.variant), game.variant);
  const seat: SideWord = game.seats.black === null ? "black" : "white";
  const sitter = game.seats[other(seat)];
  const host = sitter?.name ?? say("Someone");
  const own = view.mine.has(game.game);
  const outside = own ? "" : outsideSentence(game.range, view.ratings[game.family] ?? null);
  const isHere = !game.away.includes(other(seat));
  return html`<li class="game-row open-row" data-game=${game.game} ?data-gone=${gone}>
    ${thumbnail(game.variant, stonesDrawn(drawn, game.variant))}
    <span class="about">
      <span class="name" dir="auto"
        >${own ? say("Your invitation") : html`${playerLink(sitter, host)} ${ratingMark(ratingOf(sitter))}`}</span
      >
      <span class="quiet">${gameTitle(game.variant, game.opening)}</span>
      ${terms(game, outside === "")}
      ${own ? nothing : html`<span class="quiet seat">${hasChoice(game.opening) ? seatWords(seat, game.opening, drawn) : youPlay(seat, drawn)}</span>`}
      ${own ? nothing : html`<span class="tag">${isHere ? say("here now") : say("away")}</span>`}
      ${outside ? html`<span class="outside" id=${`outside-${game.game}`}>${outside}</span>` : nothing}
    </span>
    ${
      gone
        ? html`<span class="button small" aria-disabled="true">${say("Gone")}</span>`
        : own
          ? html`<a class="button small" href=${`/game/${game.game}/`}>${say("Open")}</a>`
          : html`<form method="post" action=${`/game/${game.game}/join`}>
              <input type="hidden" name="csrfmiddlewaretoken" .value=${view.csrf} />
              <button
                type="submit"
                class="button small primary"
                ?disabled=${outside !== "" || isFresh}
                aria-describedby=${outside ? `outside-${game.game}` : nothing}
              >
                ${say("Join")}<span class="hidden">
                  ${host}: ${gameTitle(game.variant, game.opening)} ${titleOf(game.control)}</span
                >
              </button>
            </form>`
    }
  </li>`;
}

function youPlay(side: SideWord, drawn: Drawing): readonly (string | TemplateResult)[] {
  return parts("you play {stone} {side}", {
    stone: icons.stone(side, drawn),
    side: sideName(side, drawn),
  });
}

function titleOf(control: LobbyGame["control"]): string {
  return control === null ? "" : clockTitle(control);
}

/** The clock, the series, what the game counts for, and whom it is for where nothing says it. */
function terms(
  { control, rated, range, series }: LobbyGame,
  withRange: boolean,
): TemplateResult | typeof nothing {
  const whom = range === null || !withRange ? "" : say("for {range}", { range: rangeText(range) });
  const games = series === null ? "" : say("best of {games}", { games: series.bestOf });
  const words = [titleOf(control), games, rated ? say("rated") : "", whom]
    .filter(Boolean)
    .join(" · ");
  return words === "" ? nothing : html`<span class="quiet">${words}</span>`;
}
