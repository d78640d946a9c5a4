// The settings page comes alive: what is chosen is kept at once, shown on boards, and heard.

import type { Choices } from "./viewer/choices";
import { serverRequests } from "./net/requests";
import { startContents } from "./viewer/contents";
import { startNotices } from "./viewer/notices";
import { pushing } from "./viewer/pushing";
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
const { value: token } = document.querySelector<HTMLInputElement>("[name=csrfmiddlewaretoken]")!;
const requests = serverRequests(token, fetch.bind(globalThis));
startNotices(
  document.querySelector<HTMLElement>("#notices")!,
  pushing,
  (address, body) => requests.send("POST", address, body),
  fetch.bind(globalThis),
  saved,
);
document.querySelector("#try-sound")!.addEventListener("click", () => void tryOut());
