// What a person can do on a game page.

import type { Asking, Tab } from "./model";
import type { Look } from "./record";
import type { NewCommand } from "../live/socket";
import type { SideWord } from "../protocol/protocol";

export interface Commands {
  /** Sends a command. */
  readonly send: (command: NewCommand) => void;
  /**
   * Plays a stone on a square; on the opponent's turn it is played once they have moved, and
   * choosing the same square again takes that back. Says why if neither is possible. A viewer who
   * does not play tries the move for themselves: nothing is sent.
   */
  readonly play: (square: number) => void;
  /** Places stones of this kind from now on, where a side may choose. */
  readonly kind: (kind: SideWord) => void;
  /** Chooses a square, to be confirmed; null lets go. */
  readonly aim: (square: number | null) => void;
  /** Let the explanation of a forbidden square go. */
  readonly closeBan: () => void;
  readonly cancelPremove: () => void;
  /** Reads a typed square and plays there; returns whether it was played. */
  readonly enter: (text: string) => boolean;
  /** Looks at a ply of the game, leaving any variation; null is live. */
  readonly look: (look: Look) => void;
  /** Steps forward or back, in the record or in one's own variation; -Infinity: to its start. */
  readonly step: (by: number) => void;
  /** Takes the last stone of the variation off the board. */
  readonly undo: () => void;
  /** Drops the variation: what was looked at before is shown again. */
  readonly clear: () => void;
  readonly autoplay: () => void;
  /** Asks whether the player really does this; null takes the question back. */
  readonly ask: (asking: Asking | null) => void;
  /** Shows something else beside the board. */
  readonly tab: (tab: Tab) => void;
  /** Asks whether the holder of the seat really renews its link, or takes the question back. */
  readonly askRenew: (asking: boolean) => void;
  readonly copy: (what: string, text: string) => void;
  /** Chooses a frame for other sites. */
  readonly chooseEmbed: (size: string) => void;
  readonly share: (title: string, url: string) => void;
}
