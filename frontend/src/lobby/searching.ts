// Looking for an opponent on the home page: the third card, from the press of its button to the game.

import { render } from "lit-html";
import { sentenceOf } from "../net/lookup";
import type { ServerRequests } from "../net/requests";
import type { Met, Other } from "./opponentsearch";
import type { Search, SearchWiring, Seek } from "./search";
import { followSearch } from "./search";
import type { Card } from "./searchcard";
import { searchCard } from "./searchcard";
import { metSentence, neighbourSentence } from "./searchwords";
import type { Choices } from "../viewer/choices";
import type { BrowserStorage } from "../viewer/storage";
import { keepText, readText } from "../viewer/storage";
import { play, startSound } from "../viewer/sounds";
import { titlePage } from "../viewer/title";
import { announce } from "../viewer/voice";
import { say } from "../words/words";

/** The game that was gone to last: two tabs that look do not both go there. */
const MET_KEY = "inarow.met";

/** How many seconds after a game was found the page goes to it. */
const CALL_S = 3;

/** A page that nobody sees waits this much longer for one that somebody sees to go first. */
const HIDDEN_MS = 1_500;

export interface SearchingWiring extends Omit<SearchWiring, "changed"> {
  readonly server: Pick<ServerRequests, "send" | "submit">;
  readonly go: (address: string) => void;
  readonly choices: () => Choices;
  readonly hasBots: boolean;
}

interface Paired {
  readonly seek: Seek | null;
  readonly met: Met | null;
}

/** Wires the card around the form `pair`; `found` is a search that stands already. */
export function startSearching(
  pair: HTMLFormElement,
  found: Seek | null,
  storage: BrowserStorage | null,
  wiring: SearchingWiring,
): { readonly show: () => void } {
  const place = document.querySelector<HTMLElement>("#search")!;
  const section = place.parentElement!;
  const button = [...pair.elements].find((each) => each instanceof HTMLButtonElement)!;
  const title = document.title;
  let card: Card | null = null;
  let cancel: () => void = () => undefined;
  let goesInS: number | null = CALL_S;
  let trouble = "";
  let isJoining = false;

  const show = (): void => {
    const hadFocus = section.contains(document.activeElement);
    const view = {
      choices: wiring.choices(),
      hasBots: wiring.hasBots,
      goesInS,
      trouble,
      cancel: () => cancel(),
      join: (neighbour: Other) => void join(neighbour),
    };
    const isAtWork = card !== null && ["asking", "looking", "met"].includes(card.kind);
    section.toggleAttribute("data-searching", isAtWork);
    render(card === null ? null : searchCard(card, view), place);
    titlePage(titleOf(card) ?? title);
    // The control that was pressed has gone: its successor is the next to be pressed.
    if (hadFocus && !section.contains(document.activeElement))
      (place.querySelector<HTMLElement>("button.cancel") ?? (isAtWork ? null : button))?.focus();
  };

  const heard = (next: Search): void => {
    if (isJoining) return;
    const before = card;
    card = next;
    if (next.kind === "looking") {
      const known = before?.kind === "looking" && before.isLong ? before.neighbour : null;
      if (next.isLong && next.neighbour !== null && next.neighbour.game !== known?.game) {
        trouble = "";
        announce(neighbourSentence(next.neighbour));
      }
    }
    show();
    if (next.kind === "met") void call(next.met);
    if (next.kind === "over") announce(say("Your search has ended."));
  };

  const begin = (seek: Seek): void => {
    trouble = "";
    cancel = followSearch(seek, { ...wiring, changed: heard });
  };

  const call = async (met: Met): Promise<void> => {
    announce(metSentence(met));
    if (wiring.choices().sound) play("notice");
    for (goesInS = CALL_S; goesInS > 0; goesInS -= 1) {
      show();
      await passed(1000);
    }
    if (document.visibilityState !== "visible") await passed(HIDDEN_MS);
    if (document.visibilityState !== "visible" && readText(storage, MET_KEY) === met.game) {
      goesInS = null;
      return show();
    }
    keepText(storage, MET_KEY, met.game);
    wiring.go(`/game/${met.game}/`);
  };

  const passed = (ms: number): Promise<void> => new Promise((then) => void wiring.wait(ms, then));

  const join = async (neighbour: Other): Promise<void> => {
    isJoining = true;
    try {
      const { game } = await wiring.server.send<{ readonly game: string }>(
        "POST",
        `/game/${neighbour.game}/join`,
      );
      wiring.go(game);
    } catch (error) {
      isJoining = false;
      trouble = sentenceOf(error);
      announce(trouble);
      show();
    }
  };

  pair.addEventListener("submit", (event) => {
    event.preventDefault();
    if (section.hasAttribute("data-searching")) return;
    startSound();
    card = { kind: "asking" };
    show();
    announce(say("Looking for an opponent…"));
    wiring.server.submit<Paired>(pair.action, new FormData(pair)).then(
      ({ seek, met }) => {
        if (seek !== null) begin(seek);
        else if (met !== null) heard({ kind: "met", met });
      },
      (error: unknown) => {
        card = { kind: "refused", sentence: sentenceOf(error) };
        announce(card.sentence);
        show();
      },
    );
  });
  if (found !== null) begin(found);
  return { show };
}

function titleOf(card: Card | null): string | null {
  switch (card?.kind) {
    case "asking":
    case "looking":
      return `${say("Looking…")} – Inarow`;
    case "met":
      return `${say("Found!")} – Inarow`;
    default:
      return null;
  }
}
