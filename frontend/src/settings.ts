// The settings page comes alive: what is chosen is kept at once, shown on boards, and heard.

import type { Choices } from "./viewer/choices";
import { startContents } from "./viewer/contents";
import { startSaved } from "./viewer/saved";
import { startSettings } from "./viewer/settings";
import { play, startSound, tryOut } from "./viewer/sounds";
import { wait } from "./viewer/timer";

const { dataset: samples } = document.querySelector<HTMLElement>("#samples")!;

function show({ stones, coordinates }: Choices): void {
  samples.stones = stones;
  samples.coordinates = String(coordinates);
}

const saved = startSaved(wait);
const { choices } = startSettings(show, (field, isKept) => {
  saved(field, isKept);
  if (field.id === "volume") play("stone");
});

show(choices);
startSound();
startContents(document.querySelector<HTMLElement>(".toc")!);
document.querySelector("#try-sound")!.addEventListener("click", () => void tryOut());
