// What the page says about a game: one place for every sentence a player reads or hears.

import type { Drawing } from "./choices";
import type { Mark } from "./clocks";
import { spanText } from "./clocks";
import type { Connection } from "./connection";
import { strokes } from "./geometry";
import type { Hints } from "./hints";
import { NO_HINTS, isBot } from "./hints";
import { bestWords, squareHint } from "./hintwords";
import type { Model } from "./model";
import { drawingOf, isMyTurn, openSeat, pendingStone, phase, shownPly } from "./model";
import { isNumbered } from "./numbered";
import { other, sideOfPly } from "./position";
import type { Stones } from "./position";
import type {
  FromServer,
  Numbered,
  Offer,
  Presence,
  RatingPart,
  SideWord,
  Snapshot,
} from "./protocol";
import { changeText, ratingText } from "./ratingwords";
import { newMoves } from "./record";
import { name } from "./squares";
import type { State } from "./state";
import { UNTIMED_PLIES } from "./state";
import { goal, numberWord } from "./variant";
import { lateSentence } from "./watchwords";

/** A side as this viewer's board shows it: Black and White, or X and O. */
export function sideName(side: SideWord, drawn: Drawing): string {
  if (drawn === "marks") return side === "black" ? "X" : "O";
  return side === "black" ? "Black" : "White";
}

/** A sentence of the server's, with the sides called as the board shows them: "X wins in 3". */
export function sidesAsDrawn(text: string, drawn: Drawing): string {
  return text.replace(/\b(?:Black|White)\b/g, (word) =>
    sideName(word === "Black" ? "black" : "white", drawn),
  );
}

/** A stone within a sentence: "black stone", or "X". */
export function stoneName(side: SideWord, drawn: Drawing): string {
  return drawn === "marks" ? sideName(side, drawn) : `${side} stone`;
}

/** The name of the player on a side, as the viewer should read it. */
export function playerName(game: Snapshot, side: SideWord): string {
  return game.seats[side]?.name ?? "Open seat";
}

/** Neither side can win: either may claim the draw. */
export const DEAD = "No line is possible any more.";

/** While one's seek stands. */
const LOOKING = "Looking for an opponent…";

/** How the game stands, in one sentence for this viewer. */
export function status(model: Model): string {
  const { state } = model;
  const { game, side } = state;
  const drawn = drawingOf(model);
  switch (phase(game)) {
    case "over":
      return outcome(game, side, drawn);
    case "waiting":
      if (model.page.seek !== null) return LOOKING;
      if (side !== null) return "Waiting for your opponent.";
      return openSeat(model) ? "A seat is free: it can be yours." : "Waiting for a second player.";
    case "live": {
      // A player reads it beside the button that claims the draw.
      const dead = game.dead && side === null ? `${DEAD} ` : "";
      const next = sideOfPly(game.moves.length);
      if (pendingStone(model)) return `${dead}Sending your move…`;
      if (game.paused) return `${dead}The game is paused.`;
      if (isMyTurn(state)) {
        return `${dead}Your turn${game.moves.length < 2 ? `: you play ${sideName(next, drawn)}` : ""}.`;
      }
      if (side !== null)
        return isBot(game.seats[next])
          ? `${dead}${playerName(game, next)} to move.`
          : `${dead}Waiting for ${playerName(game, next)}.`;
      return `${dead}${sideName(next, drawn)} to move: ${playerName(game, next)}.`;
    }
  }
}

/** How the game ended; empty while it goes on. */
export function outcome(game: Snapshot, viewer: SideWord | null, drawn: Drawing): string {
  const { outcome: ended } = game;
  if (ended === null) return "";
  const { winner, termination } = ended;
  const who =
    winner === null ? "" : winner === viewer ? "You won" : `${sideName(winner, drawn)} won`;
  switch (termination) {
    case "line":
      return `${who}: ${lineSentence(game)}.`;
    case "resignation":
      if (winner === null) return "A player resigned.";
      if (game.reason)
        return `${who}. ${playerName(game, other(winner))} resigned: ${stopped(game.reason)}`;
      return `${who}: ${other(winner) === viewer ? "you" : sideName(other(winner), drawn)} resigned.`;
    case "fullBoard":
      return "Draw: the board is full.";
    case "deadBoard":
      return "Draw: no line was possible any more.";
    case "agreement":
      return "Draw by agreement.";
    case "time":
      if (winner === null) return "A player’s time was up.";
      return `${who}: ${other(winner) === viewer ? "your" : `${playerName(game, other(winner))}’s`} time was up.`;
    case "abandonment":
      if (winner === null) return "Draw: a player left, and the other claimed it.";
      return `${who}: ${other(winner) === viewer ? "you" : playerName(game, other(winner))} left.`;
    case "abort":
      return "The game was called off.";
    default:
      return termination satisfies never;
  }
}

