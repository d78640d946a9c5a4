// What is said about offers: what the two players ask of each other, and what becomes of it.

import type { Offer } from "../protocol/protocol";
import { say } from "../words/words";

/** A player by name; null is the viewer themselves. */
export type Who = string | null;

/** What the page says about one kind of offer. */
export interface OfferWords {
  /** The place where it is answered. */
  readonly place: string;
  /** The opponent's, in the few words there is room for; the line under the board says more. */
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  /** One's own, while it stands. */
  readonly mine: string;
  readonly cancel: string;
}

export function offerWords(what: Offer): OfferWords {
  switch (what) {
    case "draw":
      return {
        place: say("Draw offer"),
        question: say("Draw?"),
        yes: say("Yes to the draw"),
        no: say("No to the draw"),
        mine: say("Draw offered. It lapses with the next move."),
        cancel: say("Withdraw draw offer"),
      };
    case "takeback":
      return {
        place: say("Request to take back"),
        question: say("Allow take back?"),
        yes: say("Yes to the take back"),
        no: say("No to the take back"),
        mine: say("You asked to take back a move."),
        cancel: say("Withdraw request to take back"),
      };
    case "pause":
      return {
        place: say("Pause offer"),
        question: say("Pause?"),
        yes: say("Yes to the pause"),
        no: say("No to the pause"),
        mine: say("You asked for a pause."),
        cancel: say("Withdraw pause offer"),
      };
    case "hints":
      return {
        place: say("Hints offer"),
        question: say("Hints?"),
        yes: say("Yes to the hints"),
        no: say("No to the hints"),
        mine: say("You asked to play with hints."),
        cancel: say("Withdraw hints offer"),
      };
    case "rematch":
      return {
        place: say("Rematch offer"),
        question: say("Rematch?"),
        yes: say("Yes to the rematch"),
        no: say("No to the rematch"),
        mine: say("Rematch offered. Waiting for an answer…"),
        cancel: say("Withdraw rematch offer"),
      };
    default:
      return what satisfies never;
  }
}

export function offeredSentence(what: Offer, player: Who): string {
  switch (what) {
    case "draw":
      return player === null
        ? say("You offer a draw.")
        : say("{player} offers a draw.", { player });
    case "takeback":
      return player === null
        ? say("You asked to take back a move.")
        : say("{player} asks to take back a move.", { player });
    case "pause":
      return player === null
        ? say("You asked for a pause.")
        : say("{player} asks for a pause.", { player });
    case "hints":
      return player === null
        ? say("You asked to play with hints.")
        : say("{player} asks to play with hints.", { player });
    case "rematch":
      return player === null
        ? say("You offer a rematch.")
        : say("{player} offers a rematch.", { player });
    default:
      return what satisfies never;
  }
}

export function declinedSentence(what: Offer, player: Who): string {
  switch (what) {
    case "draw":
      return player === null
        ? say("You decline the draw.")
        : say("{player} declines the draw.", { player });
    case "takeback":
      return player === null
        ? say("You don’t allow the take back.")
        : say("{player} doesn’t allow the take back.", { player });
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
    default:
      return what satisfies never;
  }
}

export function cancelledSentence(what: Offer, player: Who): string {
  switch (what) {
    case "draw":
      return player === null
        ? say("You withdraw the draw offer.")
        : say("{player} withdraws the draw offer.", { player });
    case "takeback":
      return player === null
        ? say("You withdraw the request to take back.")
        : say("{player} withdraws the request to take back.", { player });
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
    default:
      return what satisfies never;
  }
}
