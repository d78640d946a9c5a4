// Time for tests: nothing happens until it is told to pass.

export interface TestClock {
  readonly wait: (ms: number, then: () => void) => () => void;
  /** Lets this many milliseconds pass; promises made meanwhile are kept. */
  readonly pass: (ms: number) => Promise<void>;
}

export function testClock(): TestClock {
  let now = 0;
  let timers: { readonly at: number; readonly then: () => void }[] = [];
  return {
    wait(ms, then) {
      const timer = { at: now + ms, then };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    async pass(ms) {
      const end = now + ms;
      for (;;) {
        await settled();
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((each) => each !== next);
        now = next.at;
        next.then();
      }
      now = end;
    },
  };
}

/** Waits until promises that are already kept have been heard. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
