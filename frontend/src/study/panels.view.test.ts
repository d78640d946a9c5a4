// What is beside the board of a review, an analysis and a study: engine, verdict, moves, actions, notes.

import { controls, drawn, happens, named, noted, press, submit, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TemplateResult, nothing } from "lit-html";
import type { Saving } from "./autosave";
import { barAbove, barBelow } from "./bars";
import type { StudyCommands } from "./commands";
import { engineBox, engineLines } from "./enginebox";
import { explorerTab } from "./explorertab";
import { foot } from "./foot";
import { helpBox } from "./helpbox";
import type { Model, Seen } from "./model";
import { seen } from "./model";
import { more } from "./more";
import { moveTree } from "./movetree";
import { keepPanel, notesBox, variationPanel } from "./notespanel";
import { graph, verdict } from "./verdict";
import type { Assessment, Lesson, PlyReview, Worth } from "../protocol/findings";
import { add, edit, fromMoves } from "../rules/tree";
import { squares } from "../testing/game";
import { EMPTY, GAME, KEPT, opened, reviewOf } from "../testing/study";

type Panel = (model: Model, at: Seen, act: StudyCommands) => TemplateResult | typeof nothing;

const at = (text: string): number => squares(text, EMPTY)[0]!;

function shown(panel: Panel, model: Model) {
  const { act, called } = noted<StudyCommands>();
  const root = drawn(panel(model, seen(model), act));
  return { root, called, controls: controls(root) };
}

const pressed = (root: Element, name: string): string | null =>
  named(root, name).getAttribute("aria-pressed");

const PROVED: Worth = { status: "proved", verdict: "win", plies: 3, score: null };

function guess(score: number): Worth {
  return { status: "estimated", verdict: null, plies: null, score };
}

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

// --- The foot -----------------------------------------------------------------------------------

const actions = (model: Model): readonly string[] =>
  controls(shown(foot, model).root.querySelector(".actions")!);

test("each kind of page has its own actions, all in one row", () => {
  assert.deepEqual(actions(opened("analysis", "c3")), [
    "Edit",
    "Flip",
    "Threats",
    "Outcomes",
    "Save",
  ]);
  assert.deepEqual(actions(opened("review", "c3")), [
    "Practise",
    "Flip",
    "Threats",
    "Outcomes",
    "Analyse",
  ]);
  assert.deepEqual(actions(opened("study", "c3", { kept: KEPT })), [
    "Comment",
    "Flip",
    "Threats",
    "Outcomes",
    "Analyse",
  ]);
  assert.deepEqual(actions(opened("study", "c3", { kept: { ...KEPT, isMine: false } })), [
    "Flip",
    "Threats",
    "Outcomes",
    "Analyse",
    "Copy study",
  ]);
});

test("Edit puts its tools in place of the steps, and its answers in place of the actions", () => {
  const before = opened("analysis", "c3");
  const editing = { tree: before.tree, here: before.here };
  const { root, called, controls: all } = shown(foot, { ...before, editing, tool: "white" });
  assert.deepEqual(all, ["X", "O", "Erase", "Swap", "Clear", "Cancel", "Done"]);
  assert.deepEqual(
    ["X", "O", "Erase"].map((each) => pressed(root, each)),
    ["false", "true", "false"],
  );
  for (const name of all) press(root, name);
  assert.deepEqual(called, [
    ["tool", "black"],
    ["tool", "white"],
    ["tool", "erase"],
    ["side", "black"],
    ["clear"],
    ["cancelEdit"],
    ["endEdit"],
  ]);
  assert.match(textOf(root), /1 stone on the board\./);
  assert.match(textOf(root.querySelector("#standing")), /^O to move/);
});

