// What is asked of a page while the data it shows is on its way: done in order once it is there.

/** Holding a key down asks for at most this many. */
export const MOST_WAITING = 50;

export interface Arrival {
  /** Does it now, or once the data is there. */
  readonly whenThere: (doing: () => void) => void;
  /** The data is there, and shown. */
  readonly arrived: () => void;
}

export function arrival(isThere: boolean): Arrival {
  let waiting: (() => void)[] | null = isThere ? null : [];
  return {
    whenThere(doing) {
      if (waiting === null) doing();
      else if (waiting.length < MOST_WAITING) waiting.push(doing);
    },
    arrived() {
      const asked = waiting ?? [];
      waiting = null;
      for (const doing of asked) doing();
    },
  };
}
