// What a message from the server does to the page: the state, the buttons, the voice, the sounds.

import { NOTHING_ASKED, refuse } from "../live/answers";
import { heardChat, isMine, roomsOf, shownRoom } from "./chat";
import { awayOf, sampled, saidAt } from "../live/clocks";
import type { Variation } from "./variation";
import type { Model } from "./model";
import { drawingOf, mayTry, pendingStone } from "./model";
import { phase } from "../protocol/parts";
import type { Pending } from "../live/pending";
import { settle } from "../live/pending";
import { stepped } from "./premove";
import type { FromServer, Rejected, Say } from "../protocol/protocol";
import type { Look } from "./record";
import { kept } from "./record";
import { announcement, noteOf, outcome } from "./sentences";
import type { Sound } from "../viewer/sounds";
import { play } from "../viewer/sounds";
import type { State } from "../live/state";
import { reduce } from "../live/state";
import { toOffer } from "../live/turn";
import { WHOLE, isInSight } from "../board/zoom";
import { squareOf } from "../rules/move";
import type { GameStore } from "./store";
import { announce } from "../viewer/voice";
import { goneSentence } from "../live/watchwords";
import { say } from "../words/words";

/** What is done about a message beyond the page itself. */
export interface Errands {
  /** Ask for a fresh snapshot. */
  readonly resync: () => void;
  /** Go to the next game. */
  readonly goTo: (game: string) => void;
  /** Play on a square; returns the id of the command. */
  readonly play: (ply: number, square: number) => string;
  /** Note in the page's address what is looked at. */
  readonly noteLook: (look: Look) => void;
  /** Ask for the last lines of the rooms one may read now. */
  readonly readChat: () => void;
  /** A line was refused. */
  readonly refuseLine: (line: Say, refusal: Rejected) => void;
}

/** Whether a move fell where the viewer, who looks at a part of the board, does not see it. */
function isUnseen({ zoom, state }: Model, move: number | undefined): boolean {
  const { variant } = state.game;
  return move !== undefined && !isInSight(squareOf(move, variant), variant, zoom);
}

/** Hears a message that arrived at a moment by the local clock. */
export function hearMessage(
  store: GameStore,
  message: FromServer,
  localMs: number,
  errands: Errands,
): void {
  const before = store.model();
  const state = reduce(before.state, message);
  const { moves } = state.game;
  const moved = moves.length !== before.state.game.moves.length;
  const said = saidAt(message);
  const premove = stepped(before.premove, before.state, state);
  const look = kept(before.look, before.state.game.moves, moves);
  const isGone = look !== null && look.ply !== before.look?.ply;
  store.change({
    state,
    pending: settle(before.pending, message),
    chat: heardChat(before.chat, message, shownRoom(before.chat, roomsOf(state))),
    premove: premove.premove,
    ...(toOffer(state.game) === 0 && before.offering.length > 0 && { offering: [] }),
    ...(said !== null && { offsets: sampled(before.offsets, said, localMs) }),
    ...(message.type === "presence" && { away: awayOf(message, state.side, localMs) }),
    look,
    variation: variationAfter(before, state),
    ...(moved && {
      asked: NOTHING_ASKED,
      alert: null,
      entryError: null,
      helpRefusal: null,
      lit: [],
      spoken: false,
      ...(moves.some(({ square }) => squareOf(square, state.game.variant) === before.aim) && {
        aim: null,
      }),
      ...(isUnseen(before, moves.at(-1)?.square) && { zoom: WHOLE }),
    }),
    ...(state.game.paused && { aim: null }),
    // What led to this needs no note any more: the page shows it now.
    ...((message.type === "paused" || message.type === "gameEnded") && { note: null }),
    ...(state.game.outcome !== null && {
      asking: null,
      aim: null,
      draft: null,
      away: null,
      zoom: WHOLE,
    }),
  });
  const after = store.model();
  if (message.type === "rejected") {
    const line = before.pending.find(({ id }) => id === message.id);
    if (line?.type === "say") errands.refuseLine(line, message);
    else refused(store, message, before.pending);
  }
  // Now the players may read what the spectators said.
  if (state.side !== null && state.game.outcome !== null && before.state.game.outcome === null)
    errands.readChat();
  if (message.type === "words" && state.answers.words === message) store.change({ spoken: true });
  if (buttonsOf(before) !== buttonsOf(after)) store.change({ settling: true });
  const news = announcement(before.state, state, message, drawingOf(after));
  announce(
    [
      // A viewer looking at an earlier move hears that this is not the one they see.
      news && look !== null && message.type === "movePlayed" ? say("Live: {news}", { news }) : news,
      isGone ? goneSentence(look.ply) : "",
      premove.sentence,
      unseenSentence(after, message),
    ]
      .filter(Boolean)
      .join(" "),
  );
  const gone = isGone && after.variation === null ? goneSentence(look.ply) : "";
  // The board does not show the end to a viewer who is looking back.
  const hasEnded = state.game.outcome !== null && before.state.game.outcome === null;
  const ended = hasEnded && look !== null ? outcome(state.game, state.side) : "";
  const note =
    gone || premove.sentence || ended || noteOf(before.state, state, message, drawingOf(after));
  if (note) store.change({ note });
  if (isGone) errands.noteLook(look);
  const sound = after.choices.sound ? soundOf(before, after, message) : null;
  if (sound) play(sound);
  if (state.resync && !before.state.resync) errands.resync();
  const { rematch } = state.game;
  if (rematch !== null && before.state.game.rematch === null && after.wantsRematch)
    errands.goTo(rematch);
  if (premove.play !== null)
    store.change({ premoveSent: errands.play(moves.length, premove.play) });
}

