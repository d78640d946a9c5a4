// What happened to a game, among all that a server says: alone it has a command that caused it.

import type { FromServer, Numbered } from "../protocol/protocol";

export function isNumbered(message: FromServer): message is Numbered {
  return "command" in message;
}
