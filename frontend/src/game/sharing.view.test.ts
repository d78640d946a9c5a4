// Before the game and out of it: the invitation, the open seat, the links.

import { controls, drawn, happens, named, noted, press, textOf } from "../testing/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Commands } from "./commands";
import type { Model, PageData, Seat } from "./model";
import type { SideWord, Snapshot } from "../protocol/protocol";
import { embedding, invitation, share } from "./sharing";
import { ALICE, game, pageOf } from "../testing/game";
import { html } from "lit-html";

const WAITING = { seats: { black: ALICE, white: null } } as const;

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

const SEAT: Seat = { link: "http://here/seat/s", qr: "/seat/qr.svg", others: 0, renew: "/renew" };
test("who is there before the game is offered what they can do", () => {
  const TABLE: readonly (readonly [string, ReturnType<typeof shown>, readonly string[]])[] = [
    ["the host invites", shown("black", WAITING), ["Copy", "Cancel the invitation"]],
    [
      "a visitor may take the seat",
      shown(null, WAITING, { canJoin: "white" }),
      ["Play as White", "How to play", "Copy"],
    ],
    ["a visitor who may not, watches", shown(null, WAITING), ["Copy"]],
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

test("joining posts the page's own form", () => {
  const seat = named(shown(null, WAITING, { canJoin: "white" }).root, "Play as White");
  assert.deepEqual([seat.getAttribute("type"), seat.getAttribute("form")], ["submit", "join"]);
});

test("whoever waits is told for whom, and has the link, its copy and its code", () => {
  const { root, called } = shown("black", WAITING);
  assert.equal(textOf(root.querySelector("h2")), "Waiting for your friend…");
  assert.equal(
    named<HTMLInputElement>(root, "Invitation link").value,
    "http://here/game/alicebob/",
  );
  press(root, "Copy");
  assert.deepEqual(called, [["copy", "invitation", "http://here/game/alicebob/"]]);
  assert.equal(
    root.querySelector(".scan img")!.getAttribute("alt"),
    "QR code of the invitation link",
  );
  const open = shown("black", WAITING, { isListed: true }).root;
  assert.equal(textOf(open.querySelector("h2")), "Waiting for an opponent…");
  assert.match(textOf(open), /Everyone in the lobby sees this game\./);
});

test("where the system can share the link, a button asks it to", () => {
  Object.defineProperty(navigator, "share", { value: () => undefined, configurable: true });
  const { root, called } = shown("black", WAITING);
  press(root, "Share");
  Reflect.deleteProperty(navigator, "share");
  assert.deepEqual(called, [["share", "15×15, five in a row", "http://here/game/alicebob/"]]);
  assert.ok(!controls(shown("black", WAITING).root).includes("Share"));
});

test("an invitation is called off", () => {
  const { root, called } = shown("black", WAITING);
  press(root, "Cancel the invitation");
  assert.deepEqual(called, [["send", { type: "abort" }]]);
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
