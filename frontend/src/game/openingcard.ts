// What an opening asks: a side, a number, or squares to offer; and which of those that are offered
// is kept.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { letter } from "../board/openingmarks";
import type { Commands } from "./commands";
import * as icons from "../viewer/icons";
import type { Model } from "./model";
import { canPlay, drawingOf, isMyTurn, isPending } from "./model";
import { givenWords, placedWords } from "./openingwords";
import { isUnderWay, numberOf, offeredAfter, sideToMove } from "../live/turn";
import { phase } from "../protocol/parts";
import type { Choice, OpeningPart, SideWord } from "../protocol/protocol";
import { other, sideOfPly } from "../rules/position";
import { sideName } from "../rules/sides";
import { name } from "../rules/squares";
import { playerName } from "./names";
import { count, say } from "../words/words";

export function openingCard(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { game, side } = model.state;
  const { opening } = game;
  if (opening === null || phase(game) === "over" || model.look !== null) return nothing;
  const given = isUnderWay(game) ? "" : givenWords(game);
  if (given !== "") return html`<p class="opening-given">${given}</p>`;
  if (phase(game) !== "live") return nothing;
  if (!isMyTurn(model.state)) return nothing;
  if (opening.offer > 0) return offerCard(model, opening, act);
  const offered = offeredAfter(game, game.moves.length);
  if (offered.length > 0 && canPlay(model)) return keepCard(model, offered, act);
  const { choices } = opening;
  if (choices.length === 0) return nothing;
  if (!choices.includes("black")) return numberCard(model, choices, act);
  return card(
    say("Which side do you want?"),
    placedWords(game, side),
    html`<div class="opening-options">${choices.map((choice) => option(choice, model, act))}</div>`,
  );
}

function card(question: string, about: string, answers: TemplateResult): TemplateResult {
  return html`<section class="opening-choice" aria-labelledby="opening-question">
    <div>
      <h2 id="opening-question">${question}</h2>
      <p class="quiet">${about}</p>
    </div>
    ${answers}
  </section>`;
}

/** Whether the card does not answer for now. */
function rests(model: Model): boolean {
  return model.settling || model.state.game.paused || isPending(model, "choose");
}

function choose(choice: Choice | readonly number[], model: Model, act: Commands): () => void {
  return () => act.send({ type: "choose", ply: model.state.game.moves.length, choice });
}

/** The other player, by name. */
function opponent(model: Model): string {
  const { game } = model.state;
  return playerName(game, other(sideToMove(game)));
}

// --- A side -----------------------------------------------------------------------------------

function option(choice: Choice, model: Model, act: Commands): TemplateResult {
  const drawn = drawingOf(model);
  return html`<button
    type="button"
    class="option"
    data-choice=${choice}
    ?disabled=${rests(model)}
    @click=${choose(choice, model, act)}
  >
    <span class="picture" aria-hidden="true"
      >${
        choice === "two"
          ? html`${icons.stone("white", drawn)}${icons.stone("black", drawn)}`
          : numberOf(choice) > 0
            ? html`<span class="number">${choice}</span>`
            : icons.stone(choice as SideWord, drawn)
      }</span
    >
    <span>
      <b>${label(choice, model)}</b>
      <span class="quiet">${follows(choice, model)}</span>
    </span>
  </button>`;
}

function label(choice: Choice, model: Model): string {
  if (choice === "two") return say("Place two more");
  if (numberOf(choice) > 0) return say("Offer ten squares");
  return say("Play {side}", { side: sideName(choice as SideWord, drawingOf(model)) });
}

