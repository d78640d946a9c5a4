// The commands sent and not yet answered: what to send again, what a message has settled.

import { kindOf } from "./answers";
import { isNumbered } from "./numbered";
import type {
  AskHint,
  Command,
  FromServer,
  HintKind,
  Offer,
  PlayMove,
  Room,
  Say,
  SideWord,
  Snapshot,
} from "../protocol/protocol";
import { sideToMove } from "./turn";

/** What is sent with an id, and sent again until it is answered. */
export type Sent = Command | Say;

export type Pending = readonly Sent[];

export function add(pending: Pending, command: Sent): Pending {
  return [...pending, command];
}

/**
 * What is still unanswered after a message. A snapshot settles a move that it shows as played. A
 * hint is settled by its note or its answer, and not asked again once its ply has passed. A move on
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
    case "pong":
    case "chatHidden":
      return pending;
    case "said":
      return pending.filter(({ id }) => id !== message.line.command);
    case "chat":
      return pending.filter(({ id }) => message.lines.every(({ command }) => command !== id));
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
    default:
      if (isNumbered(message)) return pending.filter(({ id }) => id !== message.command);
      return message satisfies never;
  }
}

/** The move this player has made and the server has not confirmed, if the game is still there. */
export function pendingMove(
  pending: Pending,
  game: Pick<Snapshot, "opening" | "moves" | "variant">,
  side: SideWord | null,
): PlayMove | null {
  for (const command of pending) {
    if (
      command.type === "playMove" &&
      command.ply === game.moves.length &&
      sideToMove(game) === side
    )
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

/** The lines on their way to a room. */
export function pendingLines(pending: Pending, room: Room): readonly Say[] {
  return pending.filter((sent): sent is Say => sent.type === "say" && sent.room === room);
}

/** The value of A on its way to the server. */
export function pendingAggressiveness(pending: Pending): number | null {
  return pending.reduce<number | null>(
    (value, command) => (command.type === "setAggressiveness" ? command.value : value),
    null,
  );
}

function isQuestion(command: Sent, kind: HintKind, ply: number): command is AskHint {
  return command.type === "askHint" && command.kind === kind && command.ply === ply;
}
