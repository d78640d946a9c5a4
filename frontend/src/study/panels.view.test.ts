// What stands beside the board of a review, an analysis and a study: tools, findings, moves, notes.

import { controls, drawn, happens, named, noted, press, submit, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TemplateResult, nothing } from "lit-html";
import type { Saving } from "./autosave";
import type { StudyCommands } from "./commands";
import type { Model, Seen } from "./model";
import { seen } from "./model";
import { moveTree } from "./movetree";
import { keepPanel, notesPanel } from "./notespanel";
import { accuracyPanel, positionPanel, reviewPanel, wordsPanel } from "./reviewpanel";
import { setupPanel } from "./setuppanel";
import type { Assessment, Lesson, PlyReview, Worth } from "../protocol/findings";
import { add, edit } from "../rules/tree";
import { squares } from "../testing/game";
import { EMPTY, KEPT, opened, reviewOf } from "../testing/study";

type Panel = (model: Model, at: Seen, act: StudyCommands) => TemplateResult | typeof nothing;

const at = (text: string): number => squares(text, EMPTY)[0]!;

function shown(panel: Panel, model: Model) {
  const { act, called } = noted<StudyCommands>();
  const root = drawn(panel(model, seen(model), act));
  return { root, called, controls: controls(root) };
}

const pressed = (root: Element, name: string): string | null =>
  named(root, name).getAttribute("aria-pressed");

// --- The set-up board ---------------------------------------------------------------------------

test("only an analysis can be set up", () => {
  assert.deepEqual(shown(setupPanel, opened("review", "c3")).controls, []);
  assert.deepEqual(shown(setupPanel, opened("study", "c3")).controls, []);
  assert.deepEqual(shown(setupPanel, opened("analysis", "c3")).controls, [
    "Play",
    "X",
    "O",
    "Erase",
    "X to move",
    "O to move",
    "Clear",
    "Pass",
    "Set up",
    "Copy",
  ]);
});

test("the tool in hand and the side to move are the ones that are pressed", () => {
  const { root, called } = shown(setupPanel, opened("analysis", "c3", { tool: "white" }));
  assert.deepEqual(
    ["Play", "X", "O", "Erase", "X to move", "O to move"].map((each) => pressed(root, each)),
    ["false", "false", "true", "false", "false", "true"],
  );
  for (const name of ["Play", "X", "Erase", "X to move", "Clear", "Pass"]) press(root, name);
  assert.deepEqual(called, [
    ["tool", null],
    ["tool", "black"],
    ["tool", "erase"],
    ["side", "black"],
    ["clear"],
    ["skip"],
  ]);
});

test("what was there before can be had back", () => {
  const { tree, here } = opened("analysis", "c3");
  const { root, called } = shown(setupPanel, opened("analysis", "", { undo: { tree, here } }));
  press(root, "Undo: bring back the variations");
  assert.equal(called.join(), "undo");
});

test("what is pasted is read as it was written; what is wrong with it is said by the field", () => {
  const { root, called } = shown(
    setupPanel,
    opened("analysis", "", { pasteError: "That is no position." }),
  );
  const field = named(root, "Paste a position code, a board or moves");
  assert.equal(field.getAttribute("aria-invalid"), "true");
  assert.equal(textOf(root.querySelector("#paste-error[role=alert]")), "That is no position.");
  submit(root, "Paste a position code, a board or moves", " c3 b2 ");
  assert.deepEqual(called, [["paste", " c3 b2 "]]);
});

test("another variant empties the board; one that no preset has is called another board", () => {
  const { root, called } = shown(setupPanel, opened("analysis", "c3"));
  const select = named<HTMLSelectElement>(root, "New board");
  assert.equal(select.value, "small");
  select.value = "gomoku";
  happens(select, "change");
  assert.deepEqual(
    called.map(([name, preset]) => [name, (preset as { readonly key: string }).key]),
    [["variant", "gomoku"]],
  );
  const tree = { ...opened("analysis").tree, start: { ...EMPTY, k: 3 } };
  const odd = shown(setupPanel, opened("analysis", "", { tree })).root;
  assert.match(textOf(named(odd, "New board")), /^Another board/);
});

// --- What is found ------------------------------------------------------------------------------

const PROVED: Worth = { status: "proved", verdict: "win", plies: 3, score: null };