test("a line that is shown takes the place of the actions, and can be left or kept", () => {
  const line = { base: 1, moves: squares("d2 d4", EMPTY), shown: 1 };
  const { root, called } = shown(foot, opened("review", "c3 b2", { line }));
  assert.deepEqual(actions(opened("review", "c3 b2", { line })), ["Back", "Keep"]);
  const question = root.querySelector(".question")!;
  assert.deepEqual(
    [...question.querySelectorAll(".shown-line span")].map((each) => [
      each.className,
      textOf(each),
    ]),
    [
      ["played", "d2"],
      ["quiet", "d4"],
    ],
  );
  press(question, "Back");
  press(question, "Keep");
  assert.deepEqual(called, [["leaveLine"], ["keepLine"]]);
  assert.match(textOf(root.querySelector("#standing")), /Line, 1 of 2/);
});

test("one line says how it stands, what is known, and what is under the pointer", () => {
  const known = { kind: "known", found: { ...FOUND, worth: PROVED } } as const;
  const standing = (part: Partial<Model>): string =>
    textOf(shown(foot, opened("analysis", "c3 b2", part)).root.querySelector("#standing"));
  assert.equal(standing({}), "X to move Move 2 of 2");
  assert.equal(standing({ answer: known }), "X to move Move 2 of 2 X wins in 2 moves (proved)");
  const worths = [{ ...PROVED, square: at("d4") }];
  const hovered = { kind: "known", found: { ...FOUND, squares: worths } } as const;
  assert.match(standing({ answer: hovered, hover: at("d4") }), /d4: win in 2 moves \(proved\)$/);
  assert.equal(
    textOf(shown(foot, opened("review", "c3")).root.querySelector("#standing")),
    "Black won. Move 1 of 1",
  );
  const refused = shown(foot, opened("analysis", "c3", { alert: "c3 is taken." })).root;
  assert.equal(textOf(refused.querySelector("[role=alert]")), "c3 is taken.");
});

test("steps that lead nowhere do not answer", () => {
  const steps = (model: Model): readonly string[] =>
    controls(shown(foot, model).root.querySelector(".steps")!);
  const link = "Copy a link to this position";
  assert.deepEqual(steps(opened("analysis")), [
    "(First)",
    "(Back)",
    "(Forward)",
    "(Last)",
    "(Play from here)",
    link,
  ]);
  assert.deepEqual(steps(opened("analysis", "c3 b2", { here: 1 })), [
    "First",
    "Back",
    "Forward",
    "Last",
    "Play from here",
    link,
  ]);
  assert.ok(steps(opened("analysis", "c3", { playing: true })).includes("Stop"));
});

// --- What is seldom needed ----------------------------------------------------------------------

test("another position is pasted, or another board chosen, on the analysis page only", () => {
  for (const kind of ["review", "study"] as const) {
    const root = shown(more, opened(kind, "c3", kind === "study" ? { kept: KEPT } : {})).root;
    assert.equal(root.querySelector("#paste"), null);
    assert.ok(named(root, "Position code"));
  }
  const { root, called } = shown(more, opened("analysis", "c3"));
  submit(root, "Paste a position code, a board or moves", " c3 b2 ");
  assert.deepEqual(called, [["paste", " c3 b2 "]]);
  const link = root.querySelector('a[href="/analysis/board"]');
  assert.equal(textOf(link), "New board");
});

test("what is wrong with a text is said by its field", () => {
  const { root } = shown(more, opened("analysis", "", { wrong: "That is no position." }));
  const area = named(root, "Paste a position code, a board or moves");
  assert.equal(area.getAttribute("aria-invalid"), "true");
  assert.equal(textOf(root.querySelector("[role=alert]")), "That is no position.");
});

test("what was there before can be had back", () => {
  const { tree, here } = opened("analysis", "c3");
  const { root, called } = shown(more, opened("analysis", "", { undo: { tree, here } }));
  press(root, "Bring back what was here before");
  assert.equal(called.join(), "undo");
});

// --- The engine ---------------------------------------------------------------------------------

