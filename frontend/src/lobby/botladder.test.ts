// Which bots can be pressed for which board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isPlayed } from "./botladder";

const plays = { "3x3": ["random", "perfect"], "15x15": ["random"] };

test("a bot that does not play the board is off; for a custom board the server decides", () => {
  assert.equal(isPlayed(plays, "3x3", "perfect"), true);
  assert.equal(isPlayed(plays, "15x15", "perfect"), false);
  assert.equal(isPlayed(plays, "custom", "perfect"), true);
  assert.equal(isPlayed(plays, "unheard-of", "perfect"), true);
});
