import assert from "node:assert/strict";
import { test } from "node:test";
import type { FriendPart, Me, MeChanged } from "../protocol/protocol";
import { NOTHING_TOLD, reduceMe } from "./mestate";

const friend = (player: string, part: Partial<FriendPart> = {}): FriendPart => ({
  player,
  name: player,
  here: false,
  playing: null,
  seen: null,
  ...part,
});
const ME: Me = {
  type: "me",
  player: "alice",
  number: 3,
  challenges: [],
  asking: [],
  friends: [friend("bob"), friend("carol")],
  turns: ["a"],
  found: [],
};
const NOTHING: MeChanged = {
  type: "meChanged",
  number: 4,
  challenges: null,
  asking: null,
  friends: null,
  turns: null,
  found: null,
};
const told = reduceMe(NOTHING_TOLD, ME);

test("a change leaves what is not named in it as it was", () => {
  const { me, resync } = reduceMe(told, { ...NOTHING, turns: [] });
  assert.deepEqual(me, { ...ME, number: 4, turns: [] });
  assert.equal(me?.friends, ME.friends);
  assert.equal(resync, false);
});

test("friends come, go, and become others", () => {
  const friends = { gone: ["bob"], came: [friend("carol", { here: true }), friend("dan")] };
  const { me } = reduceMe(told, { ...NOTHING, friends });
  assert.deepEqual(me!.friends, [friend("carol", { here: true }), friend("dan")]);
});

test("what was missed is asked for; what was heard twice changes nothing", () => {
  assert.equal(reduceMe(told, { ...NOTHING, number: 5 }).resync, true);
  assert.equal(reduceMe(NOTHING_TOLD, NOTHING).resync, true);
  assert.equal(reduceMe(told, { ...NOTHING, number: 3, turns: [] }), told);
  assert.equal(reduceMe(told, { type: "pong", version: 3, now: null }), told);
  assert.equal(reduceMe(told, { type: "pong", version: 4, now: null }).resync, true);
  assert.equal(reduceMe({ ...told, resync: true }, { ...ME, number: 4 }).resync, false);
});
