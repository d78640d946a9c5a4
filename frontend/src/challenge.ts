// The form of a challenge, or of a board to analyse, comes alive: its fields are those of a new game.

import "./page";
import { startNewGameForm } from "./lobby/newgameform";
import { startPicker } from "./lobby/picker";
import { serverRequests } from "./net/requests";
import type { Checked } from "./protocol/findings";
import { wait } from "./viewer/timer";

const form = document.querySelector<HTMLFormElement>("#new-game")!;
const server = serverRequests("", (address, options) => fetch(address, options));
startPicker(form);
startNewGameForm(form, null, { ask: (words) => server.get<Checked>(`/api/check?${words}`), wait });
