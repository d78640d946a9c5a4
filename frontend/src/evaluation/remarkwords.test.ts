import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { Drawing } from "../viewer/choices";
import type { RemarkPart, VariantPart } from "../protocol/protocol";
import { remarkWords } from "./remarkwords";

interface Case {
  readonly remark: RemarkPart;
  readonly variant: VariantPart;
  readonly drawn: Drawing;
  readonly said: string;
}

const cases = JSON.parse(
  readFileSync(new URL("../../tests/words/remarks.json", import.meta.url), "utf-8"),
) as Case[];

test("every remark is said as the server says it", () => {
  for (const { remark, variant, drawn, said } of cases)
    assert.equal(remarkWords([remark], variant, drawn), said);
});

test("one sentence follows the other", () => {
  const [first, second] = cases.filter(({ drawn }) => drawn === "stones");
  const { variant } = first!;
  assert.equal(
    remarkWords([first!.remark, second!.remark], variant, "stones"),
    `${first!.said} ${second!.said}`,
  );
});
