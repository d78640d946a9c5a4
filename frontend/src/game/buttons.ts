// One row under the moves: what a player may ask of the game. It keeps its height; a question, an
// offer or a chosen square takes the row's place, and buttons that have just appeared do not answer
// at once.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { aimingRow } from "../board/aiming";
import type { Commands } from "./commands";
import type { HelpCommands } from "./helphandlers";
import { theyHavePlayed } from "./helphandlers";
import { botOpponent, helper, isAwaited } from "./hints";
import * as icons from "../viewer/icons";
import type { Asking, Model } from "./model";
import { canPlay, mayOffer, canTakeBack, drawingOf, isMyTurn, isPending, nextStone } from "./model";
import { followButtons } from "./followbuttons";
import { phase } from "../protocol/parts";
import { offerName, offerWords, offeredSentence } from "../live/offerwords";
import { isOffering } from "../live/pending";
import { openingOf } from "../live/turn";
import { other } from "../rules/position";
import type { HintKind, Offer, SideWord } from "../protocol/protocol";
import { playerName } from "./names";
import { sideName } from "../rules/sides";
import { moveName, moveTo } from "../rules/move";
import type { NewCommand } from "../live/socket";
import { parts, say } from "../words/words";

export function actions(
  model: Model,
  act: Commands,
  help: HelpCommands,
): TemplateResult | typeof nothing {
  const { game, side } = model.state;
  if (side === null) return followButtons(model);
  if (phase(game) !== "live") return nothing;
  return html`<section class="actions" aria-label=${say("Actions")}>
    ${row(model, side, act, help)}
  </section>`;
}

/** What the row is for at the moment. */
function row(model: Model, side: SideWord, act: Commands, help: HelpCommands): TemplateResult {
  const { game } = model.state;
  if (model.asking !== null) return question(model, model.asking, act);
  if (model.aim !== null) return aimed(model, model.aim, act);
  const offered = OFFERS.find((what) => game.offers[what] === other(side));
  if (offered !== undefined) return offerOf(model, other(side), offered, act);
  if (model.away?.canClaim) return claim(model, other(side), act);
  return usual(model, side, act, help);
}

/** In the order they are answered, where several stand. */
const OFFERS = ["draw", "takeback", "pause", "hints"] as const satisfies readonly Offer[];

function usual(model: Model, side: SideWord, act: Commands, help: HelpCommands): TemplateResult {
  const { game } = model.state;
  const isBots = botOpponent(game, side) !== null;
  const opens = openingOf(game) !== null; // until then there are no hints
  const timed = game.clock !== null;
  const running = timed && game.clock.running !== null;
  return html`<div class="row">
    ${
      helper(model) === null
        ? nothing
        : html`${ask(model, "best", icons.bulb, say("Best move"), "b", isMyTurn(model.state) && !opens, help)}
          ${ask(model, "words", icons.why, say("Why?"), "w", theyHavePlayed(model.state) && !opens, help)}`
    }
    ${offer(model, side, "takeback", icons.takeBack, say("Take back"), canTakeBack(game, side), act)}
    ${
      game.dead
        ? action(icons.draw, say("Claim draw"), isPending(model, "claimDraw"), model, () =>
            act.send({ type: "claimDraw" }),
          )
        : offer(model, side, "draw", icons.draw, say("Draw"), true, act)
    }
    ${timed ? offer(model, side, "pause", icons.pause, say("Pause"), running, act) : nothing}
    ${
      timed && !isBots
        ? action(
            icons.moreTime,
            say("More time"),
            isPending(model, "addTime"),
            model,
            () => act.send({ type: "addTime" }),
            say("Give your opponent more time"),
          )
        : nothing
    }
    ${
      model.page.ahead
        ? html`<a class="act ahead" href=${model.page.ahead} title=${say("Conditional moves")}
            >${icons.ahead}<span>${say("Plan")}</span></a
          >`
        : nothing
    }
    ${action(icons.flag, say("Resign"), isPending(model, "resign"), model, () => act.ask("resign"))}
  </div>`;
}

function action(
  icon: TemplateResult,
  label: string,
  isOff: boolean,
  model: Model,
  press: () => void,
  title = "",
): TemplateResult {
  return html`<button
    type="button"
    class="act"
    title=${title || nothing}
    ?disabled=${isOff || model.settling}
    @click=${press}
  >
    ${icon}<span>${label}</span>
  </button>`;
}

/** A button that says why it cannot answer keeps the focus after it was pressed. */
function ask(
  model: Model,
  kind: HintKind,
  icon: TemplateResult,
  label: string,
  letter: string,
  isPossible: boolean,
  help: HelpCommands,
): TemplateResult {
  const isAsking = isAwaited(model, kind);
  return html`<button
    type="button"
    class=${`act ${isAsking ? "asking" : ""}`}
    data-hint=${kind}
    aria-disabled=${isPossible && !model.settling ? "false" : "true"}
    aria-busy=${isAsking ? "true" : "false"}
    aria-keyshortcuts=${letter}
    title=${`${label} (${letter})`}
    @click=${() => !model.settling && help.ask(kind)}
  >
    ${icon}<span>${label}</span>
  </button>`;
}

