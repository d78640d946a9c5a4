// What a person can do on the page of a puzzle.

import type { SideWord } from "../protocol/protocol";

export interface PuzzleCommands {
  /** Tries a square; what was wrong before makes room for it. Does nothing if it is taken. */
  readonly play: (square: number) => void;
  /** Places stones of this kind from now on, where a side may choose. */
  readonly kind: (kind: SideWord) => void;
  /** Chooses a square, to be confirmed; null lets go. */
  readonly aim: (square: number | null) => void;
  /** Reads a typed square and tries it; returns whether it was tried. */
  readonly enter: (text: string) => boolean;
  /** Asks for a few squares, one of which is right. */
  readonly hint: () => void;
  /** Asks for the solution. */
  readonly giveUp: () => void;
  /** Takes a wrong try back. */
  readonly tryAgain: () => void;
  /** Shows the solution once more, move by move. */
  readonly watch: () => void;
  /** Shows this many moves of the solution; from then on it stands still. */
  readonly walkTo: (at: number) => void;
  /** Begins from the puzzle's own position again. */
  readonly again: () => void;
}
