// Friends: who is here, who plays and who is away, by shape and in words; what can be done.

import { controls, drawn, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { friendList, presenceWords } from "./friendlist";
import type { FriendPart } from "../protocol/protocol";
import { DAY, HOUR, MINUTE } from "../rules/units";

const friend = (name: string, part: Partial<FriendPart> = {}): FriendPart => ({
  player: name.toLowerCase(),
  name,
  here: false,
  playing: null,
  seen: null,
  ...part,
});
const VARIANT = { width: 10, height: 10, k: 5, lineRule: "freestyle", blocked: [] } as const;

test("those who are here come first, then those who left last", () => {
  const playing = { game: "g", opponent: "Linh", variant: VARIANT };
  const root = drawn(
    friendList(
      [
        friend("Zoe"),
        friend("Sven", { seen: DAY }),
        friend("Noor", { seen: 2 * DAY }),
        friend("Tomas", { here: true, playing }),
        friend("Aiko", { here: true }),
      ],
      3 * DAY,
    ),
  );
  const rows = [...root.querySelectorAll("li")];
  assert.deepEqual(rows.map(textOf), [
    "Aiko online Challenge Aiko",
    "Tomas playing Linh, 10×10 Watch Tomas",
    "Noor here 1 day ago Challenge Noor",
    "Sven here 2 days ago Challenge Sven",
    "Zoe not here Challenge Zoe",
  ]);
  assert.deepEqual(
    rows.map((row) => row.querySelector(".presence")!.className.split(" ")[1]),
    ["here", "playing", "away", "away", "away"],
  );
  assert.deepEqual(controls(rows[1]!), ["Tomas", "Watch Tomas"]);
});

test("how long ago somebody was here is told in the largest whole unit", () => {
  const words = (ago: number): string => presenceWords(friend("Bob", { seen: DAY }), DAY + ago);
  assert.deepEqual([-5, MINUTE, HOUR - 1, HOUR, DAY - 1, 3 * DAY].map(words), [
    "here 0 minutes ago",
    "here 1 minute ago",
    "here 59 minutes ago",
    "here 1 hour ago",
    "here 23 hours ago",
    "here 3 days ago",
  ]);
});
