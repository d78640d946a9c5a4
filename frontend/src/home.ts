// The home page comes alive: the fields of a new game, and the lobby as it changes.

import { render } from "lit-html";
import type { Plays } from "./lobby/botchoice";
import { startBotChoice } from "./lobby/botchoice";
import type { Following } from "./players/followed";
import { startFollowing } from "./players/following";
import type { LobbyData } from "./lobby/followlobby";
import { followLobby } from "./lobby/followlobby";
import { livePlaces } from "./lobby/liveboards";
import type { Place } from "./lobby/places";
import { arrived, placed } from "./lobby/places";
import { openGames } from "./lobby/seats";
import type { LobbyView } from "./lobby/seats";
import { startNewGameForm } from "./lobby/newgameform";
import { startPairForm } from "./lobby/pairform";
import type { Seek } from "./lobby/search";
import { startSearching } from "./lobby/searching";
import { searchLine } from "./lobby/searchline";
import { thereSentence } from "./lobby/searchwords";
import { startPicker } from "./lobby/picker";
import { serverRequests } from "./net/requests";
import type { Checked } from "./protocol/findings";
import type { LobbyGame } from "./protocol/protocol";
import { openStorage } from "./viewer/browserstorage";
import { startSettings } from "./viewer/settings";
import { wait } from "./viewer/timer";
import { startTermsForm } from "./lobby/termsform";
import { say } from "./words/words";

/** This many open seats are listed. */
const MOST_OPEN = 50;

/** A button that has just come does not answer for this long. */
const SETTLE_MS = 600;

interface HomeData extends LobbyData {
  readonly plays: Plays;
  readonly following: Following;
  readonly ratings: LobbyView["ratings"];
  /** The bot that suits the visitor, by its key; empty where their games do not tell. */
  readonly suits: string;
  /** The visitor's search for an opponent that stands. */
  readonly search: Seek | null;
}

const data = JSON.parse(document.querySelector("#home-data")!.textContent) as HomeData;
const open = document.querySelector<HTMLElement>("#open-games")!;
const live = document.querySelector<HTMLElement>("#live-games")!;
const watchAll = document.querySelector<HTMLElement>("#watch-all")!;
/** As many live games as the page has places for: one that begins later finds one free, or none. */
const mostLive = live.querySelectorAll("li").length;

let view: LobbyView = {
  lobby: data.lobby,
  choices: startSettings((choices) => show({ choices })).choices,
  mine: new Set(
    [...document.querySelectorAll<HTMLElement>("[data-game]")].map(
      ({ dataset }) => dataset.game ?? "",
    ),
  ),
  followed: new Set(data.following.all),
  ratings: data.ratings,
  csrf: document.querySelector<HTMLInputElement>("input[name=csrfmiddlewaretoken]")?.value ?? "",
};

let searching: { readonly show: () => void } | null = null;

let openPlaces: readonly Place<LobbyGame>[] = [];
let livePlacesNow: readonly Place<LobbyGame>[] = [];
let fresh: ReadonlySet<string> = new Set();

/** The buttons of these games do not answer yet: they may have come under a finger. */
function settle(came: readonly string[]): void {
  if (came.length === 0) return;
  fresh = new Set([...fresh, ...came]);
  wait(SETTLE_MS, () => {
    fresh = new Set([...fresh].filter((game) => !came.includes(game)));
    show({});
  });
}

/** Whether the chosen board is one that opponents are found for. */
let canPair = true;

const there = document.querySelector<HTMLElement>("#online-about")!;

function show(part: Partial<LobbyView>): void {
  view = { ...view, ...part };
  if (part.choices !== undefined) searching?.show();
  const { lobby, choices, mine, followed } = view;
  const before = openPlaces;
  openPlaces = placed(before, lobby.open, MOST_OPEN);
  settle(arrived(before, openPlaces));
  render(openGames(openPlaces, fresh, view), open);
  livePlacesNow = placed(livePlacesNow, lobby.live, mostLive, mostLive);
  const tv = new Set<string>();
  render(
    livePlaces(livePlacesNow, { choices, mine, tv, followed }, mostLive - livePlacesNow.length),
    live,
  );
  const { playing } = lobby.counts;
  watchAll.textContent =
    playing === 0 ? say("Watch") : say("Watch all {number}", { number: playing });
  there.textContent = canPair
    ? `${say("Rated.")} ${thereSentence(lobby, mine)}`
    : say(
        "Find opponent works on the listed boards. For this one, invite a friend or create an open game.",
      );
}

open.replaceChildren();
live.replaceChildren();
show({});

const pairing = document.querySelector<HTMLFormElement>("#pair");
const form = document.querySelector<HTMLFormElement>("#new-game");
if (form && pairing) {
  const storage = openStorage();
  const isAsked = new URLSearchParams(location.search).has("preset");
  const offered = (isOffered: boolean): void => {
    canPair = isOffered;
    show({});
  };
  startPairForm(pairing, form, storage, { isAsked, offered }); // first: it may choose another board
  startPicker(form);
  const server = serverRequests(view.csrf, (address, options) => fetch(address, options));
  startNewGameForm(form, storage, {
    ask: (words) => server.get<Checked>(`/api/check?${words}`),
    wait,
  });
  startTermsForm(form);
  startBotChoice(form, data.plays, data.suits, storage);
  searching = startSearching(pairing, data.search, storage, {
    ...searchLine(view.csrf),
    server,
    go: (address) => location.assign(address),
    choices: () => view.choices,
    hasBots: Object.values(data.plays).some((bots) => bots.length > 0),
  });
}

const following = startFollowing(data.following, data.lobby.live);
followLobby(data, (lobby) => {
  show({ lobby });
  following.sees(lobby.live);
});
