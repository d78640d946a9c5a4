// What has come for a person while they look elsewhere: the tab's title says it, and it is heard once.

import type { BrowserStorage } from "../viewer/storage";
import { keepText, readText } from "../viewer/storage";

/** A challenge, its answer, or a game that begins. */
export interface Call {
  /** Which it is: the same in every tab, another for its answer. */
  readonly key: string;
  /** What it says, in a sentence. */
  readonly words: string;
}

export interface Surroundings {
  /** Whether this tab is looked at. */
  readonly isSeen: () => boolean;
  /** What all tabs of a person share. */
  readonly storage: BrowserStorage | null;
  readonly wait: (ms: number, then: () => void) => void;
  readonly tell: (news: string | null) => void;
  readonly ring: () => void;
}

/** The calls that a tab has shown to somebody who looked. */
export const SEEN_KEY = "inarow.seen";

/** The call that was heard last: of many tabs, one sounds. */
const HEARD_KEY = "inarow.heard";

/** A tab that nobody sees waits this long: one that somebody sees may show it. */
const ELSEWHERE_MS = 500;

/** What a page does about calls; `came` are those of `all` that are new. */
export function followUnseen(around: Surroundings): {
  readonly hear: (all: readonly Call[], came: readonly Call[]) => void;
  /** Somebody has come to this tab, or to another. */
  readonly look: () => void;
} {
  let all: readonly Call[] = [];
  let unseen: readonly Call[] = [];

  const show = (): void => {
    unseen = unseen.filter(({ key }) => all.some((each) => each.key === key));
    around.tell(unseen.at(-1)?.words ?? null);
  };

  const seen = (calls: readonly Call[]): void => {
    if (calls.length > 0)
      keepText(around.storage, SEEN_KEY, calls.map(({ key }) => key).join("\n"));
  };

  const notice = (came: readonly Call[]): void => {
    const elsewhere = readText(around.storage, SEEN_KEY).split("\n");
    const missed = came.filter(
      ({ key }) => !elsewhere.includes(key) && all.some((each) => each.key === key),
    );
    const last = missed.at(-1);
    if (around.isSeen() || last === undefined) return;
    unseen = [...unseen, ...missed];
    show();
    if (readText(around.storage, HEARD_KEY) === last.key) return;
    keepText(around.storage, HEARD_KEY, last.key);
    around.ring();
  };

  return {
    hear(now, came) {
      all = now;
      show();
      if (came.length === 0) return;
      if (around.isSeen()) seen(came);
      else around.wait(ELSEWHERE_MS, () => notice(came));
    },
    look() {
      if (around.isSeen()) {
        seen(unseen);
        unseen = [];
      } else {
        const elsewhere = readText(around.storage, SEEN_KEY).split("\n");
        unseen = unseen.filter(({ key }) => !elsewhere.includes(key));
      }
      show();
    },
  };
}
