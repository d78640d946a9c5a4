// A variant is called as the server calls it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { LineRule } from "../protocol/protocol";
import { variantTitle } from "./variant";

test("a variant is its board and what wins, with numbers in words up to ten", () => {
  for (const [width, height, k, lineRule, title] of [
    [15, 15, 5, "freestyle", "15×15, five in a row"],
    [15, 15, 5, "exact", "15×15, exactly five"],
    [32, 1, 32, "freestyle", "32×1, 32 in a row"],
    [3, 5, 3, "full", "3×5, full lines"],
  ] as readonly [number, number, number, LineRule, string][])
    assert.equal(variantTitle({ width, height, k, lineRule }), title);
});
