// What a message from the server does to the page: the state, the buttons, the voice, the sounds.

import { NOTHING_ASKED, refuse } from "./answers";
import { awayOf, sampled, saidAt } from "./clocks";
import type { Model } from "./model";
import { drawingOf, pendingStone, phase } from "./model";
import type { Pending } from "./pending";
import { settle } from "./pending";
import { stepped } from "./premove";
import type { FromServer, Rejected } from "./protocol";
import { within } from "./record";
import { announcement, noteOf, sidesAsDrawn } from "./sentences";
import type { Sound } from "./sounds";
import { play } from "./sounds";
import { reduce } from "./state";
import type { Table } from "./table";
import { say } from "./voice";

/** What is done about a message beyond the page itself. */
export interface Errands {
  /** Ask for a fresh snapshot. */
  readonly resync: () => void;
  /** Go to the next game. */
  readonly goTo: (game: string) => void;
  /** Play on a square; the id of the command. */
  readonly play: (ply: number, square: number) => string;
}

/** Hears a message that arrived at a moment by the local clock. */
export function hear(table: Table, message: FromServer, localMs: number, errands: Errands): void {
  const before = table.model();
  const state = reduce(before.state, message);
  const { moves } = state.game;
  const moved = moves.length !== before.state.game.moves.length;
  const said = saidAt(message);
  const premove = stepped(before.premove, before.state, state);
  table.change({
    state,
    pending: settle(before.pending, message),
    premove: premove.premove,
    ...(said !== null && { offsets: sampled(before.offsets, said, localMs) }),
    ...(message.type === "presence" && { away: awayOf(message, state.side, localMs) }),
    ...(moves.length < before.state.game.moves.length && {
      look: within(before.look, moves.length),
    }),
    ...(moved && {
      asked: NOTHING_ASKED,
      alert: null,
      entryError: null,
      helpRefusal: null,
      lit: [],
      spoken: false,
      ...(moves.some(({ square }) => square === before.aim) && { aim: null }),
    }),
    ...(state.game.paused && { aim: null }),
    // What led to it has been said: the page shows it now.
    ...((message.type === "paused" || message.type === "gameEnded") && { note: null }),
    ...(state.game.outcome !== null && { resigning: false, aim: null, draft: null, away: null }),
  });
  const after = table.model();
  if (message.type === "rejected") refused(table, message, before.pending);
  if (message.type === "words" && state.answers.words === message) table.spoken();
  if (buttonsOf(before) !== buttonsOf(after)) table.settle();
  say(
    [announcement(before.state, state, message, drawingOf(after)), premove.sentence]
      .filter(Boolean)
      .join(" "),
  );
  const note = premove.sentence || noteOf(before.state, state, message);
  if (note) table.note(note);
  const sound = after.choices.sound ? soundOf(before, after, message) : null;
  if (sound) play(sound);
  if (state.resync && !before.state.resync) errands.resync();
  const { rematch } = state.game;
  if (rematch !== null && before.state.game.rematch === null && after.wantsRematch)
    errands.goTo(rematch);
  if (premove.play !== null)
    table.change({ premoveSent: errands.play(moves.length, premove.play) });
}

/** A refusal is shown near the board; one that nobody pressed a button for, beside its switch. */
function refused(table: Table, { id, sentence: told }: Rejected, pending: Pending): void {
  const sentence = sidesAsDrawn(told, drawingOf(table.model()));
  const { asked, premoveSent } = table.model();
  if (id !== null && id === premoveSent)
    return table.note(`Your premove was not played. ${sentence}`);
  const question = asked.questions.find((each) => each.id === id);
  const isPending = pending.some((each) => each.id === id);
  // What was settled since, and is no question, is no longer of interest.
  if (id !== null && question === undefined && !isPending) return;
  if (id !== null && question !== undefined) table.change({ asked: refuse(asked, id) });
  if (question === undefined || question.kind === "best" || question.kind === "words")
    table.refuse(sentence);
  else table.change({ helpRefusal: sentence });
}

/** Which buttons a player has: when this changes, they rest for a moment before they answer. */
function buttonsOf({ state: { game }, away }: Model): string {
  const { draw, takeback, pause, hints, rematch } = game.offers;
  const offers = [draw, takeback, pause, hints, rematch];
  const rest = [game.rematch, game.hintsSince, game.dead, game.paused, away?.canClaim];
  return [phase(game), ...offers, ...rest].join();
}

function soundOf(before: Model, after: Model, message: FromServer): Sound | null {
  const { game, side } = after.state;
  if (game.version === before.state.game.version) return null;
  if (game.outcome !== null && before.state.game.outcome === null) return "end";
  switch (message.type) {
    case "movePlayed":
      // One's own stone has sounded when it was placed.
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
      return "notice";
    default:
      return null;
  }
}
