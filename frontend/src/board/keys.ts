// What a key means on the board and on the page of a game.

import type { Help } from "../viewer/choices";
import type { HintKind, SideWord } from "../protocol/protocol";
import type { Direction } from "../rules/squares";

/** Through the moves. */
export type StepIntent =
  | { readonly kind: "step"; readonly by: number }
  | { readonly kind: "first" }
  | { readonly kind: "last" };

export type KeyIntent =
  | { readonly kind: "cursor"; readonly direction: Direction }
  | { readonly kind: "play" }
  | { readonly kind: "letGo" }
  | StepIntent;

/** What a letter asks of the help. */
export type HelpIntent =
  | { readonly kind: "toggle"; readonly help: Help }
  | { readonly kind: "ask"; readonly hint: HintKind };

export interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** On the board: arrows move the cursor while a game goes on, and step once it is over (with shift: the cursor). */
export function boardKey(key: Key, isOver: boolean): KeyIntent | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null;
  if (isOver && !key.shiftKey) {
    const stepping = pageKey(key);
    if (stepping) return stepping;
  }
  const direction = DIRECTIONS[key.key];
  if (direction !== undefined) return { kind: "cursor", direction };
  if (key.key === "Enter" || key.key === " ") return { kind: "play" };
  return key.key === "Escape" ? { kind: "letGo" } : null;
}

/** Elsewhere on the page: left and right step through the record; Escape lets go, as on the board. */
export function pageKey(key: Key): KeyIntent | null {
  if (key.ctrlKey || key.altKey || key.metaKey || key.shiftKey) return null;
  switch (key.key) {
    case "ArrowLeft":
      return { kind: "step", by: -1 };
    case "ArrowRight":
      return { kind: "step", by: 1 };
    case "Home":
      return { kind: "first" };
    case "End":
      return { kind: "last" };
    case "Escape":
      return { kind: "letGo" };
    default:
      return null;
  }
}

/** What a key asks for on a game's page, on its board or beside it. */
export type WatchIntent = "live" | "undo";

/** L goes back to live, Backspace takes back what was tried. */
export function watchKey(key: Key): WatchIntent | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null;
  if (key.key.toLowerCase() === "l") return "live";
  return key.key === "Backspace" ? "undo" : null;
}

/** Anywhere on the page, while nobody types: one letter for each kind of help. */
export function helpKey(key: Key): HelpIntent | null {
  if (key.ctrlKey || key.altKey || key.metaKey || key.shiftKey) return null;
  switch (key.key) {
    case "o":
      return { kind: "toggle", help: "outcomes" };
    case "t":
      return { kind: "toggle", help: "threats" };
    case "h":
      return { kind: "toggle", help: "heat" };
    case "b":
      return { kind: "ask", hint: "best" };
    case "w":
      return { kind: "ask", hint: "words" };
    default:
      return null;
  }
}

/** The kind of stones that a letter asks for, where a side may choose: X or O. */
export function kindKey(key: Key): SideWord | null {
  if (key.ctrlKey || key.altKey || key.metaKey || key.shiftKey) return null;
  if (key.key === "x") return "black";
  return key.key === "o" ? "white" : null;
}

/** Anywhere on the page of a game, while nobody types: whether it leads to the chat. */
export function isChatKey(key: Key): boolean {
  return key.key === "c" && !(key.ctrlKey || key.altKey || key.metaKey || key.shiftKey);
}

/** What a letter asks of a review, an analysis or a study. */
export type StudyIntent =
  | {
      readonly kind: "toggle";
      readonly overlay: "outcomes" | "heat" | "threats" | "best" | "numbers";
    }
  | { readonly kind: "flip" }
  | { readonly kind: "rotate" }
  | { readonly kind: "autoplay" };

/** Anywhere on such a page, while nobody types. */
export function studyKey(key: Key): StudyIntent | null {
  if (key.ctrlKey || key.altKey || key.metaKey || key.shiftKey) return null;
  switch (key.key) {
    case "o":
      return { kind: "toggle", overlay: "outcomes" };
    case "h":
      return { kind: "toggle", overlay: "heat" };
    case "t":
      return { kind: "toggle", overlay: "threats" };
    case "b":
      return { kind: "toggle", overlay: "best" };
    case "n":
      return { kind: "toggle", overlay: "numbers" };
    case "f":
      return { kind: "flip" };
    case "r":
      return { kind: "rotate" };
    case "a":
      return { kind: "autoplay" };
    default:
      return null;
  }
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "rowStart",
  End: "rowEnd",
  PageUp: "top",
  PageDown: "bottom",
};
