import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { Seal } from "./sealshape";
import { sealOf } from "./sealshape";

const cases = JSON.parse(
  readFileSync(new URL("../../tests/pages/seals.json", import.meta.url), "utf-8"),
) as (Seal & { readonly player: string })[];

test("the browser gives every player the seal that the server gives them", () => {
  assert.ok(cases.length > 10);
  for (const { player, ground, dots } of cases) assert.deepEqual(sealOf(player), { ground, dots });
});