const FOUND: Assessment = {
  worth: guess(0.3),
  best: [at("d4")],
  squares: [],
  ways: [
    { worth: PROVED, moves: squares("d4 d2 a1", EMPTY) },
    { worth: guess(0.28), moves: squares("e1 e2", EMPTY) },
    { worth: { ...PROVED, verdict: "loss", plies: 4 }, moves: squares("a5", EMPTY) },
    { worth: guess(-1), moves: squares("b5", EMPTY) },
  ],
  threats: [{ kind: "four", side: "white", stones: [at("b2")], squares: [at("b3")] }],
  nodes: 1,
};

const lines = (root: Element): readonly string[] =>
  [...root.querySelectorAll(".engine-line")].map(textOf);

test("the engine's three best lines: proofs in words, estimates in per cent, both for the side to move", () => {
  const model = opened("analysis", "c3", { answer: { kind: "known", found: FOUND } });
  const { root, called } = shown(engineBox, model);
  assert.deepEqual(lines(root), [
    "Win in 2 d4 d2 a1",
    "64% chance to win (estimate) e1 e2",
    "Loss in 2 a5",
  ]);
  assert.match(textOf(root), /Chance to win for O \(estimate\)/);
  root.querySelector<HTMLElement>(".engine-line")!.click();
  assert.deepEqual(called, [["showWay", FOUND.ways[0]!.moves]]);
  const proved = { kind: "known", found: { ...FOUND, worth: PROVED } } as const;
  assert.match(
    textOf(shown(engineBox, { ...model, answer: proved }).root),
    /O wins in 2 moves \(proved\)/,
  );
});

test("on boards that are known square by square, squares that are worth the same stand together", () => {
  const worth = (name: string, of: Worth) => ({ ...of, square: at(name) });
  const loss: Worth = { ...PROVED, verdict: "loss", plies: 2 };
  const draw: Worth = { ...PROVED, verdict: "draw", plies: 9 };
  const found = {
    ...FOUND,
    ways: [],
    squares: [
      worth("a1", loss),
      worth("b1", draw),
      worth("c1", PROVED),
      worth("d1", draw),
      worth("e1", { ...loss, plies: 6 }),
    ],
  };
  assert.deepEqual(
    engineLines(found).map(({ worth: { verdict, plies }, moves }) => [verdict, plies, moves]),
    [
      ["win", 3, squares("c1", EMPTY)],
      ["draw", 9, squares("b1 d1", EMPTY)],
      ["loss", 6, squares("e1", EMPTY)],
    ],
  );
  const model = opened("analysis", "c3", { answer: { kind: "known", found } });
  const { root, called } = shown(engineBox, model);
  assert.deepEqual(lines(root), ["Win in 2 c1", "Draw b1, d1", "Loss in 3 e1"]);
  root.querySelectorAll<HTMLElement>(".engine-line")[1]!.click();
  assert.deepEqual(called, [["showWay", squares("b1", EMPTY)]]);
});

test("where there are fewer ways, single squares follow them", () => {
  const [best] = FOUND.ways;
  const found = {
    ...FOUND,
    ways: [best!],
    squares: [
      { ...PROVED, square: best!.moves[0]! },
      { ...guess(-0.5), square: at("a2") },
      { ...guess(0.5), square: at("a1") },
      { status: "unknown", verdict: null, plies: null, score: null, square: at("a3") } as const,
    ],
  };
  assert.deepEqual(
    engineLines(found).map(({ moves }) => moves),
    [best!.moves, [at("a1")], [at("a2")]],
  );
});

