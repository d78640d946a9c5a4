// What a person can do on the page of a puzzle.

export interface PuzzleCommands {
  /** Tries a square; what was wrong before makes room for it. Does nothing if it is taken. */
  readonly play: (square: number) => void;
  /** Chooses a square, to be confirmed; null lets go. */
  readonly aim: (square: number | null) => void;
  /** Reads a typed square and tries it; returns whether it was tried. */
  readonly enter: (text: string) => boolean;
  /** Asks for the solution. */
  readonly giveUp: () => void;
  /** Begins from the puzzle's own position again. */
  readonly again: () => void;
}