function ply(moves: string, part: Partial<PlyReview> = {}): PlyReview {
  const all = squares(moves, EMPTY);
  return {
    ply: all.length,
    square: all.at(-1)!,
    worth: PROVED,
    best: [],
    labels: [],
    lessons: [],
    ...part,
  };
}

test("a review is asked for, followed, and asked for again where it failed", () => {
  const panel: Panel = (model, _, act) => reviewPanel(model, act);
  const TABLE: readonly (readonly [Partial<Model>, controls: readonly string[], bar: boolean])[] = [
    [{ review: reviewOf({ state: "none" }) }, ["Review this game"], false],
    [{ review: reviewOf({ state: "none" }), asking: true }, ["(Starting…)"], false],
    [{ review: reviewOf({ state: "failed" }) }, ["Try again"], false],
    [{ review: reviewOf({ state: "waiting" }) }, [], true],
    [{ review: reviewOf({ state: "working", done: 1 }) }, [], true],
    [{ review: reviewOf() }, [], false],
    [{ review: null }, [], false],
  ];
  for (const [part, expected, hasBar] of TABLE) {
    const { root, called } = shown(panel, opened("review", "c3 b2 d3", part));
    const ways = [...root.querySelectorAll(".progress")].flatMap(controls);
    assert.deepEqual(ways, expected);
    assert.equal(root.querySelector("progress") !== null, hasBar);
    if (ways[0]?.startsWith("(") === false) {
      press(root.querySelector(".progress")!, ways[0]);
      assert.equal(called.join(), "analyse");
    }
  }
  const trouble = opened("review", "c3", {
    review: reviewOf({ state: "none" }),
    reviewTrouble: "The server is busy.",
  });
  assert.equal(
    textOf(shown(panel, trouble).root.querySelector("[role=alert]")),
    "The server is busy.",
  );
});

test("how each side did is told when the review is done; a game without proof says so", () => {
  const panel: Panel = (model) => accuracyPanel(model);
  const words = (review: Model["review"]): string =>
    textOf(shown(panel, opened("review", "c3 b2", { review })).root);
  assert.equal(words(null), "");
  assert.equal(words(reviewOf({ state: "working" })), "");
  assert.match(words(reviewOf()), /Nothing in this game is proved/);
  const did = { moves: 2, kept: 1, winsGivenAway: 1, drawsGivenAway: 0 };
  assert.match(words(reviewOf({ black: did, white: did })), /X.*O/);
});

const LESSON: Lesson = {
  remarks: [],
  squares: [at("c3")],
  status: "estimated",
  line: [at("d2"), at("d4")],
  start: 1,
};

test("a sentence with a line plays it and marks its squares; one without only marks", () => {
  const model = opened("review", "c3 b2", {
    review: reviewOf({ plies: [ply("c3 b2", { lessons: [LESSON, { ...LESSON, line: [] }] })] }),
  });
  const { root, called } = shown(wordsPanel, model);
  const [first, second] = root.querySelectorAll(".sentence");
  assert.deepEqual([first!.tagName, second!.tagName], ["BUTTON", "P"]);
  assert.match(textOf(first!), /Plays these moves on the board\.$/);
  (first as HTMLElement).click();
  for (const event of ["pointerenter", "pointerleave"]) happens(second!, event);
  assert.deepEqual(called, [
    ["showLine", LESSON],
    ["light", LESSON.squares],
    ["light", []],
  ]);
});

test("while a line is shown its sentence is pressed, and it can be left or kept", () => {
  const line = { base: 1, moves: LESSON.line, shown: 1 };
  const model = opened("review", "c3 b2", {
    line,
    review: reviewOf({ plies: [ply("c3 b2", { lessons: [LESSON] })] }),
  });
  const { root, called } = shown(wordsPanel, model);
  assert.equal(root.querySelector(".sentence")!.getAttribute("aria-pressed"), "true");
  assert.deepEqual(
    [...root.querySelectorAll(".shown-line span")].map((each) => [each.className, textOf(each)]),
    [
      ["played", "d2"],
      ["quiet", "d4"],
    ],
  );
  press(root, "Back");
  press(root, "Save as variation");
  assert.deepEqual(called, [["leaveLine"], ["keepLine"]]);
});

