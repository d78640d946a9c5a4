// Everything a game page shows, as one value, and the questions its parts ask of it.

import type { Held } from "../board/held";
import { NOTHING_HELD } from "../board/held";
import type { GameAccuracy } from "../protocol/findings";
import type { Asked } from "../live/answers";
import { NOTHING_ASKED } from "../live/answers";
import type { ChatData, ChatState } from "./chat";
import { openChat } from "./chat";
import type { Choices, Drawing, Help } from "../viewer/choices";
import { drawing } from "../viewer/choices";
import type { Away, Offsets } from "../live/clocks";
import { sampled } from "../live/clocks";
import type { Connection } from "../live/connection";
import type { Variation } from "./variation";
import { phase } from "../protocol/parts";
import type { Pending } from "../live/pending";
import { pendingMove } from "../live/pending";
import type { ForbiddenPart, PlayMove, SideWord, Snapshot } from "../protocol/protocol";
import { hasEitherKind } from "../rules/move";
import { nextPlyOf, sideOfPly } from "../rules/position";
import { sidesDrawn, stonesDrawn } from "../rules/sides";
import { isChoosing, openingOf, sideToMove, toOffer } from "../live/turn";
import type { Look } from "./record";
import { shown } from "./record";
import type { State } from "../live/state";
import { begin } from "../live/state";

/** What is asked before it is done. */
export type Asking = "resign" | "abort";

/** What can be shown beside the board, one at a time. */
export type Tab = "moves" | "chat" | "viewers" | "more";

/** What the server wrote into the page. */
export interface PageData {
  readonly socket: string;
  readonly snapshot: Snapshot;
  readonly side: SideWord | null;
  /** An open seat that this visitor may take. */
  readonly canJoin: SideWord | null;
  /** The challenge that the open seat is kept for, to one of the two; null or absent for others. */
  readonly challenge?: WaitingChallenge | null;
  readonly join: string;
  readonly invitation: string;
  readonly invitationQr: string;
  /** Whether the lobby shows the open seat to everybody. */
  readonly isListed?: boolean;
  /** About the seat this visitor plays; null for a spectator. */
  readonly seat: Seat | null;
  readonly home: string;
  /** Who is on vacation, in sentences, as the page was opened. */
  readonly vacations?: readonly string[];
  /** Where a player plans conditional moves; null where nobody does. */
  readonly ahead?: string | null;
  /** Elements that show the game on other sites, by size. */
  readonly embeds: readonly { readonly size: string; readonly html: string }[];
  /** Which of the two players the visitor follows, by their names in links. */
  readonly followed: readonly string[];
  readonly chat: ChatData;
  /** How each side did, in a game that is over and has a review; null where that is not known. */
  readonly accuracy: GameAccuracy | null;
  /** Whether this is a page of TV, with its channels beside the board: the chat is shown first. */
  readonly channels?: boolean;
}

export interface WaitingChallenge {
  /** The other one, by name. */
  readonly name: string;
  /** Whether the visitor has sent it. */
  readonly mine: boolean;
}

/** The private link of a seat. */
export interface Seat {
  readonly link: string;
  readonly qr: string;
  /** On how many other devices the seat is open. */
  readonly others: number;
  /** Where its holder renews the link; null for somebody who plays by the link. */
  readonly renew: string | null;
}

export interface Model extends Held {
  readonly page: PageData;
  readonly state: State;
  readonly connection: Connection;
  readonly pending: Pending;
  readonly look: Look;
  /** The variation this viewer tries for themselves; null while they look at the game. */
  readonly variation: Variation | null;
  readonly playing: boolean;
  readonly choices: Choices;
  /** Whether the browser keeps sound off until the viewer does something. */
  readonly soundBlocked: boolean;
  /** The square to play as soon as the opponent has moved. */
  readonly premove: number | null;
  /** The id of the last premove that was sent: nobody is alarmed if it is refused. */
  readonly premoveSent: string | null;
  /** The server's clock minus ours, as it was heard. */
  readonly offsets: Offsets;
  /** Whether the opponent has left, and when the game may be claimed. */
  readonly away: Away | null;
  /** The square that was pressed though black may not play there; it is explained. */
  readonly explained: number | null;
  /** The squares that are to be offered in the opening, while they are chosen. */
  readonly offering: readonly number[];
  /** A refusal, or why nothing happened. */
  readonly alert: string | null;
  /** What happened a moment ago besides moves. */
  readonly note: string | null;
  readonly entryError: string | null;
  /** What the player is asked to confirm. */
  readonly asking: Asking | null;
  /** What is shown beside the board. */
  readonly tab: Tab;
  /** Whether the holder of the seat was asked if they really renew its link. */
  readonly renewing: boolean;
  /** Whether this page asked for, or agreed to, a rematch. */
  readonly wantsRematch: boolean;
  /** What was copied last, for a moment. */
  readonly copied: string | null;
  /** Which of the frames for other sites is chosen. */
  readonly embedSize: string;
  /** Which of the two players the visitor follows, by their names in links. */
  readonly followed: readonly string[];
  /** Which hints are switched on, in this game. */
  readonly help: readonly Help[];
  /** What this page has asked for by itself, or by hand. */
  readonly asked: Asked;
  /** Why a hint that is asked for at every turn was refused. */
  readonly helpRefusal: string | null;
  /** A, while it is dragged and before it is sent. */
  readonly draft: number | null;
  /** The squares of the threat under the pointer or the focus. */
  readonly lit: readonly number[];
  /** Whether the words of a hint were said a moment ago: their squares are marked. */
  readonly spoken: boolean;
  /** Whether buttons have just appeared and do not answer yet: no tap hits them by accident. */
  readonly settling: boolean;
  readonly chat: ChatState;
  /** What was done in the chat: somebody was muted, a line reported. */
  readonly chatNotice: string | null;
}

