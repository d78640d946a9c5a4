// The words of a new game's form: which the server is asked about, and who is told what it found.

import type { Checked } from "../protocol/findings";

/** The fields that are asked about, and what the server calls them. */
export const FIELDS = {
  width: "width",
  height: "height",
  k: "k",
  line_rule: "lineRule",
  blocked: "blocked",
  clock_text: "clock",
  delay_seconds: "delaySeconds",
  delay_moves: "delayMoves",
} as const;

export type Field = keyof typeof FIELDS;

export interface FormWords extends Readonly<Record<Field, string>> {
  readonly preset: string;
  readonly clock: string;
}

/** The choice, of boards and of clocks, that is typed. */
export const CUSTOM = "custom";

export function isField(name: string): name is Field {
  return Object.hasOwn(FIELDS, name);
}

/** The question about what is typed; null where everything is chosen from lists. */
export function questionOf(words: FormWords): string | null {
  const isLate = [words.delay_seconds, words.delay_moves].some((word) => word && word !== "0");
  const fields: readonly Field[] = [
    ...(words.preset === CUSTOM ? (["width", "height", "k", "line_rule", "blocked"] as const) : []),
    ...(words.clock === CUSTOM ? (["clock_text"] as const) : []),
    ...(isLate ? (["delay_seconds", "delay_moves"] as const) : []),
  ];
  const pairs = fields.map((field) => `${FIELDS[field]}=${encodeURIComponent(words[field])}`);
  return pairs.length === 0 ? null : pairs.join("&");
}

/** The names of squares, with one more; without it, if it is there. */
export function toggled(names: string, square: string): string {
  const before = names.match(/[a-z]{1,2}[1-9][0-9]?/gi) ?? [];
  const others = before.filter((each) => each.toLowerCase() !== square);
  return (others.length < before.length ? others : [...before, square]).join(" ");
}

/** Why each field is refused; nobody is blamed for a word that they still type. */
export function blame(
  found: Checked | null,
  typing: Field | null,
): Readonly<Record<Field, string>> {
  const of = (field: Field): string =>
    found?.wrong.find((wrong) => wrong.field === FIELDS[field])?.sentence ?? "";
  return Object.fromEntries(
    Object.keys(FIELDS).map((name) => [name, name === typing ? "" : of(name as Field)]),
  ) as Record<Field, string>;
}
