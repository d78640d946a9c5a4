// Checks the law of the lobby: the old lobby and the changes told make the new one.
// Reads `[{before, changes, after}, …]` from stdin; prints each difference and exits 1 if any.

import { readFileSync } from "node:fs";
import { deepStrictEqual } from "node:assert";
import type { LobbyState } from "../live/lobbystate";
import { reduceLobby } from "../live/lobbystate";
import type { Lobby, LobbyChanged } from "../protocol/protocol";

interface Case {
  readonly before: Lobby;
  readonly changes: readonly LobbyChanged[];
  readonly after: Lobby;
}

const cases = JSON.parse(readFileSync(0, "utf8")) as readonly Case[];
let wrong = 0;
for (const [index, { before, changes, after }] of cases.entries()) {
  const begun: LobbyState = { lobby: before, resync: false };
  const state = changes.reduce(reduceLobby, begun);
  try {
    deepStrictEqual(state, { lobby: after, resync: false });
  } catch (difference) {
    wrong += 1;
    console.log(`case ${index}: ${(difference as Error).message}`);
  }
}
console.log(`${cases.length - wrong} of ${cases.length} cases agree.`);
process.exitCode = wrong === 0 ? 0 : 1;
