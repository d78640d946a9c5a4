// A study is saved automatically; what could not be saved is reported, never lost silently.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../net/lookup";
import type { KeptStudy, StudyPart } from "../protocol/findings";
import type { Saving } from "./autosave";
import type { Autosave } from "./autosave";
import { savingWords, startAutosave } from "./autosave";
import { emptyBoard } from "./setup";
import type { TestClock } from "../testing/clock";
import { settled, testClock } from "../testing/clock";
import { beginning } from "../rules/tree";

function study(title: string): StudyPart {
  const tree = beginning(emptyBoard({ width: 3, height: 3, k: 3, lineRule: "freestyle" }));
  return { ...tree, title, game: null, shared: false };
}

interface Put {
  readonly title: string;
  readonly version: number;
  readonly keep: () => void;
  readonly refuse: (error: unknown) => void;
}

function table(): {
  readonly clock: TestClock;
  readonly puts: Put[];
  readonly heard: Saving[];
  readonly autosave: Autosave;
} {
  const clock = testClock();
  const puts: Put[] = [];
  const heard: Saving[] = [];
  const made = startAutosave(3, {
    wait: clock.wait,
    heard: (saving) => heard.push(saving),
    put: (part, version) =>
      new Promise<KeptStudy>((keep, refuse) => {
        puts.push({
          title: part.title,
          version,
          keep: () => keep({ slug: "s", version: version + 1, isMine: true, study: part }),
          refuse,
        });
      }),
  });
  return { clock, puts, heard, autosave: made };
}

test("a second after the last change it is saved once, over the version it was read at", async () => {
  const { clock, puts, heard, autosave: made } = table();
  made.changed(study("a"));
  await clock.pass(900);
  made.changed(study("ab"));
  await clock.pass(999);
  assert.equal(puts.length, 0);
  assert.ok(made.isDirty());
  await clock.pass(1);
  assert.deepEqual([puts[0]?.title, puts[0]?.version], ["ab", 3]);
  puts[0]!.keep();
  await settled();
  assert.deepEqual(heard.at(-1), { kind: "saved" });
  assert.equal(made.isDirty(), false);
});

test("what changes while it is being saved is saved next, over the new version", async () => {
  const { clock, puts, heard, autosave: made } = table();
  made.changed(study("a"));
  await clock.pass(1000);
  made.changed(study("b"));
  await clock.pass(5000);
  assert.equal(puts.length, 1);
  puts[0]!.keep();
  await settled();
  assert.deepEqual([puts[1]?.title, puts[1]?.version], ["b", 4]);
  puts[1]!.keep();
  await settled();
  assert.deepEqual(heard.at(-1), { kind: "saved" });
});

test("what could not be saved is said and kept for the next try", async () => {
  const { clock, puts, heard, autosave: made } = table();
  made.changed(study("a"));
  await clock.pass(1000);
  puts[0]!.refuse(new TypeError("no network"));
  await settled();
  assert.equal(heard.at(-1)?.kind, "failed");
  assert.match(savingWords(heard.at(-1)!), /^Not saved: /);
  assert.ok(made.isDirty());
  made.now();
  assert.equal(puts[1]?.title, "a");
});

test("the latest change is what is tried again, not the one that failed", async () => {
  const { clock, puts, autosave: made } = table();
  made.changed(study("a"));
  await clock.pass(1000);
  made.changed(study("b"));
  puts[0]!.refuse(new TypeError("no network"));
  await settled();
  made.now();
  assert.equal(puts[1]?.title, "b");
});

test("over somebody else's version nothing is saved any more, and that is said", async () => {
  const { clock, puts, heard, autosave: made } = table();
  made.changed(study("a"));
  await clock.pass(1000);
  puts[0]!.refuse(new Refusal("stale", "Another window has saved this study since."));
  await settled();
  assert.deepEqual(heard.at(-1), {
    kind: "stale",
    sentence: "Another window has saved this study since.",
  });
  made.changed(study("b"));
  made.now();
  await clock.pass(10_000);
  assert.equal(puts.length, 1);
  assert.equal(heard.at(-1)?.kind, "stale");
  assert.ok(made.isDirty());
});

test("what the server takes only later is saved then, with all that has changed meanwhile", async () => {
  const { clock, puts, heard, autosave: made } = table();
  made.changed(study("a"));
  await clock.pass(1000);
  puts[0]!.refuse(new Refusal("tooManyRequests", "Wait 12 seconds and try again.", 12_000));
  await settled();
  assert.deepEqual(heard.at(-1), {
    kind: "failed",
    sentence: "Wait 12 seconds and try again.",
  });
  made.changed(study("ab"));
  await clock.pass(11_999);
  assert.equal(puts.length, 1);
  assert.ok(made.isDirty());
  await clock.pass(1);
  assert.deepEqual([puts[1]?.title, puts[1]?.version], ["ab", 3]);
  puts[1]!.keep();
  await settled();
  assert.equal(heard.at(-1)?.kind, "saved");
  assert.equal(made.isDirty(), false);
});
