// Live games, as small boards that move.

import type { TemplateResult } from "lit-html";
import { clockTitle } from "../rules/timecontrol";
import { html, nothing, svg } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";
import { ground, thumbnail } from "../board/board";
import { latenessSentence } from "./channel";
import type { Place } from "./places";
import type { Choices, Drawing } from "../viewer/choices";
import { drawing } from "../viewer/choices";
import { left, top } from "../board/geometry";
import { isBot } from "../protocol/parts";
import * as icons from "../viewer/icons";
import { placed } from "../rules/move";
import { sideOfPly } from "../rules/position";
import { sidesDrawn, stonesDrawn } from "../rules/sides";
import type { LobbyGame, SideWord, VariantPart } from "../protocol/protocol";
import { OPENING_RULES } from "../protocol/protocol";
import { ratingMark } from "../players/ratingmark";
import { ratingOf } from "../players/ratingwords";
import type { Board } from "../rules/squares";
import { count, say } from "../words/words";

const SIDES = ["black", "white"] as const;

export interface LiveView {
  readonly choices: Choices;
  /** The games this visitor sits in. */
  readonly mine: ReadonlySet<string>;
  /** The games on TV. */
  readonly tv: ReadonlySet<string>;
  /** The people this visitor follows, by their names in links. */
  readonly followed: ReadonlySet<string>;
}

/**
 * Live games in their places; a game that is gone stays until another comes. `free` places more are empty,
 * and the first of them says so where there is no game at all.
 */
export function livePlaces(
  places: readonly Place<LobbyGame>[],
  view: LiveView,
  free = 0,
): TemplateResult {
  const isEmpty = places.length === 0;
  return html`<ul class="minis">
    ${places.map(({ game, gone }) => html`<li>${miniCard(game, view, { gone })}</li>`)}
    ${Array.from(
      { length: free },
      (_, at) =>
        html`<li class="free">
          ${
            isEmpty && at === 0
              ? html`<p class="empty">
                  ${say("No live games right now. The next one appears here.")}
                </p>`
              : nothing
          }
        </li>`,
    )}
  </ul>`;
}

/** How a card differs from that of a live game in a list. */
interface CardPart {
  /** Where it leads, if not to the game's page. */
  readonly href?: string;
  /** Whether the game is no longer live. */
  readonly gone?: boolean;
}

/** A game as a small board that links to it. */
export function miniCard(
  game: LobbyGame,
  view: LiveView,
  { href, gone = false }: CardPart = {},
): TemplateResult {
  const drawn = sidesDrawn(drawing(view.choices, game.variant), game.variant);
  const late = latenessSentence(game);
  const curtain = gone ? say("No longer live") : late;
  return html`<a class="mini" data-live=${game.game} href=${href ?? `/game/${game.game}/`}>
    <span class="mini-board">
      ${miniBoard(game, drawn)} ${curtain ? html`<span class="curtain">${curtain}</span>` : nothing}
    </span>
    ${SIDES.map(
      (side) =>
        html`<span class="name seat"
          >${icons.stone(side, drawn)}
          <bdi>${game.seats[side]?.name ?? "?"}</bdi>
          ${ratingMark(ratingOf(game.seats[side]))} ${awayTag(game, side)}</span
        >`,
    )}
    <span class="quiet line">${aboutWords(game)}</span>
    ${tags(game, view)}
  </a>`;
}

/** The board and the clock, in few words. */
function aboutWords({ variant: { width, height }, control }: LobbyGame): string {
  return [`${width}×${height}`, control === null ? "" : clockTitle(control)]
    .filter(Boolean)
    .join(" · ");
}

function awayTag({ away }: LobbyGame, side: SideWord): TemplateResult | typeof nothing {
  return away.includes(side) ? html`<span class="tag away">${say("away")}</span>` : nothing;
}

/** What else is to be said of a game: one line, which has its place whether it says something or not. */
function tags(game: LobbyGame, view: LiveView): TemplateResult {
  const { title } = OPENING_RULES[game.opening];
  return html`<span class="tags quiet">
    ${title === "" ? nothing : html`<span class="tag">${say(title)}</span>`}
    ${view.mine.has(game.game) ? html`<span class="tag">${say("you play")}</span>` : bots(game)}
    ${view.tv.has(game.game) ? html`<span class="tag">${say("TV")}</span>` : nothing}
    ${followedTag(game, view)} ${watching(game)}
  </span>`;
}

/** The board with its stones, redrawn only when the record has changed. */
export function miniBoard({ variant, moves }: LobbyGame, drawn: Drawing): TemplateResult {
  // A record that has grown is a new value; the lobby keeps the value of one that has not.
  return html`${guard([moves, drawn, variant.width, variant.height], () =>
    moves === null
      ? thumbnail(variant, stonesDrawn(drawn, variant))
      : boardOf(variant, moves, drawn),
  )}`;
}

function boardOf(size: VariantPart, moves: readonly number[], sides: Drawing): TemplateResult {
  const drawn = stonesDrawn(sides, size);
  const stones = moves.map((move, ply) => ({
    ...placed(move, sideOfPly(ply, size.lineRule), size),
    ply,
  }));
  const last = stones.at(-1);
  return svg`<svg class=${`squares drawn thumbnail ${drawn}`}
    viewBox=${`0 0 ${size.width} ${size.height}`} aria-hidden="true" focusable="false">
    ${guard([size.width, size.height, drawn], () => ground(size, drawn))}
    ${drawn === "marks" && last !== undefined ? cell(last.square, size) : nothing}
    ${repeat(
      stones,
      ({ square, side, ply }) => `${ply} ${square} ${side}`,
      ({ square, side }) => flatStone(square, side, size, drawn),
    )}
    ${drawn === "stones" && last !== undefined ? mark(last.square, last.side, size) : nothing}
  </svg>`;
}

function flatStone(square: number, side: string, size: Board, drawn: Drawing): TemplateResult {
  const x = left(square, size) + 0.5;
  const y = top(square, size) + 0.5;
  if (drawn === "stones")
    return svg`<circle class=${`stone flat ${side}`} cx=${x} cy=${y} r="0.46" />`;
  return side === "black"
    ? svg`<path class="mark black" d=${`M${x - 0.26} ${y - 0.26}l.52 .52m0-.52l-.52 .52`} />`
    : svg`<circle class="mark white" cx=${x} cy=${y} r="0.28" />`;
}

function cell(square: number, size: Board): TemplateResult {
  return svg`<rect class="cell last" x=${left(square, size)} y=${top(square, size)} width="1" height="1" />`;
}

function mark(square: number, side: string, size: Board): TemplateResult {
  return svg`<circle class=${`last-mark on-${side}`} cx=${left(square, size) + 0.5} cy=${top(square, size) + 0.5} r="0.18" />`;
}

function watching({ spectators }: LobbyGame): TemplateResult | typeof nothing {
  if (spectators === 0) return nothing;
  return html`<span>${count("{count} watching", "{count} watching", spectators)}</span>`;
}

function followedTag({ seats }: LobbyGame, view: LiveView): TemplateResult | typeof nothing {
  const isFollowed = [seats.black, seats.white].some((seat) =>
    view.followed.has(seat?.player ?? ""),
  );
  return isFollowed ? html`<span class="tag followed">${say("you follow")}</span>` : nothing;
}

function bots({ seats }: LobbyGame): TemplateResult | typeof nothing {
  const { length } = [seats.black, seats.white].filter(isBot);
  if (length === 0) return nothing;
  const words = length === 1 ? say("with a bot") : say("two bots");
  return html`<span class="tag">${icons.robot}${words}</span>`;
}
