// A player looking for an opponent looks again and again: for somebody who waits for the same, a
// little wider each time, and for people who wait for something else.

import { Refusal } from "../net/lookup";
import type { Phase } from "../protocol/parts";
import type { FromServer, SideWord, VariantPart } from "../protocol/protocol";

/** The first look comes this long after the search itself, and each look after the one before. */
const LOOK_MS = 3_000;

/** No look is waited for longer than this. */
const PATIENCE_MS = 10_000;

/** Whom a player has found, and where they play. */
export interface Met {
  readonly game: string;
  readonly opponent: string;
  readonly kind: string;
  /** The opponent's rating on such boards; null without one. */
  readonly rating: number | null;
  readonly provisional: boolean;
  /** The player's own side. */
  readonly side: SideWord;
  readonly variant: VariantPart;
}

/** Somebody else who is waiting for an opponent, the most like this search first. */
export interface Other {
  readonly game: string;
  readonly host: string;
  readonly kind: string;
  /** The host's rating on such boards; null without one. */
  readonly rating: number | null;
  readonly provisional: boolean;
  /** "10×10" */
  readonly board: string;
  readonly control: string | null;
}

/** What came of a look: whom one plays by now; or how far it looked, and who else waits. */
export type Look =
  | { readonly met: Met }
  | { readonly met: null; readonly reach: number | null; readonly others: readonly Other[] };

/** What a search needs: to look, to wait, to know what has become of it, and a listener. */
export interface SearchWiring {
  /** Asks the server; the look can be given up. */
  readonly ask: () => { readonly answer: Promise<Look>; readonly giveUp: () => void };
  readonly wait: (ms: number, then: () => void) => () => void;
  /** For how long an opponent has been looked for. */
  readonly waitedMs: () => number;
  /** What the page shows: the search goes on as long as it is waiting. */
  readonly phase: () => Phase;
  /** There is a game to go to. */
  readonly found: (met: Met) => void;
  readonly heard: (reach: number | null, others: readonly Other[]) => void;
  /** What was held back matters after all. */
  readonly released: (messages: readonly FromServer[]) => void;
}

export interface Search {
  /**
   * Whether a message is held back until a look has been answered. A player who is seated with
   * somebody else has their own search called off, and may hear that before they hear where to go.
   * `isMine` says whether it came from what they asked for themselves.
   */
  readonly holds: (message: FromServer, isMine: boolean) => boolean;
}

/** Looks every three seconds, one look at a time, for as long as the search lasts. */
export function searchOpponent(wiring: SearchWiring): Search {
  const { ask, wait, waitedMs, phase, found, heard, released } = wiring;
  const passed = (ms: number): Promise<void> => new Promise((then) => void wait(ms, then));
  let held: readonly FromServer[] = [];
  let isAsking = false;
  let isFound = false;

  /** One look; null if it came to nothing: then what was heard last still stands. */
  const look = async (): Promise<Look | "over" | null> => {
    const { answer, giveUp } = ask();
    let answered: () => void = () => undefined;
    const late = new Promise<null>((then) => {
      answered = wait(PATIENCE_MS, () => {
        giveUp();
        then(null);
      });
    });
    try {
      return await Promise.race([answer, late]);
    } catch (error) {
      return error instanceof Refusal && error.code === "noSeek" ? "over" : null;
    } finally {
      answered();
    }
  };

  const run = async (): Promise<void> => {
    await passed(Math.max(0, LOOK_MS - waitedMs()));
    while (phase() === "waiting") {
      const rested = passed(LOOK_MS);
      isAsking = true;
      const answer = await look();
      isAsking = false;
      const met = answer === "over" || answer === null ? null : answer.met;
      // If somebody has sat down here meanwhile, the player stays with them.
      if (met !== null && phase() !== "live") {
        isFound = true;
        return found(met);
      }
      const messages = held;
      held = [];
      released(messages);
      if (answer === "over") return;
      if (answer?.met === null && phase() === "waiting") heard(answer.reach, answer.others);
      await rested;
    }
  };
  void run();

  return {
    holds(message, isMine) {
      if (isFound) return true;
      const isCalledOff =
        message.type === "gameEnded" && message.outcome.termination === "abort" && !isMine;
      if (held.length === 0 && !(isAsking && isCalledOff)) return false;
      held = [...held, message];
      return true;
    },
  };
}
