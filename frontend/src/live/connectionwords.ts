// What is said of the connection to the server.

import type { Connection } from "./connection";
import { say } from "../words/words";

export function connectionWord(connection: Connection): string {
  switch (connection.kind) {
    case "connecting":
      return say("Connecting…");
    case "live":
      return say("Live");
    case "reconnecting":
      return say("Reconnecting…");
    case "offline":
      return say("Offline");
    case "ended":
    case "outdated":
      return say("Not connected");
    default:
      return connection satisfies never;
  }
}

/** What a broken connection means for the player; empty when all is well. */
export function connectionSentence(connection: Connection): string {
  switch (connection.kind) {
    case "connecting":
    case "live":
      return "";
    case "reconnecting":
      return say("Connection lost. Reconnecting… Your moves are safe.");
    case "offline":
      return say("You’re offline. The game continues when you’re back.");
    case "ended":
      return connection.sentence;
    case "outdated":
      return say("The player renewed this seat’s link. You’re watching now.");
    default:
      return connection satisfies never;
  }
}
