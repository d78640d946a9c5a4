import assert from "node:assert/strict";
import { test } from "node:test";
import type { LobbyState } from "./lobbystate";
import { reduceLobby } from "./lobbystate";
import { change, liveGame, lobby } from "../testing/lobby";

const begun: LobbyState = {
  lobby: lobby({ live: [liveGame("a", { moves: [1, 2] }), liveGame("b"), liveGame("c")] }),
  resync: false,
};
const names = ({ lobby }: LobbyState): string => lobby.live.map(({ game }) => game).join(" ");

test("a move goes on from the record; games without news stay the same values", () => {
  const after = reduceLobby(
    begun,
    change(1, { live: { moved: [{ game: "a", moves: [7], spectators: null, away: null }] } }),
  );
  assert.deepEqual(after.lobby.live[0]!.moves, [1, 2, 7]);
  assert.equal(after.lobby.live[0]!.ply, 3);
  assert.equal(after.lobby.live[1], begun.lobby.live[1]);
  assert.equal(after.lobby.live[2], begun.lobby.live[2]);
  assert.equal(after.lobby.open, begun.lobby.open);
  assert.equal(after.lobby.number, 1);
});

test("the record is the same value when only the spectators are others: no board is drawn", () => {
  const after = reduceLobby(
    begun,
    change(1, { live: { moved: [{ game: "a", moves: [], spectators: 5, away: null }] } }),
  );
  assert.equal(after.lobby.live[0]!.moves, begun.lobby.live[0]!.moves);
  assert.equal(after.lobby.live[0]!.spectators, 5);
});

test("who is away is told without the record", () => {
  const moved = { game: "a", moves: [], spectators: null, away: ["white"] as const };
  const after = reduceLobby(begun, change(1, { live: { moved: [moved] } }));
  assert.deepEqual(after.lobby.live[0]!.away, ["white"]);
  assert.equal(after.lobby.live[0]!.moves, begun.lobby.live[0]!.moves);
});

test("games go, come to the front, take their own place anew, and are put in order", () => {
  const came = [liveGame("d"), liveGame("b", { moves: [9] })];
  const after = reduceLobby(begun, change(1, { live: { gone: ["a"], came } }));
  assert.equal(names(after), "d b c");
  assert.deepEqual(after.lobby.live[1]!.moves, [9]);
  const ordered = reduceLobby(after, change(2, { live: { order: ["c", "d", "b"] } }));
  assert.equal(names(ordered), "c d b");
});

test("a change heard twice is applied once", () => {
  const told = change(1, {
    live: { moved: [{ game: "a", moves: [7], spectators: null, away: null }] },
  });
  const once = reduceLobby(begun, told);
  assert.equal(reduceLobby(once, told), once);
});

test("who misses a change asks again, and the whole lobby settles it", () => {
  const gap = reduceLobby(begun, change(2, { live: { gone: ["a"] } }));
  assert.equal(gap.resync, true);
  assert.equal(gap.lobby, begun.lobby);
  const other = reduceLobby(begun, { ...change(1, {}), epoch: "other" });
  assert.equal(other.resync, true);
  const whole = lobby({ number: 7 });
  assert.deepEqual(reduceLobby(gap, whole), { lobby: whole, resync: false });
});

test("a pong that knows of more says that a change was lost", () => {
  const pong = (version: number | null) => ({ type: "pong", version, now: null }) as const;
  assert.equal(reduceLobby(begun, pong(0)).resync, false);
  assert.equal(reduceLobby(begun, pong(null)).resync, false);
  assert.equal(reduceLobby(begun, pong(1)).resync, true);
});

test("a game shown late has no record to go on from", () => {
  const late = liveGame("late", { moves: null, ply: null, delay: { ms: 30_000, moves: 0 } });
  const state = { lobby: lobby({ live: [late] }), resync: false };
  const after = reduceLobby(
    state,
    change(1, { live: { moved: [{ game: "late", moves: [], spectators: 2, away: null }] } }),
  );
  assert.deepEqual(after.lobby.live, [{ ...late, spectators: 2 }]);
});
