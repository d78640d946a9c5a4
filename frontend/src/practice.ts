// The page that waits for a review: how far it is, and on to practice when it is done.

import { startSettings } from "./viewer/settings";
import { POLL_MS } from "./net/poll";
import { count } from "./words/words";

interface Progress {
  readonly state: string;
  readonly done: number;
  readonly total: number;
}

const MOST_MS = 15_000;

const bar = document.querySelector<HTMLProgressElement>("#progress")!;
const words = document.querySelector("#progress-words")!;

async function look(waitMs: number): Promise<void> {
  let next = Math.min(MOST_MS, 2 * waitMs);
  try {
    const response = await fetch(bar.dataset.url!, { headers: { accept: "application/json" } });
    if (response.ok) {
      const { state, done, total } = (await response.json()) as Progress;
      if (state !== "waiting" && state !== "working") return location.reload();
      bar.max = total;
      bar.value = done;
      words.textContent = count(
        "Reviewing your game: {done} of {count} position.",
        "Reviewing your game: {done} of {count} positions.",
        total,
        { done },
      );
      next = 2 * POLL_MS;
    }
  } catch {
    // The server is away: asked again, more slowly.
  }
  setTimeout(() => void look(next), next);
}

startSettings(() => undefined);
void look(POLL_MS);
