// What the page says about a game: one place for every sentence a player reads or hears.

import type { Drawing } from "../viewer/choices";
import type { ClockWarning } from "../live/clocks";
import { spanText } from "../live/clocks";
import { strokes } from "../board/geometry";
import type { Hints } from "../evaluation/overlay";
import { NO_HINTS } from "../evaluation/overlay";
import { isBot } from "../protocol/parts";
import { bestWords, squareHint } from "../evaluation/hintwords";
import type { Model } from "./model";
import { drawingOf, isMyTurn, openSeat, pendingStone, shownPly } from "./model";
import { phase } from "../protocol/parts";
import { isNumbered } from "../live/numbered";
import type { Who } from "../live/offerwords";
import {
  cancelledSentence,
  declinedSentence,
  offerName,
  offeredSentence,
} from "../live/offerwords";
import { moveName, squareIfAny } from "../rules/move";
import { other, sideOfPly, stonesOfTurn } from "../rules/position";
import { moveWords } from "../evaluation/movewords";
import { emptyWord, room } from "../rules/blocked";
import { bannedWords } from "../rules/forbidden";
import { sideName, stoneName, stonesDrawn } from "../rules/sides";
import type { Stones } from "../rules/position";
import type {
  FromServer,
  MovePart,
  MovePlayed,
  Numbered,
  Presence,
  Rated,
  RatingPart,
  SideWord,
  Snapshot,
  TimeAdded,
  TimeCredited,
  VariantPart,
} from "../protocol/protocol";
import { LINE_RULES } from "../protocol/protocol";
import { changeText, isGuest, ratingText } from "../players/ratingwords";
import { newMoves } from "./record";
import { name } from "../rules/squares";
import type { State } from "../live/state";
import { isUnderWay, openingOf, sideToMove } from "../live/turn";
import { playerName } from "./names";
import { chosenSentence, openingStatus, whereWords } from "./openingwords";
import { goal, numberWord } from "../rules/variant";
import { titleOf } from "../rules/opening";
import { lateSentence } from "../live/watchwords";
import { count, say } from "../words/words";

/** Who is to move, for somebody who is not. */
export function turnSentence(game: Snapshot): string {
  return say("It’s {player}’s turn.", { player: playerName(game, sideToMove(game)) });
}

/** Neither side can win: either may claim the draw. */
export function deadSentence(): string {
  return say("Nobody can make a line any more.");
}

/** How the game stands, in one sentence for this viewer. */
export function status(model: Model): string {
  const { game, side } = model.state;
  switch (phase(game)) {
    case "over":
      return outcome(game, side);
    case "waiting":
      return waitingStatus(model);
    case "live":
      // A player reads it beside the button that claims the draw.
      return game.dead && side === null
        ? `${deadSentence()} ${liveStatus(model)}`
        : liveStatus(model);
  }
}

function waitingStatus(model: Model): string {
  if (model.state.side !== null) return say("Waiting for your opponent.");
  return openSeat(model)
    ? say("There’s a free seat. Want to play?")
    : say("Waiting for a second player.");
}

/** Why the clock of a paused game stands. */
export function pausedSentence({ game, side }: State): string {
  if (game.vacation === null) return say("The game is paused.");
  return game.vacation === side
    ? say("You’re on vacation. End it in the settings, and this game goes on.")
    : say("{player} is on vacation. The game goes on when they’re back.", {
        player: playerName(game, game.vacation),
      });
}

function liveStatus(model: Model): string {
  const { state } = model;
  const { game } = state;
  const next = sideToMove(game);
  const side = sideName(next, drawingOf(model));
  const player = playerName(game, next);
  if (pendingStone(model)) return say("Sending your move…");
  if (game.paused) return pausedSentence(state);
  const opening = openingStatus(game, state.side, drawingOf(model), model.offering.length);
  if (opening !== null) return opening;
  const stone = stoneOfTurn(game);
  if (isMyTurn(state)) {
    if (stone !== null) return myStone(stone, side);
    return isUnderWay(game) ? say("Your turn.") : say("Your turn: you play {side}.", { side });
  }
  if (stone !== null) return theirStone(stone, { side, player }, state.side === null);
  if (state.side === null) return say("{side} to move: {player}.", { side, player });
  return isBot(game.seats[next])
    ? say("{player} to move.", { player })
    : say("Waiting for {player}.", { player });
}

