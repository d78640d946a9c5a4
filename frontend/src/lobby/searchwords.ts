// What is said of a search to people who listen, and who is there before one begins.

import type { Met, Other } from "./opponentsearch";
import type { Lobby } from "../protocol/protocol";
import { count, say } from "../words/words";

export function neighbourSentence({ host, board, control }: Other): string {
  return control === null
    ? say("{host} is waiting on {board}, no clock.", { host, board })
    : say("{host} is waiting on {board}, {clock}.", { host, board, clock: control });
}

export function metSentence({ opponent }: Met): string {
  return say("Found! You play {opponent}.", { opponent });
}

/** Who is there, and who waits for an opponent; `mine` are the games of this visitor. */
export function thereSentence({ counts, open }: Lobby, mine: ReadonlySet<string>): string {
  const boards = open
    .filter(({ game, seek }) => seek && !mine.has(game))
    .map(({ variant: { width, height } }) => `${width}×${height}`);
  const online = count("{count} player online", "{count} players online", counts.online);
  if (boards.length === 0)
    return counts.online <= 1
      ? say("Nobody else is here right now.")
      : say("{online}; nobody is waiting.", { online });
  return count(
    "{online}; {count} is waiting on {boards}.",
    "{online}; {count} are waiting on {boards}.",
    boards.length,
    { online, boards: [...new Set(boards)].join(", ") },
  );
}
