// The clock a visitor chose last.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../viewer/choices";
import { readKept } from "./clockform";

const holding = (text: string | null): Store => ({ getItem: () => text, setItem: () => undefined });

test("the last clock is there again, if it is one", () => {
  assert.equal(readKept(holding("5+3")), "5+3");
  assert.equal(readKept(holding("7+2x20s")), "7+2x20s");
  for (const text of [null, "", "blitz", "0+0", "{}"]) assert.equal(readKept(holding(text)), "");
});

test("forbidden storage is no error", () => {
  const closed: Store = {
    getItem: () => {
      throw new Error("SecurityError");
    },
    setItem: () => undefined,
  };
  assert.equal(readKept(closed), "");
  assert.equal(readKept(null), "");
});