test("the best squares are told, and lead to the position before", () => {
  const told = (best: string): ReturnType<typeof shown> =>
    shown(
      wordsPanel,
      opened("review", "c3 b2", {
        review: reviewOf({ plies: [ply("c3 b2", { best: squares(best, EMPTY) })] }),
      }),
    );
  assert.match(textOf(told("b2").root), /The best move\.$/);
  assert.match(textOf(told("b2 d4").root), /One of the 2 best: b2, d4\.$/);
  assert.deepEqual(told("").controls, []);
  const { root, called } = told("d4 d2");
  press(root, "Better: d4, d2");
  assert.deepEqual(called, [["goPly", 1]]);
  assert.match(textOf(told("a1 a2 a3 a4 a5 b1 c1 d1").root), /a1, a2, a3, a4, a5, b1 and 2 more/);
});

const FOUND: Assessment = {
  worth: PROVED,
  best: [at("d4")],
  squares: [],
  ways: [{ worth: PROVED, moves: squares("d4 d2 a1 a2 a3 a4 a5 b1 b2", EMPTY) }],
  threats: [{ kind: "four", side: "white", stones: [at("b2")], squares: [at("b3")] }],
  nodes: 1,
};

test("ways to go on are played; threats stand there while they are switched on", () => {
  const model = opened("analysis", "c3", { answer: { kind: "known", found: FOUND } });
  const { root, called } = shown(positionPanel, model);
  const [way] = root.querySelectorAll<HTMLElement>(".way");
  assert.match(textOf(way!), /^d4 d2 a1 a2 a3 a4 a5 b1 … O wins in 2 moves \(proved\)$/);
  way!.click();
  assert.deepEqual(called, [["showWay", FOUND.ways[0]!.moves]]);
  assert.equal(root.querySelectorAll(".threat-row").length, 1);
  const off = { ...model, over: { ...model.over, threats: false } };
  assert.equal(shown(positionPanel, off).root.querySelectorAll(".threat-row").length, 0);
});

test("a refusal can be asked again", () => {
  const model = opened("analysis", "c3", {
    answer: { kind: "refused", sentence: "The server is busy." },
  });
  const { root, called } = shown(positionPanel, model);
  assert.equal(textOf(root.querySelector("[role=alert]")), "The server is busy.");
  press(root, "Ask again");
  assert.equal(called.join(), "askAgain");
});

// --- The moves ----------------------------------------------------------------------------------

const tree: Panel = (model, _, act) => moveTree(model, act);

test("moves are a list with numbers and sides; the one that is looked at is marked", () => {
  const { root, called } = shown(tree, opened("review", "c3 b2 d3", { here: 2 }));
  assert.deepEqual(controls(root), ["1, X c3", "2, O b2", "3, X d3"]);
  assert.equal(textOf(root.querySelector(".move[aria-current=step]")), "2, O b2");
  press(root, "3, X d3");
  assert.deepEqual(called, [["go", 3]]);
  assert.deepEqual([...root.querySelectorAll(".spent")].map(textOf), ["1 s", "2 s", "3 s"]);
  assert.match(textOf(shown(tree, opened("analysis")).root), /No moves yet\. Play on the board\.$/);
});

test("a variation stands after the move it replaces, with its glyphs and comments", () => {
  const before = opened("review", "c3 b2");
  const { tree: grown, here } = add(before.tree, 1, at("d4"));
  const noted = edit(edit(grown, here, { glyph: "!?" }), 2, { comment: "safe" });
  const { root } = shown(tree, { ...before, tree: noted, here });
  assert.deepEqual(
    [...root.querySelectorAll("li")].map((each) => [each.className, textOf(each)]),
    [
      ["main-move", "1, X c3 1 s"],
      ["main-move", "2, O b2 2 s safe"],
      ["variation level-1", "2, O d4!?"],
    ],
  );
});

test("while a line is shown no move of the list is the one on the board", () => {
  const line = { base: 1, moves: [at("d4")], shown: 1 };
  const { root } = shown(tree, opened("review", "c3 b2", { line }));
  assert.equal(root.querySelector("[aria-current]"), null);
});

test("what a move was stands beside it, in the game's own line only", () => {
  const labels = [{ kind: "missedWin", status: "proved", plies: 5 }] as const;
  const review = reviewOf({ plies: [ply("c3", { labels })] });
  const of = (moves: string, part: Partial<Model>): number =>
    shown(tree, opened("review", moves, part)).root.querySelectorAll(".label").length;
  assert.equal(of("c3", { review }), 1);
  assert.equal(of("d4", { review }), 0);
});

// --- Notes, and what is kept --------------------------------------------------------------------

const notes: Panel = (model, _, act) => notesPanel(model, act);
const keep: Panel = (model, _, act) => keepPanel(model, act);

