// The page of live games: every game that is listed, or those of one family, on small boards.

import { render } from "lit-html";
import type { LobbyData } from "./lobby/followlobby";
import { followLobby } from "./lobby/followlobby";
import { livePlaces } from "./lobby/liveboards";
import type { Place } from "./lobby/places";
import { placed } from "./lobby/places";
import type { Channel, Lobby, LobbyGame } from "./protocol/protocol";
import { startSettings } from "./viewer/settings";

interface WatchData extends LobbyData {
  readonly family: Channel["family"] | null;
}

const data = JSON.parse(document.querySelector("#watch-data")!.textContent) as WatchData;
const place = document.querySelector<HTMLElement>("#live-games")!;

const nothing = document.querySelector<HTMLElement>("#nothing")!;

let lobby = data.lobby;
let places: readonly Place<LobbyGame>[] = [];
let { choices } = startSettings((changed) => {
  choices = changed;
  show(lobby);
});

function show(next: Lobby): void {
  lobby = next;
  const { family } = data;
  const games = lobby.live.filter((game) => family === null || game.family === family);
  places = placed(places, games, games.length + places.length);
  const tv = new Set(lobby.tv.map(({ game }) => game));
  nothing.hidden = places.length > 0;
  render(livePlaces(places, { choices, mine: new Set(), tv, followed: new Set() }), place);
}

place.replaceChildren();
show(lobby);
followLobby(data, show);
