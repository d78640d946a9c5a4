// The talk beside a game as this browser holds it: lines by their ids, who is muted, what is unread.

import { other } from "../rules/position";
import type { FromServer, LinePart, Room, SideWord } from "../protocol/protocol";
import type { State } from "../live/state";
import { say } from "../words/words";

/** What the server wrote into the page. */
export interface ChatData {
  /** The visitor's name in links; null for a visitor without one yet. */
  readonly me: string | null;
  /** The people they have muted. */
  readonly muted: readonly string[];
  /** Where a name is chosen. */
  readonly name: string;
  readonly mutedPage: string;
}

/** The line whose menu is open, and whether the visitor is asked to confirm the report. */
export interface LineMenu {
  readonly id: number;
  readonly reporting: boolean;
}

export interface ChatState {
  readonly me: string | null;
  readonly muted: readonly string[];
  /** Those of all rooms, in order, without hidden ones. */
  readonly lines: readonly LinePart[];
  readonly open: boolean;
  /** The room that was chosen; shown if it may be read. */
  readonly room: Room;
  /** The last line that was seen, by room. */
  readonly seen: Readonly<Record<Room, number>>;
  /** Why the last line was refused. */
  readonly error: string | null;
  readonly menu: LineMenu | null;
  /** What a visitor wants to say once they have chosen a name. */
  readonly naming: string | null;
}

export const MAX_TEXT = 200;

/** At most this many lines are held: the last of both rooms, and what was said since. */
export const MAX_LINES = 400;

/** Ready-made lines, said at one press. */
export function presets(): readonly string[] {
  return [say("Hello!"), say("Good luck!"), say("Well played!"), say("Thanks!")];
}

export function openChat(data: ChatData): ChatState {
  return {
    me: data.me,
    muted: data.muted,
    lines: [],
    open: false,
    room: "players",
    seen: { players: 0, spectators: 0 },
    error: null,
    menu: null,
    naming: null,
  };
}

/** The rooms a visitor can read. Bots do not talk: with one there is only the spectators' room. */
export function roomsOf({ game, side }: State): readonly Room[] {
  if (side === null) return ["spectators"];
  const players: readonly Room[] = withBot(game.seats) ? [] : ["players"];
  return game.outcome === null ? players : [...players, "spectators"];
}

function withBot({ black, white }: State["game"]["seats"]): boolean {
  return black?.kind === "bot" || white?.kind === "bot";
}

/** The room on the page, out of those one may read; null if there is none. */
export function shownRoom(chat: ChatState, rooms: readonly Room[]): Room | null {
  return rooms.includes(chat.room) ? chat.room : (rooms[0] ?? null);
}

/** The chat after a message, when `room` is on the page. */
export function heardChat(chat: ChatState, message: FromServer, room: Room | null): ChatState {
  switch (message.type) {
    case "said":
      return read(withLines(chat, [message.line]), room);
    case "chat":
      return read(withLines(without(chat, message.hidden), message.lines), room);
    case "chatHidden":
      return without(chat, [message.id]);
    case "chosen":
      return message.swaps ? { ...chat, lines: chat.lines.map(onOtherSide) } : chat;
    default:
      return chat;
  }
}

/** A line once the two players have changed sides: its author took it along. */
function onOtherSide(line: LinePart): LinePart {
  const { side } = line.author;
  return side === null ? line : { ...line, author: { ...line.author, side: other(side) } };
}

function withLines(chat: ChatState, lines: readonly LinePart[]): ChatState {
  const byId = new Map([...chat.lines, ...lines].map((line) => [line.id, line]));
  const merged = [...byId.values()].sort((one, other) => one.id - other.id);
  return { ...chat, lines: merged.slice(-MAX_LINES) };
}

function without(chat: ChatState, ids: readonly number[]): ChatState {
  const menu = chat.menu !== null && ids.includes(chat.menu.id) ? null : chat.menu;
  return { ...chat, menu, lines: chat.lines.filter(({ id }) => !ids.includes(id)) };
}

/** What is on the page has been seen, if the chat is open. */
export function read(chat: ChatState, room: Room | null): ChatState {
  if (!chat.open || room === null) return chat;
  const last = chat.lines.filter((line) => line.room === room).at(-1)?.id ?? 0;
  if (last <= chat.seen[room]) return chat;
  return { ...chat, seen: { ...chat.seen, [room]: last } };
}

/** The lines of a room that are shown: none by people who are muted. */
export function shownLines({ lines, muted }: ChatState, room: Room): readonly LinePart[] {
  return lines.filter((line) => line.room === room && !muted.includes(line.author.player));
}

/** How many lines of a room have not been seen; one's own count as seen. */
export function unread(chat: ChatState, room: Room, side: SideWord | null): number {
  return shownLines(chat, room).filter(
    (line) => line.id > chat.seen[room] && !isMine(chat, line, side),
  ).length;
}

/** Whether this visitor said a line; a seat may be played from several browsers. */
export function isMine({ me }: ChatState, { author }: LinePart, side: SideWord | null): boolean {
  return author.player === me || (side !== null && author.side === side);
}

/** Why a text cannot be said; null if it can. The server has the last word. */
export function objection(text: string): string | null {
  const length = [...text.trim()].length;
  if (length === 0) return say("Write something first.");
  return length > MAX_TEXT
    ? say("A message can have up to {most} characters; this one has {length}. Split it in two.", {
        most: MAX_TEXT,
        length,
      })
    : null;
}

/** Mutes or unmutes somebody. */
export function withMute(chat: ChatState, player: string, muted: boolean): ChatState {
  const others = chat.muted.filter((each) => each !== player);
  return { ...chat, menu: null, muted: muted ? [...others, player] : others };
}
