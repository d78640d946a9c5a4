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
        place: say("Offer of a draw"),
        question: say("A draw?"),
        yes: say("Yes to the draw"),
        no: say("No to the draw"),
        mine: say("You offer a draw, until the next move."),
        cancel: say("Cancel draw offer"),
      };
    case "takeback":
      return {
        place: say("Offer of a takeback"),
        question: say("Take back?"),
        yes: say("Yes to the takeback"),
        no: say("No to the takeback"),
        mine: say("You ask for a takeback."),
        cancel: say("Cancel takeback offer"),
      };
    case "pause":
      return {
        place: say("Offer of a pause"),
        question: say("A pause?"),
        yes: say("Yes to the pause"),
        no: say("No to the pause"),
        mine: say("You would like a pause."),
        cancel: say("Cancel pause offer"),
      };
    case "hints":
      return {
        place: say("Offer of hints"),
        question: say("Hints?"),
        yes: say("Yes to the hints"),
        no: say("No to the hints"),
        mine: say("You would like hints for both."),
        cancel: say("Cancel hints offer"),
      };
    case "rematch":
      return {
        place: say("Offer of a rematch"),
        question: say("A rematch?"),
        yes: say("Yes to the rematch"),
        no: say("No to the rematch"),
        mine: say("You would like a rematch. Waiting for the answer."),
        cancel: say("Cancel rematch offer"),
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
        ? say("You ask for a takeback.")
        : say("{player} asks for a takeback.", { player });
    case "pause":
      return player === null
        ? say("You would like a pause.")
        : say("{player} would like a pause.", { player });
    case "hints":
      return player === null
        ? say("You would like to have hints for both.")
        : say("{player} would like to have hints for both.", { player });
    case "rematch":
      return player === null
        ? say("You would like a rematch.")
        : say("{player} would like a rematch.", { player });
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
        ? say("You decline the takeback.")
        : say("{player} declines the takeback.", { player });
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
        ? say("You cancel the draw offer.")
        : say("{player} cancels the draw offer.", { player });
    case "takeback":
      return player === null
        ? say("You cancel the takeback offer.")
        : say("{player} cancels the takeback offer.", { player });
    case "pause":
      return player === null
        ? say("You cancel the pause offer.")
        : say("{player} cancels the pause offer.", { player });
    case "hints":
      return player === null
        ? say("You cancel the hints offer.")
        : say("{player} cancels the hints offer.", { player });
    case "rematch":
      return player === null
        ? say("You cancel the rematch offer.")
        : say("{player} cancels the rematch offer.", { player });
    default:
      return what satisfies never;
  }
}
