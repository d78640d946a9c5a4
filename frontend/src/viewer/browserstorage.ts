// The browser's own storage; null where it is forbidden.

/** Where a browser keeps what its visitor chose. */
export function openStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Where a browser keeps what a visitor tries in one tab. */
export function openTabStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
