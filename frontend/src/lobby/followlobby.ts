// A page that follows the lobby: its socket, what it holds, and the state of its connection.

import { html, render } from "lit-html";
import type { Connection } from "../live/connection";
import { reduceLobby } from "../live/lobbystate";
import type { LobbyState } from "../live/lobbystate";
import type { FromLobbyServer, Lobby } from "../protocol/protocol";
import { connectionSentence, connectionWord } from "../live/connectionwords";
import { Socket } from "../live/socket";
import { say } from "../words/words";

/** What the server wrote into the page. */
export interface LobbyData {
  readonly lobby: Lobby;
  readonly socket: string;
}

/** Calls `changed` whenever the lobby has changed; shows the state of the connection. */
export function followLobby(data: LobbyData, changed: (lobby: Lobby) => void): void {
  let state: LobbyState = { lobby: data.lobby, resync: false };
  const socket = new Socket<FromLobbyServer>(data.socket, "lobby", {
    hear(message) {
      const before = state;
      state = reduceLobby(state, message);
      if (state.resync && !before.resync) socket.resync();
      if (state.lobby !== before.lobby) changed(state.lobby);
    },
    connected(connection) {
      // A question asked on a connection that broke will not be answered.
      state = { ...state, resync: false };
      showConnection(connection);
    },
  });
}

function showConnection(connection: Connection): void {
  document.body.dataset.lobby = connection.kind;
  const lamp = document.querySelector<HTMLElement>("#lobby-connection");
  if (lamp === null) return;
  render(html`<span class=${`lamp ${connection.kind}`}></span>${words(connection)}`, lamp);
}

function words(connection: Connection): string {
  switch (connection.kind) {
    case "reconnecting":
      return say("Connection lost. Reconnecting… These lists may be out of date.");
    case "offline":
      return say("You’re offline. These lists may be out of date.");
    case "connecting":
    case "live":
    case "ended":
    case "outdated":
      return connectionSentence(connection) || connectionWord(connection);
    default:
      return connection satisfies never;
  }
}
