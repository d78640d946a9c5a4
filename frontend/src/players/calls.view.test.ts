// Challenges as cards: what is said of each, and what can be pressed.

import { controls, drawn, named, noted, press, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallCommands, Calls } from "./calls";
import { callCards, callsOf } from "./calls";
import type { ChallengePart, DeclineReason, FoundPart } from "../protocol/protocol";
import { choicesOf } from "../viewer/choices";

const ALICE = { name: "Alice", kind: "guest", player: "alice" } as ChallengePart["other"];
const VARIANT = { width: 3, height: 3, k: 3, lineRule: "freestyle", blocked: [] } as const;
const FIVE_THREE = { initialMs: 300_000, incrementMs: 3_000, periodMs: 0, periods: 0 };

const challenge = (part: Partial<ChallengePart> = {}): ChallengePart => ({
  game: "g",
  mine: false,
  other: ALICE,
  state: "waiting",
  reason: null,
  instead: false,
  variant: VARIANT,
  control: FIVE_THREE,
  rated: true,
  bestOf: 3,
  side: "white",
  at: 0,
  until: 1,
  opening: "none",
  ...part,
});

const callsWith = (rest: Partial<Calls>): Calls => ({
  challenges: [],
  found: [],
  fresh: new Set(),
  trouble: "",
  choices: choicesOf(null),
  csrf: "token",
  ...rest,
});

function shown(challenges: readonly ChallengePart[], rest: Partial<Calls> = {}) {
  const { act, called } = noted<CallCommands>();
  return { root: drawn(callCards(callsWith({ challenges, ...rest }), act)), called };
}

test("a challenge says who asks for what, and is accepted, declined, or answered by another", () => {
  const { root, called } = shown([challenge()]);
  assert.match(
    textOf(root),
    /^Alice challenges you\s*3×3, three in a row · 5 min \+ 3 s · rated · best of 3 · you play O/,
  );
  assert.deepEqual(controls(root), [
    "Accept",
    "Without a reason",
    "I can’t play now",
    "Not rated, please",
    "Another board, please",
    "More time, please",
    "A faster clock, please",
    "Suggest another game",
    "Answer Alice later",
  ]);
  const form = named<HTMLButtonElement>(root, "Accept").form!;
  assert.equal(form.getAttribute("action"), "/game/g/accept");
  assert.equal(form.querySelector("input")!.value, "token");
  assert.equal(named(root, "Suggest another game").getAttribute("href"), "/game/g/counter");
  press(root, "Without a reason");
  press(root, "More time, please");
  press(root, "Answer Alice later");
  assert.deepEqual(called, [
    ["decline", "g", null],
    ["decline", "g", "slower"],
    ["later", "g"],
  ]);
});

test("nobody is offered a reason that says nothing", () => {
  const { root } = shown([challenge({ control: null, rated: false, bestOf: null, side: null })]);
  assert.match(textOf(root), /3×3, three in a row · no clock · not rated Accept/);
  assert.deepEqual(controls(root).slice(1, 4), [
    "Without a reason",
    "I can’t play now",
    "Another board, please",
  ]);
});

test("what came of one's own is told in words, and put away", () => {
  const words = (reason: DeclineReason | null): string =>
    textOf(shown([challenge({ mine: true, state: "declined", reason })]).root.querySelector("b"));
  assert.equal(words(null), "Alice declined your challenge.");
  assert.equal(words("notNow"), "Alice can’t play now.");
  assert.equal(words("faster"), "Alice would like a faster clock.");
  const { root, called } = shown([challenge({ mine: true, state: "lapsed" })]);
  assert.match(textOf(root), /Alice didn’t answer your challenge\./);
  assert.deepEqual(controls(root), ["Challenge again", "OK"]);
  press(root, "OK");
  assert.deepEqual(called, [["note", "g"]]);
  const accepted = shown([challenge({ mine: true, state: "accepted" })]).root;
  assert.equal(named(accepted, "Play").getAttribute("href"), "/game/g/");
});

test("one's own that waits can be withdrawn", () => {
  const { root, called } = shown([challenge({ mine: true })]);
  assert.match(textOf(root), /^Waiting for Alice/);
  press(root, "Withdraw");
  assert.deepEqual(called, [["withdraw", "g"]]);
});

test("a card that has just come does not answer yet", () => {
  const { root } = shown([challenge()], { fresh: new Set(["g"]) });
  assert.equal(controls(root)[0], "(Accept)");
});

test("whoever does not look is told by a sentence for each card, another once it is answered", () => {
  const found = {
    game: "f",
    other: ALICE,
    side: "black",
    variant: VARIANT,
    opening: "none",
    control: null,
  } as const;
  const mine = challenge({ mine: true, state: "accepted" });
  const said = callsOf(callsWith({ found: [found], challenges: [challenge(), mine] }));
  assert.deepEqual(
    said.map(({ key, words }) => [key, words]),
    [
      ["f found", "Alice has joined your game."],
      ["g waiting", "Alice challenges you"],
      ["g accepted", "Alice accepted. Your game is ready."],
    ],
  );
});

test("a challenge says how the game opens, and who chooses a side", () => {
  const asked = challenge({
    opening: "swap2",
    variant: { ...VARIANT, width: 15, height: 15, k: 5 },
  });
  assert.match(
    textOf(shown([asked]).root),
    /15×15, five in a row, swap2 opening · .* · you choose a side/,
  );
  const mine = challenge({ opening: "swap2", side: "black" });
  assert.match(textOf(shown([mine]).root), /you place the first stones/);
});

test("a game that somebody has joined is one press away; trouble is told", () => {
  const found: FoundPart = {
    game: "f",
    other: ALICE,
    side: "black",
    variant: VARIANT,
    control: null,
    opening: "none",
  };
  const { root } = shown([], { found: [found], trouble: "This challenge no longer stands." });
  assert.match(
    textOf(root),
    /Alice has joined your game\. 3×3, three in a row · no clock · you play X/,
  );
  assert.equal(named(root, "Play").getAttribute("href"), "/game/f/");
  assert.equal(textOf(root.querySelector("[role=alert]")), "This challenge no longer stands.");
});

test("a name is text, whatever is in it", () => {
  const { root } = shown([challenge({ other: { ...ALICE, name: "<b id=x>A</b>" } })]);
  assert.equal(root.querySelector("#x"), null);
  assert.match(textOf(root), /^<b id=x>A<\/b> challenges you/);
});
