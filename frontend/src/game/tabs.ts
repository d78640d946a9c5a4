// What is shown beside the board, one at a time: the moves, the chat, who watches, and more.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { roomsOf, unread } from "./chat";
import type { Commands } from "./commands";
import type { Model, Tab } from "./model";
import { tabList as tabs } from "../viewer/tablist";
import { watchersWords } from "../live/watchwords";
import { count, say } from "../words/words";

/** The tabs this viewer has. */
export function tabsOf({ state }: Model): readonly Tab[] {
  const chat: readonly Tab[] = roomsOf(state).length > 0 ? ["chat"] : [];
  return ["moves", ...chat, "viewers", "more"];
}

/** The tab that is shown: the one chosen, while there is one. */
export function shownTab(model: Model): Tab {
  return tabsOf(model).includes(model.tab) ? model.tab : "moves";
}

export function tabList(model: Model, act: Commands): TemplateResult {
  return tabs({
    tabs: tabsOf(model),
    shown: shownTab(model),
    name: (tab) => html`${tabName(tab, model)} ${tab === "chat" ? unreadMark(model) : nothing}`,
    choose: act.tab,
  });
}

function tabName(tab: Tab, { state: { presence } }: Model): string {
  switch (tab) {
    case "moves":
      return say("Moves");
    case "chat":
      return say("Chat");
    case "viewers":
      return presence?.spectators ? watchersWords(presence.spectators) : say("Watching");
    case "more":
      return say("More");
    default:
      return tab satisfies never;
  }
}

function unreadMark({ chat, state }: Model): TemplateResult | typeof nothing {
  const fresh = roomsOf(state).reduce((sum, room) => sum + unread(chat, room, state.side), 0);
  if (fresh === 0) return nothing;
  return html`<b class="count"
    ><span aria-hidden="true">${fresh}</span
    ><span class="hidden">${count("{count} unread", "{count} unread", fresh)}</span></b
  >`;
}
