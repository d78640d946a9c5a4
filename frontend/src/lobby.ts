// The lobby's open seats.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { thumbnail } from "./board";
import type { Choices } from "./choices";
import { drawing } from "./choices";
import * as icons from "./icons";
import { playerLink } from "./playerlink";
import type { Lobby, LobbyGame, SideWord } from "./protocol";
import { sideName } from "./sentences";

export interface LobbyView {
  readonly lobby: Lobby;
  readonly choices: Choices;
  /** The games this visitor sits in. */
  readonly mine: ReadonlySet<string>;
  /** The players this visitor follows. */
  readonly followed: ReadonlySet<string>;
  /** The token without which the server takes no form. */
  readonly csrf: string;
}

export function openGames(view: LobbyView): TemplateResult {
  return list(
    view.lobby.open,
    (game) => openGame(game, view),
    "Nobody is waiting right now. Open a game to anyone: it appears here, and in every other lobby, at once.",
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
  const host = game.seats[seat === "black" ? "white" : "black"]?.name ?? "Somebody";
  const own = view.mine.has(game.game);
  return html`<li class="game-row" data-game=${game.game}>
    ${thumbnail(game.variant, drawn)}
    <span class="about">
      <span class="name" dir="auto"
        >${own ? "Your invitation" : playerLink(game.seats[seat === "black" ? "white" : "black"], host)}</span
      >
      <span class="quiet">${game.variant.title}</span>
      ${clock(game)} ${game.seek ? html`<span class="tag">here now</span>` : nothing}
      ${own ? nothing : html`<span class="quiet seat">you play ${icons.stone(seat, drawn)} ${sideName(seat, drawn)}</span>`}
    </span>
    ${
      own
        ? html`<a class="button small" href=${`/game/${game.game}/`}>Open</a>`
        : html`<form method="post" action=${`/game/${game.game}/join`}>
            <input type="hidden" name="csrfmiddlewaretoken" .value=${view.csrf} />
            <button type="submit" class="button small primary">
              Join<span class="hidden"> ${host}: ${game.variant.title} ${game.control ?? ""}</span>
            </button>
          </form>`
    }
  </li>`;
}

function clock({ control }: LobbyGame): TemplateResult | typeof nothing {
  return control === null ? nothing : html`<span class="quiet">${control}</span>`;
}
