// The lobby's open seats.

import type { TemplateResult } from "lit-html";
import { clockTitle } from "../rules/timecontrol";
import { variantTitle } from "../rules/variant";
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { thumbnail } from "../board/board";
import type { Choices, Drawing } from "../viewer/choices";
import { drawing } from "../viewer/choices";
import * as icons from "../viewer/icons";
import { playerLink } from "../players/playerlink";
import type { Lobby, LobbyGame, SideWord } from "../protocol/protocol";
import { ratingMark } from "../players/ratingmark";
import { outsideSentence, rangeText, ratingOf } from "../players/ratingwords";
import { sideName } from "../rules/sides";
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

export function openGames(view: LobbyView): TemplateResult {
  return list(
    view.lobby.open,
    (game) => openGame(game, view),
    say("No open games. Create one and others can join."),
  );
}

function list(
  games: readonly LobbyGame[],
  row: (game: LobbyGame) => TemplateResult,
  empty: string,
): TemplateResult {
  return games.length === 0
    ? html`<p class="empty">${empty}</p>`
    : html`<ul class="games">
        ${repeat(games, ({ game }) => game, row)}
      </ul>`;
}

function openGame(game: LobbyGame, view: LobbyView): TemplateResult {
  const drawn = drawing(view.choices, game.variant);
  const seat: SideWord = game.seats.black === null ? "black" : "white";
  const sitter = game.seats[seat === "black" ? "white" : "black"];
  const host = sitter?.name ?? say("Someone");
  const own = view.mine.has(game.game);
  const outside = own ? "" : outsideSentence(game.range, view.ratings[game.family] ?? null);
  return html`<li class="game-row" data-game=${game.game}>
    ${thumbnail(game.variant, drawn)}
    <span class="about">
      <span class="name" dir="auto"
        >${own ? say("Your invitation") : html`${playerLink(sitter, host)} ${ratingMark(ratingOf(sitter))}`}</span
      >
      <span class="quiet">${variantTitle(game.variant)}</span>
      ${terms(game, outside === "")}
      ${game.seek ? html`<span class="tag">${say("here now")}</span>` : nothing}
      ${own ? nothing : html`<span class="quiet seat">${youPlay(seat, drawn)}</span>`}
      ${outside ? html`<span class="outside" id=${`outside-${game.game}`}>${outside}</span>` : nothing}
    </span>
    ${
      own
        ? html`<a class="button small" href=${`/game/${game.game}/`}>${say("Open")}</a>`
        : html`<form method="post" action=${`/game/${game.game}/join`}>
            <input type="hidden" name="csrfmiddlewaretoken" .value=${view.csrf} />
            <button
              type="submit"
              class="button small primary"
              ?disabled=${outside !== ""}
              aria-describedby=${outside ? `outside-${game.game}` : nothing}
            >
              ${say("Join")}<span class="hidden">
                ${host}: ${variantTitle(game.variant)} ${titleOf(game.control)}</span
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