/** A message in a chat that is not on the page just now; the chat itself reads out the others. */
function unseenSentence({ chat, state }: Model, message: FromServer): string {
  if (message.type !== "said" || chat.open || isMine(chat, message.line, state.side)) return "";
  const { author } = message.line;
  return chat.muted.includes(author.player)
    ? ""
    : say("New message from {player}.", { player: author.name });
}

/** A variation stays, whatever becomes of the game, while its viewer may still try moves. */
function variationAfter({ variation, state: before }: Model, state: State): Variation | null {
  if (variation === null || !mayTry(state)) return null;
  if (state.game.moves === before.game.moves) return variation;
  return { ...variation, from: kept(variation.from, before.game.moves, state.game.moves) };
}

/** A refusal is shown near the board; one that nobody pressed a button for, beside its switch. */
function refused(store: GameStore, { id, sentence }: Rejected, pending: Pending): void {
  const { asked, premoveSent } = store.model();
  if (id !== null && id === premoveSent)
    return store.change({ note: `${say("Your premove wasn’t played.")} ${sentence}` });
  const question = asked.questions.find((each) => each.id === id);
  const isPending = pending.some((each) => each.id === id);
  // A command that is settled by now, and was not a question, no longer matters.
  if (id !== null && question === undefined && !isPending) return;
  if (id !== null && question !== undefined) store.change({ asked: refuse(asked, id) });
  if (question === undefined || question.kind === "best" || question.kind === "words")
    store.refuse(sentence);
  else store.change({ helpRefusal: sentence });
}

/** Which buttons a player has: when this changes, they rest for a moment before they answer. */
function buttonsOf({ state: { game }, away }: Model): string {
  const { draw, takeback, pause, hints, rematch } = game.offers;
  const offers = [draw, takeback, pause, hints, rematch];
  const rest = [game.rematch, game.hintsSince, game.dead, game.paused, away?.canClaim];
  const { choices, offer } = game.opening ?? { choices: [], offer: 0 };
  return [phase(game), ...offers, ...rest, ...choices, offer].join();
}

function soundOf(before: Model, after: Model, message: FromServer): Sound | null {
  const { game, side } = after.state;
  if (game.version === before.state.game.version) return null;
  if (game.outcome !== null && before.state.game.outcome === null) return "end";
  switch (message.type) {
    case "movePlayed":
      // One's own stone sounded when it was placed.
      return pendingStone(before)?.square === message.square ? null : "stone";
    case "seatTaken":
      return "notice";
    case "offered":
    case "takenBack":
    case "resumed":
    case "timeAdded":
      return message.by === side ? null : "notice";
    case "paused":
    case "hintsAgreed":
    case "chosen":
      return "notice";
    default:
      return null;
  }
}
