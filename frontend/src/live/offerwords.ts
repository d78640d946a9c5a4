// What is said about offers: what the two players ask of each other, and what becomes of it.

import type { Offer, Snapshot } from "../protocol/protocol";
import { isDecided } from "../rules/series";
import { say } from "../words/words";

/** What an offer is called: a rematch is the next game while a series goes on. */
export type OfferName = Offer | "nextGame";

export function offerName(what: Offer, game: Pick<Snapshot, "series" | "outcome">): OfferName {
  return what === "rematch" && game.series !== null && !isDecided(game) ? "nextGame" : what;
}

/** A player by name; null is the viewer themselves. */
export type Who = string | null;

/** What the page says about an offer of one's own, while it stands. */
export interface OfferWords {
  readonly mine: string;
  /** What takes it back. */
  readonly cancel: string;
}

export function offerWords(what: OfferName): OfferWords {
  switch (what) {
    case "draw":
      return {
        mine: say("Draw offered. It lapses with the next move."),
        cancel: say("Withdraw the draw offer"),
      };
    case "takeback":
      return {
        mine: say("You asked to take back a move."),
        cancel: say("Withdraw the request to take back"),
      };
    case "pause":
      return { mine: say("You asked for a pause."), cancel: say("Withdraw the request to pause") };
    case "hints":
      return {
        mine: say("You proposed playing with hints."),
        cancel: say("Withdraw the hints proposal"),
      };
    case "rematch":
      return {
        mine: say("Rematch offered. Waiting for an answer."),
        cancel: say("Withdraw the rematch offer"),
      };
    case "nextGame":
      return { mine: say("Waiting for your opponent."), cancel: say("Not ready yet") };
    default:
      return what satisfies never;
  }
}

export function offeredSentence(what: OfferName, player: Who): string {
  switch (what) {
    case "draw":
      return player === null
        ? say("You offer a draw.")
        : say("{player} offers a draw.", { player });
    case "takeback":
      return player === null
        ? say("You ask to take back a move.")
        : say("{player} asks to take back a move.", { player });
    case "pause":
      return player === null
        ? say("You ask for a pause.")
        : say("{player} asks for a pause.", { player });
    case "hints":
      return player === null
        ? say("You propose playing with hints.")
        : say("{player} proposes playing with hints for both.", { player });
    case "rematch":
      return player === null
        ? say("You offer a rematch.")
        : say("{player} offers a rematch.", { player });
    case "nextGame":
      return player === null
        ? say("You’re ready for the next game.")
        : say("{player} is ready for the next game.", { player });
    default:
      return what satisfies never;
  }
}

export function declinedSentence(what: OfferName, player: Who): string {
  switch (what) {
    case "draw":
      return player === null
        ? say("You decline the draw.")
        : say("{player} declines the draw.", { player });
    case "takeback":
      return player === null
        ? say("You decline to take it back.")
        : say("{player} declines to take it back.", { player });
    case "pause":
      return player === null
        ? say("You decline the pause.")
        : say("{player} declines the pause.", { player });
    case "hints":
      return player === null
        ? say("You decline the hints.")
        : say("{player} declines the hints.", { player });
    case "rematch":
      return player === null
        ? say("You decline the rematch.")
        : say("{player} declines the rematch.", { player });
    case "nextGame":
      return player === null
        ? say("You don’t play the next game now.")
        : say("{player} doesn’t play the next game now.", { player });
    default:
      return what satisfies never;
  }
}

export function cancelledSentence(what: OfferName, player: Who): string {
  switch (what) {
    case "draw":
      return player === null
        ? say("You withdraw the draw offer.")
        : say("{player} withdraws the draw offer.", { player });
    case "takeback":
      return player === null
        ? say("You no longer ask to take back.")
        : say("{player} no longer asks to take back.", { player });
    case "pause":
      return player === null
        ? say("You withdraw the pause offer.")
        : say("{player} withdraws the pause offer.", { player });
    case "hints":
      return player === null
        ? say("You withdraw the hints offer.")
        : say("{player} withdraws the hints offer.", { player });
    case "rematch":
      return player === null
        ? say("You withdraw the rematch offer.")
        : say("{player} withdraws the rematch offer.", { player });
    case "nextGame":
      return player === null
        ? say("You aren’t ready yet.")
        : say("{player} isn’t ready yet.", { player });
    default:
      return what satisfies never;
  }
}
