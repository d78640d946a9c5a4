// Beside the title of a card of settings: that what was changed in it is kept.

import { say } from "../words/words";

const STAYS_MS = 2_000;

/** Returns what says it beside the title of the card that a field is in. */
export function startSaved(
  wait: (ms: number, then: () => void) => () => void,
): (field: Element, isKept: boolean) => void {
  let takeBack = (): void => undefined;
  return (field, isKept) => {
    takeBack();
    const place = field.closest("section")?.querySelector(".saved");
    if (!place) return;
    place.textContent = isKept ? say("Saved") : say("Your browser won’t keep this");
    const stop = wait(STAYS_MS, () => (place.textContent = ""));
    takeBack = () => {
      stop();
      place.textContent = "";
    };
  };
}
