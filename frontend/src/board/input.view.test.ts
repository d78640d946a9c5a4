// What a pointer, a finger and a key do on a board, as on every page.

import { drawn, happens, key, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BoardPage, Held } from "./input";
import { boardInput } from "./input";
import { fit as fitOf, left, top } from "./geometry";
import type { StepIntent } from "./keys";
import { playedBoard } from "./playedboard";
import { NO_HINTS } from "../evaluation/overlay";
import { name, read } from "../rules/squares";
import type { Turning } from "../rules/turning";
import { UPRIGHT, rotated, seenAt, turnedBoard } from "../rules/turning";

const SIZE = { width: 15, height: 10 };
const NOTHING: Held = { hover: null, aim: null, cursor: null };

const at = (text: string): number => read(text, SIZE).square!;

interface Part {
  readonly held?: Partial<Held>;
  readonly turning?: Turning;
  readonly pixels?: number;
  readonly confirms?: boolean;
  readonly taken?: readonly string[];
  readonly stepping?: { readonly byArrow: boolean; readonly bySwipe: boolean };
}

/** A board on a page, and what was done there. */
function page({
  turning = UPRIGHT,
  pixels = 30,
  confirms = false,
  taken = [],
  ...part
}: Part = {}) {
  const said: string[] = [];
  let now = 0;
  let held: Held = { ...NOTHING, ...part.held };
  const { stepping } = part;
  const size = turnedBoard(SIZE, turning);
  const box = { width: (size.width + 0.2) * pixels, height: (size.height + 0.2) * pixels };
  const fit = fitOf(size, "stones", box);
  const wiring: BoardPage = {
    board: () => SIZE,
    turning: () => turning,
    fit: () => fit,
    held: () => held,
    change: (change) => void (held = { ...held, ...change }),
    begin: () => (taken[0] === undefined ? null : at(taken[0])),
    words: (square) => `about ${name(square, SIZE)}`,
    confirms: () => confirms,
    isFree: (square) => !taken.includes(name(square, SIZE)),
    aim: (aim, byKey) => {
      held = { ...held, aim };
      said.push(`aim ${name(aim, SIZE)}${byKey ? " by key" : ""}`);
    },
    choose: (square) => void said.push(`choose ${name(square, SIZE)}`),
    letGo: () => void said.push("let go"),
    ...(stepping && {
      stepping: {
        byArrow: () => stepping.byArrow,
        bySwipe: stepping.bySwipe,
        step: (intent: StepIntent) =>
          void said.push(intent.kind === "step" ? `step ${intent.by}` : intent.kind),
      },
    }),
  };
  const root = drawn(
    playedBoard({
      view: {
        board: size,
        fit,
        drawing: "stones",
        coordinates: false,
        stones: new Map(),
        last: null,
        line: [],
        strokes: [],
        hover: null,
        aim: null,
        premove: null,
        pending: null,
        cursor: null,
        hints: NO_HINTS,
        viewer: null,
      },
      input: boardInput(wiring),
      label: "Board, 15 by 10",
      isPlayable: true,
    }),
  );
  const spoken = document.createElement("p");
  spoken.id = "spoken";
  document.body.append(spoken);
  const element = root.querySelector("#board")!;
  const place = (square: string): { readonly clientX: number; readonly clientY: number } => {
    const seen = seenAt(at(square), SIZE, turning);
    return {
      clientX: (left(seen, size) + 0.5) * fit.square,
      clientY: (top(seen, size) + 0.5) * fit.square,
    };
  };
  return {
    said,
    held: () => held,
    spoken: () => textOf(spoken),
    keys: (...keys: readonly string[]) => keys.forEach((each) => key(element, each)),
    over: (square: string, pointerType = "mouse") =>
      happens(element, "pointermove", { pointerType, ...place(square) }),
    happens: (what: string) => happens(element, what),
    /** A press and its release, and the click that a browser makes of them. */
    clicks(square: string, pointerType = "mouse", to = square, afterMs = 1_000) {
      now += afterMs;
      happens(element, "pointerdown", { pointerType, ...place(square) });
      happens(element, "pointerup", { pointerType, ...place(to) });
      happens(element, "click", { ...place(to), timeStamp: now });
    },
    clicksOutside: () => happens(element, "click", { clientX: 5_000, clientY: 5_000 }),
  };
}

test("a click chooses the square under it; one outside drops what was chosen", () => {
  const board = page({ held: { aim: at("h8") } });
  board.clicks("a1");
  board.clicks("o10");
  assert.deepEqual(board.said, ["choose a1", "choose o10"]);
  board.clicksOutside();
  assert.equal(board.held().aim, null);
  assert.equal(board.said.length, 2);
});

test("a finger on a small square chooses first and plays second; a mouse plays, and so does a finger on a large one", () => {
  const TABLE: readonly (readonly [Part, pointer: string, said: readonly string[]])[] = [
    [{ pixels: 20 }, "touch", ["aim c3", "choose c3"]],
    [{ pixels: 20 }, "mouse", ["choose c3", "choose c3"]],
    [{ pixels: 20 }, "pen", ["choose c3", "choose c3"]],
    [{ pixels: 28 }, "touch", ["choose c3", "choose c3"]],
    [{ pixels: 28, confirms: true }, "mouse", ["aim c3", "choose c3"]],
    // Nothing would be played there: why is said at once.
    [{ pixels: 20, taken: ["c3"] }, "touch", ["choose c3", "choose c3"]],
  ];
  for (const [part, pointer, said] of TABLE) {
    const board = page(part);
    board.clicks("c3", pointer);
    board.clicks("c3", pointer);
    assert.deepEqual(board.said, said, JSON.stringify([part, pointer]));
  }
});

