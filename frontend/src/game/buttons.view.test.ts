// What a player can ask of the game: which buttons there are, which of them answer, what each sends.

import { controls, drawn, named, noted, press, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "lit-html";
import { actions } from "./buttons";
import type { HelpCommands } from "./helphandlers";
import { afterGame, ending } from "./result";
import type { Commands } from "./commands";
import type { Model } from "./model";
import type { Pending } from "../live/pending";
import { NO_OFFERS } from "../live/state";
import type { SideWord, Snapshot } from "../protocol/protocol";
import { ALICE, FIVE_THREE, GOMOKU, clockOf, game, pageOf, robo, squares } from "../testing/game";

const TIMED = { control: FIVE_THREE, clock: clockOf(300_000, "black") };
const OVER = { outcome: { winner: "black", termination: "line" } } as const;
/** The third of five games; before it Alice and Bob had won one each. */
const SERIES = { bestOf: 5, number: 3, black: 1, white: 1 };
const ABORTED = { outcome: { winner: null, termination: "abort" } } as const;
const PAGE = pageOf(game("h8 i9"), "black").page;
const BOT = { seats: robo() } as const;

function buttons(
  moves: string,
  side: SideWord | null,
  part: Partial<Snapshot> = {},
  page: Partial<Model> = {},
) {
  const { act, called } = noted<Commands>();
  const help = noted<HelpCommands>();
  const model = pageOf(game(moves, undefined, part), side, page);
  const root = drawn(actions(model, act, help.act));
  return { root, called, asked: help.called, controls: controls(root) };
}

function card(moves: string, side: SideWord | null, part: Partial<Snapshot> = {}) {
  const { act, called } = noted<Commands>();
  const model = pageOf(game(moves, undefined, part), side);
  const root = drawn(html`${ending(model)} ${afterGame(model, act)}`);
  return { root, called, controls: controls(root) };
}

const LOOKS = ["Review", "Analyse"];

const TABLE: readonly (readonly [
  state: string,
  shown: ReturnType<typeof buttons> | ReturnType<typeof card>,
  controls: readonly string[],
])[] = [
  [
    "nobody has moved: nothing can be taken back",
    buttons("", "black"),
    ["(Take back)", "Draw", "Resign"],
  ],
  ["White has nothing to take back yet", buttons("h8", "white"), ["(Take back)", "Draw", "Resign"]],
  ["both have moved", buttons("h8 i9", "white"), ["Take back", "Draw", "Resign"]],
  [
    "with a clock there are pauses and time to give",
    buttons("h8 i9", "black", TIMED),
    ["Take back", "Draw", "Pause", "More time", "Resign"],
  ],
  [
    "a clock that stands is not paused",
    buttons("h8 i9", "black", { ...TIMED, clock: clockOf(300_000) }),
    ["Take back", "Draw", "(Pause)", "More time", "Resign"],
  ],
  [
    "in a game over days one may plan ahead, whoever is to move",
    buttons("h8 i9", "black", {}, { page: { ...PAGE, ahead: "/game/alicebob/ahead" } }),
    ["Take back", "Draw", "Plan", "Resign"],
  ],
  [
    "against a bot there are hints, and nobody to give time to",
    buttons("h8 i9", "black", { ...TIMED, ...BOT }),
    ["Best move", "Why?", "Take back", "Draw", "Pause", "Resign"],
  ],
  [
    "so there are between people who agreed to them",
    buttons("h8 i9", "black", { hintsSince: 0 }),
    ["Best move", "Why?", "Take back", "Draw", "Resign"],
  ],
  [
    "an offer takes the row's place",
    buttons("h8 i9", "black", { offers: { ...NO_OFFERS, draw: "white" } }),
    ["Accept", "Decline"],
  ],
  [
    "one's own offer can be withdrawn",
    buttons("h8 i9", "white", { offers: { ...NO_OFFERS, takeback: "white" } }),
    ["Withdraw the request to take back", "Draw", "Resign"],
  ],
  [
    "no side can win any more: the draw can be claimed",
    buttons("h8 i9", "black", { dead: true }),
    ["Take back", "Claim draw", "Resign"],
  ],
  [
    "the opponent has been away for long enough",
    buttons("h8 i9", "black", {}, { away: { canClaim: true, claimAt: 0 } }),
    ["Claim win", "Claim a draw"],
  ],
  ["a spectator can follow the players", buttons("h8 i9", null), ["Follow Alice", "Follow Bob"]],
  ["it is over: there is no row", buttons("h8 i9", "black", OVER), []],
  [
    "again, something else, or a look back",
    card("h8 i9", "black", OVER),
    ["Rematch", "New game", ...LOOKS],
  ],
  ["while the game goes on there is no result", card("h8 i9", "black"), []],
  ["an aborted game has no rematch", card("h8", "black", ABORTED), ["New game", ...LOOKS]],
  ["of no moves there is nothing to look at", card("", "black", ABORTED), ["New game"]],
  [
    "the opponent offers a rematch",
    card("h8 i9", "black", { ...OVER, offers: { ...NO_OFFERS, rematch: "white" } }),
    ["Accept", "Decline", "New game", ...LOOKS],
  ],
  [
    "in a series the next game comes",
    card("h8 i9", "black", { ...OVER, series: SERIES }),
    ["Next game", "New game", ...LOOKS],
  ],
  [
    "the opponent is ready for it",
    card("h8 i9", "black", { ...OVER, series: SERIES, offers: { ...NO_OFFERS, rematch: "white" } }),
    ["Next game", "Decline", "New game", ...LOOKS],
  ],
  [
    "one's own readiness can be taken back",
    card("h8 i9", "white", { ...OVER, series: SERIES, offers: { ...NO_OFFERS, rematch: "white" } }),
    ["Not ready yet", "New game", ...LOOKS],
  ],
  [
    "a series that is decided can be played again",
    card("h8 i9", "black", { ...OVER, series: { ...SERIES, black: 2 } }),
    ["Play again", "New game", ...LOOKS],
  ],
  [
    "an aborted game of a series is played again",
    card("h8", "black", { ...ABORTED, series: SERIES }),
    ["Next game", "New game", ...LOOKS],
  ],
  [
    "a series that nobody has come to has no next game",
    card("", "black", {
      ...ABORTED,
      series: SERIES,
      seats: { black: ALICE, white: null },
    }),
    ["New game"],
  ],
  [
    "the rematch has begun, for spectators, too",
    card("h8 i9", null, { ...OVER, rematch: "next" }),
    ["Go to the next game", ...LOOKS],
  ],
];

for (const [state, shown, expected] of TABLE)
  test(state, () => {
    assert.deepEqual(shown.controls, expected);
  });

test("while buttons settle, none answers", () => {
  const settling = { settling: true };
  const offers = { ...NO_OFFERS, draw: "white", hints: "white" } as const;
  for (const [count, shown] of [
    [6, buttons("h8 i9", "black", { ...TIMED, ...BOT, dead: true }, settling)],
    [2, buttons("h8", "black", { ...TIMED, offers }, settling)],
    [2, buttons("h8", "black", {}, { ...settling, asking: "resign" })],
    [2, buttons("h8", "black", {}, { ...settling, away: { canClaim: true, claimAt: 0 } })],
  ] as const) {
    assert.ok(
      shown.controls.every((each) => each.startsWith("(")),
      shown.controls.join(),
    );
    assert.equal(shown.controls.length, count);
  }
});

test("a command that is on its way is not sent twice", () => {
  const pending: Pending = [
    { type: "resign", id: "1" },
    { type: "offer", id: "2", what: "draw" },
    { type: "addTime", id: "3" },
  ];
  assert.deepEqual(buttons("h8 i9", "black", TIMED, { pending }).controls, [
    "Take back",
    "(Draw)",
    "Pause",
    "(More time)",
    "(Resign)",
  ]);
});

test("every button sends what it says", () => {
  const offered = (what: keyof typeof NO_OFFERS): Partial<Snapshot> => ({
    offers: { ...NO_OFFERS, [what]: "white" },
  });
  const mine = { offers: { ...NO_OFFERS, pause: "black" } } as const;
  const left = { away: { canClaim: true, claimAt: 0 } };
  const play = (part: Partial<Snapshot> = {}, page: Partial<Model> = {}) =>
    buttons("h8 i9", "black", part, page);
  const cases: readonly (readonly [{ root: HTMLElement; called: unknown }, string, object])[] = [
    [play(), "Draw", { type: "offer", what: "draw" }],
    [play(), "Take back", { type: "offer", what: "takeback" }],
    [play(TIMED), "Pause", { type: "offer", what: "pause" }],
    [play(TIMED), "More time", { type: "addTime" }],
    [play({ dead: true }), "Claim draw", { type: "claimDraw" }],
    [play(offered("draw")), "Accept", { type: "accept", what: "draw" }],
    [play(offered("hints")), "Decline", { type: "decline", what: "hints" }],
    [
      play({ ...TIMED, ...mine }),
      "Withdraw the request to pause",
      { type: "cancel", what: "pause" },
    ],
    [play({}, left), "Claim win", { type: "claimAbandoned", claim: "win" }],
    [play({}, left), "Claim a draw", { type: "claimAbandoned", claim: "draw" }],
    [play({}, { asking: "resign" }), "Resign", { type: "resign" }],
    [play({}, { asking: "abort" }), "Abort", { type: "abort" }],
    [card("h8 i9", "black", OVER), "Rematch", { type: "offer", what: "rematch" }],
    [
      card("h8 i9", "black", { ...OVER, ...offered("rematch") }),
      "Accept",
      { type: "accept", what: "rematch" },
    ],
    [
      card("h8 i9", "black", { ...OVER, ...offered("rematch") }),
      "Decline",
      { type: "decline", what: "rematch" },
    ],
  ];
  for (const [shown, name, command] of cases) {
    press(shown.root, name);
    assert.deepEqual(shown.called, [["send", command]], name);
  }
});

test("to resign is asked first; what changes nothing stands where the first tap was", () => {
  const before = buttons("h8 i9", "black");
  press(before.root, "Resign");
  assert.deepEqual(before.called, [["ask", "resign"]]);

  const asked = buttons("h8 i9", "black", {}, { asking: "resign" });
  assert.match(textOf(asked.root), /Resign this game\?/);
  assert.deepEqual(asked.controls, ["Keep playing", "Resign"]);
  press(asked.root, "Keep playing");
  assert.deepEqual(asked.called, [["ask", null]]);
});

test("several offers are answered one after the other; a chosen square comes first", () => {
  const offers = { ...NO_OFFERS, draw: "white", takeback: "white" } as const;
  assert.match(textOf(buttons("h8 i9", "black", { offers }).root), /^Bob offers a draw\./);
  const next = { offers: { ...offers, draw: null } };
  assert.match(textOf(buttons("h8 i9", "black", next).root), /^Bob asks to take back a move\./);
  const aim = squares("g8", GOMOKU)[0]!;
  assert.ok(buttons("h8 i9", "black", { offers }, { aim }).controls.includes("Play g8 as Black"));
});

test("what cannot be answered now is said to be so, and still says why when it is pressed", () => {
  const CASES: readonly (readonly [string, SideWord, readonly string[]])[] = [
    ["", "black", ["Best move", "(Why?)"]],
    ["h8", "black", ["(Best move)", "(Why?)"]],
    ["h8", "white", ["Best move", "Why?"]],
    ["h8 i9", "black", ["Best move", "Why?"]],
  ];
  for (const [moves, side, expected] of CASES) {
    const shown = buttons(moves, side, { hintsSince: 0 });
    assert.deepEqual(shown.controls.slice(0, 2), expected, `${moves} ${side}`);
    press(shown.root, "Best move");
    press(shown.root, "Why?");
    assert.deepEqual(shown.asked, [
      ["ask", "best"],
      ["ask", "words"],
    ]);
  }
});

test("a question on its way says that it is busy", () => {
  const asked = { ply: 2, questions: [{ id: "1", kind: "best", isRefused: false }] } as const;
  const { root } = buttons("h8 i9", "black", BOT, { asked });
  assert.deepEqual(
    ["Best move", "Why?"].map((each) => named(root, each).getAttribute("aria-busy")),
    ["true", "false"],
  );
});

test("a chosen square is confirmed, moved by one, or let go", () => {
  const at = (text: string): number => squares(text, GOMOKU)[0]!;
  const { root, called } = buttons("h8", "white", {}, { aim: at("i9") });
  assert.deepEqual(controls(root), [
    "One square left",
    "One square up",
    "One square down",
    "One square right",
    "Play i9 as White",
    "Cancel",
  ]);
  for (const name of controls(root)) press(root, name);
  assert.deepEqual(called, [
    ["aim", at("h9")],
    ["aim", at("i10")],
    ["aim", at("i8")],
    ["aim", at("j9")],
    ["play", at("i9")],
    ["aim", null],
  ]);
  const early = buttons("h8", "black", {}, { aim: at("i9") });
  assert.ok(early.controls.includes("Premove i9 as Black"));
});

test("the result speaks to each as they should hear it, and leads on", () => {
  const heading = (side: SideWord | null): string =>
    textOf(card("h8", side, OVER).root.querySelector("h2"));
  assert.equal(heading("black"), "You won!");
  assert.equal(heading("white"), "Alice won this one.");
  assert.equal(heading(null), "Alice won.");
  const offered = card("h8", "black", { ...OVER, offers: { ...NO_OFFERS, rematch: "white" } });
  assert.match(textOf(offered.root), /Bob wants a rematch\./);
  const next = card("h8", "black", { ...OVER, rematch: "next" });
  assert.equal(named(next.root, "Go to the next game").getAttribute("href"), "/game/next/");
});

test("the result of a series tells how it stands", () => {
  const words = (side: SideWord | null, series = SERIES): string =>
    textOf(card("h8", side, { ...OVER, series }).root.querySelector(".series"));
  assert.equal(words("black"), "You lead 2–1, best of 5.");
  assert.equal(words("white"), "Alice leads 2–1, best of 5.");
  assert.equal(words(null, { ...SERIES, black: 2 }), "Alice won the series 3–1.");
  const ready = card("h8", "black", {
    ...OVER,
    series: SERIES,
    offers: { ...NO_OFFERS, rematch: "white" },
  });
  assert.match(textOf(ready.root), /Bob is ready for the next game\./);
});

test("the result says what a rated game changed, one's own rating first", () => {
  const rating = (change: number) => ({ rating: 1500 + change, provisional: false, change });
  const ratings = { black: rating(17), white: rating(-17) };
  const tiles = (side: SideWord | null): readonly string[] =>
    [...card("h8", side, { ...OVER, rated: true, ratings }).root.querySelectorAll("dt")].map(
      textOf,
    );
  assert.deepEqual(tiles("white"), ["Your rating", "Alice"]);
  assert.deepEqual(tiles(null), ["Alice", "Bob"]);
});