/** Which stone of a turn comes next, where turns have two: the only one, or one of them. */
type StoneOfTurn = "only" | "first" | "second";

function stoneOfTurn({ moves, variant: { lineRule } }: Snapshot): StoneOfTurn | null {
  const left = stonesOfTurn(moves.length, lineRule);
  if (left === null) return null;
  if (moves.length === 0) return "only";
  return left > 1 ? "first" : "second";
}

function myStone(stone: StoneOfTurn, side: string): string {
  switch (stone) {
    case "only":
      return say("Your turn: one stone, {side}.", { side });
    case "first":
      return say("Your turn: two stones.");
    case "second":
      return say("Your turn: second stone.");
  }
}

function theirStone(
  stone: StoneOfTurn,
  who: { readonly side: string; readonly player: string },
  isWatching: boolean,
): string {
  switch (stone) {
    case "only":
      return isWatching
        ? say("{side} to move: {player} places one stone.", who)
        : say("{player}: one stone.", who);
    case "first":
      return isWatching
        ? say("{side} to move: {player} places two stones.", who)
        : say("{player}: two stones.", who);
    case "second":
      return isWatching
        ? say("{side} to move: {player} places a second stone.", who)
        : say("{player}: second stone.", who);
  }
}

/** How the game ended, headline and all; empty while it goes on. */
export function outcome(game: Snapshot, viewer: SideWord | null): string {
  return game.outcome === null
    ? ""
    : [headline(game, viewer), howItEnded(game, viewer)].filter(Boolean).join(" ");
}

/** Who won, as this viewer should hear it first; empty while the game goes on. */
export function headline(game: Snapshot, viewer: SideWord | null): string {
  if (game.outcome === null) return "";
  const { winner, termination } = game.outcome;
  if (termination === "abort") return say("Game aborted.");
  if (winner === null) return say("Draw.");
  if (winner === viewer) return say("You won!");
  const player = playerName(game, winner);
  return viewer === null
    ? say("{player} won.", { player })
    : say("{player} won this one.", { player });
}

/** By what the game ended, in one sentence; empty while it goes on. */
export function howItEnded(game: Snapshot, viewer: SideWord | null): string {
  if (game.outcome === null) return "";
  const { winner, termination } = game.outcome;
  const loser = winner === null ? null : other(winner);
  const isMine = loser !== null && loser === viewer;
  const player = loser === null ? "" : playerName(game, loser);
  switch (termination) {
    case "line":
      return LINE_RULES[game.variant.lineRule].completingLoses && player !== ""
        ? byTheirLine(game, isMine ? null : player)
        : byLine(game);
    case "resignation":
      if (game.reason)
        return say("{player} resigned: {reason}", { player, reason: stopped(game.reason) });
      return isMine ? say("You resigned.") : say("{player} resigned.", { player });
    case "fullBoard":
      return LINE_RULES[game.variant.lineRule].forbids && game.moves.length < room(game.variant)
        ? say("Black has only forbidden points left to play.")
        : say("The board is full.");
    case "deadBoard":
      return say("Nobody could make a line any more.");
    case "agreement":
      return viewer === null ? say("The players agreed.") : say("You both agreed.");
    case "time":
      return isMine ? say("You ran out of time.") : say("{player} ran out of time.", { player });
    case "abandonment":
      if (loser === null) return say("A player left, and the other claimed a draw.");
      return isMine ? say("You left the game.") : say("{player} left the game.", { player });
    case "abort":
      return say("It doesn’t count.");
    default:
      return termination satisfies never;
  }
}

