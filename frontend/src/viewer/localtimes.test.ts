import assert from "node:assert/strict";
import { test } from "node:test";
import { localTime } from "./localtimes";

test("a moment is told in the reader’s zone, with its day there", () => {
  const iso = "2026-11-22T23:27:26.000Z";
  assert.equal(localTime(iso, "en-gb", "UTC"), "22 Nov 2026, 23:27:26");
  assert.equal(localTime(iso, "en-gb", "Asia/Tokyo"), "23 Nov 2026, 08:27:26");
  assert.equal(localTime(iso, "de", "America/Lima"), "22.11.2026, 18:27:26");
});
