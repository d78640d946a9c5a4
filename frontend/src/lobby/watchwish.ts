// How late a new game is to be shown, as typed; games/play/watching.py says the same.

import { movesWords } from "../live/watchwords";
import { say } from "../words/words";

export interface DelayReading {
  /** Why it is refused; empty if it is fine. */
  readonly sentence: string;
  /** "30 s", "2 moves"; empty for none, and for what is refused. */
  readonly words: string;
}

/** What is said about a delay in one unit. */
interface Unit {
  readonly words: (wish: number) => string;
  readonly notWhole: (most: number) => string;
  readonly outside: (most: number, wish: number) => string;
}

const UNITS: Readonly<Record<"seconds" | "moves", Unit>> = {
  seconds: {
    words: (seconds) => say("{count} s", { count: seconds }),
    notWhole: (most) => say("The delay must be a whole number, 0 to {most} seconds.", { most }),
    outside: (most, wish) =>
      say("The delay must be 0 to {most} seconds, not {seconds}.", { most, seconds: wish }),
  },
  moves: {
    words: movesWords,
    notWhole: (most) => say("The delay must be a whole number, 0 to {most} moves.", { most }),
    outside: (most, wish) =>
      say("The delay must be 0 to {most} moves, not {moves}.", { most, moves: wish }),
  },
};

/** What a field asks for; an empty one asks for no delay. */
export function readDelay(text: string, unit: "seconds" | "moves", most: number): DelayReading {
  const { words, notWhole, outside } = UNITS[unit];
  const word = text.trim();
  if (word === "") return { sentence: "", words: "" };
  if (!/^[+-]?\d{1,9}$/.test(word)) return { sentence: notWhole(most), words: "" };
  const wish = Number(word);
  if (wish < 0 || wish > most) return { sentence: outside(most, wish), words: "" };
  return { sentence: "", words: wish === 0 ? "" : words(wish) };
}

/** The most a field takes, as its element says. */
export function maximum(max: string): number {
  return Number(max) || 0;
}
