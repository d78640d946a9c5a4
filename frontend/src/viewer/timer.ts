// The browser's timer, as everything that waits takes it.

/** Calls `then` after this many milliseconds, unless what it returns is called before. */
export function wait(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
}
