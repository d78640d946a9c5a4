// A text that a visitor's browser keeps under a name. Where that is forbidden, nothing is kept.

/** The part of localStorage that is needed here. */
export interface BrowserStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** The kept text; empty if absent, or if storage is forbidden. */
export function readText(storage: BrowserStorage | null, key: string): string {
  try {
    return storage?.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Keeps a text; false if storage is full or forbidden. */
export function keepText(storage: BrowserStorage | null, key: string, text: string): boolean {
  try {
    storage?.setItem(key, text);
    return storage !== null;
  } catch {
    return false;
  }
}
