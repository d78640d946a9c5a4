// A player's seal, in place of a picture: five dots on a grid of 3×3, on one of eight grounds, both
// from their name in links. games/pages/seals.py says the same, and seals.json holds the two together.

/** Colours a seal may lie on: `--ground-0` and so on in tokens.css. */
const GROUNDS = 8;

export interface Seal {
  readonly ground: number;
  /** The middles of the dots, on a square of 24 units. */
  readonly dots: readonly (readonly [number, number])[];
}

/** The seal of the player of this name in links. */
export function sealOf(player: string): Seal {
  const number = hash(player);
  const pattern = PATTERNS[Math.floor(number / GROUNDS) % PATTERNS.length] ?? [];
  return {
    ground: number % GROUNDS,
    dots: pattern.map((at) => [6 + (at % 3) * 6, 6 + Math.floor(at / 3) * 6]),
  };
}

/** FNV-1a of 32 bits; names in links are plain ASCII. */
function hash(text: string): number {
  let number = 0x811c9dc5;
  for (const sign of text) number = Math.imul(number ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return number >>> 0;
}

/** Every choice of five of nine places, in order. */
const PATTERNS = choices(5, 0);

function choices(count: number, from: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return Array.from({ length: Math.max(0, 9 - from) }, (_, step) => from + step).flatMap((first) =>
    choices(count - 1, first + 1).map((rest) => [first, ...rest]),
  );
}
