// Openings in the browser: Alice opens, on black; Bob answers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { heardChat, isMine, openChat } from "../game/chat";
import { announcement, lastingSentence, noteOf, status } from "../game/sentences";
import { canChoose, canPremove, canTakeBack, isMyTurn, pendingStone } from "../game/model";
import { outside } from "../game/openingwords";
import type { Chosen, MovePlayed, OpeningPart, SideWord, Snapshot } from "../protocol/protocol";
import { clockOf, FIVE_THREE, game, GOMOKU, HERE, pageOf, squares } from "../testing/game";
import { begin, reduce } from "./state";
import { isUnderWay, sideToMove } from "./turn";

const START: OpeningPart = {
  rule: "swap2",
  by: "black",
  stones: 0,
  place: 3,
  choices: [],
  offer: 0,
  alike: [],
  squares: null,
  chosen: [],
  answered: false,
  swapped: false,
  again: false,
};
const ASKED: OpeningPart = {
  ...START,
  by: "white",
  stones: 3,
  place: 0,
  choices: ["black", "white", "two"],
};
const TWO: OpeningPart = {
  ...START,
  by: "white",
  stones: 3,
  place: 2,
  chosen: [{ ply: 3, by: "white", choice: "two" }],
  answered: true,
};

function opened(moves: string, opening: OpeningPart, part: Partial<Snapshot> = {}): Snapshot {
  return game(moves, GOMOKU, { opening, ...part });
}

const THREE = "h8 h9 i9";

test("the opener's turn lasts three stones, and they place both sides' stones", () => {
  const model = pageOf(opened("h8", { ...START, stones: 1, place: 2 }), "black");
  assert.ok(isMyTurn(model.state));
  assert.ok(canChoose(model));
  assert.equal(status(model), "Place White: 2 to go.");
  const waiting = pageOf(opened("h8", { ...START, stones: 1, place: 2 }), "white");
  assert.equal(sideToMove(waiting.state.game), "black");
  assert.ok(!canPremove({ ...waiting, choices: { ...waiting.choices, premove: true } }));
  assert.equal(status(waiting), "Alice places stones: 2 to go.");
});

test("whoever chooses is told what they may choose, the others whose choice it is", () => {
  const asked = opened(THREE, ASKED);
  assert.equal(status(pageOf(asked, "white")), "Choose a side, or place two more.");
  assert.equal(status(pageOf(asked, "black")), "Bob chooses a side or two more.");
  assert.equal(status(pageOf(asked, null)), "Bob chooses a side or two more.");
  assert.ok(!canChoose(pageOf(asked, "white")));
});

const chosen = (part: Partial<Chosen>): Chosen => ({
  type: "chosen",
  version: 5,
  command: "c",
  by: "white",
  choice: "black",
  swaps: true,
  at: 0,
  opening: {
    ...ASKED,
    by: null,
    choices: [],
    chosen: [{ ply: 3, by: "black", choice: "black" }],
    answered: true,
    swapped: true,
    again: false,
  },
  clock: null,
  ...part,
});

test("when Bob takes Black, everything that is theirs changes sides with them", () => {
  const series = { bestOf: 3, number: 2, black: 1, white: 0 };
  const before = {
    ...begin(
      opened(THREE, ASKED, { series, offers: { ...game().offers, draw: "black" } }),
      "white",
    ),
    presence: { ...HERE, white: false, whiteClaimMs: 7 },
  };
  const after = reduce(before, chosen({}));
  assert.equal(after.side, "black");
  assert.equal(after.game.seats.black?.name, "Bob");
  assert.equal(after.game.seats.white?.name, "Alice");
  assert.deepEqual(after.game.series, { ...series, black: 0, white: 1 });
  assert.equal(after.game.offers.draw, null);
  assert.deepEqual(
    [after.presence?.black, after.presence?.white, after.presence?.blackClaimMs],
    [false, true, 7],
  );
  assert.equal(sideToMove(after.game), "white");
  // Heard twice it changes nothing.
  assert.equal(reduce(after, chosen({})), after);
});

test("what was said goes along: nobody takes the other’s lines for their own", () => {
  const line = {
    id: 1,
    room: "players",
    author: { name: "Bob", player: "bob", side: "white" },
    text: "Hello!",
    at: 0,
    command: "c",
  } as const;
  const by = (side: SideWord | null) => ({ ...line, author: { ...line.author, side } });
  const before = openChat({ me: null, muted: [], name: "/chat/name", mutedPage: "/muted" });
  const said = heardChat(before, { type: "said", line }, null);
  const after = heardChat(said, chosen({}), null);
  assert.deepEqual(after.lines, [by("black")]);
  assert.ok(isMine(after, after.lines[0]!, "black"));
  assert.deepEqual(heardChat(said, chosen({ swaps: false }), null).lines, [line]);
  const watched = heardChat(before, { type: "said", line: by(null) }, null);
  assert.deepEqual(heardChat(watched, chosen({}), null).lines, [by(null)]);
});

