// The home page comes alive: the fields of a new game, and the lobby as it changes.

import { render } from "lit-html";
import type { Plays } from "./lobby/botchoice";
import { startBotChoice } from "./lobby/botchoice";
import { countsSentence } from "./lobby/channel";
import type { Following } from "./players/followed";
import { startFollowing } from "./players/following";
import type { LobbyData } from "./lobby/followlobby";
import { followLobby } from "./lobby/followlobby";
import { liveGames } from "./lobby/liveboards";
import { openGames } from "./lobby/seats";
import type { LobbyView } from "./lobby/seats";
import { startNewGameForm } from "./lobby/newgameform";
import { startPairForm } from "./lobby/pairform";
import { startPicker } from "./lobby/picker";
import { serverRequests } from "./net/requests";
import type { Checked } from "./protocol/findings";
import { openStorage } from "./viewer/browserstorage";
import { startSettings } from "./viewer/settings";
import { wait } from "./viewer/timer";
import { startTermsForm } from "./lobby/termsform";
import { say } from "./words/words";

/** This many live games are shown as boards, the others as rows. */
const BOARDS = 12;

interface HomeData extends LobbyData {
  readonly plays: Plays;
  readonly following: Following;
  readonly ratings: LobbyView["ratings"];
}

const data = JSON.parse(document.querySelector("#home-data")!.textContent) as HomeData;
const open = document.querySelector<HTMLElement>("#open-games")!;
const live = document.querySelector<HTMLElement>("#live-games")!;
const counts = document.querySelector<HTMLElement>("#lobby-counts")!;

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

function show(part: Partial<LobbyView>): void {
  view = { ...view, ...part };
  render(openGames(view), open);
  const { lobby, choices, mine, followed } = view;
  const tv = new Set(lobby.tv.map(({ game }) => game));
  const empty = say("No live games right now.");
  render(liveGames({ games: lobby.live, choices, mine, tv, followed }, BOARDS, empty), live);
  // While nobody is connected, there is nothing to say.
  counts.textContent = lobby.counts.online === 0 ? "" : countsSentence(lobby);
}

open.replaceChildren();
live.replaceChildren();
show({});

const pairing = document.querySelector<HTMLFormElement>("#pair");
const form = document.querySelector<HTMLFormElement>("#new-game");
if (form && pairing) {
  const storage = openStorage();
  const isAsked = new URLSearchParams(location.search).has("preset");
  startPairForm(pairing, form, storage, isAsked); // first: it may choose another board
  startPicker(form);
  const server = serverRequests(view.csrf, (address, options) => fetch(address, options));
  startNewGameForm(form, storage, {
    ask: (words) => server.get<Checked>(`/api/check?${words}`),
    wait,
  });
  startTermsForm(form);
  startBotChoice(form, data.plays, storage);
}

const following = startFollowing(data.following, data.lobby.live);
followLobby(data, (lobby) => {
  show({ lobby });
  following.sees(lobby.live);
});