function stopped(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** "five in a row, d4 to h8"; several lines at once are counted. */
function lineSentence({ variant, line, moves }: Snapshot): string {
  const found = strokes(line, moves[moves.length - 1]?.square ?? -1, variant);
  const stroke = found[0];
  if (stroke === undefined) return `${numberWord(variant.k)} in a row`;
  if (found.length > 1) return `${numberWord(found.length)} lines at once`;
  const { from, to } = stroke;
  if (from === to) return `one in a row, ${name(from, variant)}`;
  const where = `${name(from, variant)} to ${name(to, variant)}`;
  return `${goal(variant.lineRule, line.length)}, ${where}`;
}

/** The title of the browser's tab. */
export function tabTitle(model: Model): string {
  const { state } = model;
  const { game } = state;
  const about = `${game.variant.title} – Inarow`;
  switch (phase(game)) {
    case "over":
      return `${outcome(game, state.side, drawingOf(model)).replace(/[.:].*$/, "")} – ${about}`;
    case "waiting":
      return `${model.page.seek === null ? "Waiting" : LOOKING} – ${about}`;
    case "live":
      if (game.paused) return `Paused – ${about}`;
      if (isMyTurn(state) && !pendingStone(model)) return `Your turn – ${about}`;
      return `${freshWord(model)}${playerName(game, "black")} – ${playerName(game, "white")} – ${about}`;
  }
}

/** "(+3) " for who looks back while the game goes on. */
function freshWord({ look, state: { game } }: Model): string {
  const fresh = newMoves(look, game.moves.length);
  return fresh > 0 ? `(+${fresh}) ` : "";
}

/** What lies on a square: "h8, empty"; with what the hints say of it: "h8, empty, draw, proved". */
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
    const hint = squareHint(square, hints, viewer);
    return `${where}, empty${hint ? `, ${hint}` : ""}`;
  }
  const atEnd = stones.size === game.moves.length;
  const won = atEnd && game.line.includes(square) ? ", in the winning line" : "";
  const last = stone.ply === stones.size - 1 ? ", last move" : "";
  return `${where}, ${stoneName(stone.side, drawn)}${last}${won}`;
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
    if (fresh > 0) return `Now at move ${game.moves.length}. ${turn(after, drawn)}`;
    if (fresh < 0) return `${takenBackSentence(-fresh)} ${turn(after, drawn)}`;
    return before.game.outcome === null ? outcome(game, side, drawn) : "";
  }
  // Outcomes at every turn are read from the square one stands on; what was asked for is said.
  if (message.type === "words") return after.answers.words === message ? message.text : "";
  if (message.type === "outcomes")
    return after.answers.best === message
      ? bestWords({ outcomes: message.squares, best: message.best }, game.variant)
      : "";
  if (message.type === "presence") return presenceSentence(before, after, message);
  if (game.version === before.game.version) return "";
  switch (message.type) {
    case "seatTaken":
      return `${message.player.name} sat down as ${sideName(message.side, drawn)}. ${turn(after, drawn)}`;
    case "movePlayed": {
      const mover = sideOfPly(message.ply);
      const who = mover === side ? "You play" : `${sideName(mover, drawn)} plays`;
      return `${who} ${name(message.square, game.variant)}. ${turn(after, drawn)}`;
    }
    case "gameEnded":
      return outcome(game, side, drawn);
    case "takenBack":
      return `${eventSentence(before, after, message)} ${turn(after, drawn)}`;
    case "rematchAgreed":
      return "The next game is ready.";
    case "welcome":
    case "thinking":
    case "threatMarks":
    case "benefits":
    case "said":
    case "chat":
    case "chatHidden":
    case "rejected":
    case "pong":
      return "";
    default:
      if (isNumbered(message)) return eventSentence(before, after, message);
      return message satisfies never;
  }
}

type Happening = Exclude<Numbered, { type: "seatTaken" | "movePlayed" | "gameEnded" }>;

