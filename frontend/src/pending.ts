// The commands sent and not yet answered: what to send again, what a message has settled.

import { kindOf } from "./answers";
import type { AskHint, Command, FromServer, HintKind, Offer, PlayMove, SideWord } from "./protocol";
import { sideOfPly } from "./position";

export type Pending = readonly Command[];

export function add(pending: Pending, command: Command): Pending {
  return [...pending, command];
}

/**
 * What is still unanswered after a message. A snapshot settles a move that it shows as played. A
 * hint is settled by its note or its answer, and asked no more once its ply has gone by. A move on
 * its way when moves are taken back is never sent again: it was meant for another position.
 */
export function settle(pending: Pending, message: FromServer): Pending {
  if (pending.length === 0) return pending;
  switch (message.type) {
    case "snapshot":
      return pending.filter((command) => {
        if (command.type === "playMove")
          return message.moves[command.ply]?.square !== command.square;
        if (command.type === "askHint")
          return message.outcome === null && command.ply === message.moves.length;
        return true;
      });
    case "rejected":
      return pending.filter(({ id }) => id !== message.id);
    case "welcome":
    case "presence":
    case "thinking":
    case "pong":
      return pending;
    case "outcomes":
    case "threatMarks":
    case "benefits":
    case "words": {
      const kind = kindOf(message);
      return pending.filter(
        (command) => command.id !== message.id && !isQuestion(command, kind, message.ply),
      );
    }
    case "movePlayed":
      return pending.filter(
        (command) =>
          command.id !== message.command &&
          (command.type !== "askHint" || command.ply > message.ply),
      );
    case "gameEnded":
      return pending.filter(({ id, type }) => id !== message.command && type !== "askHint");
    case "takenBack":
      return pending.filter(
        (command) =>
          command.id !== message.command &&
          (command.type !== "playMove" || command.ply < message.ply) &&
          (command.type !== "askHint" || command.ply === message.ply),
      );
    case "seatTaken":
    case "offered":
    case "declined":
    case "cancelled":
    case "paused":
    case "resumed":
    case "timeAdded":
    case "timeCredited":
    case "hintsAgreed":
    case "rematchAgreed":
    case "aggressivenessSet":
    case "hintAsked":
      return pending.filter(({ id }) => id !== message.command);
    default:
      return message satisfies never;
  }
}

/** The move this player has made and the server has not confirmed, if the game is still there. */
export function pendingMove(pending: Pending, ply: number, side: SideWord | null): PlayMove | null {
  for (const command of pending) {
    if (command.type === "playMove" && command.ply === ply && sideOfPly(ply) === side)
      return command;
  }
  return null;
}

/** Whether something about an offer of this kind is on its way: making, answering or cancelling it. */
export function isOffering(pending: Pending, what: Offer): boolean {
  return pending.some((command) => "what" in command && command.what === what);
}

/** Whether this hint was asked for, at this ply, and not answered yet. */
export function isAsked(pending: Pending, kind: HintKind, ply: number): boolean {
  return pending.some((command) => isQuestion(command, kind, ply));
}

/** The value of A on its way to the server. */
export function pendingAggressiveness(pending: Pending): number | null {
  return pending.reduce<number | null>(
    (value, command) => (command.type === "setAggressiveness" ? command.value : value),
    null,
  );
}

function isQuestion(command: Command, kind: HintKind, ply: number): command is AskHint {
  return command.type === "askHint" && command.kind === kind && command.ply === ply;
}
