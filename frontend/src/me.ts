// What is the visitor's on every page comes alive: challenges, friends, the games that wait.

import { html, render } from "lit-html";
import { NOTHING_TOLD, reduceMe } from "./live/mestate";
import { Socket } from "./live/socket";
import { sentenceOf } from "./net/lookup";
import { serverRequests } from "./net/requests";
import type { Calls } from "./players/calls";
import { callCards, callsOf } from "./players/calls";
import { friendList } from "./players/friendlist";
import { followUnseen, SEEN_KEY } from "./players/unseen";
import type { FromMeServer, Me } from "./protocol/protocol";
import { openStorage, openTabStorage } from "./viewer/browserstorage";
import { readChoices } from "./viewer/choices";
import { ring } from "./viewer/sounds";
import { keepText, readText } from "./viewer/storage";
import { wait } from "./viewer/timer";
import { titleNews } from "./viewer/title";
import { count } from "./words/words";

/** A card's buttons do not answer for this long: it may have come under a finger. */
const SETTLE_MS = 700;

const ASIDE_KEY = "inarow.later";

const place = document.querySelector<HTMLElement>("#calls")!;
const isFriendsPage = document.body.classList.contains("friends");
const csrf = place.querySelector<HTMLInputElement>("input[name=csrfmiddlewaretoken]")!.value;
const server = serverRequests(csrf, (address, options) => fetch(address, options));
const spoken = document.createElement("p");
spoken.className = "hidden";
spoken.ariaLive = "polite";
document.body.append(spoken);

let state = NOTHING_TOLD;
let fresh: ReadonlySet<string> = new Set();
const tabStorage = openTabStorage();
/** Challenges that are set aside in this tab: the page of friends shows them all. */
let aside: ReadonlySet<string> = new Set(readText(tabStorage, ASIDE_KEY).split(" "));
let trouble = "";
/** The cards that this page has shown or put aside. */
let known: ReadonlySet<string> = new Set();
const unseen = followUnseen({
  isSeen: () => document.visibilityState === "visible",
  storage: openStorage(),
  wait,
  tell: titleNews,
  ring() {
    if (readChoices(openStorage()).sound) ring("notice");
  },
});

const socket = new Socket<FromMeServer>("/ws/me/", "me", {
  hear(message) {
    const before = state.me;
    state = reduceMe(state, message);
    if (state.resync) socket.resync();
    if (state.me !== null && state.me !== before) heard(state.me, before);
  },
  // Whoever they are now is seen when they go on; nothing is taken from under their hands.
  connected: () => undefined,
});

function heard(me: Me, before: Me | null): void {
  const all = callsOf(calls(me));
  const came = all.filter(({ key }) => !known.has(key));
  known = new Set(all.map(({ key }) => key));
  if (before !== null) announceAll(came.map(({ words }) => words));
  unseen.hear(all, before === null ? [] : came);
  settle(came.map(({ game }) => game));
  show(me);
  if (isFriendsPage && before !== null && isOtherList(me, before)) void drawAnew();
}

/** What this page shows: not what the page itself is about. */
function calls(me: Me): Calls {
  const isAll = place.dataset.all !== undefined;
  const isHere = (game: string): boolean => location.pathname.startsWith(`/game/${game}/`);
  return {
    challenges: me.challenges.filter(
      ({ game, mine, state }) =>
        (isFriendsPage || !aside.has(game)) &&
        !(mine && state === "waiting" && !isAll) &&
        !(state === "accepted" && isHere(game)),
    ),
    // A search for an opponent tells of it by itself.
    found: me.found.filter(
      ({ game }) => !isHere(game) && document.querySelector("[data-searching]") === null,
    ),
    fresh,
    trouble,
    choices: readChoices(openStorage()),
    csrf,
  };
}

function show(me: Me): void {
  const friends = document.querySelector<HTMLElement>("#friends");
  for (const each of [place, friends]) {
    // What the server has drawn makes room, once.
    if (each !== null && each.dataset.live === undefined) each.replaceChildren();
    if (each !== null) each.dataset.live = "";
  }
  render(callCards(calls(me), act), place);
  if (friends !== null) render(friendList(me.friends, Date.now()), friends);
  badge(".site-links .menu-link", me.turns.length, (waiting) =>
    count("{count} game waiting for you", "{count} games waiting for you", waiting),
  );
  badge(".friends-link", me.asking.length, (asking) =>
    count("{count} friend request", "{count} friend requests", asking),
  );
}

