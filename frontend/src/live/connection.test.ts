// A dead line is noticed within nine seconds, a sleeping page is not taken for a dead line.

import assert from "node:assert/strict";
import { test } from "node:test";
import { afterClose, commandId, delayMs, pulse } from "./connection";

test("a ping after two and a half seconds of silence", () => {
  assert.equal(pulse({ heardAt: 0, pingedAt: null }, 2_400), "fine");
  assert.equal(pulse({ heardAt: 0, pingedAt: null }, 2_500), "ping");
});

test("dead nine seconds after the last frame", () => {
  assert.equal(pulse({ heardAt: 0, pingedAt: 2_500 }, 8_900), "fine");
  assert.equal(pulse({ heardAt: 0, pingedAt: 2_500 }, 9_000), "dead");
});

test("a page that slept for a minute asks before it gives up", () => {
  assert.equal(pulse({ heardAt: 0, pingedAt: null }, 60_000), "ping");
});

test("waits grow from a quarter of a second to a second, never in step with others", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 60].map((attempt) => delayMs(attempt, 1)),
    [250, 500, 1000, 1000, 1000, 1000, 1000],
  );
  assert.deepEqual(
    [0, 60].map((attempt) => delayMs(attempt, 0)),
    [125, 500],
  );
});

test("when the server says that it restarts, back within a second, not all at once", () => {
  for (const attempt of [0, 5])
    assert.deepEqual(
      [0, 0.5, 1].map((random) => delayMs(attempt, random, 1012)),
      [200, 600, 1000],
    );
  assert.equal(delayMs(5, 1, 1006), 1000);
});

test("what cannot get better by trying is not tried again", () => {
  for (const code of [4400, 4403, 4404])
    assert.equal(afterClose(code)?.kind, "ended", String(code));
  assert.deepEqual(afterClose(4401), { kind: "outdated", inMs: 0 });
  assert.deepEqual(afterClose(4402), { kind: "outdated", inMs: 3_000 });
  for (const code of [1000, 1001, 1006, 1009, 1012, 4413, 4415, 4429, 4503])
    assert.equal(afterClose(code), null, String(code));
});

test("a command's id fits the protocol", () => {
  assert.match(commandId(new Uint8Array([0, 255, 16, 1])), /^[A-Za-z0-9_-]{1,36}$/);
  assert.equal(commandId(new Uint8Array(12)).length, 24);
});
