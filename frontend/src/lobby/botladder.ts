// The bots on the home page: those that do not play the chosen board say so, and do not start.

import { say } from "../words/words";

/** Which bots play which preset; for a custom board the server decides. */
export type Plays = Readonly<Record<string, readonly string[]>>;

/** Whether a bot may be tried on a preset. */
export function isPlayed(plays: Plays, preset: string, bot: string): boolean {
  return preset === "custom" || (plays[preset]?.includes(bot) ?? true);
}

/** Wires the ladder. Without scripts every bot can be pressed, and the server says what is wrong. */
export function startBotLadder(form: HTMLFormElement, plays: Plays): void {
  const bots = [...form.querySelectorAll<HTMLButtonElement>("button[name=opponent]")];
  const show = (): void => {
    const chosen = form.querySelector<HTMLInputElement>("input[name=preset]:checked");
    const label = chosen?.parentElement?.querySelector(".preset-label")?.textContent ?? "";
    for (const bot of bots) {
      const off = chosen !== null && !isPlayed(plays, chosen.value, bot.value);
      // It keeps its place in the focus order: a listener hears why it is off.
      bot.setAttribute("aria-disabled", off ? "true" : "false");
      const why = bot.querySelector<HTMLElement>(".why");
      if (why) why.textContent = off ? say("Does not play {board}.", { board: label }) : "";
    }
  };
  form.addEventListener("change", show);
  form.addEventListener("click", (event) => {
    const bot = (event.target as Element).closest("button[name=opponent]");
    if (bot?.getAttribute("aria-disabled") === "true") event.preventDefault();
  });
  show();
}
