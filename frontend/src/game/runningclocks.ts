// Clocks and countdowns as they run: only their text is redrawn, exactly when it changes.

import type { GivenWarnings } from "../live/clocks";
import {
  changesInMs,
  countdownText,
  face,
  isLow,
  shareLeft,
  warningToTell,
  serverNow,
  shownClock,
  startsInMs,
  timeLeft,
  warningsAt,
} from "../live/clocks";
import type { Model } from "./model";
import { phase } from "../protocol/parts";
import { claimNow, warningSentence, startsSentence } from "./sentences";
import { play } from "../viewer/sounds";
import type { GameStore } from "./store";
import { announce } from "../viewer/voice";

/**
 * Keeps the page's clocks right. To be called after each drawing; between drawings it calls itself,
 * as long as something runs and the page is visible.
 */
export function runClocks(root: Element, store: GameStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told: GivenWarnings = [];

  function tick(): void {
    clearTimeout(timer);
    const model = store.model();
    const local = performance.now();
    const now = serverNow(model.offsets, local);
    const waits = [clocks(model, now), claim(model, local)].filter((wait) => wait !== null);
    if (waits.length > 0 && !document.hidden) timer = setTimeout(tick, Math.min(...waits));
  }

  function clocks({ state, choices }: Model, now: number): number | null {
    const { control } = state.game;
    const clock = shownClock(state.game, state.side);
    if (clock === null || control === null) return null;
    for (const side of ["black", "white"] as const) {
      const left = timeLeft(clock, control, side, now);
      const { time, periods } = face(left, control);
      const element = root.querySelector(`[data-clock=${side}]`);
      element?.classList.toggle("low", phase(state.game) !== "waiting" && isLow(left, control));
      element
        ?.closest<HTMLElement>(".player")
        ?.style.setProperty("--left", `${Math.round(100 * shareLeft(left, control))}%`);
      write(element?.querySelector(".time"), time);
      write(element?.querySelector(".periods"), periods);
    }
    const wait = startsInMs(clock, now);
    write(root.querySelector("[data-count=start]"), wait > 0 ? startsSentence(wait) : "");
    if (clock.running !== null && clock.running === state.side) {
      const before = told;
      told = warningsAt(before, timeLeft(clock, control, state.side, now), control);
      const warning = warningToTell(before, told);
      if (warning !== null) announce(warningSentence(warning));
      if (warning === "tenSeconds" && choices.sound) play("hurry");
    }
    // The wait for a clock to start is counted down in seconds.
    return wait > 0 ? (wait % 1000) + 1 : changesInMs(clock, control, now);
  }

  function claim({ away }: Model, local: number): number | null {
    if (away === null || away.canClaim) return null;
    const wait = away.claimAt - local;
    write(root.querySelector("[data-count=claim]"), countdownText(Math.max(0, wait)));
    if (wait > 0) return (wait % 1000) + 1;
    store.change({ away: { ...away, canClaim: true } });
    store.change({ settling: true });
    announce(claimNow());
    return null;
  }

  document.addEventListener("visibilitychange", tick);
  return tick;
}

function write(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
