// How late a new game is to be shown, as typed; games/play/watching.py says the same.

export interface DelayReading {
  /** Why it is refused; empty if it is fine. */
  readonly sentence: string;
  /** "30 s", "2 moves"; empty for none, and for what is refused. */
  readonly words: string;
}

/** What a field asks for; an empty one asks for no delay. */
export function readDelay(text: string, unit: "seconds" | "moves", most: number): DelayReading {
  const word = text.trim();
  if (word === "") return { sentence: "", words: "" };
  if (!/^[+-]?\d{1,9}$/.test(word))
    return { sentence: `The delay must be a whole number, 0 to ${most} ${unit}.`, words: "" };
  const count = Number(word);
  if (count < 0 || count > most)
    return { sentence: `The delay must be 0 to ${most} ${unit}, not ${count}.`, words: "" };
  if (count === 0) return { sentence: "", words: "" };
  return {
    sentence: "",
    words: unit === "seconds" ? `${count} s` : `${count} move${count === 1 ? "" : "s"}`,
  };
}

/** The most a field takes, as its element says. */
export function maximum(max: string): number {
  return Number(max) || 0;
}
