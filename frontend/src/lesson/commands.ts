// What a person can do on the page of a lesson.

export interface LessonCommands {
  /** Plays on a square; what was wrong before makes room for it. Does nothing where it cannot be played. */
  readonly play: (square: number) => void;
  /** Chooses a square, to be confirmed; null lets go. */
  readonly aim: (square: number | null) => void;
  /** Rings the right squares. */
  readonly hint: () => void;
  /** Takes a wrong move from the board. */
  readonly again: () => void;
  /** The next step, once this one has been solved. */
  readonly forward: () => void;
  /** The step before. */
  readonly back: () => void;
}