/** The button that makes an offer; while the offer stands, it takes it back. */
function offer(
  model: Model,
  side: SideWord,
  what: Offer,
  icon: TemplateResult,
  label: string,
  isPossible: boolean,
  act: Commands,
): TemplateResult {
  const isMine = model.state.game.offers[what] === side;
  const isBusy = model.settling || isOffering(model.pending, what);
  return html`<button
    type="button"
    class="act"
    data-offer=${what}
    aria-label=${isMine ? offerWords(what).cancel : nothing}
    ?disabled=${isBusy || !(isMine || isPossible)}
    @click=${() => act.send({ type: isMine ? "cancel" : "offer", what })}
  >
    ${isMine ? icons.withdraw : icon}<span>${isMine ? say("Withdraw") : label}</span>
  </button>`;
}

/** A whole button that makes an offer, or takes it back. */
export function offerButton(
  model: Model,
  act: Commands,
  what: Offer,
  label: string,
  isPossible = true,
): TemplateResult {
  const { game, side } = model.state;
  const isMine = game.offers[what] === side;
  return html`<button
    type="button"
    class=${`button ${what === "rematch" && !isMine ? "primary" : ""}`}
    data-offer=${what}
    ?disabled=${model.settling || isOffering(model.pending, what) || !(isMine || (isPossible && game.offers[what] === null))}
    @click=${() => act.send({ type: isMine ? "cancel" : "offer", what })}
  >
    ${isMine ? offerWords(offerName(what, game)).cancel : label}
  </button>`;
}

export function answerButton(
  model: Model,
  act: Commands,
  type: "accept" | "decline",
  what: Offer,
  label: string,
): TemplateResult {
  return rowButton(
    model,
    label,
    type === "accept" ? "primary" : "",
    isOffering(model.pending, what),
    () => act.send({ type, what }),
  );
}

function rowButton(
  model: Model,
  label: string,
  kind: string,
  isOff: boolean,
  press: () => void,
): TemplateResult {
  return html`<button
    type="button"
    class=${`button ${kind}`}
    ?disabled=${isOff || model.settling}
    @click=${press}
  >
    ${label}
  </button>`;
}

/** What the opponent offers, and the two answers. */
function offerOf(model: Model, by: SideWord, what: Offer, act: Commands): TemplateResult {
  const sentence = offeredSentence(what, playerName(model.state.game, by));
  return html`<div class="question" role="group" aria-label=${sentence}>
    <p dir="auto">${sentence}</p>
    ${answerButton(model, act, "accept", what, say("Accept"))}
    ${answerButton(model, act, "decline", what, say("Decline"))}
  </div>`;
}

/** Whether one really resigns, or aborts. What changes nothing comes first, where the first tap was. */
function question(model: Model, what: Asking, act: Commands): TemplateResult {
  const [sentence, yes] =
    what === "resign"
      ? [say("Resign this game?"), say("Resign")]
      : [say("Abort this game? It won’t count."), say("Abort")];
  const command: NewCommand = { type: what };
  return html`<div class="question" role="group" aria-label=${sentence}>
    <p>${sentence}</p>
    ${rowButton(model, say("Keep playing"), "", false, () => act.ask(null))}
    ${rowButton(model, yes, "danger", isPending(model, what), () => act.send(command))}
  </div>`;
}

/** The square that is aimed at: to be played now, or once the opponent has moved. */
function aimed(model: Model, aim: number, act: Commands): TemplateResult {
  const { game, side } = model.state;
  const values = {
    square: moveName(moveTo(aim, model.kind, game.variant), game.variant),
    side: sideName(canPlay(model) ? nextStone(model) : (side ?? "black"), drawingOf(model)),
  };
  const [label, heard] = mayOffer(model)
    ? [say("Offer {square}", values), say("Offer {square}", values)]
    : canPlay(model)
      ? [say("Play {square}", values), say("Play {square} as {side}", values)]
      : [say("Premove {square}", values), say("Premove {square} as {side}", values)];
  return aimingRow({
    square: aim,
    board: game.variant,
    label,
    heard,
    aim: act.aim,
    play: act.play,
  });
}

/** The opponent has been away for long enough. */
function claim(model: Model, away: SideWord, act: Commands): TemplateResult {
  const button = (what: "win" | "draw", label: string): TemplateResult =>
    rowButton(
      model,
      label,
      what === "win" ? "primary" : "",
      isPending(model, "claimAbandoned"),
      () => act.send({ type: "claimAbandoned", claim: what }),
    );
  return html`<div class="question" role="group" aria-label=${say("Your opponent has left")}>
    <p>
      ${parts("{player} hasn’t come back.", {
        player: html`<bdi>${playerName(model.state.game, away)}</bdi>`,
      })}
    </p>
    ${button("win", say("Claim win"))} ${button("draw", say("Claim a draw"))}
  </div>`;
}
