// Challenges as cards, on whatever page somebody is, and what is said of them: calls.html is the same.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { Choices } from "../viewer/choices";
import { drawing } from "../viewer/choices";
import { clockTitle } from "../rules/timecontrol";
import { gameTitle, seatWords } from "../rules/opening";
import type { ChallengePart, DeclineReason, FoundPart } from "../protocol/protocol";
import { seal } from "./seal";
import type { Call } from "./unseen";
import { say } from "../words/words";

export interface CallCommands {
  readonly decline: (game: string, reason: DeclineReason | null) => void;
  readonly withdraw: (game: string) => void;
  /** The answer has been seen. */
  readonly note: (game: string) => void;
  /** Not now, on this page. */
  readonly later: (game: string) => void;
}

export interface Calls {
  readonly challenges: readonly ChallengePart[];
  readonly found: readonly FoundPart[];
  /** Games whose buttons do not answer yet: they may have come under a finger. */
  readonly fresh: ReadonlySet<string>;
  /** Why the last press did nothing. */
  readonly trouble: string;
  readonly choices: Choices;
  /** The token for forms. */
  readonly csrf: string;
}

/** What each card says, for whoever does not look at it. */
export function callsOf({
  challenges,
  found,
}: Calls): readonly (Call & { readonly game: string })[] {
  return [
    ...found.map(({ game, other }) => ({ game, key: `${game} found`, words: joined(other.name) })),
    ...challenges.map((part) => ({
      game: part.game,
      key: `${part.game} ${part.state}`,
      words: headline(part),
    })),
  ];
}

export function callCards(calls: Calls, act: CallCommands): TemplateResult | typeof nothing {
  const { challenges, found, trouble } = calls;
  if (challenges.length + found.length === 0 && trouble === "") return nothing;
  return html`<ul>
      ${repeat(
        found,
        ({ game }) => game,
        (part) => foundCard(part, calls.choices),
      )}
      ${repeat(
        challenges,
        ({ game, state }) => `${game} ${state}`,
        (part) => card(part, calls, act),
      )}
    </ul>
    ${trouble === "" ? nothing : html`<p class="error" role="alert">${trouble}</p>`}`;
}

function foundCard(
  { game, other, side, variant, control, opening }: FoundPart,
  choices: Choices,
): TemplateResult {
  return html`<li class="call">
    ${seal(other.player)}
    <p class="about">
      <b dir="auto">${joined(other.name)}</b>
      <span class="quiet"
        >${[
          gameTitle(variant, opening),
          control === null ? say("no clock") : clockTitle(control),
          seatWords(side, opening, drawing(choices, variant)),
        ].join(" · ")}</span
      >
    </p>
    <div class="answers"><a class="button primary" href=${`/game/${game}/`}>${say("Play")}</a></div>
  </li>`;
}

function card(part: ChallengePart, calls: Calls, act: CallCommands): TemplateResult {
  return html`<li class="call">
    ${seal(part.other.player)}
    <p class="about">
      <b dir="auto">${headline(part)}</b>
      <span class="quiet">${about(part, calls.choices)}</span>
    </p>
    <div class="answers">${answers(part, calls, act)}</div>
    ${
      part.mine
        ? nothing
        : html`<button
            type="button"
            class="later"
            aria-label=${say("Answer {player} later", { player: part.other.name })}
            @click=${() => act.later(part.game)}
          >
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d="M6 6l12 12M18 6L6 18" />
            </svg>
          </button>`
    }
  </li>`;
}

function answers(part: ChallengePart, { fresh, csrf }: Calls, act: CallCommands): TemplateResult {
  const { game, other, state } = part;
  const isDeaf = fresh.has(game);
  if (state === "accepted")
    return html`<a class="button primary" href=${`/game/${game}/`}>${say("Play")}</a>`;
  if (state !== "waiting")
    return html`<a class="button" href=${`/player/${other.player}/challenge`}
        >${say("Challenge again")}</a
      >
      <button type="button" class="button" ?disabled=${isDeaf} @click=${() => act.note(game)}>
        ${say("OK")}
      </button>`;
  if (part.mine)
    return html`<a class="button" href=${`/game/${game}/`}>${say("Open")}</a>
      <button type="button" class="button" ?disabled=${isDeaf} @click=${() => act.withdraw(game)}>
        ${say("Withdraw")}
      </button>`;
  const decline = (reason: DeclineReason | null): TemplateResult =>
    html`<button type="button" @click=${() => act.decline(game, reason)}>
      ${reason === null ? say("Without a reason") : reasonWords(reason)}
    </button>`;
  return html`<form method="post" action=${`/game/${game}/accept`}>
      <input type="hidden" name="csrfmiddlewaretoken" value=${csrf} />
      <button type="submit" class="button primary" ?disabled=${isDeaf}>${say("Accept")}</button>
    </form>
    <details class="decline">
      <summary class="button">${say("Decline")}</summary>
      <div>
        ${decline(null)} ${reasons(part).map(decline)}
        <a href=${`/game/${game}/counter`}>${say("Suggest another game")}</a>
      </div>
    </details>`;
}

const joined = (player: string): string => say("{player} has joined your game.", { player });

/** What is said about a challenge, or about the answer to one's own. */
function headline(part: ChallengePart): string {
  const player = part.other.name;
  if (!part.mine)
    return part.instead
      ? say("{player} suggests another game", { player })
      : say("{player} challenges you", { player });
  switch (part.state) {
    case "waiting":
      return say("Waiting for {player}", { player });
    case "accepted":
      return say("{player} accepted. Your game is ready.", { player });
    case "declined":
      return declined(part.reason, player);
    case "lapsed":
      return say("{player} didn’t answer your challenge.", { player });
    case "countered":
    case "withdrawn":
      return ""; // nobody is told of these
    default:
      return part.state satisfies never;
  }
}

function declined(reason: DeclineReason | null, player: string): string {
  switch (reason) {
    case null:
      return say("{player} declined your challenge.", { player });
    case "notNow":
      return say("{player} can’t play now.", { player });
    case "notRated":
      return say("{player} would rather play a game that isn’t rated.", { player });
    case "anotherBoard":
      return say("{player} would rather play on another board.", { player });
    case "slower":
      return say("{player} would like more time.", { player });
    case "faster":
      return say("{player} would like a faster clock.", { player });
    default:
      return reason satisfies never;
  }
}

/** The board, the clock, what it counts for. */
export function about(
  { variant, control, rated, bestOf, side, opening }: ChallengePart,
  choices: Choices,
): string {
  return [
    gameTitle(variant, opening),
    control === null ? say("no clock") : clockTitle(control),
    rated ? say("rated") : say("not rated"),
    bestOf === null ? "" : say("best of {games}", { games: bestOf }),
    side === null ? "" : seatWords(side, opening, drawing(choices, variant)),
  ]
    .filter(Boolean)
    .join(" · ");
}

function reasons({ rated, control }: ChallengePart): readonly DeclineReason[] {
  return [
    "notNow",
    ...(rated ? (["notRated"] as const) : []),
    "anotherBoard",
    ...(control === null ? [] : (["slower", "faster"] as const)),
  ];
}

function reasonWords(reason: DeclineReason): string {
  switch (reason) {
    case "notNow":
      return say("I can’t play now");
    case "notRated":
      return say("Not rated, please");
    case "anotherBoard":
      return say("Another board, please");
    case "slower":
      return say("More time, please");
    case "faster":
      return say("A faster clock, please");
    default:
      return reason satisfies never;
  }
}
