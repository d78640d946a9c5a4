// Alice solves a puzzle: what its page shows and says at each step, with its real store and handlers.

import { controls, drawn, press, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "lit-html";
import { fit } from "../board/geometry";
import { REPLY_MS, STEP_MS, puzzleCommands } from "./handlers";
import { puzzleInput } from "./input";
import { openModel } from "./model";
import { card, cardKind, puzzleTable } from "./page";
import type { Hint, PuzzleData, Shown, Tried } from "./state";
import { createPuzzleStore } from "./store";
import { read } from "../rules/squares";
import { settled, testClock } from "../testing/clock";
import { DEFAULTS } from "../viewer/choices";

const SIZE = { width: 3, height: 3 };
const at = (text: string): number => read(text, SIZE).square!;

const DATA: PuzzleData = {
  kind: "puzzle",
  position: {
    ...SIZE,
    k: 3,
    lineRule: "freestyle",
    blocked: [],
    black: [at("a1"), at("b1")],
    white: [at("a2"), at("b2")],
    sideToMove: "black",
  },
  moves: [],
  task: { stones: "Black to play and win in 2", marks: "X to play and win in 2" },
  intro: "Only one first move wins (proved).",
  isOver: false,
  left: 2,
  tryUrl: "/puzzle/p/try",
  showUrl: "/puzzle/p/solution",
  hintUrl: "/puzzle/p/hint",
  nextUrl: "/puzzle/next?skipped=p",
  began: "signed",
};

type Answer = Tried | Shown | Hint | string;

function solving(data: Partial<PuzzleData> = {}, choices = {}, isStill = false) {
  const posts: (readonly [string, unknown])[] = [];
  const answers: ((answer: Answer) => void)[] = [];
  const clock = testClock();
  const store = createPuzzleStore(
    openModel({ ...DATA, ...data }, { ...DEFAULTS, sound: false, ...choices }),
    () => undefined,
  );
  const act = puzzleCommands(store, {
    post: <T>(url: string, body: object) => {
      posts.push([url, body]);
      return new Promise<T | string>((answer) => answers.push(answer as (its: Answer) => void));
    },
    wait: clock.wait,
    isStill: () => isStill,
  });
  const laid = fit(SIZE, "marks", { width: 300, height: 300 });
  const input = puzzleInput(store, act, () => laid);
  const page = (): HTMLElement =>
    drawn(
      html`${puzzleTable(store.model(), store.stones(), laid, input)}
        <section id="told" class=${cardKind(store.model().state)}>
          ${card(store.model(), act)}
        </section>`,
    );
  const told = (): Element => page().querySelector("#told")!;
  return {
    act,
    input,
    posts,
    page,
    pass: clock.pass,
    marks: (kind: string): number => page().querySelectorAll(`#squares .mark.${kind}`).length,
    numbers: (): readonly string[] =>
      [...page().querySelectorAll(".tried-number")].map((each) => each.textContent),
    heading: (): string => textOf(told().querySelector("h2")),
    said: (): string => textOf(told().querySelector("p")),
    kind: (): string => told().className,
    buttons: (): readonly string[] => controls(told()),
    pill: (): string => textOf(page().querySelector(".below .pill")),
    press: (name: string) => press(page(), name),
    async hears(answer: Answer) {
      answers.shift()!(answer);
      await settled();
    },
  };
}

test("before the first try the page says what is to be done and what helps", () => {
  const puzzle = solving();
  assert.equal(puzzle.said(), "Only one first move wins (proved).");
  assert.deepEqual(puzzle.buttons(), ["Hint", "Show solution"]);
  const board = puzzle.page().querySelector("#board")!;
  assert.equal(
    board.getAttribute("aria-label"),
    "Board, 3 by 3. Arrow keys move the cursor, Enter plays.",
  );
  assert.ok(board.classList.contains("playable"));
  assert.deepEqual([puzzle.marks("black"), puzzle.marks("white")], [2, 2]);
  assert.equal(puzzle.pill(), "Your turn");
  assert.equal(
    textOf(puzzle.page().querySelector(".above .who")),
    "O always finds the best answer",
  );
});

test("the right square wins: its line is drawn, and nothing more is played", async () => {
  const puzzle = solving({ left: 1 });
  puzzle.act.play(at("c1"));
  assert.deepEqual(puzzle.posts, [["/puzzle/p/try", { moves: [at("c1")], began: "signed" }]]);
  assert.equal(puzzle.marks("pending"), 1);

  await puzzle.hears({
    verdict: "solved",
    sentence: "c1 wins. Solved!",
    lesson: "A fork.",
    counted: { rating: 1230, change: 30, streak: 4, today: [4, 5] },
  });

  assert.equal(puzzle.heading(), "Solved 4 in a row Your puzzle rating: 1230 +30");
  assert.deepEqual([puzzle.said(), puzzle.kind(), puzzle.pill()], ["A fork.", "good", "Solved"]);
  assert.deepEqual(puzzle.buttons(), ["Next puzzle", "Watch again"]);
  assert.equal(puzzle.page().querySelectorAll("path.line").length, 1);
  assert.ok(!puzzle.page().querySelector("#board")!.classList.contains("playable"));
  puzzle.act.play(at("c2"));
  assert.equal(puzzle.posts.length, 1);
});

test("after a right move the reply lands a moment later, and then it is Alice's turn again", async () => {
  const puzzle = solving();
  puzzle.act.play(at("c2"));
  await puzzle.hears({ verdict: "right", sentence: "c2 is right.", reply: at("c3"), left: 1 });
  assert.deepEqual([puzzle.heading(), puzzle.pill()], ["Right. One more.", "Right"]);
  assert.deepEqual([puzzle.marks("black"), puzzle.marks("white")], [3, 2]);
  assert.deepEqual(puzzle.buttons(), ["Hint", "Show solution"]);
  puzzle.act.play(at("c1"));
  assert.equal(puzzle.posts.length, 1); // not before the other side has moved

  await puzzle.pass(REPLY_MS);
  assert.equal(puzzle.marks("white"), 3);
  puzzle.act.play(at("c1"));
  assert.deepEqual(puzzle.posts[1], [
    "/puzzle/p/try",
    { moves: [at("c2"), at("c3"), at("c1")], began: "signed" },
  ]);
});

test("a wrong square is refuted once, move by move, with numbers; then it is tried again", async () => {
  const puzzle = solving();
  puzzle.act.play(at("c3"));
  await puzzle.hears({ verdict: "wrong", sentence: "c3 loses: c2 wins.", line: [at("c2")] });
  assert.deepEqual([puzzle.heading(), puzzle.said()], ["Not that one", "c3 loses: c2 wins."]);
  assert.equal(puzzle.kind(), "wrong");
  assert.deepEqual([puzzle.marks("black"), puzzle.marks("white")], [3, 2]);
  assert.deepEqual(puzzle.buttons(), ["Try again"]);

  await puzzle.pass(STEP_MS);
  assert.deepEqual([puzzle.marks("white"), puzzle.numbers()], [3, ["1", "2"]]);
  assert.equal(puzzle.page().querySelectorAll("path.line").length, 1); // of the other side
  await puzzle.pass(10 * STEP_MS);
  assert.equal(puzzle.marks("white"), 3);

  puzzle.press("Try again");
  assert.deepEqual([puzzle.marks("black"), puzzle.marks("white")], [2, 2]);
  assert.equal(puzzle.said(), "Only one first move wins (proved).");
});

test("the next try may come before the refutation has ended, also where it lay", async () => {
  const puzzle = solving();
  puzzle.act.play(at("c3"));
  await puzzle.hears({ verdict: "wrong", sentence: "No.", line: [at("c2")] });
  await puzzle.pass(STEP_MS);
  puzzle.act.play(at("c2"));
  assert.deepEqual(puzzle.posts.at(-1), ["/puzzle/p/try", { moves: [at("c2")], began: "signed" }]);
});

test("for somebody who wants nothing to move, all of it appears at once", async () => {
  const puzzle = solving({}, {}, true);
  puzzle.act.play(at("c3"));
  await puzzle.hears({ verdict: "wrong", sentence: "No.", line: [at("c2")] });
  assert.deepEqual(puzzle.numbers(), ["1", "2"]);
  puzzle.act.play(at("c1"));
  await puzzle.hears({ verdict: "right", sentence: "Yes.", reply: at("c2"), left: 1 });
  assert.equal(puzzle.marks("white"), 3);
});

test("a hint rings a few squares", async () => {
  const puzzle = solving();
  puzzle.press("Hint");
  assert.deepEqual(puzzle.posts, [["/puzzle/p/hint", { moves: [] }]]);
  await puzzle.hears({ squares: [at("c1"), at("c2"), at("c3")], sentence: "One of these." });
  assert.deepEqual([puzzle.heading(), puzzle.said()], ["Hint", "One of these."]);
  assert.equal(puzzle.page().querySelectorAll(".hints .best").length, 3);
  puzzle.act.play(at("c1"));
  assert.equal(puzzle.page().querySelectorAll(".hints .best").length, 0);
});

test("a hint that comes too late, when Alice has gone on, is not shown", async () => {
  const puzzle = solving();
  puzzle.press("Hint");
  puzzle.act.play(at("c2"));
  await puzzle.hears({ squares: [at("c2")], sentence: "The move is c2." });
  assert.notEqual(puzzle.heading(), "Hint");
});

test("who gives up sees the solution move by move, and steps through it", async () => {
  const puzzle = solving();
  puzzle.press("Show solution");
  assert.deepEqual(puzzle.posts, [["/puzzle/p/solution", {}]]);
  const moves = [at("c3"), at("c2"), at("c1")];
  const counted = { rating: 1165, change: -35, streak: 0, today: [0, 1] } as const;
  await puzzle.hears({ moves, sentence: "The solution: c3 c2 c1.", counted });
  assert.equal(puzzle.heading(), "The solution Your puzzle rating: 1165 −35");
  assert.deepEqual(puzzle.numbers(), ["1"]);
  assert.deepEqual(puzzle.buttons(), ["First", "Back", "Forward", "Last", "Next puzzle"]);

  await puzzle.pass(STEP_MS);
  assert.deepEqual(puzzle.numbers(), ["1", "2"]);
  puzzle.press("Back"); // from now on it stands still
  await puzzle.pass(10 * STEP_MS);
  assert.deepEqual(puzzle.numbers(), ["1"]);
  puzzle.press("First");
  assert.deepEqual(puzzle.buttons().slice(0, 3), ["(First)", "(Back)", "Forward"]);
  puzzle.press("Last");
  assert.deepEqual(puzzle.numbers(), ["1", "2", "3"]);
});

test("a solved puzzle is watched again from its beginning", async () => {
  const puzzle = solving({ moves: [at("c1")], isOver: true });
  puzzle.press("Watch again");
  assert.deepEqual(puzzle.numbers(), []);
  await puzzle.pass(STEP_MS);
  assert.deepEqual(puzzle.numbers(), ["1"]);
});

test("a page without a server says so", async () => {
  const puzzle = solving();
  puzzle.act.play(at("c1"));
  await puzzle.hears("We can’t reach the server. Try again in a moment.");
  assert.equal(puzzle.heading(), "Try again");
  assert.equal(puzzle.said(), "We can’t reach the server. Try again in a moment.");
  assert.equal(puzzle.marks("pending"), 0);
});

test("a written square is tried, or refused in words", () => {
  const puzzle = solving();
  const TABLE = [
    ["a1", false, "a1 is taken."],
    ["d1", false, "d1 isn’t on this board. Squares go from a1 to c3."],
    ["C1", true, "Only one first move wins (proved)."],
  ] as const;
  for (const [text, isTried, said] of TABLE) {
    assert.equal(puzzle.act.enter(text), isTried);
    assert.equal(puzzle.said(), said);
  }
  assert.equal(puzzle.posts.length, 1);
});

test("while the server answers nothing else is tried, and no help is asked for", () => {
  const puzzle = solving();
  puzzle.act.play(at("c1"));
  puzzle.act.play(at("c2"));
  puzzle.act.giveUp();
  puzzle.act.hint();
  assert.equal(puzzle.posts.length, 1);
});

test("where moves are confirmed the first key chooses and the second plays", () => {
  const puzzle = solving({}, { taps: "twice" });
  puzzle.input.follow({ kind: "cursor", direction: "up" });
  puzzle.input.follow({ kind: "cursor", direction: "right" });
  puzzle.input.follow({ kind: "play" });
  assert.deepEqual([puzzle.posts.length, puzzle.marks("aim")], [0, 1]);
  assert.ok(puzzle.buttons().some((name) => name.startsWith("Play "))); // in place of the help
  puzzle.input.follow({ kind: "play" });
  assert.deepEqual([puzzle.posts.length, puzzle.marks("aim")], [1, 0]);
});

test("in practice one's own move is marked, there are no hints, and the last mistake has none after it", async () => {
  const exercise = { kind: "practice", hintUrl: null, nextUrl: null, marked: at("c3") } as const;
  const puzzle = solving({ ...exercise, intro: "You played c3 and didn’t block." });
  assert.equal(puzzle.said(), "You played c3 and didn’t block.");
  assert.deepEqual(puzzle.buttons(), ["Show a better move"]);
  assert.equal(puzzle.page().querySelectorAll(".hints .halo").length, 1);
  puzzle.act.play(at("c1"));
  await puzzle.hears({ verdict: "solved", sentence: "c1 wins at once." });
  assert.equal(puzzle.heading(), "Better");
  assert.deepEqual(puzzle.buttons(), ["Solve puzzles"]);

  const first = solving({ ...exercise, nextUrl: "/game/g/practice?at=9" });
  first.press("Show a better move");
  await first.hears({ moves: [at("c1")], sentence: "Better (proved): c1." });
  assert.equal(first.heading(), "A better move");
  assert.deepEqual(first.buttons(), ["Next mistake"]);
});

test("in misère the other side's last stone makes the row that loses, and it is drawn as its own", async () => {
  const position = {
    ...DATA.position,
    lineRule: "misere",
    black: [at("a1"), at("a2")],
    white: [at("b1"), at("b2"), at("c3")],
  } as const;
  const puzzle = solving({ position, left: 1, game: "3×3, misère, three in a row" });
  assert.equal(textOf(puzzle.page().querySelector("#told .quiet")), "3×3, misère, three in a row");
  puzzle.act.play(at("c1"));
  await puzzle.hears({ verdict: "solved", sentence: "c1 wins. Solved!", reply: at("b3") });
  assert.equal(puzzle.heading(), "Solved");
  assert.equal(puzzle.page().querySelectorAll("path.line").length, 0);

  await puzzle.pass(REPLY_MS);
  assert.equal(puzzle.marks("white"), 4);
  assert.equal(puzzle.page().querySelectorAll("path.line").length, 1);
  puzzle.press("Watch again");
  await puzzle.pass(2 * STEP_MS);
  assert.deepEqual(puzzle.numbers(), ["1", "2"]);
});

test("who watches at once sees the last reply, too", async () => {
  const puzzle = solving({ left: 1 });
  puzzle.act.play(at("c3"));
  await puzzle.hears({ verdict: "solved", sentence: "Solved!", reply: at("c2") });
  puzzle.press("Watch again");
  await puzzle.pass(2 * STEP_MS);
  assert.deepEqual(puzzle.numbers(), ["1", "2"]);
});

const BAN = {
  square: at("c1"),
  makes: "overline",
  shapes: [[at("a1"), at("b1"), at("c1")]],
} as const;

test("where Black may not play is marked while Black is to move, and pressing it only says why", async () => {
  const position = { ...DATA.position, lineRule: "renju" } as const;
  const puzzle = solving({ position, forbidden: { "": [BAN] } });
  assert.equal(puzzle.page().querySelectorAll(".ban").length, 1);
  assert.match(textOf(puzzle.page().querySelector("#board-bans")), /^Forbidden to .*: c1\.$/);
  for (const tries of [() => puzzle.act.play(at("c1")), () => puzzle.act.enter("c1")]) {
    tries();
    assert.match(puzzle.said(), /^c1 makes a row of three: .* can’t play there\.$/);
    assert.equal(puzzle.page().querySelectorAll(".ban.chosen").length, 1);
  }
  assert.equal(puzzle.posts.length, 0);

  puzzle.act.play(at("c2"));
  assert.equal(puzzle.page().querySelectorAll(".ban.chosen").length, 0);
  await puzzle.hears({
    verdict: "right",
    sentence: "c2 is right.",
    reply: at("c3"),
    forbidden: { [`${at("c2")}.${at("c3")}`]: [BAN] },
  });
  assert.equal(puzzle.page().querySelectorAll(".ban").length, 0); // White is to move
  await puzzle.pass(REPLY_MS);
  assert.equal(puzzle.page().querySelectorAll(".ban").length, 1);
});

test("with stones of either kind a hint rings the squares, whatever kind goes there", async () => {
  const position = { ...DATA.position, lineRule: "wild" } as const;
  const puzzle = solving({ position });
  puzzle.press("Hint");
  await puzzle.hears({
    squares: [at("c1"), 9 + at("c1"), 9 + at("c3")],
    sentence: "One of these.",
  });
  assert.equal(puzzle.page().querySelectorAll(".hints .best").length, 2);
});
