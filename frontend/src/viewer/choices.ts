// What a viewer prefers, kept in their own browser.

import type { BrowserStorage } from "./storage";
import { keepText, readText } from "./storage";

export interface Choices {
  readonly theme: "system" | "light" | "dark";
  /** "system": as the system asks; "more": darker words and edges. */
  readonly contrast: "system" | "more";
  /** What boards are made of; "auto": stones lie on wood, X and O on paper or slate. */
  readonly board: BoardTheme;
  /** "auto": X and O on small boards, stones on large ones. */
  readonly stones: "auto" | "stones" | "marks";
  readonly coordinates: boolean;
  readonly sound: boolean;
  /** How loud sounds are, from 0 to `LOUDEST`. */
  readonly volume: number;
  readonly taps: Taps;
  /** Whether a move may be chosen on the opponent's turn. */
  readonly premove: boolean;
}

export const LOUDEST = 100;

export const BOARD_THEMES = ["auto", "wood", "paper", "slate", "clear"] as const;

export type BoardTheme = (typeof BOARD_THEMES)[number];

export const TAPS = ["auto", "once", "twice", "button"] as const;

/**
 * How a square is played on: by one tap, by a second one on the same square, or by a button that
 * names it. "auto": a mouse or a key plays at once, a finger as the size of a square allows.
 */
export type Taps = (typeof TAPS)[number];

/** What can be shown at every turn of a game with hints. */
export const HELPS = ["outcomes", "threats", "heat"] as const;

export type Help = (typeof HELPS)[number];

export const KEY = "inarow.choices";

export const DEFAULTS: Choices = {
  theme: "system",
  contrast: "system",
  board: "auto",
  stones: "auto",
  coordinates: true,
  sound: true,
  volume: 80,
  taps: "auto",
  premove: true,
};

/** The kept choices; whatever is missing or unreadable is the default. */
export function readChoices(storage: BrowserStorage | null): Choices {
  try {
    return choicesOf(JSON.parse(readText(storage, KEY)));
  } catch {
    return DEFAULTS; // absent or unreadable
  }
}

/** What these words choose; whatever is missing or none of the choices is the default. */
export function choicesOf(kept: unknown): Choices {
  const words: Partial<Record<keyof Choices | "confirm", unknown>> =
    typeof kept === "object" && kept !== null ? kept : {};
  return {
    theme: oneOf(words.theme, ["system", "light", "dark"], DEFAULTS.theme),
    contrast: oneOf(words.contrast, ["system", "more"], DEFAULTS.contrast),
    board: oneOf(words.board, BOARD_THEMES, DEFAULTS.board),
    stones: oneOf(words.stones, ["auto", "stones", "marks"], DEFAULTS.stones),
    coordinates: isOn(words.coordinates, DEFAULTS.coordinates),
    sound: isOn(words.sound, DEFAULTS.sound),
    volume: within(words.volume, LOUDEST, DEFAULTS.volume),
    // Up to 0.3 there was only a switch.
    taps: oneOf(words.taps, TAPS, words.confirm === true ? "twice" : DEFAULTS.taps),
    premove: isOn(words.premove, DEFAULTS.premove),
  };
}

/** Tells the style sheets what was chosen. */
export function showChoices(
  { theme, contrast, board }: Choices,
  root: Record<string, string | undefined>,
): void {
  if (theme === "system") delete root.theme;
  else root.theme = theme;
  if (contrast === "system") delete root.contrast;
  else root.contrast = contrast;
  if (board === "auto") delete root.board;
  else root.board = board;
}

/** Keeps the choices; false where storage is forbidden: then they last as long as the page. */
export function keepChoices(storage: BrowserStorage | null, choices: Choices): boolean {
  return keepText(storage, KEY, JSON.stringify(choices));
}

/** In place of a bot's level, where two people agreed to hints: no level has this name. */
export const BETWEEN_PEOPLE = "between people";

/** Whether there is a heat map against a bot of this level, or between people. */
export function asksForHeat(level: string): boolean {
  return level === "aggressive" || level === BETWEEN_PEOPLE;
}

export type Drawing = "stones" | "marks";

/** How a board is drawn for this viewer. */
export function drawing(
  choices: Choices,
  board: { readonly width: number; readonly height: number },
): Drawing {
  if (choices.stones !== "auto") return choices.stones;
  return Math.max(board.width, board.height) < 7 ? "marks" : "stones";
}

function isOn(word: unknown, otherwise: boolean): boolean {
  return typeof word === "boolean" ? word : otherwise;
}

function within(word: unknown, most: number, otherwise: number): number {
  return typeof word === "number" && word >= 0 && word <= most ? word : otherwise;
}

function oneOf<T extends string>(word: unknown, words: readonly T[], otherwise: T): T {
  return words.find((each) => each === word) ?? otherwise;
}