/** A number at the end of a link, and what it counts. */
function badge(link: string, number: number, words: (number: number) => string): void {
  const at = document.querySelector(link);
  at?.querySelector(".count")?.remove();
  if (at === null || number === 0) return;
  const mark = document.createElement("span");
  mark.className = "count";
  render(
    html`<span aria-hidden="true">${number}</span><span class="hidden"> ${words(number)}</span>`,
    mark,
  );
  at.append(mark);
}

function settle(games: readonly string[]): void {
  if (games.length === 0) return;
  fresh = new Set([...fresh, ...games]);
  wait(SETTLE_MS, () => {
    fresh = new Set([...fresh].filter((game) => !games.includes(game)));
    if (state.me !== null) show(state.me);
  });
}

function announceAll(sentences: readonly string[]): void {
  if (sentences.length > 0) spoken.textContent = sentences.join(" ");
}

/** Whether somebody has come into one of the lists that the server drew, or gone. */
function isOtherList(me: Me, before: Me): boolean {
  const names = (people: readonly { readonly player: string }[]): string =>
    people
      .map(({ player }) => player)
      .sort()
      .join();
  return names(me.friends) !== names(before.friends) || names(me.asking) !== names(before.asking);
}

/** The lists as the server draws them now; what is typed beside them stays. */
async function drawAnew(): Promise<void> {
  const fresh = await readColumn();
  const column = document.querySelector<HTMLElement>("#people");
  if (column === null || fresh === null || state.me === null) return;
  const control = controlIn(column);
  const buttons = [...fresh.querySelectorAll("button")];
  for (const each of buttons) each.disabled = true; // they may have come under a finger
  wait(SETTLE_MS, () => {
    for (const each of buttons) each.disabled = false;
    if (control !== null && document.activeElement === document.body)
      fresh.querySelector<HTMLElement>(control)?.focus();
  });
  column.replaceWith(fresh);
  show(state.me);
}

/** Null where the server can't be reached: the next change tries again. */
async function readColumn(): Promise<HTMLElement | null> {
  try {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const column = page.querySelector<HTMLElement>("#people");
    return column === null ? null : document.adoptNode(column);
  } catch {
    return null;
  }
}

/** How to find the control that has the focus, once it is drawn anew. */
function controlIn(column: HTMLElement): string | null {
  const control = document.activeElement;
  if (control === null || !column.contains(control)) return null;
  const form = control.closest("form")?.getAttribute("action");
  if (form != null) return `form[action="${CSS.escape(form)}"] button`;
  return `a[href="${CSS.escape(control.getAttribute("href") ?? "")}"]`;
}

const act = {
  decline(game: string, reason: string | null): void {
    const form = new FormData();
    if (reason !== null) form.set("reason", reason);
    send(`/game/${game}/decline`, form);
  },
  withdraw: (game: string): void => send(`/game/${game}/withdraw`),
  note: (game: string): void => send(`/game/${game}/noted`),
  later(game: string): void {
    aside = new Set([...aside, game]);
    keepText(tabStorage, ASIDE_KEY, [...aside].join(" "));
    if (state.me !== null) show(state.me);
  },
};

function send(address: string, form = new FormData()): void {
  const told = (sentence: string): void => {
    trouble = sentence;
    if (state.me !== null) show(state.me);
  };
  server.submit(address, form).then(
    () => told(""),
    (error: unknown) => told(sentenceOf(error)),
  );
}

document.addEventListener("visibilitychange", unseen.look);
addEventListener("storage", ({ key }) => {
  if (key === SEEN_KEY) unseen.look();
});

// Another press, or Escape, closes what was opened to decline.
document.addEventListener("click", ({ target }) => {
  for (const each of document.querySelectorAll<HTMLDetailsElement>("details.decline[open]"))
    if (!each.contains(target as Node)) each.open = false;
});
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const each of document.querySelectorAll<HTMLDetailsElement>("details.decline[open]")) {
    each.open = false;
    each.querySelector("summary")?.focus();
  }
});