/** What happened besides moves and the end, in one sentence; empty where the page shows it. */
export function eventSentence(before: State, after: State, message: Happening): string {
  const { game, side } = after;
  const who = (each: SideWord): string => (each === side ? "You" : playerName(game, each));
  const whom = (each: SideWord): string => (each === side ? "you" : playerName(game, each));
  const verb = (each: SideWord, you: string, they: string): string => (each === side ? you : they);
  switch (message.type) {
    case "offered": {
      const { by, what } = message;
      switch (what) {
        case "draw":
          return `${who(by)} ${verb(by, "offer", "offers")} a draw.`;
        case "takeback":
          return `${who(by)} ${verb(by, "ask", "asks")} for a takeback.`;
        case "pause":
        case "rematch":
          return `${who(by)} would like a ${what}.`;
        case "hints":
          return `${who(by)} would like to have hints for both.`;
        default:
          return what satisfies never;
      }
    }
    case "declined":
      return `${who(message.by)} ${verb(message.by, "decline", "declines")} the ${message.what}.`;
    case "cancelled":
      return `${who(message.by)} ${verb(message.by, "cancel", "cancels")} the ${message.what} offer.`;
    case "takenBack":
      return takenBackSentence(before.game.moves.length - message.ply);
    case "hintsAgreed":
      return side === null
        ? `${playerName(game, "black")} and ${playerName(game, "white")} play with hints now.`
        : "You both may take hints now.";
    case "paused":
      return "The game is paused.";
    case "resumed": {
      const wait = message.clock.since - message.at;
      const when = wait > 0 ? ` The clock goes on in ${spanText(wait)}.` : "";
      return `${who(message.by)} ${verb(message.by, "resume", "resumes")} the game.${when}`;
    }
    case "timeAdded":
      return `${who(message.by)} gave ${whom(other(message.by))} ${secondsText(message.ms)}.`;
    case "timeCredited": {
      const { blackMs, whiteMs } = message;
      if (blackMs > 0 && whiteMs > 0) {
        const both = blackMs === whiteMs;
        const spans = both ? spanText(blackMs) : `${spanText(blackMs)} and ${spanText(whiteMs)}`;
        return `The server was away: ${spans} given back${both ? " to both" : ""}.`;
      }
      const to = blackMs > 0 ? "black" : "white";
      return `The server was away: ${spanText(Math.max(blackMs, whiteMs))} given back to ${whom(to)}.`;
    }
    case "rated": {
      const { black, white } = message.ratings;
      const changed = (each: SideWord, { change, ...rating }: RatingPart): string =>
        `${whom(each)} ${ratingText(rating)} (${changeText(change)})`;
      return `Ratings, estimated: ${changed("black", black)}, ${changed("white", white)}.`;
    }
    case "rematchAgreed":
    case "aggressivenessSet":
    case "hintAsked":
      return "";
    default:
      return message satisfies never;
  }
}

function takenBackSentence(count: number): string {
  if (count === 1) return "A move was taken back.";
  return `${capital(numberWord(count))} moves were taken back.`;
}

/** What stands near the board for a while after a message; empty if nothing does. */
export function noteOf(before: State, after: State, message: FromServer): string {
  if (after.game.version === before.game.version) return "";
  switch (message.type) {
    case "offered":
    case "declined":
    case "cancelled":
      // One's own are shown where they were made.
      return message.by === after.side ? "" : eventSentence(before, after, message);
    case "takenBack":
    case "resumed":
    case "timeAdded":
    case "timeCredited":
    case "hintsAgreed":
    case "rated":
      return eventSentence(before, after, message);
    case "snapshot": {
      // What happened in between was missed; but nobody shall wonder where a stone has gone.
      const back = before.game.moves.length - after.game.moves.length;
      return back > 0 ? takenBackSentence(back) : "";
    }
    default:
      // A pause is shown as long as it lasts.
      return "";
  }
}

/** One's own offer, while it stands. */
export const OFFERED_BY_ME: Readonly<Record<Offer, string>> = {
  draw: "You offer a draw, until the next move.",
  takeback: "You ask for a takeback.",
  pause: "You would like a pause.",
  hints: "You would like hints for both.",
  rematch: "You would like a rematch. Waiting for the answer.",
};

/** The line near the board while nobody is away. */
export function newsSentence(model: Model): string {
  const { game, side } = model.state;
  if (model.note !== null) return model.note;
  const lasting = soundSentence(model) || lateSentence(game, side);
  if (lasting) return lasting;
  const waits = game.clock !== null && phase(game) === "live" && game.moves.length < UNTIMED_PLIES;
  return waits && game.clock.running === null ? CLOCK_WAITS : "";
}

