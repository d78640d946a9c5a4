// What a person can do on a game page.

import type { Look } from "./record";
import type { Wish } from "./socket";

export interface Act {
  /** Sends a command. */
  readonly send: (wish: Wish) => void;
  /**
   * Plays a stone on a square; on the opponent's turn it is played when they have moved, and the
   * same square again takes that back. Says why not where neither is possible.
   */
  readonly play: (square: number) => void;
  /** Chooses a square, to be confirmed; null lets go. */
  readonly aim: (square: number | null) => void;
  readonly cancelPremove: () => void;
  /** Reads a typed square and plays there. Whether it was played. */
  readonly enter: (text: string) => boolean;
  readonly look: (look: Look) => void;
  readonly autoplay: () => void;
  /** Asks whether the player really resigns, or takes the question back. */
  readonly askResign: (asking: boolean) => void;
  readonly copy: (what: string, text: string) => void;
  readonly share: (title: string, url: string) => void;
}