/** "Five in a row, d4 to h8."; several lines at once are counted. */
function byLine({ variant, line, moves }: Snapshot): string {
  const found = strokes(line, lastSquare(moves, variant), variant);
  const stroke = found[0];
  const lengths = { number: capital(numberWord(stroke === undefined ? variant.k : line.length)) };
  if (stroke === undefined) return say("{number} in a row.", lengths);
  if (found.length > 1)
    return count("{number} line at once.", "{number} lines at once.", found.length, {
      number: capital(numberWord(found.length)),
    });
  const from = name(stroke.from, variant);
  if (stroke.from === stroke.to) return say("One in a row, {square}.", { square: from });
  const to = name(stroke.to, variant);
  return LINE_RULES[variant.lineRule].edgeToEdge
    ? say("A full line, {from} to {to}.", { from, to })
    : say("{number} in a row, {from} to {to}.", { ...lengths, from, to });
}

function lastSquare(moves: readonly MovePart[], variant: VariantPart): number {
  return squareIfAny(moves.at(-1)?.square, variant) ?? -1;
}

/** "Bob made three in a row, a1 to c1."; without a player "You made …": whoever did has lost. */
function byTheirLine({ variant, line, moves }: Snapshot, player: string | null): string {
  const found = strokes(line, lastSquare(moves, variant), variant);
  const stroke = found[0];
  if (stroke === undefined || found.length > 1 || stroke.from === stroke.to) {
    const values = { goal: goal(variant.lineRule, variant.k) };
    return player === null
      ? say("You made {goal}.", values)
      : say("{player} made {goal}.", { ...values, player });
  }
  const values = {
    goal: goal(variant.lineRule, line.length),
    from: name(stroke.from, variant),
    to: name(stroke.to, variant),
  };
  return player === null
    ? say("You made {goal}, {from} to {to}.", values)
    : say("{player} made {goal}, {from} to {to}.", { ...values, player });
}

