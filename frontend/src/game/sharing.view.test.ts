// Before the game and out of it: the invitation, the open seat, one's own seek, the links.

import { controls, drawn, happens, named, noted, press, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Commands } from "./commands";
import type { Model, Other, PageData, Seat } from "./model";
import type { SideWord, Snapshot } from "../protocol/protocol";
import { embedding, invitation, share } from "./sharing";
import { ALICE, game, pageOf } from "../testing/game";
import { html } from "lit-html";

const WAITING = { seats: { black: ALICE, white: null } } as const;
const CALLED_OFF = { outcome: { winner: null, termination: "abort" } } as const;

function shown(
  side: SideWord | null,
  part: Partial<Snapshot>,
  page: Partial<PageData> = {},
  rest: Partial<Model> = {},
) {
  const { act, called } = noted<Commands>();
  const model = pageOf(game("", undefined, part), side, rest);
  const all = { ...model, page: { ...model.page, ...page } };
  const view = html`${invitation(all, act)} ${share(all, act)} ${embedding(all, act)}`;
  return { root: drawn(view), called };
}

const SEEK = { waitedMs: 0, rating: null, reach: null, lookAgain: "/seek" };
const SEAT: Seat = { link: "http://here/seat/s", qr: "/seat/qr.svg", others: 0, renew: "/renew" };
const EVE: Other = {
  game: "eves",
  host: "Eve",
  kind: "account",
  rating: null,
  provisional: false,
  variant: "Tic-tac-toe",
  control: null,
};

test("who is there before the game is offered what they can do", () => {
  const TABLE: readonly (readonly [string, ReturnType<typeof shown>, readonly string[]])[] = [
    ["the host invites", shown("black", WAITING), ["Copy", "Cancel the invitation"]],
    [
      "a visitor may take the seat",
      shown(null, WAITING, { canJoin: "white" }),
      ["Play as White", "How to play", "Copy"],
    ],
    ["a visitor who may not, watches", shown(null, WAITING), ["Copy"]],
    [
      "who looks for an opponent waits, or plays a bot",
      shown("black", WAITING, { seek: SEEK }),
      ["Cancel", "Play a bot while you wait (in a new tab)"],
    ],
    [
      "others who wait can be joined",
      shown("black", WAITING, { seek: SEEK }, { others: [EVE] }),
      ["Cancel", "Play a bot while you wait (in a new tab)", "Join Eve: Tic-tac-toe"],
    ],
    [
      "buttons that have just appeared do not answer yet",
      shown("black", WAITING, { seek: SEEK }, { others: [EVE], settling: true }),
      ["Cancel", "Play a bot while you wait (in a new tab)", "(Join Eve: Tic-tac-toe)"],
    ],
    [
      "a search that was called off can begin again",
      shown("black", { ...WAITING, ...CALLED_OFF }, { seek: SEEK }),
      ["Look again", "Copy"],
    ],
    ["a game that goes on is linked to", shown("black", {}), ["Copy"]],
    [
      "and its seat, which can be renewed",
      shown("black", {}, { seat: SEAT }),
      ["Copy", "Copy", "Renew the link"],
    ],
    ["a spectator sees no seat's link", shown(null, {}, { seat: SEAT }), ["Copy"]],
    [
      "who plays by the link cannot renew it",
      shown("black", {}, { seat: { ...SEAT, renew: null } }),
      ["Copy", "Copy"],
    ],
  ];
  for (const [who, { root }, expected] of TABLE) assert.deepEqual(controls(root), expected, who);
});

test("joining posts the page's own forms, the host's game by its address", () => {
  const seat = named(shown(null, WAITING, { canJoin: "white" }).root, "Play as White");
  assert.deepEqual([seat.getAttribute("type"), seat.getAttribute("form")], ["submit", "join"]);
  const { root } = shown("black", WAITING, { seek: SEEK }, { others: [EVE] });
  const join = named(root, "Join Eve: Tic-tac-toe");
  assert.deepEqual(
    [join.getAttribute("form"), join.getAttribute("formaction")],
    ["join", "/game/eves/join"],
  );
});

test("an invitation and a search are called off, once", () => {
  for (const [page, name] of [
    [{}, "Cancel the invitation"],
    [{ seek: SEEK }, "Cancel"],
  ] as const) {
    const { root, called } = shown("black", WAITING, page);
    press(root, name);
    assert.deepEqual(called, [["send", { type: "abort" }]]);
  }
  const { root } = shown(
    "black",
    WAITING,
    { seek: SEEK },
    { pending: [{ type: "abort", id: "1" }] },
  );
  assert.ok(controls(root).includes("(Cancel)"));
});

test("a link is copied, and says that it was; a private game's is a watch link", () => {
  const { root, called } = shown("black", {});
  assert.equal(
    named<HTMLInputElement>(root, "Link to this game").value,
    "http://here/game/alicebob/",
  );
  press(root, "Copy");
  assert.deepEqual(called, [["copy", "game", "http://here/game/alicebob/"]]);
  assert.deepEqual(controls(shown("black", {}, {}, { copied: "game" }).root), ["Copied"]);
  const secret = shown("black", { visibility: "private" });
  assert.ok(named(secret.root, "Watch link"));
  assert.equal(secret.root.querySelector("img")!.getAttribute("alt"), "QR code of the watch link");
});

test("renewing a seat's link is asked first, with what it does", () => {
  const before = shown("black", {}, { seat: SEAT });
  press(before.root, "Renew the link");
  assert.deepEqual(before.called, [["askRenew", true]]);

  const asked = shown("black", {}, { seat: SEAT }, { renewing: true });
  const yes = named(asked.root, "Yes, renew the link");
  assert.equal(yes.getAttribute("form"), "renew");
  assert.match(
    textOf(asked.root.querySelector(`#${yes.getAttribute("aria-describedby")!}`)),
    /^The old link will stop working/,
  );
  press(asked.root, "No, keep it");
  assert.deepEqual(asked.called, [["askRenew", false]]);
});

test("a frame for other sites is chosen by its size", () => {
  const embeds = [
    { size: "small", html: "<iframe small>" },
    { size: "large", html: "<iframe large>" },
  ];
  const { root, called } = shown("black", {}, { embeds }, { embedSize: "large" });
  const sizes = [...root.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  assert.deepEqual(
    sizes.map(({ checked }) => checked),
    [false, true],
  );
  assert.equal(named<HTMLInputElement>(root, "Embed code").value, "<iframe large>");
  happens(sizes[0]!, "change");
  assert.deepEqual(called, [["chooseEmbed", "small"]]);
});
