// The chat on a game's page: the log, the ready-made lines, the field. Everything people wrote
// is put in as text, each line isolated from the direction of its surroundings.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { ChatState } from "./chat";
import { isMine, presets, roomsOf, shownLines, shownRoom, unread } from "./chat";
import type { ChatCommands } from "./chathandlers";
import type { Model } from "./model";
import { drawingOf } from "./model";
import { pendingLines } from "../live/pending";
import type { LinePart, Room, Say } from "../protocol/protocol";
import { sideName } from "../rules/sides";
import { count, parts, say } from "../words/words";

export function chatPanel(model: Model, act: ChatCommands): TemplateResult | typeof nothing {
  const { chat, state } = model;
  const rooms = roomsOf(state);
  const room = shownRoom(chat, rooms);
  if (room === null) return nothing;
  const counts = rooms.map((each) => unread(chat, each, state.side));
  return html`<section class="chat" aria-label=${say("Chat")}>
    ${rooms.length > 1 ? tabs(rooms, room, counts, act) : nothing}
    <div
      class="chat-log"
      role="log"
      aria-live="polite"
      aria-label=${room === "players" ? say("Chat: Players") : say("Chat: Spectators")}
      tabindex="0"
    >
      ${log(model, room, act)}
    </div>
    ${chat.naming === null ? writing(model, room, act) : naming(act)}
    <p class="chat-error" id="chat-error" role="alert">${chat.error ?? ""}</p>
    <p class="chat-foot">
      <span role="status">${model.chatNotice ?? ""}</span>
      ${
        chat.muted.length > 0
          ? html`<a href=${model.page.chat.mutedPage}
              >${say("Muted players ({number})", { number: chat.muted.length })}</a
            >`
          : nothing
      }
    </p>
  </section>`;
}

function roomName(room: Room): string {
  return room === "players" ? say("Players") : say("Spectators");
}

function unreadMark(fresh: number): TemplateResult {
  return html`<b class="count"
    ><span aria-hidden="true">${fresh}</span
    ><span class="hidden">${count("{count} unread", "{count} unread", fresh)}</span></b
  >`;
}

function tabs(
  rooms: readonly Room[],
  shown: Room,
  counts: readonly number[],
  act: ChatCommands,
): TemplateResult {
  return html`<div class="segments" role="group" aria-label=${say("Room")}>
    ${rooms.map(
      (room, at) =>
        html`<button
          type="button"
          aria-pressed=${room === shown ? "true" : "false"}
          @click=${() => act.room(room)}
        >
          ${roomName(room)} ${counts[at]! > 0 ? unreadMark(counts[at]!) : nothing}
        </button>`,
    )}
  </div>`;
}

function log(model: Model, room: Room, act: ChatCommands): unknown {
  const lines = shownLines(model.chat, room);
  const waiting = pendingLines(model.pending, room);
  if (lines.length + waiting.length === 0)
    return html`<p class="empty">${emptyWords(model, room)}</p>`;
  return [
    repeat(
      lines,
      ({ id }) => id,
      (each) => line(model, each, act),
    ),
    repeat(
      waiting,
      ({ id }) => id,
      (each) => pendingLine(model, each),
    ),
  ];
}

function emptyWords({ state }: Model, room: Room): string {
  if (room === "players") return say("No messages yet. Only you and your opponent can see this.");
  return state.game.outcome === null
    ? say("No messages yet. Players can read this once the game is over.")
    : say("No messages yet.");
}

function line(model: Model, { id, author, text }: LinePart, act: ChatCommands): TemplateResult {
  const { chat, state } = model;
  const mine = isMine(
    chat,
    model.chat.lines.find((each) => each.id === id)!,
    state.side,
  );
  const menu = chat.menu?.id === id ? chat.menu : null;
  return html`<div class=${mine ? "line mine" : "line"}>
    <p class="said">
      ${
        author.side === null
          ? nothing
          : html`<span class=${`speaker-side ${author.side}`}></span
              ><span class="hidden">${sideName(author.side, drawingOf(model))}, </span>`
      }<bdi class="speaker">${author.name}</bdi><span class="colon">:</span>
      <bdi class="words" dir="auto">${text}</bdi>
    </p>
    ${
      mine
        ? nothing
        : html`<button
            type="button"
            class="more"
            aria-label=${say("Mute or report: {player}", { player: author.name })}
            aria-expanded=${menu === null ? "false" : "true"}
            @click=${() => act.menu(menu === null ? { id, reporting: false } : null)}
          >
            ⋯
          </button>`
    }
    ${menu === null ? nothing : lineMenu(id, author, menu, act)}
  </div>`;
}

function lineMenu(
  id: number,
  author: LinePart["author"],
  menu: NonNullable<ChatState["menu"]>,
  act: ChatCommands,
): TemplateResult {
  if (menu.reporting)
    return html`<p class="line-menu">
      <span>${say("Report this message to the moderators?")}</span>
      <button type="button" class="button small danger" @click=${() => act.report(id)}>
        ${say("Yes")}
      </button>
      <button type="button" class="button small" @click=${() => act.menu(null)}>
        ${say("No")}
      </button>
    </p>`;
  return html`<p class="line-menu">
    <button type="button" class="button small" @click=${() => act.mute(author)}>
      ${parts("Mute {player}", { player: html`<bdi>${author.name}</bdi>` })}
    </button>
    <button type="button" class="button small" @click=${() => act.menu({ id, reporting: true })}>
      ${say("Report")}
    </button>
  </p>`;
}

function pendingLine({ connection }: Model, { text }: Say): TemplateResult {
  return html`<div class="line mine waiting">
    <p class="said">
      <bdi class="words" dir="auto">${text}</bdi>
      <span class="quiet"
        >${connection.kind === "live" ? say("sending…") : say("waiting for the connection")}</span
      >
    </p>
  </div>`;
}

function writing(model: Model, room: Room, act: ChatCommands): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).querySelector("input");
    if (input && act.say(room, input.value)) input.value = "";
  };
  return html`<div class="chat-presets" role="group" aria-label=${say("Quick messages")}>
      ${presets().map(
        (text) =>
          html`<button type="button" class="button small" @click=${() => act.say(room, text)}>
            ${text}
          </button>`,
      )}
    </div>
    <form class="chat-form" @submit=${submit} novalidate>
      <label class="hidden" for="chat-text"
        >${room === "players" ? say("Write to the players") : say("Write to the spectators")}</label
      >
      <input
        id="chat-text"
        autocomplete="off"
        enterkeyhint="send"
        dir="auto"
        placeholder=${room === "players" ? say("Write to your opponent") : say("Write a message")}
        aria-invalid=${model.chat.error === null ? "false" : "true"}
        aria-describedby="chat-error"
        @input=${act.typed}
        @keydown=${act.key}
      />
      <button type="submit" class="button small">${say("Send")}</button>
    </form>`;
}

function naming(act: ChatCommands): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).querySelector("input");
    if (input) act.name(input.value);
  };
  return html`<form class="chat-form" @submit=${submit} novalidate>
    <label for="chat-name">${say("Choose a name so others know who’s talking.")}</label>
    <input
      id="chat-name"
      autocomplete="nickname"
      maxlength="24"
      spellcheck="false"
      dir="auto"
      @keydown=${act.key}
    />
    <button type="submit" class="button small primary">${say("Save")}</button>
  </form>`;
}
