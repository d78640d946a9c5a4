// The page of live games: every game that is listed, or those of one family, on small boards.

import { render } from "lit-html";
import type { LobbyData } from "./lobby/followlobby";
import { followLobby } from "./lobby/followlobby";
import { liveGames } from "./lobby/liveboards";
import type { Channel, Lobby } from "./protocol/protocol";
import { startSettings } from "./viewer/settings";
import { say } from "./words/words";

interface WatchData extends LobbyData {
  readonly family: Channel["family"] | null;
}

const data = JSON.parse(document.querySelector("#watch-data")!.textContent) as WatchData;
const place = document.querySelector<HTMLElement>("#live-games")!;

let lobby = data.lobby;
let { choices } = startSettings((changed) => {
  choices = changed;
  show(lobby);
});

function show(next: Lobby): void {
  lobby = next;
  const { family } = data;
  const games = lobby.live.filter((game) => family === null || game.family === family);
  const tv = new Set(lobby.tv.map(({ game }) => game));
  render(
    liveGames(
      { games, choices, mine: new Set(), tv, followed: new Set() },
      games.length,
      family === null
        ? say("No live games right now. Start one and it appears here.")
        : say("No live games on these boards right now."),
    ),
    place,
  );
}

place.replaceChildren();
show(lobby);
followLobby(data, show);
