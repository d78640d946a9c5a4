// What the signs on the board mean, and how sure they are.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { heatKey } from "../evaluation/heatkey";
import type { Hints } from "../evaluation/overlay";
import { rankedBy } from "./hints";
import {
  estimateKey,
  heatWords,
  outcomeSign,
  outcomeWords,
  prospect,
} from "../evaluation/hintwords";
import type { Model } from "./model";
import type { SquareOutcome } from "../protocol/protocol";
import { drawingOf } from "./model";
import { moveWords } from "../evaluation/movewords";
import { inMoves } from "../rules/distance";
import { moveName, moveTo } from "../rules/move";
import { say } from "../words/words";

/** What was just said in words, what is known about the square in hand, or what the signs mean. */
export function explained(model: Model, hints: Hints): TemplateResult | string | typeof nothing {
  const words = model.spoken ? model.state.answers.words : null;
  if (words) return moveWords(words, model.state.game.variant, drawingOf(model));
  const square = model.hover ?? model.aim ?? model.cursor;
  return about(square, model, hints) ?? key(model, hints);
}

/** What is known about the square under the pointer, or under the keyboard's cursor. */
function about(square: number | null, model: Model, hints: Hints): TemplateResult | null {
  if (square === null) return null;
  const { game, answers } = model.state;
  const heat = hints.heat.find((each) => each.square === square);
  const benefit = answers.benefits?.squares.find((each) => each.square === square);
  const outcome = hints.outcomes.find((each) => each.square === square);
  const worth =
    heat && benefit
      ? heatWords(heat, benefit, rankedBy(model), hints.heat.length, game.variant)
      : null;
  const words = outcome ? outcomeWords(outcome) : "";
  if (!worth && !words) return null;
  const where = moveName(moveTo(square, model.kind, game.variant), game.variant);
  return html`${worth ?? where}${words ? `${worth ? " ·" : ":"} ${words}` : ""}`;
}

function key(model: Model, hints: Hints): TemplateResult | typeof nothing {
  if (hints.outcomes.length > 0 && model.state.answers.outcomes !== null) return outcomeKey(hints);
  const whole = hints.whole ?? hints;
  if (whole.best.length > 0) return html`${prospect(whole.outcomes, whole.best)} ${bestKey()}`;
  if (hints.heat.length > 0)
    return model.state.game.aggressiveness === null
      ? heatKey(say("Worth to you:"), say("the highest"))
      : heatKey(say("Worth to the bot:"), say("its first choice"));
  return nothing;
}

function bestKey(): TemplateResult {
  return html`<span class="pair"
    ><span class="sign best" aria-hidden="true"></span> ${say("best")}</span
  >`;
}

function outcomeKey({ whole, outcomes, best }: Hints): TemplateResult {
  const all = whole ?? { outcomes, best };
  const first = (wanted: (outcome: SquareOutcome) => boolean): SquareOutcome | undefined =>
    outcomes.find(wanted);
  const win = first(({ verdict }) => verdict === "win");
  const draw = first(({ verdict }) => verdict === "draw");
  const loss = first(({ verdict }) => verdict === "loss");
  const guess = first(({ status }) => status === "estimated");
  const top = all.best.length > 0 ? all.best : all.outcomes.map(({ square }) => square);
  return html`<b>${prospect(all.outcomes, top)}</b>
    ${win ? pair(win, "win", winWords(win)) : nothing}
    ${draw ? pair(draw, "draw", say("draw")) : nothing}
    ${loss ? pair(loss, "loss", lossWords(loss)) : nothing}
    ${guess ? html`<span class="pair">${estimateKey(guess)}</span> ` : nothing}
    ${best.length > 0 ? bestKey() : nothing}`;
}

function pair(outcome: SquareOutcome, kind: string, words: string): TemplateResult {
  return html`<span class="pair"
    ><span class=${`sign ${kind}`} aria-hidden="true">${outcomeSign(outcome)}</span> ${words}</span
  > `;
}

function winWords({ plies }: SquareOutcome): string {
  return plies === null ? say("win") : say("win {when}", { when: inMoves(plies) });
}

function lossWords({ plies }: SquareOutcome): string {
  return plies === null ? say("loss") : say("loss {when}", { when: inMoves(plies) });
}
