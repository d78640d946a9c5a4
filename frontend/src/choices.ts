// What a viewer prefers, kept in their own browser.

export interface Choices {
  readonly theme: "system" | "light" | "dark";
  /** "auto": X and O on small boards, stones on large ones. */
  readonly stones: "auto" | "stones" | "marks";
  readonly coordinates: boolean;
  readonly sound: boolean;
}

/** What localStorage can do, as far as it is needed here. */
export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export const KEY = "inarow.choices";

export const DEFAULTS: Choices = {
  theme: "system",
  stones: "auto",
  coordinates: true,
  sound: true,
};

/** The kept choices; whatever is missing or unreadable is the default. */
export function readChoices(store: Store | null): Choices {
  let kept: unknown = null;
  try {
    kept = JSON.parse(store?.getItem(KEY) ?? "null");
  } catch {
    // Unreadable, or storage is forbidden.
  }
  const words: Partial<Record<keyof Choices, unknown>> =
    typeof kept === "object" && kept !== null ? kept : {};
  return {
    theme: oneOf(words.theme, ["system", "light", "dark"], DEFAULTS.theme),
    stones: oneOf(words.stones, ["auto", "stones", "marks"], DEFAULTS.stones),
    coordinates: typeof words.coordinates === "boolean" ? words.coordinates : DEFAULTS.coordinates,
    sound: typeof words.sound === "boolean" ? words.sound : DEFAULTS.sound,
  };
}

/** Keeps the choices; where storage is forbidden they last as long as the page. */
export function keepChoices(store: Store | null, choices: Choices): void {
  try {
    store?.setItem(KEY, JSON.stringify(choices));
  } catch {
    // Storage is full or forbidden.
  }
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

function oneOf<T extends string>(word: unknown, words: readonly T[], otherwise: T): T {
  return words.find((each) => each === word) ?? otherwise;
}
