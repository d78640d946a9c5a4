// What a person does in the chat, turned into lines, mutes and reports.

import { sentenceOf } from "../net/lookup";
import type { ChatState, LineMenu } from "./chat";
import { objection, read, roomsOf, shownRoom, withMute } from "./chat";
import type { Model } from "./model";
import type { AuthorPart, Rejected, Room, Say } from "../protocol/protocol";
import type { NewCommand } from "../live/socket";
import type { GameStore } from "./store";
import { serverRequests } from "../net/requests";
import { say } from "../words/words";

export interface ChatCommands {
  /** Says a text in a room; returns whether it is on its way. */
  readonly say: (room: Room, text: string) => boolean;
  /** Takes a name, and says what was waiting to be said. */
  readonly name: (text: string) => void;
  readonly room: (room: Room) => void;
  readonly menu: (menu: LineMenu | null) => void;
  readonly mute: (author: AuthorPart) => void;
  readonly report: (id: number) => void;
  /** Something was typed in the field: what was wrong with the last line no longer matters. */
  readonly typed: () => void;
  /** A key in a field of the chat. */
  readonly key: (event: KeyboardEvent) => void;
  /** Opens the chat and goes to its field; returns whether there is one. */
  readonly focus: () => boolean;
  /** A line that was on its way was refused. */
  readonly refused: (line: Say, refusal: Rejected) => void;
}

export interface Wires {
  readonly send: (command: NewCommand) => void;
  /** Shows the chat beside the board. */
  readonly show: () => void;
  /** Reconnects, as whoever the visitor is now. */
  readonly reconnect: () => void;
}

/** Up to this far from its end the log still counts as being at it. */
const NEAR_PX = 12;

export function chatCommands(root: HTMLElement, store: GameStore, wires: Wires): ChatCommands {
  const token = document.querySelector<HTMLInputElement>("[name=csrfmiddlewaretoken]")!.value;
  const server = serverRequests(token, (address, options) => fetch(address, options));
  // People muted on one page are not heard on the other open pages either.
  const others = new BroadcastChannel("inarow-muted");
  others.onmessage = ({ data }: MessageEvent<readonly string[]>) => change({ muted: data });

  const chat = (): ChatState => store.model().chat;

  function change(part: Partial<ChatState>): void {
    const next = { ...chat(), ...part };
    store.change({ chat: read(next, shownRoom(next, roomsOf(store.model().state))) });
  }

  const fail = (error: unknown): void => change({ error: sentenceOf(error) });

  const afterDrawing = (then: () => void): void => void requestAnimationFrame(then);

  function toEnd(): void {
    const log = root.querySelector(".chat-log");
    if (log) log.scrollTop = log.scrollHeight;
  }

  const field = (): HTMLInputElement | null =>
    root.querySelector<HTMLInputElement>(".chat-form input");

  /** Puts a refused text back to be corrected, but not over what has been typed since. */
  function giveBack(text: string): void {
    afterDrawing(() => {
      const input = root.querySelector<HTMLInputElement>("#chat-text");
      if (input?.value === "") input.value = text;
    });
  }

  function askName(text: string): void {
    change({ naming: text, error: null });
    afterDrawing(() => field()?.focus());
  }

  const act: ChatCommands = {
    say(room, text) {
      const error = objection(text);
      change({ error });
      if (error !== null) return false;
      if (chat().me === null && store.model().state.side === null) askName(text);
      else wires.send({ type: "say", room, text: text.trim() });
      afterDrawing(toEnd);
      return true;
    },
    name(text) {
      server
        .send<{ player: string; name: string }>("POST", store.model().page.chat.name, {
          name: text,
        })
        .then(({ player, name }) => {
          const { naming } = chat();
          change({ me: player, naming: null, error: null });
          for (const each of document.querySelectorAll(".menu-name")) each.textContent = name;
          const rename = document.querySelector<HTMLInputElement>("#rename");
          if (rename) rename.value = name;
          wires.reconnect();
          if (naming !== null) wires.send({ type: "say", room: "spectators", text: naming.trim() });
          afterDrawing(() => field()?.focus());
        }, fail);
    },
    room(room) {
      change({ room, menu: null, error: null });
      afterDrawing(toEnd);
    },
    menu(menu) {
      change({ menu });
      afterDrawing(() => root.querySelector(".line-menu")?.scrollIntoView({ block: "nearest" }));
    },
    mute({ player, name }) {
      server.send("POST", `/mute/${player}`).then(() => {
        change(withMute(chat(), player, true));
        others.postMessage(chat().muted);
        store.change({ chatNotice: say("{player} is muted in all your games.", { player: name }) });
      }, fail);
    },
    report(id) {
      change({ menu: null });
      server
        .send("POST", `/chat/${id}/report`)
        .then(
          () => store.change({ chatNotice: say("Thanks. A moderator will look at it.") }),
          fail,
        );
    },
    typed() {
      if (chat().error !== null) change({ error: null });
    },
    key(event) {
      if (event.key !== "Escape") return;
      event.preventDefault();
      if (chat().naming !== null) {
        const { naming } = chat();
        change({ naming: null, error: null });
        giveBack(naming ?? "");
      }
      (event.currentTarget as HTMLElement).blur();
    },
    focus() {
      if (roomsOf(store.model().state).length === 0) return false;
      wires.show();
      afterDrawing(() => {
        toEnd();
        field()?.focus();
      });
      return true;
    },
    refused(line, { code, sentence }) {
      if (code === "nameFirst") return askName(line.text);
      change({ error: sentence });
      giveBack(line.text);
    },
  };
  return act;
}

/** Before the page is drawn: notes whether the log is at its end, and afterwards keeps it there. */
export function followChat(root: HTMLElement, before: Model | null, model: Model): () => void {
  const isSame = before !== null && before.chat === model.chat && before.pending === model.pending;
  if (isSame) return () => undefined;
  const log = root.querySelector(".chat-log");
  const left = log === null ? 0 : log.scrollHeight - log.scrollTop - log.clientHeight;
  if (left > NEAR_PX) return () => undefined;
  return () => {
    const after = root.querySelector(".chat-log");
    if (after) after.scrollTop = after.scrollHeight;
  };
}