function stopped(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** The title of the browser's tab. */
export function tabTitle(model: Model): string {
  const { state } = model;
  const { game } = state;
  const about = `${titleOf(game)} – Inarow`;
  switch (phase(game)) {
    case "over":
      return `${headline(game, state.side).replace(/\.$/, "")} – ${about}`;
    case "waiting":
      return `${say("Waiting")} – ${about}`;
    case "live":
      if (game.paused) return `${say("Paused")} – ${about}`;
      if (isMyTurn(state) && !pendingStone(model)) return `${say("Your turn")} – ${about}`;
      return `${freshWord(model)}${playerName(game, "black")} – ${playerName(game, "white")} – ${about}`;
  }
}

/** "(+3) " for a viewer looking back while the game goes on. */
function freshWord({ look, state: { game } }: Model): string {
  const fresh = newMoves(look, game.moves.length);
  return fresh > 0 ? `(+${fresh}) ` : "";
}

/** What lies on a square: "h8, empty"; with what the hints say: "h8, empty, draw, proved". */
export function squareSentence(
  square: number,
  stones: Stones,
  game: Snapshot,
  drawn: Drawing,
  hints: Hints = NO_HINTS,
  viewer: SideWord | null = null,
): string {
  const stone = stones.get(square);
  const where = name(square, game.variant);
  if (stone === undefined) {
    const hint = squareHint(square, hints, viewer, game.variant);
    const banned = bannedWords(stones.size === game.moves.length ? game.forbidden : [], square);
    return [where, emptyWord(square, game.variant), banned, hint].filter(Boolean).join(", ");
  }
  const isLast = stone.ply === stones.size - 1;
  const isInLine = stones.size === game.moves.length && game.line.includes(square);
  const { completingLoses } = LINE_RULES[game.variant.lineRule];
  const inLine = completingLoses ? say("in the losing line") : say("in the winning line");
  return [
    where,
    stoneName(stone.side, stonesDrawn(drawn, game.variant)),
    isLast ? say("last move") : "",
    isInLine ? inLine : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** What a message says to someone who listens; empty if it changes nothing they follow. */
export function announcement(
  before: State,
  after: State,
  message: FromServer,
  drawn: Drawing,
): string {
  const { game, side } = after;
  if (message.type === "snapshot") {
    if (game.version === before.game.version) return "";
    const fresh = game.moves.length - before.game.moves.length;
    if (fresh > 0)
      return `${say("Now at move {move}.", { move: game.moves.length })} ${turn(after, drawn)}`;
    if (fresh < 0) return `${takenBackSentence(-fresh)} ${turn(after, drawn)}`;
    return before.game.outcome === null ? outcome(game, side) : "";
  }
  // Outcomes shown at every turn are read square by square; what was asked for is said.
  if (message.type === "words")
    return after.answers.words === message ? moveWords(message, game.variant, drawn) : "";
  if (message.type === "outcomes")
    return after.answers.best === message
      ? bestWords({ outcomes: message.squares, best: message.best }, game.variant)
      : "";
  if (message.type === "presence") return presenceSentence(before, after, message);
  if (game.version === before.game.version) return "";
  switch (message.type) {
    case "seatTaken": {
      const values = { player: message.player.name, side: sideName(message.side, drawn) };
      return `${say("{player} joined as {side}.", values)} ${turn(after, drawn)}`;
    }
    case "chosen":
      return `${eventSentence(before, after, message, drawn)} ${turn(after, drawn)}`;
    case "movePlayed": {
      if (openingOf(before.game) !== null)
        return `${placedSentence(before, message, drawn)} ${turn(after, drawn)}`;
      const mover = sideOfPly(message.ply, game.variant.lineRule);
      const square = moveName(message.square, game.variant);
      const values = { side: sideName(mover, drawn), square };
      const played =
        mover === side ? say("You play {square}.", values) : say("{side} plays {square}.", values);
      return `${played} ${turn(after, drawn)}`;
    }
    case "gameEnded":
      return outcome(game, side);
    case "takenBack":
      return `${eventSentence(before, after, message, drawn)} ${turn(after, drawn)}`;
    case "rematchAgreed":
      return say("The next game is ready.");
    case "welcome":
    case "threatMarks":
    case "benefits":
    case "said":
    case "chat":
    case "chatHidden":
    case "rejected":
    case "pong":
      return "";
    default:
      if (isNumbered(message)) return eventSentence(before, after, message, drawn);
      return message satisfies never;
  }
}

type Happening = Exclude<Numbered, { type: "seatTaken" | "movePlayed" | "gameEnded" }>;

/** What happened besides moves and the end, in one sentence; empty where the page shows it. */
export function eventSentence(
  before: State,
  after: State,
  message: Happening,
  drawn: Drawing,
): string {
  const { game, side } = after;
  const who = (each: SideWord): Who => (each === side ? null : playerName(game, each));
  switch (message.type) {
    case "offered":
      return offeredSentence(offerName(message.what, game), who(message.by));
    case "declined":
      return declinedSentence(offerName(message.what, game), who(message.by));
    case "cancelled":
      return cancelledSentence(offerName(message.what, game), who(message.by));
    case "takenBack":
      return takenBackSentence(before.game.moves.length - message.ply);
    case "chosen":
      return chosenSentence(game, message, side, drawn);
    case "hintsAgreed":
      return side === null
        ? say("{black} and {white} now play with hints.", {
            black: playerName(game, "black"),
            white: playerName(game, "white"),
          })
        : say("You can both use hints now.");
    case "paused":
      return pausedSentence(after);
    case "resumed":
      return resumedSentence(who(message.by), message.clock.since - message.at);
    case "timeAdded":
      return timeAddedSentence(after, message);
    case "timeCredited":
      return timeCreditedSentence(after, message);
    case "rated":
      return ratedSentence(after, message);
    case "rematchAgreed":
    case "aggressivenessSet":
    case "hintAsked":
      return "";
    default:
      return message satisfies never;
  }
}

/** A stone of an opening: it need not be of the side whose player placed it. */
function placedSentence(
  { game, side }: State,
  { square, ply }: MovePlayed,
  drawn: Drawing,
): string {
  const by = sideToMove(game);
  const values = {
    player: playerName(game, by),
    side: sideName(sideOfPly(ply, game.variant.lineRule), drawn),
    square: name(square, game.variant),
  };
  return by === side
    ? say("You place {side} on {square}.", values)
    : say("{player} places {side} on {square}.", values);
}

function takenBackSentence(moves: number): string {
  return count("A move was taken back.", "{number} moves were taken back.", moves, {
    number: capital(numberWord(moves)),
  });
}

function resumedSentence(player: Who, waitMs: number): string {
  const resumed =
    player === null ? say("You resumed the game.") : say("{player} resumed the game.", { player });
  if (waitMs <= 0) return resumed;
  return `${resumed} ${say("The clock continues in {time}.", { time: spanText(waitMs) })}`;
}

function timeAddedSentence({ game, side }: State, { by, ms }: TimeAdded): string {
  const seconds = Math.ceil(ms / 1000);
  const giver = playerName(game, by);
  const taker = playerName(game, other(by));
  if (by === side)
    return count(
      "You gave {player} {count} second.",
      "You gave {player} {count} seconds.",
      seconds,
      { player: taker },
    );
  if (other(by) === side)
    return count(
      "{player} gave you {count} second.",
      "{player} gave you {count} seconds.",
      seconds,
      { player: giver },
    );
  return count(
    "{giver} gave {taker} {count} second.",
    "{giver} gave {taker} {count} seconds.",
    seconds,
    { giver, taker },
  );
}

function timeCreditedSentence({ game, side }: State, { blackMs, whiteMs }: TimeCredited): string {
  const black = spanText(blackMs);
  const white = spanText(whiteMs);
  if (blackMs > 0 && whiteMs > 0)
    return blackMs === whiteMs
      ? say("The server was away. Both players got {time} back.", { time: black })
      : say("The server was away. Time given back: {black} and {white}.", { black, white });
  const to = blackMs > 0 ? "black" : "white";
  const time = blackMs > 0 ? black : white;
  return to === side
    ? say("The server was away. You got {time} back.", { time })
    : say("The server was away. {player} got {time} back.", {
        time,
        player: playerName(game, to),
      });
}

function changedRating(counted: RatingPart, guest: boolean): string {
  const [rating, change] = [ratingText(counted), changeText(counted.change)];
  return guest ? say("{rating} ({change}, guest)", { rating, change }) : `${rating} (${change})`;
}

function ratedSentence({ game, side }: State, { ratings }: Rated): string {
  const black = changedRating(ratings.black, isGuest(game.seats.black));
  const white = changedRating(ratings.white, isGuest(game.seats.white));
  const first = playerName(game, "black");
  const second = playerName(game, "white");
  switch (side) {
    case "black":
      return say("Ratings: you {black}, {player} {white}.", {
        black,
        white,
        player: second,
      });
    case "white":
      return say("Ratings: {player} {black}, you {white}.", {
        black,
        white,
        player: first,
      });
    case null:
      return say("Ratings: {first} {black}, {second} {white}.", {
        first,
        black,
        second,
        white,
      });
    default:
      return side satisfies never;
  }
}

/** What is shown near the board for a while after a message; empty if nothing is. */
export function noteOf(before: State, after: State, message: FromServer, drawn: Drawing): string {
  if (after.game.version === before.game.version) return "";
  switch (message.type) {
    case "offered":
    case "declined":
    case "cancelled":
      // One's own are shown where they were made.
      return message.by === after.side ? "" : eventSentence(before, after, message, drawn);
    case "takenBack":
    case "resumed":
    case "timeAdded":
    case "timeCredited":
    case "hintsAgreed":
    case "rated":
    case "chosen":
      return eventSentence(before, after, message, drawn);
    case "snapshot": {
      // What happened in between was missed; but nobody should wonder where a stone has gone.
      const back = before.game.moves.length - after.game.moves.length;
      return back > 0 ? takenBackSentence(back) : "";
    }
    default:
      // A pause is shown as long as it lasts.
      return "";
  }
}

/** What the line under the board says for long: no sound, the end while one looks back, how late it is, the clock. */
export function lastingSentence(model: Model): string {
  const { game, side } = model.state;
  const ended = model.look === null ? "" : outcome(game, side);
  const lasting = soundSentence(model) || ended || lateSentence(game, side);
  if (lasting) return lasting;
  const where = phase(game) === "live" ? whereWords(game) : "";
  if (where !== "") return where;
  const waits = game.clock !== null && phase(game) === "live" && !isUnderWay(game);
  return waits && game.clock.running === null ? clockWaits() : "";
}

/** Why nothing is heard, and what helps; empty where that is known, or no sound is to come. */
function soundSentence({ soundBlocked, choices, state: { game } }: Model): string {
  return soundBlocked && choices.sound && phase(game) !== "over"
    ? say("Tap or press a key for sound.")
    : "";
}

export function clockWaits(): string {
  return say("The clock starts once both players have moved.");
}

/** A clock that waits after a pause, counted down. */
export function startsSentence(ms: number): string {
  return say("The clock continues in {seconds} s.", { seconds: Math.ceil(ms / 1000) });
}

export function claimNow(): string {
  return say("You can claim the win or a draw now.");
}

/** What is said about one's own clock. */
export function warningSentence(warning: ClockWarning): string {
  switch (warning) {
    case "minute":
      return say("One minute left.");
    case "tenSeconds":
      return say("Ten seconds left.");
    default:
      return warning satisfies never;
  }
}

/** What is said when a premove is chosen. */
export function premoveSentence({ state: { game, side } }: Model, move: number): string {
  const premove = moveName(move, game.variant);
  if (side === null)
    return say("Premove {square}: plays as soon as your opponent moves. Escape cancels it.", {
      square: premove,
    });
  return say("Premove {square}: plays as soon as {player} moves. Escape cancels it.", {
    square: premove,
    player: playerName(game, other(side)),
  });
}

/** An opponent who leaves or comes back, where that lets the viewer do something. */
function presenceSentence(before: State, after: State, message: Presence): string {
  const { game, side } = after;
  if (side === null || phase(game) !== "live") return "";
  const field = side === "black" ? "whiteClaimMs" : "blackClaimMs";
  const was = before.presence?.[field] ?? null;
  const wait = message[field];
  const player = playerName(game, other(side));
  if (wait === null)
    return was !== null && message[other(side)] ? say("{player} is back.", { player }) : "";
  if (was !== null) return "";
  const left = say("{player} left.", { player });
  return `${left} ${wait === 0 ? claimNow() : claimSoon(Math.ceil(wait / 1000))}`;
}

function claimSoon(seconds: number): string {
  return count(
    "You can claim the win in {count} second, or keep waiting.",
    "You can claim the win in {count} seconds, or keep waiting.",
    seconds,
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function turn(state: State, drawn: Drawing): string {
  const { game, side } = state;
  const stone = stoneOfTurn(game);
  switch (phase(game)) {
    case "over":
      return outcome(game, side);
    case "waiting":
      return "";
    case "live":
      if (openingOf(game) !== null)
        return [openingStatus(game, side, drawn), whereWords(game)].filter(Boolean).join(" ");
      if (stone !== null) return nextStoneSentence(stone, state, drawn);
      if (isMyTurn(state)) return say("Your turn.");
      return say("{side} to move.", {
        side: sideName(sideOfPly(game.moves.length, game.variant.lineRule), drawn),
      });
  }
}

/** Whose stone comes next where a turn has two, for listeners. */
function nextStoneSentence(stone: StoneOfTurn, state: State, drawn: Drawing): string {
  const { game } = state;
  const next = sideToMove(game);
  const side = sideName(next, drawn);
  if (isMyTurn(state)) return myStone(stone, side);
  return theirStone(stone, { side, player: playerName(game, next) }, true);
}

/** The server counts no further than this. */
const MOST_DEVICES = 100;

/** On how many devices a seat is open. */
export function devicesSentence(others: number): string {
  if (others === 0) return say("Open on this device only.");
  return others < MOST_DEVICES
    ? count(
        "Open on this device and {count} other.",
        "Open on this device and {count} others.",
        others,
      )
    : count(
        "Open on this device and at least {count} other.",
        "Open on this device and at least {count} others.",
        others,
      );
}

/** The line under the board about the earlier move looked at. */
export function lookSentence(model: Model): string {
  const total = model.state.game.moves.length;
  return say("You’re looking at move {move} of {total}.", { move: shownPly(model), total });
}

/** Which move is looked at, for the step controls. */
export function lookWord(model: Model): string {
  const { variation, state } = model;
  if (variation !== null)
    return say("Your variation, {move} of {total}", {
      move: variation.shown,
      total: variation.moves.length,
    });
  return say("Move {move} of {total}", { move: shownPly(model), total: state.game.moves.length });
}
