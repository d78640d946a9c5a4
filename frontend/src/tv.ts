// TV: the channels as small boards; and where a game is shown, the way on to the next.

import { html, nothing, render } from "lit-html";
import type { Plan } from "./lobby/channel";
import { gameOn, pairing, plan } from "./lobby/channel";
import type { ChannelCard } from "./lobby/channelcards";
import { channelCards } from "./lobby/channelcards";
import { readChoices } from "./viewer/choices";
import type { LobbyData } from "./lobby/followlobby";
import { followLobby } from "./lobby/followlobby";
import type { Place } from "./lobby/places";
import { placed } from "./lobby/places";
import type { Channel, Lobby, LobbyGame } from "./protocol/protocol";
import { openStorage } from "./viewer/browserstorage";
import { startSettings } from "./viewer/settings";
import { say } from "./words/words";

interface TvData extends LobbyData {
  /** The channel that is watched; null where all of them are shown. */
  readonly family: Channel["family"] | null;
  /** The game on the screen. */
  readonly game: string | null;
  /** The address of this page. */
  readonly path: string;
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
let places: readonly Place<ChannelCard>[] = [];
let most: number | undefined;

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
  const on = data.families.flatMap(({ key, label }): readonly ChannelCard[] => {
    const live = gameOn(lobby, key);
    return live === null ? [] : [{ game: key, label, live }];
  });
  // Whole rows, as many as there are at first: what stands below them does not move.
  most ??= Math.max(3, Math.ceil(on.length / 3) * 3);
  places = placed(places, on, most, most);
  render(channelCards(places, most, data.game === null ? null : data.family, choices), place);
  if (data.game === null && data.family === null) return follow(null, planOfAll(lobby));
  if (data.family !== null) follow(data.family, plan(lobby, data.family, data.game));
}

/** A page without a game and a channel goes to whichever is on first. */
function planOfAll({ tv, live }: Lobby): Plan {
  const next = live.find(({ game }) => game === tv[0]?.game);
  return next === undefined ? { kind: "wait", over: false } : { kind: "go", next, over: false };
}

function follow(family: Channel["family"] | null, what: Plan): void {
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
          ? family === null
            ? ""
            : say("No game right now. The next one starts by itself.")
          : what.over
            ? say("This game is over. The next one starts here by itself.")
            : "",
      );
    case "go":
      tell(nextSentence(what.next, what.over));
      // Once: later news of the channel does not put it off.
      leaving ??= setTimeout(() => location.replace(data.path), data.game === null ? 0 : END_MS);
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

place.replaceChildren();
if (news !== null) said = news.textContent;
show(lobby);
followLobby(data, show);
