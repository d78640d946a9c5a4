// Storage for tests: in memory, or forbidden.

import type { BrowserStorage } from "../viewer/storage";

/** Keeps one text, whatever its name; `text` is there from the start. */
export function memory(text: string | null = null): BrowserStorage {
  let kept = text;
  return { getItem: () => kept, setItem: (_, value) => void (kept = value) };
}

/** What a browser gives a page that may keep nothing. */
export const FORBIDDEN: BrowserStorage = {
  getItem: () => {
    throw new Error("SecurityError");
  },
  setItem: () => {
    throw new Error("SecurityError");
  },
};