test("two taps of a finger within 350 ms are one, wherever they fall; a mouse may be as fast as it likes", () => {
  for (const pixels of [20, 30]) {
    const finger = page({ pixels });
    finger.clicks("c3", "touch");
    finger.clicks("c3", "touch", "c3", 349);
    finger.clicks("d3", "touch", "d3", 0);
    assert.equal(finger.said.length, 1);
    finger.clicks("c3", "touch", "c3", 1);
    assert.equal(finger.said.length, 2);
  }
  const mouse = page();
  mouse.clicks("c3");
  mouse.clicks("d3", "mouse", "d3", 90);
  assert.deepEqual(mouse.said, ["choose c3", "choose d3"]);
});

test("another square is aimed at anew", () => {
  const board = page({ confirms: true });
  for (const square of ["c3", "d4", "d4"]) board.clicks(square);
  assert.deepEqual(board.said, ["aim c3", "aim d4", "choose d4"]);
});

test("a pointer hovers until it leaves, a finger never does", () => {
  const board = page();
  board.over("c3");
  assert.equal(board.held().hover, at("c3"));
  board.over("d4", "touch");
  assert.equal(board.held().hover, at("c3"));
  board.happens("pointerleave");
  assert.equal(board.held().hover, null);
});

test("the cursor begins at the last stone or in the centre, moves to the edge, and says where it is", () => {
  const board = page();
  board.keys("ArrowUp");
  assert.equal(board.held().cursor, at("h5"));
  assert.equal(board.spoken(), "about h5");
  board.keys("ArrowUp", "ArrowLeft");
  assert.equal(board.spoken(), "about g6");
  board.keys("PageUp", "ArrowUp", "End");
  assert.equal(board.spoken(), "about o10");

  const later = page({ taken: ["c3"] });
  later.keys("ArrowDown");
  assert.equal(later.spoken(), "about c3");
});

test("Enter and Space choose where the cursor is, and nothing where there is none", () => {
  const board = page();
  board.keys("Enter");
  assert.deepEqual(board.said, []);
  board.keys("ArrowUp", "Enter", " ");
  assert.deepEqual(board.said, ["choose h5", "choose h5"]);

  const careful = page({ confirms: true });
  careful.keys("ArrowUp", "Enter", "Enter");
  assert.deepEqual(careful.said, ["aim h5 by key", "choose h5"]);
});

test("a pointer, or leaving the board, puts the cursor away", () => {
  for (const leave of ["pointerdown", "blur"]) {
    const board = page({ held: { cursor: at("c3") } });
    board.happens(leave);
    assert.equal(board.held().cursor, null, leave);
  }
});

test("arrows step where there is a record that is over, and Escape lets go everywhere", () => {
  const keys = ["ArrowLeft", "ArrowRight", "Home", "End", "Escape"];
  const over = page({ stepping: { byArrow: true, bySwipe: false } });
  over.keys(...keys);
  assert.deepEqual(over.said, ["step -1", "step 1", "first", "last", "let go"]);
  assert.equal(over.held().cursor, null);

  for (const part of [{ stepping: { byArrow: false, bySwipe: false } }, {}]) {
    const live = page(part);
    live.keys(...keys);
    assert.deepEqual(live.said, ["let go"]);
    assert.equal(live.held().cursor, at("o5"));
  }
});

test("a finger drawn across steps and plays nothing; where nothing is stepped through it is a tap", () => {
  const TABLE: readonly (readonly [Part, from: string, to: string, said: string])[] = [
    [{ stepping: { byArrow: true, bySwipe: true } }, "h5", "d5", "step 1"],
    [{ stepping: { byArrow: true, bySwipe: true } }, "d5", "h5", "step -1"],
    [{ stepping: { byArrow: true, bySwipe: true } }, "h5", "h5", "choose h5"],
    [{ stepping: { byArrow: true, bySwipe: false } }, "h5", "d5", "choose d5"],
    [{}, "h5", "d5", "choose d5"],
  ];
  for (const [part, from, to, said] of TABLE) {
    const board = page(part);
    board.clicks(from, "touch", to);
    assert.deepEqual(board.said, [said]);
  }
  const board = page({ stepping: { byArrow: true, bySwipe: true } });
  board.clicks("h5", "touch", "d5");
  board.clicks("h5", "mouse", "d5"); // a mouse that was drawn is a click where it was let go
  board.clicks("c3", "touch");
  assert.deepEqual(board.said, ["step 1", "choose d5", "choose c3"]);
});

test("on a turned board squares are those that are seen, and arrows go as they are seen", () => {
  const turning = rotated({ quarters: 0, flipped: true });
  const board = page({ turning });
  for (const square of ["a1", "o10", "c7"]) board.clicks(square);
  assert.deepEqual(board.said, ["choose a1", "choose o10", "choose c7"]);

  board.keys("ArrowUp");
  const from = seenAt(board.held().cursor!, SIZE, turning);
  board.keys("ArrowUp");
  const to = seenAt(board.held().cursor!, SIZE, turning);
  assert.equal(to - from, turnedBoard(SIZE, turning).width);
});
