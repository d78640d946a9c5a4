// What happened to a game, among everything a server says: only these messages have a `command`.

import type { FromServer, Numbered } from "../protocol/protocol";

export function isNumbered(message: FromServer): message is Numbered {
  return "command" in message;
}
