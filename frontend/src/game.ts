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
import { keepHelp, readHelp } from "./game/kepthelp";
import { keepVariation, withKeptVariation } from "./game/keptvariation";
import { helpKey, isChatKey, pageKey, watchKey } from "./board/keys";
import type { Model, PageData } from "./game/model";
import { boardDrawingOf, opening } from "./game/model";
import type { Fit } from "./board/geometry";
import { phase } from "./protocol/parts";
import { followKindKey } from "./board/kindswitch";
import type { FromServer } from "./protocol/protocol";
import { fromFragment } from "./game/record";
import { followMove, tableFit } from "./board/screen";
import { tabTitle } from "./game/sentences";
import { openTabStorage } from "./viewer/browserstorage";
import { startSettings } from "./viewer/settings";
import { titlePage } from "./viewer/title";
import type { Seek } from "./lobby/search";
import { searchLine } from "./lobby/searchline";
import { startSearchNote } from "./lobby/searchnote";
import { Socket } from "./live/socket";
import { play, startSound } from "./viewer/sounds";
import { createGameStore } from "./game/store";
import { runClocks } from "./game/runningclocks";
import { followWatch, gameInput } from "./game/input";

const root = document.querySelector<HTMLElement>("#game")!;
const page = JSON.parse(document.querySelector("#game-data")!.textContent) as PageData & {
  /** The visitor's search for an opponent that stands. */
  readonly search: Seek | null;
};

const settings = startSettings((changed) => {
  store.change({ choices: changed, ...(!changed.premove && { premove: null }) });
  resize();
});
const opened = opening(
  page,
  settings.choices,
  fromFragment(location.hash, page.snapshot.moves.length),
  performance.now(),
);
const tabStorage = openTabStorage();
const store = createGameStore(
  {
    ...withKeptVariation(opened, tabStorage),
    help: readHelp(tabStorage, page.snapshot.game),
  },
  draw,
);
let fit = measure();

const socket = new Socket<FromServer>(page.socket, "snapshot", {
  hear: heard,
  connected(connection) {
    if (connection.kind === "outdated") setTimeout(() => location.reload(), connection.inMs);
    const { asked, pending } = store.model();
    store.change({
      connection,
      ...(connection.kind !== "live" && { asked: askedStill(asked, pending) }),
    });
  },
});

function heard(message: FromServer): void {
  hearMessage(store, message, performance.now(), {
    resync: () => socket.resync(),
    goTo: (game) => location.assign(`/game/${game}/`),
    noteLook,
    play(ply, square) {
      const id = socket.command({ type: "playMove", ply, square });
      store.change({ pending: socket.pending });
      return id;
    },
    readChat: () => socket.readChat(),
    refuseLine: (line, refusal) => chat.refused(line, refusal),
  });
}

function measure(): Fit {
  const model = store.model();
  return tableFit(root, model.state.game.variant, boardDrawingOf(model));
}

const act = gameCommands(store, (command) => {
  socket.command(command);
  store.change({ pending: socket.pending, alert: null, aim: null, hover: null, asking: null });
  const agrees = command.type === "offer" || command.type === "accept";
  if (agrees && command.what === "rematch") store.change({ wantsRematch: true });
});
const help = helpCommands(store, (command) => {
  const id = socket.command(command);
  store.change({ pending: socket.pending });
  return id;
});
const chat = chatCommands(root, store, {
  send(command) {
    socket.command(command);
    store.change({ pending: socket.pending });
  },
  show: () => act.tab("chat"),
  reconnect: () => socket.reconnect(),
});
const input = gameInput(store, act, () => fit);
const tick = runClocks(root, store);

function draw(model: Model, before: Model | null): void {
  titlePage(tabTitle(model));
  document.body.dataset.phase = phase(model.state.game);
  const keepEnd = followChat(root, before, model);
  if (before?.variation !== model.variation)
    keepVariation(tabStorage, page.snapshot.game, model.variation);
  if (before !== null && before.help !== model.help)
    keepHelp(tabStorage, page.snapshot.game, model.help);
  render(gamePage(model, store.stones(), fit, act, help, input, chat), root);
  keepEnd();
  tick();
  followMove(root);
  for (const kind of wanted(model)) help.askQuietly(kind);
}

function resize(): void {
  fit = measure();
  root.style.setProperty("--board-width", `${fit.width}px`); // the bars are as wide as the board
  store.draw();
}

/** A player's keys mean the board from the start; its ring shows once a key is pressed. */
function focusBoard({ state }: Model): void {
  if (
    state.side !== null &&
    phase(state.game) === "live" &&
    document.activeElement === document.body
  )
    root.querySelector<HTMLElement>("#board")?.focus({ preventScroll: true });
}

/** While they look for an opponent, the search goes on beside this game; its own page is home. */
function search(seek: Seek): void {
  if (seek.game === page.snapshot.game) return location.replace(page.home);
  const place = document.querySelector<HTMLElement>("#search")!;
  const token = document.querySelector<HTMLInputElement>("[name=csrfmiddlewaretoken]")!.value;
  startSearchNote(place, seek, searchLine(token), () => {
    if (store.model().choices.sound) play("notice");
  });
}

startFollowForms((form, follows) => {
  const { player = "" } = form.dataset;
  const others = store.model().followed.filter((each) => each !== player);
  store.change({ followed: follows ? [...others, player] : others });
});
root.replaceChildren();
store.draw();
resize(); // only now there are bars whose height is known
focusBoard(store.model());
new ResizeObserver(resize).observe(root.querySelector(".table")!);
addEventListener("resize", resize);
addEventListener("hashchange", () =>
  act.look(fromFragment(location.hash, store.model().state.game.moves.length)),
);
startSound((soundBlocked) => store.change({ soundBlocked }));
if (page.search !== null) search(page.search);
document.addEventListener("keydown", (event) => {
  root.dataset.keys = "";
  const target = event.target as Element;
  if (event.defaultPrevented || target.closest("input:not([type=range]), select, textarea, .menu"))
    return;
  if (isChatKey(event) && chat.focus()) return event.preventDefault();
  if (followKindKey(event, store.model().state.game.variant, act.kind)) return;
  const hint = helper(store.model()) === null ? null : helpKey(event);
  if (hint) {
    event.preventDefault();
    return followHelp(help, hint);
  }
  const watch = watchKey(event);
  if (watch && followWatch(store, act, watch)) return event.preventDefault();
  if (target.closest("#board, input")) return;
  const intent = pageKey(event);
  const { variation, state } = store.model();
  const isEmpty = state.game.moves.length === 0 && variation === null;
  if (!intent || (isEmpty && intent.kind !== "letGo")) return;
  event.preventDefault();
  input.follow(intent);
});
