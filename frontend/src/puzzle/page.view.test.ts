// Alice solves a puzzle: what its page shows and says at each step, with its real store and handlers.

import { controls, drawn, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "lit-html";
import { fit } from "../board/geometry";
import { puzzleCommands } from "./handlers";
import { puzzleInput } from "./input";
import { openModel } from "./model";
import { puzzleBoard, saidLine } from "./page";
import type { PuzzleData, Shown, Tried } from "./state";
import { createPuzzleStore } from "./store";
import { read } from "../rules/squares";
import { settled } from "../testing/clock";
import { DEFAULTS } from "../viewer/choices";

const SIZE = { width: 3, height: 3 };
const at = (text: string): number => read(text, SIZE).square!;

const DATA: PuzzleData = {
  position: {
    ...SIZE,
    k: 3,
    lineRule: "freestyle",
    black: [at("a1"), at("b1")],
    white: [at("a2"), at("b2")],
    sideToMove: "black",
  },
  moves: [],
  task: { stones: "Black to move wins.", marks: "X to move wins." },
  isOver: false,
  tryUrl: "/puzzle/p/try",
  showUrl: "/puzzle/p/solution",
  began: "signed",
};

type Answer = Tried | Shown | string;

function solving(data: Partial<PuzzleData> = {}, choices = {}) {
  const posts: (readonly [string, unknown])[] = [];
  const answers: ((answer: Answer) => void)[] = [];
  const store = createPuzzleStore(
    openModel({ ...DATA, ...data }, { ...DEFAULTS, sound: false, ...choices }),
    () => undefined,
  );
  const act = puzzleCommands(store, <T>(url: string, body: object) => {
    posts.push([url, body]);
    return new Promise<T | string>((answer) => answers.push(answer as (its: Answer) => void));
  });
  const laid = fit(SIZE, "marks", { width: 300, height: 300 });
  const input = puzzleInput(store, act, () => laid);
  const page = (): HTMLElement => {
    const { state } = store.model();
    return drawn(
      html`${puzzleBoard(store.model(), store.stones(), laid, input)}
        <p id="said">${saidLine(state)}</p>`,
    );
  };
  const marks = (kind: string): number => page().querySelectorAll(`.mark.${kind}`).length;
  return {
    act,
    input,
    posts,
    page,
    marks,
    said: () => textOf(page().querySelector("#said")),
    verdict: () => page().querySelector(".verdict")?.className ?? null,
    async hears(answer: Answer) {
      answers.shift()!(answer);
      await settled();
    },
  };
}

test("before the first try the page says how a puzzle is played", () => {
  const puzzle = solving();
  assert.equal(puzzle.said(), "Play on the board or type a square.");
  const board = puzzle.page().querySelector("#board")!;
  assert.equal(
    board.getAttribute("aria-label"),
    "Board, 3 by 3. Arrow keys move the cursor, Enter plays.",
  );
  assert.ok(board.classList.contains("playable"));
  assert.deepEqual([puzzle.marks("black"), puzzle.marks("white")], [2, 2]);
});

test("the right square wins: its line is drawn, and nothing more is played", async () => {
  const puzzle = solving();
  puzzle.act.play(at("c1"));
  assert.deepEqual(puzzle.posts, [["/puzzle/p/try", { moves: [at("c1")], began: "signed" }]]);
  assert.equal(puzzle.marks("pending"), 1);

  const counted = { rating: 1510, change: 10 };
  await puzzle.hears({ verdict: "solved", sentence: "Solved.", counted });

  assert.equal(puzzle.said(), "Solved. Your puzzle rating is now 1510 (+10).");
  assert.equal(puzzle.verdict(), "verdict solved");
  assert.equal(puzzle.page().querySelectorAll("path.line").length, 1);
  assert.ok(!puzzle.page().querySelector("#board")!.classList.contains("playable"));
  puzzle.act.play(at("c2"));
  assert.equal(puzzle.posts.length, 1);
});

test("a wrong square is shown with its refutation until the next try", async () => {
  const puzzle = solving();
  puzzle.act.play(at("c3"));
  await puzzle.hears({ verdict: "wrong", sentence: "c2 blocks.", reply: at("c2") });
  assert.deepEqual([puzzle.said(), puzzle.verdict()], ["c2 blocks.", "verdict wrong"]);
  assert.deepEqual([puzzle.marks("black"), puzzle.marks("white")], [3, 3]);

  puzzle.act.play(at("c2")); // where the refutation lay
  assert.deepEqual(puzzle.posts.at(-1), ["/puzzle/p/try", { moves: [at("c2")], began: "signed" }]);
});

test("after a right move and its reply the line so far is told, and kept when one begins again", async () => {
  const puzzle = solving();
  puzzle.act.play(at("c2"));
  await puzzle.hears({ verdict: "right", sentence: "Right.", reply: at("c3") });
  assert.equal(puzzle.said(), "Right.");
  assert.equal(solving({ moves: [at("c2"), at("c3")] }).said(), "So far: c2 c3. Your move.");
  puzzle.act.again();
  assert.equal(puzzle.said(), "Play on the board or type a square.");
  assert.deepEqual([puzzle.marks("black"), puzzle.marks("white")], [2, 2]);
});

test("who gives up is shown the whole of it; a page without a server says so", async () => {
  const puzzle = solving();
  puzzle.act.giveUp();
  assert.deepEqual(puzzle.posts, [["/puzzle/p/solution", {}]]);
  await puzzle.hears({ moves: [at("c1")], sentence: "The solution: c1." });
  assert.deepEqual([puzzle.said(), puzzle.verdict()], ["The solution: c1.", "verdict shown"]);

  const lost = solving();
  lost.act.play(at("c1"));
  await lost.hears("We can’t reach the server. Try again in a moment.");
  assert.equal(lost.verdict(), "verdict refused");
  assert.equal(lost.marks("pending"), 0);
  assert.equal(solving({ isOver: true, moves: [at("c1")] }).said(), "The solution: c1.");
});

test("a written square is tried, or refused in words", () => {
  const puzzle = solving();
  const TABLE = [
    ["a1", false, "a1 is taken."],
    ["d1", false, "d1 isn’t on this board. Squares go from a1 to c3."],
    ["C1", true, "Play on the board or type a square."],
  ] as const;
  for (const [text, isTried, said] of TABLE) {
    assert.equal(puzzle.act.enter(text), isTried);
    assert.equal(puzzle.said(), said);
  }
  assert.equal(puzzle.posts.length, 1);
});

test("while the server answers nothing else is tried, and no solution asked for", () => {
  const puzzle = solving();
  puzzle.act.play(at("c1"));
  puzzle.act.play(at("c2"));
  puzzle.act.giveUp();
  assert.equal(puzzle.posts.length, 1);
});

test("where moves are confirmed the first key chooses and the second plays", () => {
  const puzzle = solving({}, { taps: "twice" });
  puzzle.input.follow({ kind: "cursor", direction: "up" });
  puzzle.input.follow({ kind: "cursor", direction: "right" });
  puzzle.input.follow({ kind: "play" });
  assert.deepEqual([puzzle.posts.length, puzzle.marks("aim")], [0, 1]);
  puzzle.input.follow({ kind: "play" });
  assert.deepEqual([puzzle.posts.length, puzzle.marks("aim")], [1, 0]);
  assert.deepEqual(controls(puzzle.page()), []);
});