test("the box says what it does in every state, and keeps its switch", () => {
  const box = (part: Partial<Model>): string =>
    textOf(shown(engineBox, opened("analysis", "c3", part)).root);
  assert.match(box({ answer: { kind: "asking" } }), /Thinking…$/);
  assert.match(box({ isEngineOn: false }), /Switch the engine on/);
  const { tree, here } = opened("analysis", "c3");
  assert.match(box({ editing: { tree, here } }), /when you are done/);
  assert.match(
    box({ answer: { kind: "known", found: { ...FOUND, ways: [] } } }),
    /Nothing is known/,
  );
  const { root, called } = shown(engineBox, opened("analysis", "c3"));
  const engine = named<HTMLInputElement>(root, "Engine");
  engine.checked = false;
  happens(engine, "change");
  assert.deepEqual(called, [["engine", false]]);
  const won = opened("analysis", "a1 a2 b1 b2 c1 c2 d1");
  assert.match(textOf(shown(engineBox, won).root), /The game is over here\.$/);
});

test("a refusal can be asked again", () => {
  const model = opened("analysis", "c3", {
    answer: { kind: "refused", sentence: "The server is busy." },
  });
  const { root, called } = shown(engineBox, model);
  assert.equal(textOf(root.querySelector("[role=alert]")), "The server is busy.");
  press(root, "Ask again");
  assert.equal(called.join(), "askAgain");
});

test("threats stand above the moves while they are switched on", () => {
  const model = opened("analysis", "c3", { answer: { kind: "known", found: FOUND } });
  assert.deepEqual(shown(helpBox, model).controls, []);
  const on = { ...model, over: { ...model.over, threats: true } };
  assert.deepEqual(shown(helpBox, on).controls, ["O threatens four in a row b2 at b3"]);
  const calm = { ...on, answer: { kind: "known", found: { ...FOUND, threats: [] } } } as const;
  assert.match(textOf(shown(helpBox, calm).root), /No threats on the board\.$/);
});

// --- The explorer -------------------------------------------------------------------------------

test("what others played stands with how it ended, Black first whoever moves", () => {
  const tally = { games: 100, wins: 30, losses: 66, draws: 4 };
  const found = { all: tally, moves: [{ ...tally, square: at("b2") }], games: [] };
  const model = opened("analysis", "c3", { explored: { kind: "known", found } });
  const { root, called, controls: all } = shown(explorerTab, model);
  assert.deepEqual(all, ["b2", "Open the explorer"]);
  assert.equal(
    root.querySelector(".results-bar")!.getAttribute("aria-label"),
    "X won 66%, drawn 4%, O won 30%",
  );
  assert.deepEqual(
    [...root.querySelectorAll(".results-bar text")].map((each) => each.textContent),
    ["66", "30"],
    "a small part has no room for its number",
  );
  press(root, "b2");
  assert.deepEqual(called, [["showWay", [at("b2")]]]);
  assert.match(textOf(root), /100 games reached this position\./);
  const none = { ...found, all: { games: 0, wins: 0, losses: 0, draws: 0 }, moves: [] };
  const empty = opened("analysis", "c3", { explored: { kind: "known", found: none } });
  assert.match(textOf(shown(explorerTab, empty).root), /No game has reached this position yet/);
});

// --- The review ---------------------------------------------------------------------------------

test("how far a review is stands at its graph; one that stopped can be asked for again", () => {
  const panel: Panel = (model, _, act) => graph(model, act);
  const TABLE: readonly (readonly [Partial<Model>, controls: readonly string[], bar: boolean])[] = [
    [{ review: reviewOf({ state: "none" }) }, ["Review this game"], false],
    [{ review: reviewOf({ state: "none" }), asking: true }, [], true],
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
    if (ways[0] !== undefined) {
      press(root.querySelector(".progress")!, ways[0]);
      assert.equal(called.join(), "analyse");
    }
  }
  const trouble = opened("review", "c3", {
    review: reviewOf({ state: "none" }),
    reviewTrouble: "The server is busy.",
  });
  const told = shown(panel, trouble).root;
  assert.equal(textOf(told.querySelector("[role=status]")), "The server is busy.");
  assert.deepEqual(controls(told), ["Try again"]);
  assert.deepEqual(shown(panel, opened("review", "")).controls, [], "a game without moves");
});

