// The people somebody follows, kept up to date: asked for now and then, and when the lobby has news.

import type { TemplateResult } from "lit-html";
import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { Following, Now, Person, Playing, Show } from "./followed";
import { followedGames, playingNow, withNow } from "./followed";
import type { LobbyGame } from "../protocol/protocol";
import { seal } from "./seal";
import { parts, say } from "../words/words";

const EVERY_MS = 30_000;

export interface Followed {
  /** The lobby's live games have changed. */
  readonly sees: (live: readonly LobbyGame[]) => void;
}

/** Keeps the page's `#followed`, and the line at its top, up to date while somebody is looking. */
export function startFollowing(first: Following, live: readonly LobbyGame[] = []): Followed {
  const place = document.querySelector<HTMLElement>("#followed");
  const banner = document.querySelector<HTMLElement>("#playing-now");
  const all = new Set(first.all);
  let following = first;
  let games = followedGames(live, all);
  let asked = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(): void {
    if (banner) render(playingNow(following).slice(0, BANNERS).map(nowLine), banner);
    if (place) render(list(following), place);
  }

  async function ask(): Promise<void> {
    clearTimeout(timer);
    asked = performance.now();
    try {
      const answer = await fetch("/following/now", { headers: { accept: "application/json" } });
      if (answer.ok) {
        following = withNow(following, (await answer.json()) as Now);
        show();
      }
    } catch {
      // The server is away: it is asked again at the next turn.
    }
    wait();
  }

  function wait(): void {
    clearTimeout(timer);
    if (document.hidden) return;
    timer = setTimeout(() => void ask(), Math.max(0, asked + EVERY_MS - performance.now()));
  }

  if (first.all.length + first.exhibitions.length === 0) return { sees: () => undefined };
  place?.replaceChildren();
  show();
  wait();
  document.addEventListener("visibilitychange", wait);
  return {
    sees(now) {
      const fresh = followedGames(now, all);
      if (fresh === games) return;
      games = fresh;
      void ask();
    },
  };
}

/** More of them at once would push the page down. */
const BANNERS = 2;

function nowLine({ player, name, game, variant }: Playing): TemplateResult {
  return html`<p data-player=${player}>
    ${parts("{player} is playing now, {variant} – {watch}", {
      player: html`<bdi>${name}</bdi>`,
      variant,
      watch: html`<a href=${`/game/${game}/`}
        >${say("watch")}<span class="hidden"> ${name}</span></a
      >`,
    })}
  </p>`;
}

/** Everybody who is followed, and the exhibitions. */
export function list({ people, exhibitions, more }: Following): TemplateResult {
  return html`<ul class="others">
      ${repeat(people, ({ player }) => player, personRow)}
      ${repeat(exhibitions, ({ slug }) => slug, showRow)}
    </ul>
    ${more > 0 ? html`<p class="lists"><a href="/following">${say("Everyone you follow")}</a></p>` : nothing}`;
}

function personRow(person: Person): TemplateResult {
  const { player, name, isBot, playing, last } = person;
  return html`<li class="other" data-player=${player}>
    <span class="face"
      >${seal(player, isBot)}${
        isBot && playing === null
          ? nothing
          : html`<i class=${`presence ${presenceOf(person)}`}></i>`
      }</span
    >
    <span class="about">
      <span class="name"
        ><a class="player-link" href=${`/player/${player}/`}><bdi>${name}</bdi></a> ${
          isBot ? html`<span class="tag">${say("bot")}</span>` : nothing
        }</span
      >
      <span class="quiet">${playing === null ? seenWords(person) : playsWords(playing)}</span>
      ${
        last === null
          ? nothing
          : html`<span class="quiet"
              ><a href=${`/game/${last.game}/`}><bdi>${last.words}</bdi></a></span
            >`
      }
    </span>
    ${
      playing === null
        ? nothing
        : html`<a class="button small primary" href=${`/game/${playing.game}/`}
            >${say("Watch")}<span class="hidden"> ${name}</span></a
          >`
    }
  </li>`;
}

/** Playing is a square, being here a disc, neither a ring: told apart by their shape. */
function presenceOf({ playing, here }: Person): string {
  if (playing !== null) return "playing";
  return here ? "here" : "away";
}

function seenWords({ here, seen }: Person): string {
  if (here) return say("online now");
  return seen ? say("last seen {day}", { day: seen }) : say("not playing now");
}

function playsWords({ opponent, variant }: Playing): readonly (string | TemplateResult)[] {
  return opponent
    ? parts("playing {opponent}, {variant}", {
        opponent: html`<bdi>${opponent}</bdi>`,
        variant,
      })
    : parts("playing now, {variant}", { variant });
}

function showRow({ slug, title, words }: Show): TemplateResult {
  return html`<li class="other" data-exhibition=${slug}>
    <span class="about"
      ><span class="name">${title}</span
      ><span class="quiet">${say("exhibition, {standing}", { standing: words })}</span></span
    >
    <a class="button small" href=${`/exhibition/${slug}/`}
      >${say("Open")}<span class="hidden">: ${title}</span></a
    >
  </li>`;
}
