// A game's page comes alive: data, socket, store, handlers and screen, wired together.

import { render } from "lit-html";
import { noteLook } from "./game/address";
import { gamePage } from "./game/page";
import { chatCommands, followChat } from "./game/chathandlers";
import { startFollowForms } from "./players/followforms";
import { gameCommands } from "./game/handlers";
import { hearMessage } from "./game/messages";
import { followHelp, helpCommands } from "./game/helphandlers";
import { askedStill, helper, wanted } from "./game/hints";
import { keepVariation, withKeptVariation } from "./game/keptvariation";
import { helpKey, isChatKey, pageKey, watchKey } from "./board/keys";
import type { Model, PageData, Seek } from "./game/model";
import { opening } from "./game/model";
import { phase } from "./protocol/parts";
import type { FromServer } from "./protocol/protocol";
import { fromFragment } from "./game/record";
import { followMove } from "./board/screen";
import { measure } from "./game/screen";
import { tabTitle } from "./game/sentences";
import { openTabStore, startSettings } from "./viewer/settings";
import type { Look, Search } from "./game/opponentsearch";
import { differs, othersSentence, searchOpponent } from "./game/opponentsearch";
import { Socket } from "./live/socket";
import { startSound } from "./viewer/sounds";
import { createTable } from "./game/store";
import { talk } from "./net/requests";
import { runClocks } from "./game/runningclocks";
import { follow, followWatch, touch } from "./game/input";
import { announce } from "./viewer/voice";

const root = document.querySelector<HTMLElement>("#game")!;
const page = JSON.parse(document.querySelector("#game-data")!.textContent) as PageData;

const settings = startSettings((changed) => {
  table.change({ choices: changed });
  resize();
});
const opened = opening(
  page,
  settings.choices,
  fromFragment(location.hash, page.snapshot.moves.length),
  performance.now(),
);
const tabStore = openTabStore();
const table = createTable(withKeptVariation(opened, tabStore), draw);
let fit = measure(root, table.model());

const seeking = page.seek === null ? null : lookAgain(page.seek);
const socket = new Socket<FromServer>(page.socket, "snapshot", {
  hear(message) {
    const isMine =
      "command" in message && table.model().pending.some(({ id }) => id === message.command);
    if (!seeking?.holds(message, isMine)) heard(message);
  },
  connected(connection) {
    if (connection.kind === "outdated") location.reload();
    const { asked, pending } = table.model();
    table.change({
      connection,
      ...(connection.kind !== "live" && { asked: askedStill(asked, pending) }),
    });
  },
});

function heard(message: FromServer): void {
  hearMessage(table, message, performance.now(), {
    resync: () => socket.resync(),
    goTo: (game) => location.assign(`/game/${game}/`),
    noteLook,
    play(ply, square) {
      const id = socket.command({ type: "playMove", ply, square });
      table.change({ pending: socket.pending });
      return id;
    },
    readChat: () => socket.readChat(),
    refuseLine: (line, refusal) => chat.refused(line, refusal),
  });
}

const act = gameCommands(table, (wish) => {
  socket.command(wish);
  table.change({ pending: socket.pending, alert: null, aim: null, hover: null, resigning: false });
  const agrees = wish.type === "offer" || wish.type === "accept";
  if (agrees && wish.what === "rematch") table.change({ wantsRematch: true });
});
const help = helpCommands(
  table,
  (wish) => {
    const id = socket.command(wish);
    table.change({ pending: socket.pending });
    return id;
  },
  settings.choose,
);
const chat = chatCommands(root, table, {
  send(wish) {
    socket.command(wish);
    table.change({ pending: socket.pending });
  },
  reconnect: () => socket.reconnect(),
});
const touched = touch(table, act, () => fit);
const tick = runClocks(root, table);

/** What is on the page. */
let drawn: Model | null = null;

function draw(): void {
  const model = table.model();
  document.title = tabTitle(model);
  document.body.dataset.phase = phase(model.state.game);
  const keepEnd = followChat(root, drawn, model);
  if (drawn?.variation !== model.variation)
    keepVariation(tabStore, page.snapshot.game, model.variation);
  drawn = model;
  render(gamePage(model, table.stones(), fit, act, help, touched, chat), root);
  keepEnd();
  tick();
  followMove(root);
  for (const kind of wanted(model)) help.askQuietly(kind);
}

function resize(): void {
  fit = measure(root, table.model());
  draw();
}

/** While one's own seek stands, looks for somebody who wants the same, and for who else waits. */
function lookAgain({ waitedMs, lookAgain: address }: Seek): Search {
  const token = document.querySelector<HTMLInputElement>("[name=csrfmiddlewaretoken]")!.value;
  const since = performance.now() - waitedMs;
  return searchOpponent({
    ask() {
      const late = new AbortController();
      const { signal } = late;
      const server = talk(token, (url, options) => fetch(url, { ...options, signal }));
      return { answer: server.send<Look>("POST", address), giveUp: () => late.abort() };
    },
    wait(ms, then) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
    waitedMs: () => performance.now() - since,
    phase: () => phase(table.model().state.game),
    found: (game) => location.assign(game),
    released: (messages) => messages.forEach(heard),
    heard(reach, others) {
      const before = table.model().others;
      if (reach !== table.model().reach) table.change({ reach });
      if (!differs(before, others)) return;
      table.change({ others });
      table.settle();
      announce(othersSentence(before, others));
    },
  });
}

startFollowForms((form, follows) => {
  const { player = "" } = form.dataset;
  const others = table.model().followed.filter((each) => each !== player);
  table.change({ followed: follows ? [...others, player] : others });
});
root.replaceChildren();
draw();
new ResizeObserver(resize).observe(root.querySelector(".stage")!);
addEventListener("resize", resize);
addEventListener("hashchange", () =>
  act.look(fromFragment(location.hash, table.model().state.game.moves.length)),
);
startSound((soundBlocked) => table.change({ soundBlocked }));
document.addEventListener("keydown", (event) => {
  const target = event.target as Element;
  if (event.defaultPrevented || target.closest("input:not([type=range]), select, textarea, .menu"))
    return;
  if (isChatKey(event) && chat.focus()) return event.preventDefault();
  const hint = helper(table.model()) === null ? null : helpKey(event);
  if (hint) {
    event.preventDefault();
    return followHelp(help, hint);
  }
  const watch = watchKey(event);
  if (watch && followWatch(table, act, watch)) return event.preventDefault();
  if (target.closest("#board, input")) return;
  const intent = pageKey(event);
  const { variation, state } = table.model();
  const isEmpty = state.game.moves.length === 0 && variation === null;
  if (!intent || (isEmpty && intent.kind !== "letGo")) return;
  event.preventDefault();
  follow(table, act, intent);
});
