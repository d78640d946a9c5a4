// Every sentence this side says: written in English, said in the page's language.
//
// The page loads the catalogue of its language before this script (games/words/browser.py); the
// English sentence is its own key there. `manage.py words` finds what is given to `say` and
// `count`, so that must be the sentence itself.

interface Catalogue {
  /** Which form goes with a number. */
  readonly plural: (n: number) => number;
  /** The forms of a sentence, by its English one (the one for a single thing). */
  readonly said: Readonly<Record<string, readonly string[]>>;
}

type Values = Readonly<Record<string, string | number>>;

function catalogue(): Catalogue | undefined {
  return (globalThis as { inarowWords?: Catalogue }).inarowWords;
}

/** A sentence with its places filled: say("It is {side}’s turn.", { side }). */
export function say(sentence: string, values: Values = {}): string {
  return filled(catalogue()?.said[sentence]?.[0] ?? sentence, values);
}

/** The form of a sentence that goes with a number, which fills {count}. */
export function count(one: string, many: string, number: number, values: Values = {}): string {
  const known = catalogue();
  const form = known?.said[one]?.[known.plural(number)] ?? (number === 1 ? one : many);
  return filled(form, { count: number, ...values });
}

/** The parts of a sentence around what fills its places, for what is not text: a link, a stone. */
export function parts<T>(
  sentence: string,
  values: Readonly<Record<string, T>>,
): readonly (string | T)[] {
  return say(sentence)
    .split(/(\{\w+\})/)
    .map((part, at) => (at % 2 === 1 ? (values[part.slice(1, -1)] ?? part) : part));
}

function filled(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
