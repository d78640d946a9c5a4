// An exhibition's page: the table is refetched while games are played and somebody is looking.

import "./page";
import { startFollowForms } from "./players/followforms";

const EVERY_MS = 2_000;
const AFTER_FAILURE_MS = 10_000;

const place = document.querySelector<HTMLElement>("#exhibition");

async function refresh(): Promise<number> {
  if (!place?.dataset.table || document.hidden) return EVERY_MS;
  try {
    const answer = await fetch(place.dataset.table, { headers: { accept: "text/html" } });
    if (!answer.ok) return AFTER_FAILURE_MS;
    const fresh = document.createElement("template");
    fresh.innerHTML = await answer.text();
    // Only what differs is replaced: the focused link keeps its focus as long as it can.
    if (fresh.innerHTML.trim() !== shown) {
      shown = fresh.innerHTML.trim();
      const focused = place.querySelector<HTMLAnchorElement>("a:focus")?.href;
      place.replaceChildren(fresh.content);
      if (focused)
        place.querySelector<HTMLElement>(`a[href="${new URL(focused).pathname}"]`)?.focus();
    }
    return EVERY_MS;
  } catch {
    return AFTER_FAILURE_MS; // the server is away: it will be back
  }
}

let shown = "";

async function follow(): Promise<void> {
  while (place?.querySelector("[data-over=false]")) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    const wait = await refresh();
    if (wait > EVERY_MS) await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

void follow();
startFollowForms();
