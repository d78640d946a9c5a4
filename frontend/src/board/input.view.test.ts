// What a pointer, a finger and a key do on a board, as on every page.

import { drawn, happens, key, press, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Held } from "./held";
import { NOTHING_HELD } from "./held";
import type { BoardPage } from "./input";
import { boardInput } from "./input";
import { fit as fitOf, left, top } from "./geometry";
import type { StepIntent } from "./keys";
import { playedBoard } from "./playedboard";
import type { Place } from "./swipe";
import { NO_HINTS } from "../evaluation/overlay";
import { landing } from "../rules/falling";
import { name, read } from "../rules/squares";
import type { Taps } from "../viewer/choices";
import type { Turning } from "../rules/turning";
import { UPRIGHT, rotated, seenAt, turnedBoard } from "../rules/turning";

const SIZE = { width: 15, height: 10 };

const at = (text: string): number => read(text, SIZE).square!;

interface Part {
  readonly held?: Partial<Held>;
  readonly turning?: Turning;
  readonly pixels?: number;
  readonly taps?: Taps;
  readonly isForGood?: boolean;
  readonly taken?: readonly string[];
  readonly falls?: boolean;
  readonly stepping?: { readonly byArrow: boolean; readonly bySwipe: boolean };
}

/** A board on a page, and what was done there. */
function page({
  turning = UPRIGHT,
  pixels = 30,
  taps = "auto",
  isForGood = true,
  taken = [],
  falls = false,
  ...part
}: Part = {}) {
  const said: string[] = [];
  let now = 0;
  let held: Held = { ...NOTHING_HELD, ...part.held };
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
    taps: () => taps,
    isForGood,
    ...(falls && {
      landing: (square: number) =>
        landing(square, { ...SIZE, k: 4, lineRule: "gravity" }, (each) =>
          taken.includes(name(each, SIZE)),
        ),
    }),
    isOpen: () => true,
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
        zoom: held.zoom,
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
      finger: held.finger,
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
    root,
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
      const about = { pointerType, pointerId: 1, timeStamp: now };
      happens(element, "pointerdown", { ...about, ...place(square) });
      happens(element, "pointerup", { ...about, ...place(to) });
      happens(element, "click", { ...place(to), timeStamp: now });
    },
    clicksAt({ x, y }: Place) {
      happens(element, "click", { clientX: x, clientY: y, timeStamp: (now += 1_000) });
    },
    tapsAt(place: Place) {
      for (const what of ["down", "up"] as const) this.finger(what, place);
      this.clicksAt(place);
    },
    /** What a finger does: it comes `down`, moves, goes `up`; or the browser takes it away. */
    finger(what: "down" | "move" | "up" | "cancel", where: Place | string, pointerId = 1) {
      const at = typeof where === "string" ? place(where) : { clientX: where.x, clientY: where.y };
      happens(element, `pointer${what}`, {
        pointerType: "touch",
        pointerId,
        timeStamp: (now += 1_000),
        ...at,
      });
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

test("how many taps play: by the size of a square for a finger, as the viewer chose for all", () => {
  const ONE = ["choose c3", "choose c3"];
  const TWO = ["aim c3", "choose c3"];
  const BY_BUTTON = ["aim c3"];
  const TABLE: readonly (readonly [Part, pointer: string, said: readonly string[]])[] = [
    [{ pixels: 27 }, "touch", BY_BUTTON],
    [{ pixels: 28 }, "touch", TWO],
    [{ pixels: 43 }, "touch", TWO],
    [{ pixels: 44 }, "touch", ONE],
    [{ pixels: 20 }, "mouse", ONE],
    [{ pixels: 20 }, "pen", ONE],
    [{ pixels: 20, taps: "once" }, "touch", ["aim c3", ...ONE]],
    [{ pixels: 20, taps: "twice" }, "touch", TWO],
    [{ pixels: 60, taps: "twice" }, "touch", TWO],
    [{ pixels: 60, taps: "twice" }, "mouse", TWO],
    [{ pixels: 60, taps: "button" }, "touch", ["aim c3", "aim c3"]],
    [{ pixels: 60, taps: "button" }, "mouse", ["aim c3", "aim c3"]],
    // What is tried can be taken back, and no button names it.
    [{ pixels: 27, isForGood: false }, "touch", TWO],
    [{ pixels: 28, isForGood: false }, "touch", ONE],
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

test("squares that are seen larger are larger: a finger taps once", () => {
  const board = page({ pixels: 20, held: { zoom: { scale: 2.2, x: 0, y: 0.5 } } });
  board.tapsAt({ x: 114, y: 110 });
  assert.deepEqual(board.said, ["aim c3", "choose c3"]);
});

test("a finger slides to the square it means, and the loupe goes with it", () => {
  const board = page({ pixels: 23, taken: ["e5"] });
  board.finger("down", "c3");
  board.finger("move", "d4");
  assert.equal(board.held().finger?.square, at("d4"));
  board.finger("move", "e5"); // a stone lies there: the loupe shows it, nothing is aimed at
  assert.deepEqual([board.held().aim, board.held().finger?.square], [null, at("e5")]);
  board.finger("move", "f6");
  board.finger("up", "f6");
  assert.deepEqual(board.said, ["aim c3", "aim d4", "aim f6"]);
  assert.deepEqual([board.held().aim, board.held().finger], [at("f6"), null]);
});

test("where one tap plays, a finger that slides plays where it goes up; off the board it plays nowhere", () => {
  const board = page({ pixels: 23, taps: "once" });
  board.finger("down", "c3");
  board.finger("move", "d4");
  board.finger("up", "d4");
  board.finger("down", "c3");
  board.finger("move", { x: 5_000, y: 5_000 });
  assert.deepEqual([board.held().aim, board.held().finger], [null, null]);
  board.finger("up", { x: 5_000, y: 5_000 });
  assert.deepEqual(board.said, ["aim c3", "aim d4", "choose d4", "aim c3"]);
});

test("a second tap that slides away from where it began is a first one", () => {
  const board = page({ pixels: 30, held: { aim: at("c3") } });
  board.finger("down", "b2");
  board.finger("move", "c3");
  board.finger("up", "c3");
  assert.deepEqual(board.said, ["aim b2", "aim c3"]);
});

test("a finger that the browser takes away leaves all as it was", () => {
  const board = page({ pixels: 30, held: { aim: at("h8") } });
  board.finger("down", "c3");
  board.finger("cancel", "c3");
  assert.deepEqual([board.held().aim, board.held().finger], [at("h8"), null]);
});

test("two fingers show a part larger and place nothing, whichever goes up first", () => {
  for (const taps of ["once", "twice", "button"] as const)
    for (const last of [1, 2]) {
      const board = page({ pixels: 23, taps, held: { aim: at("h8") } });
      board.finger("down", "g5", 1);
      board.finger("down", "i6", 2);
      board.finger("move", "c2", 1);
      board.finger("move", "m9", 2);
      board.finger("up", last === 1 ? "m9" : "c2", 3 - last);
      board.finger("move", "e5", last);
      board.finger("up", "e5", last);
      const { aim, finger, zoom } = board.held();
      assert.deepEqual([aim, finger], [at("h8"), null]);
      assert.ok(zoom.scale > 2);
      assert.deepEqual(board.said, ["aim g5"]);
    }
});

test("a board seen in part is chosen from as it is seen, and Whole board shows it all", () => {
  const zoom = { scale: 2, x: 0.5, y: 0.5 };
  const board = page({ pixels: 40, held: { zoom } });
  board.clicksAt({ x: 1, y: 1 }); // the middle of the board lies in the corner
  assert.deepEqual(board.said, ["choose h5"]);
  press(board.root, "Whole board");
  assert.equal(board.held().zoom.scale, 1);
});

test("of a thousand taps that go astray by 7 px none places a stone where a button must", () => {
  const board = page({ pixels: 23 });
  let seed = 5;
  const any = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const astray = (): number => 7 * Math.sqrt(-2 * Math.log(any())) * Math.cos(2 * Math.PI * any());
  for (let tap = 0; tap < 1_000; tap += 1)
    board.tapsAt({ x: 7 * 23 + 13 + astray(), y: 4 * 23 + 13 + astray() });
  assert.ok(board.said.length > 100);
  assert.deepEqual(
    board.said.filter((each) => each.startsWith("choose")),
    [],
  );
});

test("two taps of a finger within 350 ms are one, wherever they fall; a mouse may be as fast as it likes", () => {
  for (const [pixels, taps] of [
    [20, "once"],
    [30, "once"],
    [50, "auto"],
  ] as const) {
    const finger = page({ pixels, taps });
    const chosen = () => finger.said.filter((each) => each.startsWith("choose")).length;
    finger.clicks("c3", "touch");
    finger.clicks("c3", "touch", "c3", 349);
    finger.clicks("d3", "touch", "d3", 0);
    assert.equal(chosen(), 1);
    finger.clicks("c3", "touch", "c3", 1);
    assert.equal(chosen(), 2);
  }
  const mouse = page();
  mouse.clicks("c3");
  mouse.clicks("d3", "mouse", "d3", 90);
  assert.deepEqual(mouse.said, ["choose c3", "choose d3"]);
});

test("another square is aimed at anew", () => {
  const board = page({ taps: "twice" });
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

  const careful = page({ taps: "twice" });
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
    const board = page({ ...part, isForGood: false });
    board.clicks(from, "touch", to);
    assert.deepEqual(board.said, [said]);
  }
  const board = page({ isForGood: false, stepping: { byArrow: true, bySwipe: true } });
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

test("where stones fall, a press anywhere in a column means its lowest empty square", () => {
  const mouse = page({ falls: true, taken: ["c1", "c2"] });
  mouse.over("c9");
  assert.equal(mouse.held().hover, at("c3"));
  mouse.clicks("c9");
  mouse.clicks("c1"); // a stone lies there
  mouse.clicks("h10");
  assert.deepEqual(mouse.said, ["choose c3", "choose c3", "choose h1"]);
});

test("a finger and the keyboard aim where the stone will lie", () => {
  const touch = page({ falls: true, taken: ["c1"], pixels: 36, taps: "twice" });
  touch.clicks("c9", "touch");
  assert.deepEqual(touch.said, ["aim c2"]);
  const keys = page({ falls: true, held: { cursor: at("c8") }, taps: "once" });
  keys.keys("ArrowUp");
  assert.equal(keys.held().cursor, at("c9"));
  assert.equal(keys.spoken(), "about c9, a stone here falls to c1");
  keys.keys("Enter");
  assert.deepEqual(keys.said, ["choose c1"]);
});