test("a variation can be promoted and deleted; the moves of a game cannot", () => {
  const game = opened("review", "c3 b2");
  const varied = add(game.tree, 1, at("d4"));
  const TABLE: readonly (readonly [Model, readonly string[]])[] = [
    [opened("analysis"), []],
    [game, ["(Make main line)", "(Delete from here)"]],
    [{ ...game, ...varied }, ["Make main line", "Delete from here"]],
    [opened("analysis", "c3"), ["(Make main line)", "Delete from here"]],
    [opened("analysis", "c3", { here: 0 }), ["(Make main line)", "(Delete from here)"]],
    [opened("study", "c3", { kept: { ...KEPT, isMine: false } }), []],
  ];
  for (const [model, expected] of TABLE) assert.deepEqual(shown(notes, model).controls, expected);
});

test("in a study of one's own moves get glyphs, squares get marks, positions get comments", () => {
  const model = opened("study", "c3", { kept: KEPT, marking: "circle" });
  const glyphed = { ...model, tree: edit(model.tree, 1, { glyph: "!" }) };
  const { root, called } = shown(notes, glyphed);
  assert.deepEqual([pressed(root, "good"), pressed(root, "mistake")], ["true", "false"]);
  assert.deepEqual([pressed(root, "Circle"), pressed(root, "Cross")], ["true", "false"]);
  for (const name of ["good", "mistake", "Circle", "Cross"]) press(root, name);
  const comment = named<HTMLTextAreaElement>(root, "Comment on this position");
  comment.value = "sharp";
  happens(comment, "input");
  assert.deepEqual(called, [
    ["glyph", ""],
    ["glyph", "?"],
    ["marking", null],
    ["marking", "cross"],
    ["comment", "sharp"],
  ]);
  const first = shown(notes, { ...glyphed, here: 0 });
  assert.ok(first.controls.includes("(good)"));
});

test("a page that is not kept, or is somebody else's, can be kept as one's own", () => {
  const TABLE: readonly (readonly [Partial<Model>, readonly string[]])[] = [
    [{}, ["Save as study"]],
    [{ asking: true }, ["(Save as study)"]],
    [{ kept: { ...KEPT, isMine: false } }, ["Save a copy as my study"]],
  ];
  for (const [part, expected] of TABLE)
    assert.deepEqual(shown(keep, opened("analysis", "c3", part)).controls, expected);
});

test("saving says how it goes, and offers the way out of what went wrong", () => {
  const TABLE: readonly (readonly [Saving, string, readonly string[]])[] = [
    [{ kind: "saved" }, "Saved", []],
    [{ kind: "saving" }, "Saving…", []],
    [{ kind: "failed", sentence: "No server." }, "Not saved: No server.", ["Try again"]],
    [
      { kind: "stale", sentence: "Saved elsewhere." },
      "Not saved: Saved elsewhere.",
      ["Save mine as a new study", "Load the other one"],
    ],
  ];
  for (const [saving, words, ways] of TABLE) {
    const { root, called } = shown(keep, opened("study", "c3", { kept: KEPT, saving }));
    const state = root.querySelector(".saving")!;
    assert.equal(textOf(state.querySelector("[role=status]")), words);
    assert.deepEqual(controls(state), ways);
    for (const way of ways) press(state, way);
    const does = { "Try again": "save", "Save mine as a new study": "keep" };
    assert.deepEqual(
      called.map(([name]) => name),
      ways.map((way) => does[way as keyof typeof does] ?? "reload"),
    );
  }
});

test("a study is named, shared by its link, and deleted", () => {
  const { root, called } = shown(keep, opened("study", "c3", { kept: { ...KEPT, shared: true } }));
  assert.equal(named<HTMLInputElement>(root, "Link to this study").value, "http://here/study/s/");
  press(root, "Copy");
  press(root, "Delete for good");
  const title = named<HTMLInputElement>(root, "Title");
  title.value = "Openings";
  happens(title, "change");
  const box = root.querySelector<HTMLInputElement>("input[type=checkbox]")!;
  assert.ok(box.checked);
  box.checked = false;
  happens(box, "change");
  assert.deepEqual(called, [
    ["copy", "study", "http://here/study/s/"],
    ["discard"],
    ["title", "Openings"],
    ["share", false],
  ]);
  const alone = shown(keep, opened("study", "c3", { kept: KEPT }));
  assert.equal(alone.root.querySelector("#study-link"), null);
});
