// The home page comes alive: the fields of a new game, and the lobby as it changes.

import { html, render } from "lit-html";
import type { Plays } from "./botladder";
import { startBotLadder } from "./botladder";
import { startClockForm } from "./clockform";
import { liveGames, openGames } from "./lobby";
import type { LobbyView } from "./lobby";
import type { FromLobbyServer, Lobby } from "./protocol";
import { connectionSentence, connectionWord } from "./sentences";
import { openStore, startSettings } from "./settings";
import { Socket } from "./socket";
import { startVariantForm } from "./variantform";
import { startWatchForm } from "./watchform";

interface HomeData {
  readonly lobby: Lobby;
  readonly socket: string;
  readonly plays: Plays;
}

const data = JSON.parse(document.querySelector("#home-data")!.textContent!) as HomeData;
const open = document.querySelector<HTMLElement>("#open-games")!;
const live = document.querySelector<HTMLElement>("#live-games")!;
const lamp = document.querySelector<HTMLElement>("#lobby-connection")!;

let view: LobbyView = {
  lobby: data.lobby,
  choices: startSettings((choices) => show({ choices })).choices,
  mine: new Set(
    [...document.querySelectorAll<HTMLElement>("[data-game]")].map(
      ({ dataset }) => dataset.game ?? "",
    ),
  ),
  csrf: document.querySelector<HTMLInputElement>("input[name=csrfmiddlewaretoken]")?.value ?? "",
};

function show(part: Partial<LobbyView>): void {
  view = { ...view, ...part };
  render(openGames(view), open);
  render(liveGames(view), live);
}

open.replaceChildren();
live.replaceChildren();
show({});

const form = document.querySelector<HTMLFormElement>("#new-game");
if (form) {
  startVariantForm(form);
  startClockForm(form, openStore());
  startWatchForm(form);
  startBotLadder(form, data.plays);
}

new Socket<FromLobbyServer>(data.socket, "lobby", {
  hear(message) {
    if (message.type === "lobby") show({ lobby: message });
  },
  connected(connection) {
    render(
      html`<span class=${`lamp ${connection.kind}`}></span
        >${connectionSentence(connection) || connectionWord(connection)}`,
      lamp,
    );
  },
});
