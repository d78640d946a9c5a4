// What a player can ask of the game: which buttons there are, which of them answer, what each sends.

import { controls, drawn, named, noted, press, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { actions } from "./buttons";
import type { Commands } from "./commands";
import type { Model } from "./model";
import type { Pending } from "../live/pending";
import { NO_OFFERS } from "../live/state";
import type { SideWord, Snapshot } from "../protocol/protocol";
import { FIVE_THREE, clockOf, game, pageOf, robo } from "../testing/game";

const TIMED = { control: FIVE_THREE, clock: clockOf(300_000, "black") };
const OVER = { outcome: { winner: "black", termination: "line" } } as const;
const CALLED_OFF = { outcome: { winner: null, termination: "abort" } } as const;

function buttons(
  moves: string,
  side: SideWord | null,
  part: Partial<Snapshot> = {},
  page: Partial<Model> = {},
) {
  const { act, called } = noted<Commands>();
  const root = drawn(actions(pageOf(game(moves, undefined, part), side, page), act));
  return { root, called, controls: controls(root) };
}

const TABLE: readonly (readonly [
  state: string,
  shown: ReturnType<typeof buttons>,
  controls: readonly string[],
])[] = [
  [
    "nobody has moved: nothing can be taken back, and the game may be called off",
    buttons("", "black"),
    ["Offer draw", "(Takeback)", "Play with hints", "Resign", "Call off"],
  ],
  [
    "White has not moved yet and has nothing to take back",
    buttons("h8", "white"),
    ["Offer draw", "(Takeback)", "Play with hints", "Resign", "Call off"],
  ],
  [
    "both have moved",
    buttons("h8 i9", "white"),
    ["Offer draw", "Takeback", "Play with hints", "Resign"],
  ],
  [
    "with a clock there are pauses and time to give",
    buttons("h8 i9", "black", TIMED),
    ["Offer draw", "Takeback", "Offer pause", "Give more time", "Play with hints", "Resign"],
  ],
  [
    "a clock that stands is not paused",
    buttons("h8 i9", "black", { ...TIMED, clock: clockOf(300_000) }),
    ["Offer draw", "Takeback", "(Offer pause)", "Give more time", "Play with hints", "Resign"],
  ],
  [
    "a rated game has no hints",
    buttons("h8 i9", "black", { rated: true }),
    ["Offer draw", "Takeback", "Resign"],
  ],
  [
    "hints are agreed on once",
    buttons("h8 i9", "black", { hintsSince: 1 }),
    ["Offer draw", "Takeback", "(Hints agreed)", "Resign"],
  ],
  [
    "a bot takes back without being asked, needs no time and no agreement",
    buttons("h8 i9", "black", { ...TIMED, seats: robo() }),
    ["Offer draw", "Take back", "Offer pause", "Resign"],
  ],
  [
    "the opponent offers a draw: it is answered in its place",
    buttons("h8 i9", "black", { offers: { ...NO_OFFERS, draw: "white" } }),
    ["Yes to the draw", "No to the draw", "(Offer draw)", "Takeback", "Play with hints", "Resign"],
  ],
  [
    "one's own offer can be cancelled",
    buttons("h8 i9", "white", { offers: { ...NO_OFFERS, takeback: "white" } }),
    ["Offer draw", "Withdraw request to take back", "Play with hints", "Resign"],
  ],
  [
    "the opponent wants hints: they are answered beside the button",
    buttons("h8 i9", "black", { offers: { ...NO_OFFERS, hints: "white" } }),
    [
      "Offer draw",
      "Takeback",
      "(Play with hints)",
      "Yes to the hints",
      "No to the hints",
      "Resign",
    ],
  ],
  [
    "no side can win any more: the draw can be claimed",
    buttons("h8 i9", "black", { dead: true }),
    ["Offer draw", "Takeback", "Play with hints", "Resign", "Claim the draw"],
  ],
  ["a spectator is asked nothing", buttons("h8 i9", null), []],
  [
    "it is over: again, or something else",
    buttons("h8 i9", "black", OVER),
    ["Rematch", "New game"],
  ],
  [
    "one that was called off has no rematch",
    buttons("h8", "black", CALLED_OFF),
    ["(Rematch)", "New game"],
  ],
  [
    "the opponent offers a rematch",
    buttons("h8 i9", "black", { ...OVER, offers: { ...NO_OFFERS, rematch: "white" } }),
    ["Accept", "Decline", "(Rematch)", "New game"],
  ],
  [
    "the rematch has begun, for spectators, too",
    buttons("h8 i9", null, { ...OVER, rematch: "next" }),
    ["Go to the next game"],
  ],
];

for (const [state, shown, expected] of TABLE)
  test(state, () => {
    assert.deepEqual(shown.controls, expected);
  });

test("a button that keeps its place while it is not there does not answer", () => {
  for (const [state, { root }] of TABLE)
    for (const each of root.querySelectorAll<HTMLButtonElement>("button.gone"))
      assert.ok(each.disabled, `${state}: ${textOf(each)}`);
  const early = buttons("h8 i9", "black", TIMED).root;
  assert.equal(early.querySelectorAll("button.gone").length, 2);
});

test("while buttons settle, none answers", () => {
  const offers = { ...NO_OFFERS, draw: "white", hints: "white" } as const;
  const shown = buttons(
    "h8",
    "black",
    { ...TIMED, offers, dead: true },
    { settling: true, resigning: true },
  );
  assert.deepEqual(
    shown.controls.filter((each) => !each.startsWith("(")),
    [],
  );
  assert.equal(shown.controls.length, 14);
});

test("a command that is on its way is not sent twice", () => {
  const pending: Pending = [
    { type: "resign", id: "1" },
    { type: "offer", id: "2", what: "draw" },
    { type: "addTime", id: "3" },
  ];
  assert.deepEqual(buttons("h8 i9", "black", TIMED, { pending }).controls, [
    "(Offer draw)",
    "Takeback",
    "Offer pause",
    "(Give more time)",
    "Play with hints",
    "(Resign)",
  ]);
});

test("every button sends what it says", () => {
  const draw = { offers: { ...NO_OFFERS, draw: "white" } } as const;
  const mine = { offers: { ...NO_OFFERS, pause: "black" } } as const;
  const rematch = { ...OVER, offers: { ...NO_OFFERS, rematch: "white" } } as const;
  const cases: readonly (readonly [ReturnType<typeof buttons>, string, object])[] = [
    [buttons("h8 i9", "black"), "Offer draw", { type: "offer", what: "draw" }],
    [buttons("h8 i9", "black"), "Takeback", { type: "offer", what: "takeback" }],
    [buttons("h8 i9", "black"), "Play with hints", { type: "offer", what: "hints" }],
    [buttons("h8 i9", "black", TIMED), "Offer pause", { type: "offer", what: "pause" }],
    [buttons("h8 i9", "black", TIMED), "Give more time", { type: "addTime" }],
    [buttons("h8", "black"), "Call off", { type: "abort" }],
    [buttons("h8 i9", "black", { dead: true }), "Claim the draw", { type: "claimDraw" }],
    [buttons("h8 i9", "black", draw), "Yes to the draw", { type: "accept", what: "draw" }],
    [buttons("h8 i9", "black", draw), "No to the draw", { type: "decline", what: "draw" }],
    [
      buttons("h8", "black", { ...TIMED, ...mine }),
      "Withdraw pause offer",
      { type: "cancel", what: "pause" },
    ],
    [buttons("h8 i9", "black", OVER), "Rematch", { type: "offer", what: "rematch" }],
    [buttons("h8 i9", "black", rematch), "Accept", { type: "accept", what: "rematch" }],
    [buttons("h8 i9", "black", rematch), "Decline", { type: "decline", what: "rematch" }],
    [buttons("h8 i9", "black", {}, { resigning: true }), "Yes", { type: "resign" }],
  ];
  for (const [shown, name, command] of cases) {
    press(shown.root, name);
    assert.deepEqual(shown.called, [["send", command]], name);
  }
});

test("to resign is asked first, and can be thought better of", () => {
  const before = buttons("h8 i9", "black");
  assert.equal(named(before.root, "Resign").getAttribute("aria-expanded"), "false");
  press(before.root, "Resign");
  assert.deepEqual(before.called, [["askResign", true]]);

  const asked = buttons("h8 i9", "black", {}, { resigning: true });
  assert.match(textOf(asked.root), /Really resign\?/);
  press(asked.root, "No");
  press(asked.root, "Resign");
  assert.deepEqual(asked.called, [
    ["askResign", false],
    ["askResign", false],
  ]);
});

test("the rematch is offered by name, and the next game is linked to", () => {
  const offered = buttons("h8", "black", { ...OVER, offers: { ...NO_OFFERS, rematch: "white" } });
  assert.match(textOf(offered.root), /Rematch offered by Bob/);
  const next = buttons("h8", "black", { ...OVER, rematch: "next" });
  assert.equal(named(next.root, "Go to the next game").getAttribute("href"), "/game/next/");
});
