// Every move of the game by name, and the buttons that step through them.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Commands } from "./commands";
import { aggressivenessWord } from "../evaluation/heat";
import { hintedWords, hintsBefore, sinceWords } from "../evaluation/hintwords";
import * as icons from "../viewer/icons";
import { settledBy } from "./hints";
import type { Model } from "./model";
import { drawingOf, shownPly } from "./model";
import { chosenWords } from "./openingwords";
import { phase } from "../protocol/parts";
import { at, newMoves } from "./record";
import { givenStones } from "../rules/opening";
import { moveName } from "../rules/move";
import { pliesOf, turnOf } from "../rules/position";
import { sideName } from "../rules/sides";
import { numberWord } from "../rules/variant";
import { stepButton } from "../viewer/stepbutton";
import { backLabel } from "../live/watchwords";
import { say } from "../words/words";

/** The list. */
export function moves(model: Model, act: Commands): TemplateResult {
  const { game } = model.state;
  const drawn = drawingOf(model);
  const now = shownPly(model);
  return html`<section class="record" aria-label=${say("Moves")}>
    <div class="moves-box" tabindex="0" role="region" aria-label=${say("List of moves")}>
      <table class="moves">
        <thead>
          <tr>
            <th scope="col">
              <span aria-hidden="true">#</span><span class="hidden">${say("Number")}</span>
            </th>
            <th scope="col">${sideName("black", drawn)}</th>
            <th scope="col">${sideName("white", drawn)}</th>
          </tr>
        </thead>
        <tbody>
          ${guard([game.moves, game.opening, game.seats, game.hints, game.hintsSince, model.state.settings, now], () => rows(model, now, act))}
        </tbody>
      </table>
      ${game.moves.length === 0 && game.hintsSince === null ? html`<p class="empty">${say("No moves yet.")}</p>` : nothing}
    </div>
  </section>`;
}

function rows(model: Model, now: number, act: Commands): readonly TemplateResult[] {
  const { game } = model.state;
  const total = game.moves.length;
  const { lineRule } = game.variant;
  const move = (index: number): TemplateResult | typeof nothing => {
    const played = game.moves[index];
    if (played === undefined) return nothing;
    return html`<div class="played">
      <button
        type="button"
        class="move"
        aria-current=${index + 1 === now ? "step" : nothing}
        @click=${() => act.look(at(index + 1, total, model.look))}
      >
        ${moveName(played.square, game.variant)}
      </button>
      ${notes(model, index)}
    </div>`;
  };
  const cell = (turn: number): TemplateResult =>
    html`<td>${pliesOf(turn, lineRule).map(move)}</td>`;
  const played = Array.from(
    { length: Math.ceil(turnOf(total, lineRule) / 2) },
    (_, row) =>
      html`<tr>
        <th scope="row">${pliesOf(row * 2, lineRule)[0]! + 1}</th>
        ${cell(row * 2)}${cell(row * 2 + 1)}
      </tr>`,
  );
  // What is noted between the moves, each above the row of the move that came next.
  const given = givenStones(game);
  const between = [
    ...(given === 0
      ? []
      : [
          {
            above: 0,
            row: noted(say("The first {number} stones were given.", { number: numberWord(given) })),
          },
        ]),
    ...(game.opening?.chosen ?? []).map((chosen) => ({
      above: Math.ceil(turnOf(chosen.ply, lineRule) / 2),
      row: noted(chosenWords(game, chosen, drawingOf(model))),
    })),
    ...(game.hintsSince === null
      ? []
      : [
          {
            above: Math.floor(turnOf(game.hintsSince, lineRule) / 2),
            row: agreed(game.hintsSince),
          },
        ]),
  ];
  return Array.from({ length: played.length + 1 }, (_, at) => [
    ...between.filter(({ above }) => above === at).map(({ row }) => row),
    ...played.slice(at, at + 1),
  ]).flat();
}

/** What is noted of the opening. */
function noted(words: string): TemplateResult {
  return html`<tr class="decided">
    <td colspan="3">${words}</td>
  </tr>`;
}

/** Stands above the first move that either could have had help with. */
function agreed(since: number): TemplateResult {
  return html`<tr class="agreed">
    <td colspan="3">${icons.bulb} ${sinceWords(since)}</td>
  </tr>`;
}

/** What is noted about a move: the hints its player had asked for, and A from there on. */
function notes(model: Model, ply: number): TemplateResult | typeof nothing {
  const { game, settings } = model.state;
  const hinted = hintedWords(hintsBefore(game, ply), game);
  const setting = settings.filter((each) => settledBy(each.ply, game) === ply).at(-1);
  if (!hinted && setting === undefined) return nothing;
  return html`<span class="notes">
    ${setting === undefined ? nothing : html`<span class="quiet">A ${aggressivenessWord(setting.value)}</span>`}
    ${hinted ? html`<span class="hinted" role="img" aria-label=${hinted} title=${hinted}>${icons.bulb}</span>` : nothing}
  </span>`;
}

/** Steps through the moves. */
export function steps(model: Model, act: Commands): TemplateResult {
  const total = model.state.game.moves.length;
  const now = shownPly(model);
  const here = `${location.href.replace(/#.*$/, "")}#${now}`;
  const copied = model.copied === "ply";
  const { game } = model.state;
  const { look, variation } = model;
  const isFirst = variation === null ? now === 0 : variation.shown === 0;
  const isLast = variation === null ? now === total : variation.shown === variation.moves.length;
  const fresh = newMoves(look, total);
  const live =
    fresh > 0 ? backLabel(phase(game), fresh) : phase(game) === "over" ? say("Last") : say("Live");
  return html`<div class="steps" role="group" aria-label=${say("Step through the moves")}>
    ${stepButton(say("First"), icons.first, isFirst, () => act.step(-Infinity))}
    ${stepButton(say("Back"), icons.back, isFirst, () => act.step(-1))}
    ${stepButton(say("Forward"), icons.forth, isLast, () => act.step(1))}
    ${stepButton(live, icons.last, look === null, () => act.look(null), fresh > 0 ? `+${fresh}` : "")}
    ${stepButton(model.playing ? say("Stop") : say("Play from here"), model.playing ? icons.halt : icons.run, total === 0, act.autoplay)}
    ${stepButton(copied ? say("Copied") : say("Copy a link to move {move}", { move: now }), copied ? icons.done : icons.link, false, () => act.copy("ply", here))}
  </div>`;
}
