// A search for an opponent, as a page follows it: it stands while a page is connected to its game.

import type { Connection } from "../live/connection";
import type { Look, Met, Other } from "./opponentsearch";
import { searchOpponent } from "./opponentsearch";
import type { FromServer, PlayerPart, SideWord, Snapshot } from "../protocol/protocol";
import { other } from "../rules/position";

/** What the server says of a search that stands. */
export interface Seek {
  readonly game: string;
  /** The socket of its game: whoever is connected there waits for an opponent. */
  readonly socket: string;
  /** Where to ask for somebody who wants the same, and for who else is waiting. */
  readonly lookAgain: string;
  readonly variant: string;
  readonly control: string | null;
  /** For how long it had stood when the server said so. */
  readonly waitedMs: number;
  /** The player's own rating on such boards; null without one. */
  readonly rating: number | null;
  /** How far from it an opponent's rating may be; null: anybody will do. */
  readonly reach: number | null;
}

export interface Looking {
  readonly kind: "looking";
  readonly seek: Seek;
  readonly waitedMs: number;
  readonly reach: number | null;
  /** Whether it has lasted long enough to be offered something else meanwhile. */
  readonly isLong: boolean;
  /** Somebody who waits for another game; told once the search is long. */
  readonly neighbour: Other | null;
  /** Whether a button has just appeared, or stands for something else: it does not answer yet. */
  readonly settling: boolean;
  readonly cancelling: boolean;
  readonly connection: Connection["kind"];
}

export type Search =
  | Looking
  | { readonly kind: "met"; readonly met: Met }
  /** Nobody is looked for any more; whether the player has ended it on this page. */
  | { readonly kind: "over"; readonly cancelled: boolean };

/** After this long a player is offered a bot, and somebody who waits for another game. */
export const LONG_MS = 10_000;

/** How long a button that has just appeared does not answer. */
const SETTLE_MS = 600;

/** The connection to the game of a search. */
export interface Line {
  /** Calls the search off; it is sent until it has been answered. */
  readonly abort: () => void;
  readonly end: () => void;
}

export interface SearchWiring {
  readonly now: () => number;
  readonly wait: (ms: number, then: () => void) => () => void;
  readonly open: (
    path: string,
    hear: (message: FromServer) => void,
    connected: (kind: Connection["kind"]) => void,
  ) => Line;
  readonly ask: (address: string) => {
    readonly answer: Promise<Look>;
    readonly giveUp: () => void;
  };
  readonly changed: (search: Search) => void;
}

/** Follows a search until somebody has come or it is over; what is returned calls it off. */
export function followSearch(seek: Seek, wiring: SearchWiring): () => void {
  const { now, wait, open, ask, changed } = wiring;
  const since = now() - seek.waitedMs;
  let side: SideWord | null = null;
  let game: Snapshot | null = null;
  let stopTicking: () => void = () => undefined;
  let stopSettling: () => void = () => undefined;
  let search: Search = {
    kind: "looking",
    seek,
    waitedMs: seek.waitedMs,
    reach: seek.reach,
    isLong: seek.waitedMs >= LONG_MS,
    neighbour: null,
    settling: false,
    cancelling: false,
    connection: "connecting",
  };

  const become = (next: Search): void => {
    if (search.kind !== "looking") return; // what has ended stays so
    search = next;
    if (next.kind !== "looking") {
      stopTicking();
      stopSettling();
      line.end();
    }
    changed(next);
  };
  const look = (part: Partial<Looking>): void => {
    if (search.kind === "looking") become({ ...search, ...part });
  };
  const settle = (part: Partial<Looking>): void => {
    stopSettling();
    stopSettling = wait(SETTLE_MS, () => look({ settling: false }));
    look({ ...part, settling: true });
  };

  const seated = ({ name: opponent, rating, provisional }: PlayerPart): void => {
    if (side === null || game === null) return;
    const { variant } = game;
    become({ kind: "met", met: { game: seek.game, opponent, rating, provisional, side, variant } });
  };

  const hear = (message: FromServer): void => {
    switch (message.type) {
      case "welcome":
        side = message.side;
        return;
      case "snapshot": {
        game = message;
        if (message.outcome !== null || side === null) return over();
        const opponent = message.seats[other(side)];
        if (opponent !== null) seated(opponent);
        return;
      }
      case "seatTaken":
        return seated(message.player);
      case "gameEnded":
        return over();
    }
  };
  const over = (): void =>
    become({ kind: "over", cancelled: search.kind === "looking" && search.cancelling });

  const line = open(
    seek.socket,
    (message) => {
      const isMine = search.kind === "looking" && search.cancelling;
      if (!opponents.holds(message, isMine)) hear(message);
    },
    (kind) => {
      if (kind === "ended" || kind === "outdated") over();
      else look({ connection: kind });
    },
  );

  const opponents = searchOpponent({
    ask: () => ask(seek.lookAgain),
    wait,
    waitedMs: () => now() - since,
    phase: () => (search.kind === "looking" ? "waiting" : search.kind === "met" ? "live" : "over"),
    found: (met) => become({ kind: "met", met }),
    heard(reach, others) {
      if (search.kind !== "looking") return;
      const neighbour = others[0] ?? null;
      const isAnother = neighbour?.game !== search.neighbour?.game;
      (search.isLong && isAnother && neighbour !== null ? settle : look)({ reach, neighbour });
    },
    released: (messages) => messages.forEach(hear),
  });

  const tick = (): void => {
    if (search.kind !== "looking") return;
    const waitedMs = now() - since;
    const isLong = waitedMs >= LONG_MS;
    (isLong && !search.isLong ? settle : look)({ waitedMs, isLong });
    stopTicking = wait(1000 - (waitedMs % 1000), tick);
  };

  settle({}); // its button stands where another was pressed
  tick();
  return () => {
    if (search.kind !== "looking" || search.cancelling) return;
    look({ cancelling: true });
    line.abort();
  };
}
