// A game in a frame on another site comes alive. It uses nothing of the visitor's: no choices, no
// cookie.

import { render } from "lit-html";
import { sampled, saidAt } from "./live/clocks";
import { DEFAULTS } from "./viewer/choices";
import { embedView } from "./game/embedview";
import { fit } from "./board/geometry";
import { pageKey } from "./board/keys";
import type { Model } from "./game/model";
import { boardDrawingOf, drawingOf, opening } from "./game/model";
import type { FromServer, Snapshot } from "./protocol/protocol";
import type { Look } from "./game/record";
import { at, kept, step } from "./game/record";
import { announcement } from "./game/sentences";
import { Socket } from "./live/socket";
import { reduce } from "./live/state";
import { createGameStore } from "./game/store";
import { runClocks } from "./game/runningclocks";
import { announce } from "./viewer/voice";

interface EmbedData {
  readonly socket: string;
  readonly snapshot: Snapshot;
  /** Where to begin. */
  readonly ply: number;
  readonly page: string;
}

const root = document.querySelector<HTMLElement>("#embed")!;
const data = JSON.parse(document.querySelector("#embed-data")!.textContent) as EmbedData;
const { snapshot } = data;

const page = {
  socket: data.socket,
  snapshot,
  side: null,
  canJoin: null,
  join: "",
  invitation: data.page,
  invitationQr: "",
  seat: null,
  home: "/",
  embeds: [],
  followed: [],
  chat: { me: null, muted: [], name: "", mutedPage: "" },
  accuracy: null,
};
const begin = at(data.ply, snapshot.moves.length);
const store = createGameStore(
  opening(page, { ...DEFAULTS, sound: false }, begin, performance.now()),
  draw,
);
const tick = runClocks(root, store);

const socket = new Socket<FromServer>(data.socket, "snapshot", {
  hear(message) {
    const before = store.model();
    const state = reduce(before.state, message);
    const said = saidAt(message);
    store.change({
      state,
      ...(said !== null && { offsets: sampled(before.offsets, said, performance.now()) }),
      look: kept(before.look, before.state.game.moves, state.game.moves),
    });
    announce(announcement(before.state, state, message, drawingOf(before)));
    if (state.resync && !before.state.resync) socket.resync();
  },
  connected: (connection) => store.change({ connection }),
});

function draw(model: Model): void {
  room = measure() ?? room;
  const size = fit(model.state.game.variant, boardDrawingOf(model), room);
  render(embedView(model, store.stones(), size, look), root);
  tick();
}

/** The room there is for the board. */
function measure(): { readonly width: number; readonly height: number } | null {
  const stage = root.querySelector(".frame-stage");
  return stage && { width: stage.clientWidth, height: stage.clientHeight };
}

function look(look: Look): void {
  store.change({ look });
}

// The board takes the place of the server's, as large as that: nothing moves.
let room = measure() ?? { width: innerWidth, height: innerWidth };
root.replaceChildren();
store.draw();
new ResizeObserver(store.draw).observe(root.querySelector(".frame-stage")!);
document.addEventListener("keydown", (event) => {
  const intent = pageKey(event);
  const { look: now, state } = store.model();
  const total = state.game.moves.length;
  if (intent === null) return;
  switch (intent.kind) {
    case "step":
      event.preventDefault();
      return look(step(now, total, intent.by));
    case "first":
    case "last":
      event.preventDefault();
      return look(at(intent.kind === "first" ? 0 : total, total, now));
    default:
      return undefined;
  }
});
