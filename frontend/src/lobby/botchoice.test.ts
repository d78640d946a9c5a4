// Which bots can be chosen for which board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenBot, isPlayed, keepBot, keptBot } from "./botchoice";
import { FORBIDDEN, memory } from "../testing/storage";

const plays = { "3x3": ["random", "perfect"], "15x15": ["random", "club"] };

test("a bot that does not play the board is off; for a custom board the server decides", () => {
  assert.equal(isPlayed(plays, "3x3", "perfect"), true);
  assert.equal(isPlayed(plays, "15x15", "perfect"), false);
  assert.equal(isPlayed(plays, "custom", "perfect"), true);
  assert.equal(isPlayed(plays, "unheard-of", "perfect"), true);
});

test("the bot that is wanted is chosen where it plays, and is there again on its own board", () => {
  const bots = ["random", "club", "perfect"];
  assert.equal(chosenBot(plays, "3x3", bots, ["perfect", "club"]), "perfect");
  assert.equal(chosenBot(plays, "15x15", bots, ["perfect", "club"]), "club");
  assert.equal(chosenBot(plays, "3x3", bots, ["club"]), "random");
  assert.equal(chosenBot({ "3x3": [] }, "3x3", bots, ["club"]), "");
});

test("the bot chosen last is there again, until the games show that another suits better", () => {
  const storage = memory();
  assert.equal(keptBot(storage, "casual"), "");
  keepBot(storage, "novice", "casual");
  assert.equal(keptBot(storage, "casual"), "novice");
  assert.equal(keptBot(storage, "club"), "");
  assert.equal(keptBot(memory("novice"), ""), "novice", "as earlier versions kept it");
  assert.equal(keptBot(FORBIDDEN, ""), "");
});
