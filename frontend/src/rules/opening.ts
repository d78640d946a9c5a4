// What a game is called that opens by a rule, and what its two players begin with.

import type { Drawing } from "../viewer/choices";
import type { OpeningRule, SideWord, Snapshot } from "../protocol/protocol";
import { OPENING_RULES } from "../protocol/protocol";
import { sideName } from "./sides";
import type { Rules } from "./variant";
import { variantTitle } from "./variant";
import { say } from "../words/words";

/** What people call a game: the variant, and its opening rule if it has one. */
export function gameTitle(rules: Rules, opening: OpeningRule): string {
  const game = variantTitle(rules);
  const { title } = OPENING_RULES[opening];
  return title === "" ? game : say("{game}, {opening}", { game, opening: say(title) });
}

/** The same of a game as its page has it. */
export function titleOf({ variant, opening }: Pick<Snapshot, "variant" | "opening">): string {
  return gameTitle(variant, opening?.rule ?? "none");
}

/** Whether a side is chosen later: until then nobody knows who plays which. */
export function hasChoice(opening: OpeningRule): boolean {
  return OPENING_RULES[opening].hasChoice;
}

/** How many stones lay when a game began: nobody played those. */
export function givenStones({ opening }: Pick<Snapshot, "opening">): number {
  return opening === null ? 0 : OPENING_RULES[opening.rule].given;
}

/** What somebody plays who gets this side; where sides are chosen later, what they begin with. */
export function seatWords(side: SideWord, opening: OpeningRule, drawn: Drawing): string {
  if (!hasChoice(opening)) return say("you play {side}", { side: sideName(side, drawn) });
  return side === "black" ? say("you place the first stones") : say("you choose a side");
}
