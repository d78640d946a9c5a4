// The question of an opening, with a card for each answer: which side, or two more stones?

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import type { Commands } from "./commands";
import * as icons from "../viewer/icons";
import type { Model } from "./model";
import { drawingOf, isMyTurn, isPending } from "./model";
import { placedWords } from "./openingwords";
import { isChoosing, sideToMove } from "../live/turn";
import { phase } from "../protocol/parts";
import type { Choice } from "../protocol/protocol";
import { other, sideOfPly } from "../rules/position";
import { sideName } from "../rules/sides";
import { playerName } from "./names";
import { say } from "../words/words";

export function openingCard(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { game, side } = model.state;
  const { opening } = game;
  if (opening === null || phase(game) !== "live" || model.look !== null) return nothing;
  if (!isChoosing(game) || !isMyTurn(model.state)) return nothing;
  return html`<section class="opening-choice" aria-labelledby="opening-question">
    <div>
      <h2 id="opening-question">${say("Which side do you want?")}</h2>
      <p class="quiet">${placedWords(game, side)}</p>
    </div>
    <div class="opening-options">
      ${opening.choices.map((choice) => option(choice, model, act))}
    </div>
  </section>`;
}

function option(choice: Choice, model: Model, act: Commands): TemplateResult {
  const { game } = model.state;
  const drawn = drawingOf(model);
  const rests = model.settling || game.paused || isPending(model, "choose");
  return html`<button
    type="button"
    class="option"
    data-choice=${choice}
    ?disabled=${rests}
    @click=${() => act.send({ type: "choose", ply: game.moves.length, choice })}
  >
    <span class="picture" aria-hidden="true"
      >${choice === "two" ? html`${icons.stone("white", drawn)}${icons.stone("black", drawn)}` : icons.stone(choice, drawn)}</span
    >
    <span>
      <b>${label(choice, model)}</b>
      <span class="quiet">${follows(choice, model)}</span>
    </span>
  </button>`;
}

function label(choice: Choice, model: Model): string {
  return choice === "two"
    ? say("Place two more")
    : say("Play {side}", { side: sideName(choice, drawingOf(model)) });
}

/** What comes of a choice. */
function follows(choice: Choice, model: Model): string {
  const { game } = model.state;
  const drawn = drawingOf(model);
  const player = playerName(game, other(sideToMove(game)));
  const sides = { black: sideName("black", drawn), white: sideName("white", drawn) };
  if (choice === "two")
    return say("One for {white}, one for {black}. Then {player} chooses a side.", {
      ...sides,
      player,
    });
  const rest = sideName(other(choice), drawn);
  return choice === sideOfPly(game.moves.length)
    ? say("{player} plays {rest}. You move next.", { player, rest })
    : say("{player} plays {rest} and moves next.", { player, rest });
}