const LESSON: Lesson = {
  remarks: [
    {
      kind: "probablyStopsThat",
      side: "white",
      at: at("c3"),
      squares: [],
      plies: null,
      number: null,
    },
  ],
  squares: [at("c3")],
  status: "estimated",
  line: squares("d2 d4", EMPTY),
  start: 1,
};
const LABEL = { kind: "threwWin", status: "proved", plies: 5 } as const;
const judged: Panel = (model, _, act) => verdict(model, act);

function judgedAs(part: Partial<PlyReview>, model: Partial<Model> = {}) {
  const review = reviewOf({
    plies: [ply("c3 b2", part)],
    worths: [null, { ...PROVED, plies: 5 }, null],
  });
  return shown(judged, opened("review", "c3 b2", { review, ...model }));
}

test("a move's verdict: whose mistake it was, why, what was better, and the ways on", () => {
  const {
    root,
    called,
    controls: all,
  } = judgedAs({
    labels: [LABEL],
    lessons: [LESSON],
    best: squares("d4 d2", EMPTY),
  });
  assert.equal(
    textOf(root.querySelector("h2")),
    "2. b2 Mistake by Bob Threw away a win in 3 moves (proved)",
  );
  assert.match(textOf(root), /Better: d4, d2\. O wins in 3 moves \(proved\)/);
  const told = "c3 stops that (estimate). Plays these moves on the board.";
  assert.deepEqual(all, [told, "Show it", "Try it yourself"]);
  for (const name of all) press(root, name);
  assert.deepEqual(called, [
    ["showLine", LESSON],
    ["showLine", LESSON],
    ["tryInstead", 2],
  ]);
});

test("the better squares light up under the pointer", () => {
  const best = squares("d4 d2", EMPTY);
  const { root, called } = judgedAs({ labels: [LABEL], best });
  const told = [...root.querySelectorAll("p")].find((each) => textOf(each).startsWith("Better"))!;
  happens(told, "pointerenter");
  happens(told, "pointerleave");
  assert.deepEqual(called, [
    ["light", best],
    ["light", []],
  ]);
});

test("a line that ends with a row is the win; one that does not is only shown", () => {
  const wins = { ...LESSON, line: squares("a1 a2 b1 b2 c1 c2 d1", EMPTY), start: 0 };
  const model = opened("review", "e5 e4", {
    review: reviewOf({ plies: [ply("e5 e4", { labels: [LABEL], lessons: [wins] })] }),
  });
  assert.ok(shown(judged, model).controls.includes("Show the win"));
});

test("of a sound move nothing better is said; of the best one, that it is", () => {
  const best = squares("b2 d4", EMPTY);
  assert.match(textOf(judgedAs({ best }).root), /One of the 2 best: b2, d4\.$/);
  assert.match(textOf(judgedAs({ best: best.slice(0, 1) }).root), /The best move\.$/);
  const sound = judgedAs({ best: squares("d4", EMPTY) });
  assert.doesNotMatch(textOf(sound.root), /Better/);
  assert.deepEqual(sound.controls, []);
  const many = squares("a1 a2 a3 a4 a5 b1 c1 d1", EMPTY);
  assert.match(
    textOf(judgedAs({ labels: [LABEL], best: many }).root),
    /a1, a2, a3, a4, a5, b1 and 2 more/,
  );
});

test("at the start the verdict leads to where it mattered", () => {
  const did = {
    moves: 2,
    kept: 1,
    winsGivenAway: 1,
    drawsGivenAway: 0,
    percent: null,
    status: "unknown",
    worst: 2,
  } as const;
  const model = opened("review", "c3 b2 d3", {
    here: 0,
    review: reviewOf({ white: did, turningPoint: 3 }),
  });
  const mine = { ...model, page: { ...model.page, game: { ...GAME, viewer: "white" as const } } };
  const { root, called, controls: all } = shown(judged, mine);
  assert.deepEqual(all, ["Your biggest mistake", "Turning point"]);
  for (const name of all) press(root, name);
  assert.deepEqual(called, [
    ["goPly", 2],
    ["goPly", 3],
  ]);
  assert.deepEqual(shown(judged, model).controls, ["Turning point"]);
  const calm = { ...model, review: reviewOf() };
  assert.match(textOf(shown(judged, calm).root), /No move of this game gave much away/);
});

