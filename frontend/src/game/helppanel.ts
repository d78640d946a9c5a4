// The help a player may take, against a bot or by agreement; each hint is noted in the record.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { offerButton } from "./buttons";
import type { Commands } from "./commands";
import type { Help } from "../viewer/choices";
import { BETWEEN_PEOPLE } from "../viewer/choices";
import { helpName } from "./helphandlers";
import type { HelpCommands } from "./helphandlers";
import { aggressivenessWord } from "../evaluation/heat";
import { hasHeat, helpSwitches, helper, isAwaited, settledBy, shownAggressiveness } from "./hints";
import { bestWords, squareNames, threatTitle } from "../evaluation/hintwords";
import { moveWords } from "../evaluation/movewords";
import type { Model } from "./model";
import { drawingOf, shownPly } from "./model";
import { openingOf } from "../live/turn";
import { phase } from "../protocol/parts";
import { hasEitherKind } from "../rules/move";
import { positionLine } from "../rules/positionline";
import type { ThreatPart } from "../protocol/protocol";
import { slider, whatADoes } from "../evaluation/slider";
import { positionOf } from "./variation";
import { say } from "../words/words";

export function helpPanel(
  model: Model,
  act: Commands,
  help: HelpCommands,
): TemplateResult | typeof nothing {
  const level = helper(model);
  if (level === null) return proposal(model, act);
  const heat = hasHeat(level, model.state.game);
  const on = helpSwitches(model);
  const value = shownAggressiveness(model);
  const threats = on.threats ? (model.state.answers.threats?.threats ?? []) : [];
  const tall = on.threats || model.state.answers.words !== null || isAwaited(model, "words");
  return html`<section class="help" aria-labelledby="help-heading">
    <h2 id="help-heading" class="hidden">${say("Hints")}</h2>
    <div class=${`grid ${heat ? "three" : ""}`}>
      ${toggle("outcomes", "o", on.outcomes, model, help)}
      ${toggle("threats", "t", on.threats, model, help)}
      ${heat ? toggle("heat", "h", on.heat, model, help) : nothing}
    </div>
    ${value === null ? nothing : slider(value, sliderNote(model), help)}
    <div class=${`help-notes ${tall ? "tall" : ""}`}>
      ${notes(model, on.threats)}
      ${
        threats.length > 0
          ? html`<ul class="threats">
              ${threats.map((threat) => threatRow(threat, model, help))}
            </ul>`
          : nothing
      }
    </div>
    ${level === BETWEEN_PEOPLE ? analysisLink(model) : nothing}
  </section>`;
}

/** People may agree to hints for both, where nothing is at stake. */
function proposal(model: Model, act: Commands): TemplateResult | typeof nothing {
  const { game, side } = model.state;
  if (side === null || phase(game) !== "live" || game.rated || openingOf(game)) return nothing;
  return html`<p class="help row">
    ${offerButton(model, act, "hints", say("Play with hints"))}
    <span class="quiet">${say("If you both agree, you can each ask for hints.")}</span>
  </p>`;
}

function sliderNote({ state }: Model): string {
  const last = state.settings[state.settings.length - 1];
  if (last === undefined) return whatADoes();
  const value = aggressivenessWord(last.value);
  const move = settledBy(last.ply, state.game) + 1;
  return `${whatADoes()} ${say("A {value} from move {move}.", { value, move })}`;
}

/** The board as it is shown, in a window of its own: nobody leaves the game for it. */
function analysisLink(model: Model): TemplateResult {
  const { variant, moves } = model.state.game;
  const shown = moves.slice(0, shownPly(model)).map(({ square }) => square);
  const line = positionLine(positionOf(shown, variant));
  return html`<a
    class="button wide"
    href=${`/analysis?p=${encodeURIComponent(line)}`}
    target="_blank"
    rel="noopener"
    aria-label=${say("Analyse this position in a new window")}
    >${say("Analyse this position")}</a
  >`;
}

function toggle(
  which: Help,
  letter: string,
  on: boolean,
  model: Model,
  help: HelpCommands,
): TemplateResult {
  // Where a stone may be of either kind, O places one.
  const isTaken = which === "outcomes" && hasEitherKind(model.state.game.variant);
  return html`<button
    type="button"
    class="button toggle"
    data-help=${which}
    aria-pressed=${on ? "true" : "false"}
    aria-disabled=${model.settling ? "true" : "false"}
    aria-keyshortcuts=${isTaken ? nothing : letter}
    title=${isTaken ? helpName(which) : `${helpName(which)} (${letter})`}
    @click=${() => !model.settling && help.toggle(which)}
  >
    ${helpName(which)}
  </button>`;
}

function notes(model: Model, threatsOn: boolean): TemplateResult {
  const { game, answers } = model.state;
  const { best, words, threats } = answers;
  const none = threatsOn && threats?.threats.length === 0;
  const atWork = ["best", "words"] as const;
  const awaited = atWork.find((kind) => isAwaited(model, kind));
  const nothingSaid = !model.helpRefusal && !best && !words && !threatsOn && !awaited;
  return html`
    ${awaited ? html`<p class="quiet at-work">${atWorkSentence(awaited)}</p>` : nothing}
    ${model.helpRefusal ? html`<p class="error">${model.helpRefusal}</p>` : nothing}
    ${words ? html`<p>${moveWords(words, game.variant, drawingOf(model))}</p>` : nothing}
    ${best ? html`<p>${bestWords({ outcomes: best.squares, best: best.best }, game.variant)}</p>` : nothing}
    ${none ? html`<p class="quiet">${say("No threats on the board.")}</p>` : nothing}
    ${nothingSaid ? html`<p class="quiet">${say("Hints are saved with the game.")}</p>` : nothing}
  `;
}

function atWorkSentence(kind: "best" | "words"): string {
  return kind === "best" ? say("Looking for the best move…") : say("Looking at the last move…");
}

function threatRow(threat: ThreatPart, model: Model, help: HelpCommands): TemplateResult {
  const { game, side } = model.state;
  const squares = [...threat.stones, ...threat.squares];
  const onward = squareNames(threat.squares, game.variant);
  const title = threatTitle(threat, side, game.variant, drawingOf(model));
  const whose = threat.side === side ? "mine" : "theirs";
  return html`<li>
    <button
      type="button"
      class=${`threat-row ${whose}`}
      @pointerenter=${() => help.light(squares)}
      @pointerleave=${() => help.light([])}
      @focus=${() => help.light(squares)}
      @blur=${() => help.light([])}
    >
      <span class="diamond" aria-hidden="true"></span>
      <span><b>${title}</b> ${squareNames(threat.stones, game.variant)}</span>
      <span class="quiet"
        ><span class="hidden">${say("continues at {squares}", { squares: onward })}</span
        ><span aria-hidden="true">→ ${onward}</span></span
      >
    </button>
  </li>`;
}