/** The page as it is opened, at a moment by the local clock. */
export function opening(page: PageData, choices: Choices, look: Look, localMs: number): Model {
  return {
    page,
    state: begin(page.snapshot, page.side),
    connection: { kind: "connecting" },
    pending: [],
    look,
    variation: null,
    playing: false,
    choices,
    soundBlocked: false,
    ...NOTHING_HELD,
    premove: null,
    premoveSent: null,
    offsets: sampled([], page.snapshot.now, localMs),
    away: null,
    explained: null,
    offering: [],
    alert: null,
    note: null,
    entryError: null,
    asking: null,
    tab: page.channels ? "chat" : "moves",
    renewing: false,
    wantsRematch: false,
    copied: null,
    embedSize: page.embeds[1]?.size ?? "",
    followed: page.followed,
    help: [],
    asked: NOTHING_ASKED,
    helpRefusal: null,
    draft: null,
    lit: [],
    spoken: false,
    settling: false,
    chat: openChat(page.chat),
    chatNotice: null,
  };
}

/** How the sides are shown, and what they are called. */
export function drawingOf({ choices, state }: Model): Drawing {
  const { variant } = state.game;
  return sidesDrawn(drawing(choices, variant), variant);
}

/** How the stones are drawn. */
export function boardDrawingOf(model: Model): Drawing {
  return stonesDrawn(drawingOf(model), model.state.game.variant);
}

export function shownPly(model: Model): number {
  return shown(model.look, model.state.game.moves.length);
}

/** Where black may not play on the board that is shown: known for the game as it stands now. */
export function forbiddenHere({ state, look, variation }: Model): readonly ForbiddenPart[] {
  return look === null && variation === null ? state.game.forbidden : [];
}

export function isMyTurn(state: State): boolean {
  return phase(state.game) === "live" && state.side === sideToMove(state.game);
}

/** Whose stone is placed next on the board as it is shown; of which kind, where that is chosen. */
export function nextStone({ kind, state: { game } }: Model): SideWord {
  if (hasEitherKind(game.variant)) return kind;
  return sideOfPly(game.moves.length, game.variant.lineRule);
}

/** The stone shown before the server has confirmed it. */
export function pendingStone(model: Model): PlayMove | null {
  const { state, pending, look } = model;
  if (look !== null || phase(state.game) !== "live") return null;
  return pendingMove(pending, state.game, state.side);
}

/** Whether a stone may be played on the board as it is shown. */
export function canPlay(model: Model): boolean {
  const { state, look } = model;
  const places = !isChoosing(state.game) && toOffer(state.game) === 0;
  const may = isMyTurn(state) && !state.game.paused && places;
  return may && look === null && pendingStone(model) === null;
}

/** Whether squares may be chosen to be offered in the opening. */
export function mayOffer(model: Model): boolean {
  const { state, look } = model;
  const may = isMyTurn(state) && !state.game.paused && toOffer(state.game) > 0;
  return may && look === null && !isPending(model, "choose");
}

/** Whether a move may be chosen before the opponent has moved. */
export function canPremove({ state, look, choices }: Model): boolean {
  const { game, side } = state;
  const isTheirTurn = phase(game) === "live" && side !== null && !isMyTurn(state);
  // In an opening nobody knows whose stone it would be.
  const isPossible = isTheirTurn && openingOf(game) === null;
  return choices.premove && isPossible && !game.paused && look === null;
}

/** Whether a viewer may try moves for themselves: spectators may, and everybody once it is over. */
export function mayTry({ game, side }: State): boolean {
  return phase(game) === "over" || (phase(game) === "live" && side === null);
}

/** Whether choosing a square means something now. */
export function canChoose(model: Model): boolean {
  return canPlay(model) || canPremove(model) || mayOffer(model);
}

/** Whether a side has a move of its own to take back. */
export function canTakeBack(game: Snapshot, side: SideWord): boolean {
  if (openingOf(game) !== null) return false;
  const opened = game.opening?.stones ?? 0;
  return game.moves.length > nextPlyOf(side, opened, game.variant.lineRule);
}

/** The seat this visitor may still take. */
export function openSeat(model: Model): SideWord | null {
  const { canJoin } = model.page;
  const { game, side } = model.state;
  const open = canJoin !== null && side === null && game.outcome === null;
  return open && game.seats[canJoin] === null ? canJoin : null;
}

/** Whether a command of one of these types was sent and is not answered yet. */
export function isPending(model: Model, ...types: readonly Pending[number]["type"][]): boolean {
  return model.pending.some(({ type }) => types.includes(type));
}