/** What comes of a choice. */
function follows(choice: Choice, model: Model): string {
  const { game } = model.state;
  const drawn = drawingOf(model);
  const player = opponent(model);
  const sides = { black: sideName("black", drawn), white: sideName("white", drawn) };
  if (choice === "two")
    return say("One for {white}, one for {black}. Then {player} chooses a side.", {
      ...sides,
      player,
    });
  if (numberOf(choice) > 0)
    return say("You play {black}, and {player} keeps one of them for the fifth stone.", {
      ...sides,
      player,
    });
  const rest = sideName(other(choice as SideWord), drawn);
  const number = numberOf(game.opening?.chosen.at(-1)?.choice ?? "black");
  const next = sideOfPly(game.moves.length, game.variant.lineRule);
  const isNext = choice === next;
  if (number > 0 && next === "black")
    return isNext
      ? count(
          "{player} plays {rest}. You offer one square for the fifth stone.",
          "{player} plays {rest}. You offer {count} squares, and {player} keeps one.",
          number,
          { player, rest },
        )
      : count(
          "{player} plays {rest} and offers one square for the fifth stone.",
          "{player} plays {rest} and offers {count} squares. You keep one.",
          number,
          { player, rest },
        );
  return isNext
    ? say("{player} plays {rest}. You move next.", { player, rest })
    : say("{player} plays {rest} and moves next.", { player, rest });
}

// --- A number, and squares ----------------------------------------------------------------------

function numberCard(model: Model, choices: readonly Choice[], act: Commands): TemplateResult {
  const values = { player: opponent(model), black: sideName("black", drawingOf(model)) };
  return card(
    say("How many squares for the fifth stone?"),
    say(
      "{black} will offer this many, and the other player keeps one. First {player} chooses a side.",
      values,
    ),
    html`<div class="opening-numbers" role="group" aria-labelledby="opening-question">
      ${choices.map(
        (choice) =>
          html`<button
            type="button"
            class="button"
            data-choice=${choice}
            ?disabled=${rests(model)}
            @click=${choose(choice, model, act)}
          >
            ${choice}
          </button>`,
      )}
    </div>`,
  );
}

function offerCard(model: Model, { offer, alike }: OpeningPart, act: Commands): TemplateResult {
  const { offering, state } = model;
  const left = offer - offering.length;
  const about = say("Press them on the board. {player} keeps one of them.", {
    player: opponent(model),
  });
  const once = say("Squares that are the same turned or mirrored count as one.");
  return card(
    count(
      "Offer one square for the fifth stone",
      "Offer {count} squares for the fifth stone",
      offer,
    ),
    alike.length > 0 ? `${about} ${once}` : about,
    html`<ul class="opening-squares">
        ${offering.map((square, index) => {
          const where = name(square, state.game.variant);
          return html`<li>
            <button
              type="button"
              class="button small"
              aria-label=${say("{letter} {square}: take it away", { letter: letter(index), square: where })}
              ?disabled=${rests(model)}
              @click=${() => act.play(square)}
            >
              <b>${letter(index)}</b> ${where} ${icons.withdraw}
            </button>
          </li>`;
        })}
      </ul>
      <button
        type="button"
        class="button primary"
        ?disabled=${rests(model) || left > 0}
        @click=${choose(offering, model, act)}
      >
        ${left > 0 ? say("{number} to go", { number: left }) : say("Offer these squares")}
      </button>`,
  );
}

function keepCard(model: Model, offered: readonly number[], act: Commands): TemplateResult {
  const { variant } = model.state.game;
  const drawn = drawingOf(model);
  return card(
    say("Which square do you keep?"),
    say("The fifth stone, for {black}, goes there. You play {white} and move next.", {
      black: sideName("black", drawn),
      white: sideName("white", drawn),
    }),
    html`<ul class="opening-squares">
      ${offered.map(
        (square, index) =>
          html`<li>
            <button
              type="button"
              class="button small"
              aria-pressed=${model.aim === square ? "true" : "false"}
              ?disabled=${model.settling || model.state.game.paused}
              @click=${() => act.aim(square)}
            >
              <b>${letter(index)}</b> ${name(square, variant)}
            </button>
          </li>`,
      )}
    </ul>`,
  );
}