test("of a stone that was given the verdict says that nobody played it", () => {
  const model = opened("review", "c3 b2 d3", { review: reviewOf() });
  const from = (given: number) => ({
    ...model,
    page: { ...model.page, game: { ...GAME, given } },
  });
  assert.match(
    textOf(shown(judged, from(3)).root),
    /^3\. d3 This stone was given with the opening/,
  );
  assert.equal(textOf(shown(judged, from(2)).root), "3. d3");
});

test("bars say who played, how it ended and how near to perfect; one's own is below", () => {
  const accuracy = {
    moves: 3,
    kept: 3,
    winsGivenAway: 0,
    drawsGivenAway: 0,
    percent: 96,
    status: "estimated",
    worst: null,
  } as const;
  const review = reviewOf({ black: accuracy });
  const model = opened("review", "c3 b2", { review });
  assert.equal(textOf(shown(barAbove, model).root), "Bob 0");
  assert.equal(textOf(shown(barBelow, model).root), "Alice 96% accuracy (estimate) Winner 1");
  const bobs = { ...model, page: { ...model.page, game: { ...GAME, viewer: "white" as const } } };
  assert.equal(textOf(shown(barBelow, bobs).root), "Bob 0");
  const working = { ...model, review: { ...review, state: "working" as const } };
  assert.equal(textOf(shown(barBelow, working).root), "Alice Winner 1");
  const analysis = opened("analysis", "c3");
  assert.equal(textOf(shown(barAbove, analysis).root), "O To play");
  assert.equal(textOf(shown(barBelow, analysis).root), "X");
});

// --- The moves ----------------------------------------------------------------------------------

const tree: Panel = (model, _, act) => moveTree(model, act);

/** The rows of the list, each cell's text. */
function rows(root: Element): readonly (readonly string[])[] {
  return [...root.querySelectorAll("tbody tr")].map((each) => [...each.children].map(textOf));
}

test("moves are in pairs with the time they took; the one that is looked at is marked", () => {
  const { root, called } = shown(tree, opened("review", "c3 b2 d3", { here: 2 }));
  assert.deepEqual(rows(root), [
    ["1", "c3 1 s", "b2 2 s"],
    ["3", "d3 3 s", ""],
  ]);
  assert.equal(textOf(root.querySelector(".move[aria-current=step]")), "b2");
  press(root, "d3");
  assert.deepEqual(called, [["go", 3]]);
  assert.match(textOf(shown(tree, opened("analysis")).root), /No moves yet\. Play on the board\.$/);
});

test("where White begins, Black's first place is empty", () => {
  const model = opened("analysis", "c3 b2 d3");
  const start = { ...model.tree.start, sideToMove: "white" } as const;
  const { root } = shown(tree, { ...model, tree: { ...model.tree, start } });
  assert.deepEqual(rows(root), [
    ["1", "", "c3"],
    ["2", "b2", "d3"],
  ]);
});

test("a variation stands after the move it replaces, a comment under its own, and the line goes on", () => {
  const before = opened("review", "c3 b2 d3 a1");
  const { tree: grown, here } = add(before.tree, 2, at("d4"));
  const nested = add(grown, here, at("e1"));
  const again = add(nested.tree, here, at("e2"));
  const noted = edit(edit(again.tree, here, { glyph: "!?" }), 1, { comment: "safe" });
  const { root } = shown(tree, { ...before, tree: noted, here });
  assert.deepEqual(rows(root), [
    ["1", "c3 1 s", ""],
    ["safe"],
    ["2", "", "b2 2 s"],
    ["3", "d3 3 s", ""],
    ["3 instead: d4!? e1"],
    ["4 instead: e2"],
    ["4", "", "a1 4 s"],
  ]);
  assert.deepEqual(
    [...root.querySelectorAll(".variation")].map((each) => each.className),
    ["variation level-1", "variation level-2"],
  );
});

