// A clock is called as the server calls it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { ControlPart } from "../protocol/protocol";
import { clockTitle } from "./timecontrol";

/** The server is held to the same list: tests/mnk/test_clock.py. */
const clocks = JSON.parse(
  readFileSync(new URL("../../tests/mnk/data/clocks.json", import.meta.url), "utf-8"),
) as readonly { readonly control: ControlPart; readonly title: string }[];

test("a clock has the server's title", () => {
  for (const { control, title } of clocks) assert.equal(clockTitle(control), title);
});
