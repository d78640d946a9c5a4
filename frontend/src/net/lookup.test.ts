// The analysis board asks when the position rests, and shows no answer to another position.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Asker } from "./lookup";
import { Refusal, asker } from "./lookup";
import type { Assessment, PositionPart } from "../protocol/findings";
import { positionLine } from "../rules/positionline";
import { emptyBoard, place } from "../study/setup";
import type { TestClock } from "../testing/clock";
import { settled, testClock } from "../testing/clock";

const EMPTY = emptyBoard({ width: 3, height: 3, k: 3, lineRule: "freestyle" });
const CENTRE = place(EMPTY, 4, "black");

function assessment(nodes: number): Assessment {
  const worth = { status: "proved", verdict: "draw", plies: null, score: null } as const;
  return { worth, best: [], squares: [], ways: [], threats: [], nodes };
}

/** An asker whose questions wait for an answer. */
function table(): {
  readonly clock: TestClock;
  readonly heard: Answer<Assessment>[];
  readonly asked: {
    position: PositionPart;
    isGivenUp: boolean;
    answer: (found: Assessment) => void;
    refuse: (error: unknown) => void;
  }[];
  readonly asker: Asker<PositionPart>;
} {
  const clock = testClock();
  const heard: Answer<Assessment>[] = [];
  const asked: ReturnType<typeof table>["asked"] = [];
  const made = asker<PositionPart, Assessment>({
    key: positionLine,
    wait: clock.wait,
    heard: (answer) => heard.push(answer),
    ask: (position) =>
      new Promise((answer, refuse) => {
        asked.push({ position, isGivenUp: false, answer, refuse });
      }),
    giveUp() {
      asked.at(-1)!.isGivenUp = true;
    },
  });
  return { clock, heard, asked, asker: made };
}

test("only where the position rests is it asked about", async () => {
  const { clock, asked, asker: made } = table();
  made.want(EMPTY);
  await clock.pass(100);
  made.want(CENTRE);
  await clock.pass(149);
  assert.equal(asked.length, 0);
  await clock.pass(1);
  assert.deepEqual(
    asked.map(({ position }) => position),
    [CENTRE],
  );
});

test("typed words rest for longer before they are asked about", async () => {
  const clock = testClock();
  const asked: string[] = [];
  const made = asker<string, string>({
    key: (word) => word,
    restMs: 250,
    wait: clock.wait,
    heard: () => undefined,
    ask: (word) => {
      asked.push(word);
      return Promise.resolve(word);
    },
  });
  for (const word of ["5", "5+", "5+3"]) {
    made.want(word);
    await clock.pass(249);
  }
  assert.deepEqual(asked, []);
  await clock.pass(1);
  assert.deepEqual(asked, ["5+3"]);
});

test("an answer that comes when the position has changed is not shown", async () => {
  const { clock, heard, asked, asker: made } = table();
  made.want(EMPTY);
  await clock.pass(200);
  made.want(CENTRE);
  await clock.pass(200);
  asked[0]!.answer(assessment(1));
  await settled();
  assert.equal(heard.at(-1)?.kind, "asking");
  asked[1]!.answer(assessment(2));
  await settled();
  const last = heard.at(-1);
  assert.equal(last?.kind === "known" && last.found.nodes, 2);
});

test("a question that nobody waits for any more is given up: the newest is answered first", async () => {
  const { clock, heard, asked, asker: made } = table();
  made.want(EMPTY);
  await clock.pass(200);
  made.want(EMPTY);
  assert.ok(!asked[0]!.isGivenUp, "it is still the question");
  made.want(CENTRE);
  assert.ok(asked[0]!.isGivenUp);
  asked[0]!.refuse(new Error("The request was ended."));
  await clock.pass(200);
  assert.equal(heard.at(-1)?.kind, "asking", "that it was given up is no refusal");
  // Back at the first: it is asked anew.
  made.want(EMPTY);
  assert.ok(asked[1]!.isGivenUp);
  await clock.pass(200);
  assert.equal(asked.length, 3);
  asked[2]!.answer(assessment(3));
  await settled();
  const last = heard.at(-1);
  assert.equal(last?.kind === "known" && last.found.nodes, 3);
  made.want(null);
  assert.ok(!asked[2]!.isGivenUp, "what was answered is not given up");
});

test("a question that was not asked yet is not given up", async () => {
  const { clock, asked, asker: made } = table();
  made.want(EMPTY);
  await clock.pass(200);
  asked[0]!.answer(assessment(1));
  await settled();
  made.want(CENTRE);
  await clock.pass(100);
  made.want(null);
  await clock.pass(1000);
  assert.deepEqual(
    asked.map(({ isGivenUp }) => isGivenUp),
    [false],
  );
});

test("what was answered once is known at once", async () => {
  const { clock, heard, asked, asker: made } = table();
  made.want(EMPTY);
  await clock.pass(200);
  asked[0]!.answer(assessment(7));
  await settled();
  made.want(CENTRE);
  made.want(EMPTY);
  const last = heard.at(-1);
  assert.equal(last?.kind === "known" && last.found.nodes, 7);
  await clock.pass(1000);
  assert.equal(asked.length, 1);
});

test("a refusal is told in its sentence, and the question may be asked again", async () => {
  const { clock, heard, asked, asker: made } = table();
  made.want(EMPTY);
  await clock.pass(200);
  asked[0]!.refuse(new Refusal("busy", "The server is busy. Try again in a moment."));
  await settled();
  assert.deepEqual(heard.at(-1), {
    kind: "refused",
    sentence: "The server is busy. Try again in a moment.",
  });
  made.again();
  await clock.pass(200);
  asked[1]!.refuse(new TypeError("no network"));
  await settled();
  const last = heard.at(-1);
  assert.match(last?.kind === "refused" ? last.sentence : "", /can’t reach/);
});

test("of a game that is over nothing is asked, and what was known is taken away", async () => {
  const { clock, heard, asked, asker: made } = table();
  made.want(EMPTY);
  made.want(null);
  await clock.pass(1000);
  assert.equal(asked.length, 0);
  assert.deepEqual(heard.at(-1), { kind: "none" });
});