test("while a line is shown no move of the list is the one on the board", () => {
  const line = { base: 1, moves: [at("d4")], shown: 1 };
  const { root } = shown(tree, opened("review", "c3 b2", { line }));
  assert.equal(root.querySelector("[aria-current]"), null);
});

test("the word for what a move was is beside it, in the game's own line only", () => {
  const labels = [{ kind: "missedWin", status: "proved", plies: 5 }] as const;
  const review = reviewOf({ plies: [ply("c3", { labels })] });
  const of = (moves: string): readonly (readonly string[])[] =>
    rows(shown(tree, opened("review", moves, { review })).root);
  assert.deepEqual(of("c3"), [["1", "c3 Mistake", ""]]);
  assert.deepEqual(of("d4"), [["1", "d4 1 s", ""]]);
});

// --- Notes, and what is kept --------------------------------------------------------------------

const notes: Panel = (model, _, act) => notesBox(model, act);
const ways: Panel = (model, _, act) => variationPanel(model, act);
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
    [opened("study", "c3", { kept: KEPT }), ["(Make main line)", "Delete from here", "Pass"]],
    [opened("study", "c3", { kept: { ...KEPT, isMine: false } }), []],
  ];
  for (const [model, expected] of TABLE) assert.deepEqual(shown(ways, model).controls, expected);
});

test("in a study of one's own moves get glyphs, squares get marks, positions get comments", () => {
  const model = opened("study", "c3", { kept: KEPT, marking: "circle", isNoting: true });
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
  for (const part of [{ isNoting: false }, { kept: { ...KEPT, isMine: false } }])
    assert.deepEqual(shown(notes, { ...model, ...part }).controls, []);
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

test("the stones of a turn share its cell in the list of moves", () => {
  const model = opened("analysis");
  const start = { ...model.tree.start, lineRule: "connect6" } as const;
  const tree = fromMoves(start, squares("a1 a2 a3 b1 b2 c1", EMPTY));
  const { root } = shown((held, _at, act) => moveTree(held, act), { ...model, tree, here: 6 });
  const rows = [...root.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map((cell) => textOf(cell)),
  );
  assert.deepEqual(rows, [
    ["1", "a1", "a2 a3"],
    ["4", "b1 b2", "c1"],
  ]);
});

test("where a stone may be of either kind the foot has a switch, and the tools are X and O", () => {
  const model = opened("analysis", "");
  const start = { ...model.tree.start, lineRule: "wild" } as const;
  const wild = { ...model, tree: fromMoves(start, []) };
  const { root, called } = shown(foot, wild);

  press(root, "Place O");

  assert.deepEqual(called, [["kind", "white"]]);
  const tools = controls(shown(foot, { ...wild, editing: { tree: wild.tree, here: 0 } }).root);
  assert.deepEqual(tools.slice(0, 2), ["X", "O"]);
  assert.equal(controls(shown(foot, model).root).includes("Place X"), false);
});

test("moves of either kind are named by it in the list of moves and in the verdict", () => {
  const model = opened("analysis", "");
  const start = { ...model.tree.start, lineRule: "wild" } as const;
  const squaresOf = start.width * start.height;
  const wild = { ...model, tree: fromMoves(start, [0, squaresOf + 1]), here: 2 };

  const names = controls(shown((each, _, act) => moveTree(each, act), wild).root);

  assert.deepEqual(names, ["X a1", "O b1"]);
});