test("each hears once what was chosen, and what comes next", () => {
  const told = (viewer: SideWord | null): readonly string[] => {
    const before = begin(opened(THREE, ASKED), viewer);
    const after = reduce(before, chosen({}));
    return [
      announcement(before, after, chosen({}), "stones"),
      noteOf(before, after, chosen({}), "stones"),
    ];
  };
  assert.deepEqual(told("white"), [
    "You chose Black. Alice plays White. White to move.",
    "You chose Black. Alice plays White.",
  ]);
  assert.deepEqual(told("black"), [
    "Bob chose Black. You play White. Your turn.",
    "Bob chose Black. You play White.",
  ]);
  assert.deepEqual(told(null), [
    "Bob chose Black. Alice plays White. White to move.",
    "Bob chose Black. Alice plays White.",
  ]);
});

test("two more stones are placed by Bob, in both colours, and Alice chooses", () => {
  const choice = chosen({ choice: "two", swaps: false, opening: TWO });
  const before = begin(opened(THREE, ASKED), "white");
  const after = reduce(before, choice);
  assert.equal(after.side, "white");
  assert.equal(
    announcement(before, after, choice, "stones"),
    "You place two more stones. Place White: 2 to go.",
  );
  const [square = 0] = squares("a1", GOMOKU);
  const placed: MovePlayed = {
    type: "movePlayed",
    version: 6,
    command: null,
    ply: 3,
    square,
    at: 0,
    outcome: null,
    line: [],
    dead: false,
    forbidden: [],
    clock: null,
    opening: { ...TWO, stones: 4, place: 1 },
  };
  const then = reduce(after, placed);
  assert.equal(then.game.opening?.place, 1);
  assert.equal(
    announcement(after, then, placed, "stones"),
    "You place White on a1. Place Black: 1 to go.",
  );
});

test("the stone on its way is shown for whoever places it, in the colour that comes next", () => {
  const pending = [{ type: "playMove", id: "m", ply: 1, square: 0 }] as const;
  const model = pageOf(opened("h8", { ...START, stones: 1, place: 2 }), "black", { pending });
  assert.equal(pendingStone(model)?.square, 0);
});

test("the clock waits until both have decided, whatever lies on the board", () => {
  const clock = clockOf(300_000);
  const asked = opened(THREE, ASKED, { control: FIVE_THREE, clock });
  assert.ok(!isUnderWay(asked));
  assert.ok(isUnderWay({ ...asked, opening: TWO }));
});

test("where stones are given, the clock waits until both have moved", () => {
  const five = `${THREE} c3 m3`;
  const given: OpeningPart = { ...START, rule: "balanced", by: null, stones: 5, place: 0 };
  const after = (moves: string): Snapshot => opened(`${five} ${moves}`.trim(), given);
  assert.deepEqual([after(""), after("a1"), after("a1 a2")].map(isUnderWay), [false, false, true]);
  assert.equal(sideToMove(after("")), "white");
  assert.equal(status(pageOf(after(""), "white")), "Your turn: you play White.");
  assert.equal(status(pageOf(after("a1"), "black")), "Your turn: you play Black.");
  assert.equal(status(pageOf(after("a1 a2"), "white")), "Your turn.");
  assert.ok(!canTakeBack(after("a1"), "black"));
  assert.ok(canTakeBack(after("a1"), "white"));
});

test("nothing of the opening is taken back", () => {
  const over: OpeningPart = { ...ASKED, by: null, choices: [], answered: true };
  assert.ok(!canTakeBack(opened(THREE, ASKED), "black"));
  assert.ok(!canTakeBack(opened(THREE, over), "white"));
  assert.ok(!canTakeBack(opened(`${THREE} a1`, over), "black"));
  assert.ok(canTakeBack(opened(`${THREE} a1`, over), "white"));
});

test("pro says where the stone may lie", () => {
  const pro: OpeningPart = { ...START, rule: "pro", place: 1, squares: squares("h8", GOMOKU) };
  const before = opened("", pro);
  const [h8 = 0, h9 = 0] = squares("h8 h9", GOMOKU);
  assert.equal(status(pageOf(before, "black")), "Your turn: you play Black.");
  assert.equal(lastingSentence(pageOf(before, null)), "The first stone goes in the centre: h8.");
  assert.equal(outside(before, h8), null);
  assert.equal(outside(before, h9), "The first stone goes in the centre: h8.");
  assert.equal(
    outside(opened("h8 a1", { ...pro, squares: squares("a1 e8 o15", GOMOKU) }), h9),
    "This stone goes outside the 5×5 around the centre.",
  );
});
