// Checks the law of the wire: an old snapshot and the messages since make the fresh snapshot,
// except for the moment it was said at (`now`).
// Reads `[{snapshot, messages, fresh}, …]` from stdin; prints each difference and exits 1 if any.

import { readFileSync } from "node:fs";
import { deepStrictEqual } from "node:assert";
import type { Numbered, Snapshot } from "../protocol/protocol";
import { begin, reduce } from "../live/state";

interface Case {
  readonly snapshot: Snapshot;
  readonly messages: readonly Numbered[];
  readonly fresh: Snapshot;
}

const cases = JSON.parse(readFileSync(0, "utf8")) as readonly Case[];
let wrong = 0;
for (const [index, { snapshot, messages, fresh }] of cases.entries()) {
  const state = messages.reduce(reduce, begin(snapshot, null));
  try {
    if (state.resync) throw new Error("A version is missing between the messages.");
    deepStrictEqual(state.game, { ...fresh, now: state.game.now });
  } catch (difference) {
    wrong += 1;
    console.log(`case ${index}: ${(difference as Error).message}`);
  }
}
console.log(`${cases.length - wrong} of ${cases.length} cases agree.`);
process.exitCode = wrong === 0 ? 0 : 1;
