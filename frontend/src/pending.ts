// The commands sent and not yet answered: what to send again, what a message has settled.

import type { Command, FromServer, PlayMove, SideWord } from "./protocol";
import { sideOfPly } from "./position";

export type Pending = readonly Command[];

export function add(pending: Pending, command: Command): Pending {
  return [...pending, command];
}

/** What is still unanswered after a message. A snapshot settles a move that it shows as played. */
export function settle(pending: Pending, message: FromServer): Pending {
  if (pending.length === 0) return pending;
  switch (message.type) {
    case "snapshot":
      return pending.filter(
        (command) =>
          command.type !== "playMove" || message.moves[command.ply]?.square !== command.square,
      );
    case "rejected":
      return pending.filter(({ id }) => id !== message.id);
    case "welcome":
    case "presence":
    case "pong":
      return pending;
    case "seatTaken":
    case "movePlayed":
    case "gameEnded":
    case "drawOffered":
    case "drawDeclined":
    case "rematchOffered":
    case "rematchDeclined":
    case "rematchAgreed":
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
