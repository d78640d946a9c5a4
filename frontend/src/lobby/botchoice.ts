// The bots on the home page: those that do not play the chosen board cannot be chosen.

import type { BrowserStorage } from "../viewer/storage";
import { keepText, readText } from "../viewer/storage";
import { chosenBoard } from "./picker";

export const BOT_KEY = "inarow.bot";

/** Which bots play which preset; for a custom board the server decides. */
export type Plays = Readonly<Record<string, readonly string[]>>;

/** Whether a bot may be tried on a preset. */
export function isPlayed(plays: Plays, preset: string, bot: string): boolean {
  return preset === "custom" || (plays[preset]?.includes(bot) ?? true);
}

/** Who is chosen on this board: the bot that is wanted, or else the first that plays it. */
export function chosenBot(
  plays: Plays,
  preset: string,
  bots: readonly string[],
  wanted: readonly string[],
): string {
  const able = bots.filter((bot) => isPlayed(plays, preset, bot));
  return wanted.find((bot) => able.includes(bot)) ?? able[0] ?? "";
}

/** The bot that was chosen last, as it is kept: as long as another does not suit better since. */
export function keptBot(storage: BrowserStorage | null, suits: string): string {
  const [bot = "", then = ""] = readText(storage, BOT_KEY).split(" ");
  return then === suits ? bot : "";
}

export function keepBot(storage: BrowserStorage | null, bot: string, suits: string): void {
  keepText(storage, BOT_KEY, `${bot} ${suits}`);
}

/**
 * Wires the list. The bot that was last chosen is offered again, unless their games have shown since that
 * another `suits`; without scripts the server says what is wrong.
 */
export function startBotChoice(
  form: HTMLFormElement,
  plays: Plays,
  suits: string,
  storage: BrowserStorage | null,
): void {
  const list = form.querySelector<HTMLSelectElement>("select[name=opponent]");
  const about = form.querySelector<HTMLElement>("#bot-about");
  if (!list || !about) return;
  const offered = list.value;
  const bots = [...list.options].map(({ value }) => value);
  let wanted = keptBot(storage, suits) || offered;

  const show = (): void => {
    const preset = chosenBoard(form)?.value ?? "";
    for (const option of list.options) option.disabled = !isPlayed(plays, preset, option.value);
    list.value = chosenBot(plays, preset, bots, [wanted, offered]);
    about.textContent = list.selectedOptions[0]?.dataset.about ?? "";
  };
  list.addEventListener("change", () => {
    wanted = list.value;
    keepBot(storage, wanted, suits);
  });
  form.addEventListener("change", show);
  show();
}