/** Why nothing is heard, and what helps; empty where that is known, or nothing is to come. */
export function soundSentence({ soundBlocked, choices, state: { game } }: Model): string {
  return soundBlocked && choices.sound && phase(game) !== "over" ? SOUND_WAITS : "";
}

const SOUND_WAITS = "No sound yet: your browser waits for a click, a tap or a key.";

export const CLOCK_WAITS = "The clock starts when both have moved.";

/** A clock that waits after a pause, counted down. */
export function startsSentence(ms: number): string {
  return `The clock goes on in ${Math.ceil(ms / 1000)} s.`;
}

export const CLAIM_NOW = "You can claim the win or a draw now.";

/** What is said of one's own clock. */
export function markSentence(mark: Mark): string {
  switch (mark) {
    case "minute":
      return "One minute left.";
    case "tenSeconds":
      return "Ten seconds left.";
    default:
      return mark satisfies never;
  }
}

/** What is said when a premove is chosen. */
export function premoveSentence({ state: { game, side } }: Model, square: number): string {
  const who = side === null ? "your opponent" : playerName(game, other(side));
  return `Premove ${name(square, game.variant)}: played when ${who} has moved. Escape cancels it.`;
}

/** An opponent who leaves, and comes back, as far as it lets the viewer do something. */
function presenceSentence(before: State, after: State, message: Presence): string {
  const { game, side } = after;
  if (side === null || phase(game) !== "live") return "";
  const field = side === "black" ? "whiteClaimMs" : "blackClaimMs";
  const was = before.presence?.[field] ?? null;
  const wait = message[field];
  const who = playerName(game, other(side));
  if (wait === null) return was !== null && message[other(side)] ? `${who} is back.` : "";
  if (was !== null) return "";
  if (wait === 0) return `${who} left. ${CLAIM_NOW}`;
  return `${who} left. In ${secondsText(wait)} you can claim the win, or wait.`;
}

function secondsText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${seconds} second${seconds === 1 ? "" : "s"}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function turn(state: State, drawn: Drawing): string {
  const { game, side } = state;
  switch (phase(game)) {
    case "over":
      return outcome(game, side, drawn);
    case "waiting":
      return "";
    case "live":
      if (isMyTurn(state)) return "Your turn.";
      return `${sideName(sideOfPly(game.moves.length), drawn)} to move.`;
  }
}

export function connectionWord(connection: Connection): string {
  switch (connection.kind) {
    case "connecting":
      return "Connecting…";
    case "live":
      return "Live";
    case "reconnecting":
      return "Reconnecting…";
    case "offline":
      return "Offline";
    case "ended":
    case "outdated":
      return "Not connected";
    default:
      return connection satisfies never;
  }
}

/** The server counts no more. */
const MOST_DEVICES = 100;

/** On how many devices a seat is open. */
export function devicesSentence(others: number): string {
  switch (others) {
    case 0:
      return "Open on this device only.";
    case 1:
      return "Open on this device and 1 other.";
    default:
      return `Open on this device and ${others < MOST_DEVICES ? "" : "at least "}${others} others.`;
  }
}

/** What a broken connection means for the player; empty when all is well. */
export function connectionSentence(connection: Connection): string {
  switch (connection.kind) {
    case "connecting":
    case "live":
      return "";
    case "reconnecting":
      return "Connection lost. Reconnecting – your moves are kept.";
    case "offline":
      return "You are offline. The game goes on when you are back.";
    case "ended":
      return connection.sentence;
    case "outdated":
      return "The link to this seat has been renewed: you watch now.";
    default:
      return connection satisfies never;
  }
}

/** What an earlier ply looked at is, under the board; when the game is over, also how it ended. */
export function lookSentence(model: Model): string {
  const { game, side } = model.state;
  const ended = outcome(game, side, drawingOf(model));
  return `${ended ? `${ended} ` : ""}You look at move ${shownPly(model)} of ${game.moves.length}.`;
}

/** Which move is looked at, for the step controls. */
export function lookWord(model: Model): string {
  const { margin } = model;
  if (margin !== null) return `Your variation, ${margin.shown} of ${margin.moves.length}`;
  return `Move ${shownPly(model)} of ${model.state.game.moves.length}`;
}
