// TV: the channels as small boards; and where a game is shown, the way on to the next.

import { html, nothing, render } from "lit-html";
import type { Plan } from "./lobby/channel";
import { gameOn, pairing, plan } from "./lobby/channel";
import { readChoices } from "./viewer/choices";
import type { LobbyData } from "./lobby/followlobby";
import { followLobby } from "./lobby/followlobby";
import { miniCard } from "./lobby/liveboards";
import type { Channel, Lobby, LobbyGame } from "./protocol/protocol";
import { openStorage } from "./viewer/browserstorage";
import { startSettings } from "./viewer/settings";
import { say } from "./words/words";

interface TvData extends LobbyData {
  /** The channel that is watched; null where all of them are shown. */
  readonly family: Channel["family"] | null;
  /** The game on the screen. */
  readonly game: string | null;
  readonly families: readonly { readonly key: Channel["family"]; readonly label: string }[];
}

/** The end of a game stays on the screen for this long. */
const END_MS = 5_000;

const data = JSON.parse(document.querySelector("#tv-data")!.textContent) as TvData;
const place = document.querySelector<HTMLElement>("#channels")!;
const news = document.querySelector<HTMLElement>("#tv-news");

let lobby = data.lobby;
let leaving: ReturnType<typeof setTimeout> | undefined;
let said = "";

// On a game's page its own script handles the menus; the choices are the same.
let choices = readChoices(openStorage());
if (data.game === null) {
  startSettings((changed) => {
    choices = changed;
    show(lobby);
  });
}

function show(next: Lobby): void {
  lobby = next;
  const tv = new Set<string>();
  const channels = data.families.map((each) => ({ ...each, game: gameOn(lobby, each.key) }));
  render(
    html`<ul class="minis channels">
      ${channels.map(
        ({ key, label, game }) =>
          html`<li class=${key === data.family ? "current" : ""}>
            <h3>${label}</h3>
            ${
              game === null
                ? html`<a class="mini" href=${`/tv/${key}`}
                    ><span class="mini-board nothing">${say("No game right now")}</span></a
                  >`
                : miniCard(
                    game,
                    { choices, mine: tv, tv, followed: new Set() },
                    { href: `/tv/${key}` },
                  )
            }
          </li>`,
      )}
    </ul>`,
    place,
  );
  if (data.family !== null) follow(data.family, plan(lobby, data.family, data.game));
}

function follow(family: Channel["family"], what: Plan): void {
  if (what.kind !== "go") {
    clearTimeout(leaving);
    leaving = undefined;
  }
  switch (what.kind) {
    case "stay":
      return tell("");
    case "wait":
      return tell(
        data.game === null
          ? say("No game right now. The next one starts by itself.")
          : what.over
            ? say("This game is over. The next one starts here by itself.")
            : "",
      );
    case "go":
      tell(nextSentence(what.next, what.over));
      // Once: later news of the channel does not put it off.
      leaving ??= setTimeout(
        () => location.replace(`/tv/${family}`),
        data.game === null ? 0 : END_MS,
      );
      return;
    default:
      return what satisfies never;
  }
}

function nextSentence(next: LobbyGame, over: boolean): string {
  const players = pairing(next);
  if (data.game === null) return say("Next: {players}.", { players });
  return over
    ? say("This game is over. Next: {players}.", { players })
    : say("No moves for a while. Next: {players}.", { players });
}

function tell(sentence: string): void {
  if (news === null || sentence === said) return;
  said = sentence;
  render(
    html`${sentence}${
      sentence && data.game !== null
        ? html` <a href=${`/game/${data.game}/`}>${say("Stay with this game")}</a>`
        : nothing
    }`,
    news,
  );
}

const chips = document.querySelector<HTMLElement>(".chips");
const current = chips?.querySelector<HTMLElement>("[aria-current]");
if (chips && current) chips.scrollLeft = current.offsetLeft - chips.offsetLeft;

place.replaceChildren();
if (news !== null) said = news.textContent;
show(lobby);
followLobby(data, show);
