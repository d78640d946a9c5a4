// What two fingers show of a board.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Pinch, Zoom } from "./zoom";
import { WHOLE, isInSight, pinched } from "./zoom";
import { read } from "../rules/squares";

const SIZE = { width: 15, height: 15 };

/** Two fingers beside each other, this far apart, around a middle. */
const fingers = (x: number, y: number, apart: number): Pinch => [
  { x: x - apart / 2, y },
  { x: x + apart / 2, y },
];

function isNear(zoom: Zoom, wanted: Zoom): void {
  for (const part of ["scale", "x", "y"] as const)
    assert.ok(Math.abs(zoom[part] - wanted[part]) < 1e-9, JSON.stringify([zoom, wanted]));
}

test("fingers that part make the board larger, and what was between them stays there", () => {
  isNear(pinched(WHOLE, fingers(0.5, 0.5, 0.2), fingers(0.5, 0.5, 0.4)), {
    scale: 2,
    x: 0.25,
    y: 0.25,
  });
  const corner = pinched(WHOLE, fingers(1, 0, 0.1), fingers(1, 0, 0.4));
  isNear(corner, { scale: 4, x: 0.75, y: 0 });
  // Back again, the board is whole.
  isNear(pinched(corner, fingers(1, 0, 0.4), fingers(1, 0, 0.1)), WHOLE);
});

test("fingers that go together move the board, never past its edge", () => {
  const half: Zoom = { scale: 2, x: 0.25, y: 0.25 };
  const moved = pinched(half, fingers(0.5, 0.5, 0.2), fingers(0.7, 0.4, 0.2));
  isNear(moved, { scale: 2, x: 0.15, y: 0.3 });
  isNear(pinched(half, fingers(0.1, 0.1, 0.2), fingers(9, -9, 0.2)), {
    scale: 2,
    x: 0,
    y: 0.5,
  });
});

test("a board is never smaller than whole nor more than four times as large, and two fingers may meet", () => {
  assert.deepEqual(pinched(WHOLE, fingers(0.5, 0.5, 0.9), fingers(0.5, 0.5, 0.01)), WHOLE);
  assert.equal(pinched(WHOLE, fingers(0.5, 0.5, 0.01), fingers(0.5, 0.5, 0.9)).scale, 4);
  assert.deepEqual(pinched(WHOLE, fingers(0.5, 0.5, 0), fingers(0.5, 0.5, 0)), WHOLE);
});

test("whatever two fingers do, they leave a part of the board", () => {
  const step = (seed: number): number => (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  let [seed, zoom] = [7, WHOLE];
  const any = (): number => (seed = step(seed)) / 2 ** 31;
  for (let times = 0; times < 2_000; times += 1) {
    zoom = pinched(zoom, fingers(any(), any(), any()), fingers(any(), any(), any()));
    assert.ok(zoom.scale >= 1 && zoom.scale <= 4);
    for (const start of [zoom.x, zoom.y]) assert.ok(start >= 0 && start <= 1 - 1 / zoom.scale);
  }
});

test("a square is in sight where its middle is", () => {
  const corner: Zoom = { scale: 3, x: 2 / 3, y: 0 };
  const seen = (name: string): boolean => isInSight(read(name, SIZE).square!, SIZE, corner);
  assert.deepEqual(["o15", "k11", "j11", "k10", "a1"].map(seen), [true, true, false, false, false]);
  assert.ok(isInSight(read("a1", SIZE).square!, SIZE, WHOLE));
});
