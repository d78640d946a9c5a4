// What a person does on the page of a puzzle: squares are tried, and the server answers.

import type { PuzzleCommands } from "./commands";
import type { Hint, PuzzleState, Shown, Tried } from "./state";
import {
  again,
  allAtOnce,
  answered,
  banned,
  canTry,
  cleared,
  forbiddenHere,
  helped,
  isSettled,
  oneMore,
  refused,
  replied,
  shown,
  trying,
  walkedTo,
  watched,
} from "./state";
import type { PuzzleStore } from "./store";
import { drawingOf } from "./model";
import { takenSentence } from "../rules/blocked";
import { banSentence } from "../rules/forbidden";
import { moveName, moveTo, placed, readMove } from "../rules/move";
import { chooseKind } from "../board/kindswitch";
import { play as sound } from "../viewer/sounds";
import { announce } from "../viewer/voice";
import { say } from "../words/words";

/** How long the other side thinks about a reply. */
export const REPLY_MS = 450;
/** How long one sees each move of what is shown before the next. */
export const STEP_MS = 750;

/** What the page's doings need of the world. */
export interface PuzzleWiring {
  /** The answer to a question, or a sentence if there is none. */
  readonly post: <T>(url: string, body: object) => Promise<T | string>;
  readonly wait: (ms: number, then: () => void) => () => void;
  /** Whether the viewer wants nothing to move by itself. */
  readonly isStill: () => boolean;
}

export function puzzleCommands(
  store: PuzzleStore,
  { post, wait, isStill }: PuzzleWiring,
): PuzzleCommands {
  const now = (): PuzzleState => store.model().state;
  const { data } = now();
  let stop = (): void => undefined;

  function tell(state: PuzzleState): void {
    store.change({ state });
    const { said } = state;
    announce(said === null ? "" : [said.sentence, said.lesson].filter(Boolean).join(" "));
  }

  function land(state: PuzzleState): void {
    store.change({ state });
    if (store.model().choices.sound) sound("stone");
  }

  /** Shows move after move of what there is to show, until somebody does something else. */
  function playOn(): void {
    stop();
    if (isStill()) return store.change({ state: allAtOnce(now()) });
    if (oneMore(now()) === null) return;
    stop = wait(STEP_MS, () => {
      const next = oneMore(now());
      if (next === null) return;
      land(next);
      playOn();
    });
  }

  function reply(): void {
    if (now().reply === null) return;
    if (isStill()) return land(replied(now()));
    stop = wait(REPLY_MS, () => land(replied(now())));
  }

  async function attempt(square: number): Promise<void> {
    stop();
    const move = moveTo(square, store.model().kind, data.position);
    const moves = [...now().moves, move];
    store.change({ state: trying(now(), move), aim: null, hover: null });
    if (store.model().choices.sound) sound("stone");
    const answer = await post<Tried>(data.tryUrl, { moves, began: data.began });
    if (typeof answer === "string") return tell(refused(now(), answer));
    tell(answered(now(), answer));
    if (answer.verdict === "solved" && store.model().choices.sound) sound("end");
    if (now().reply === null) playOn();
    else reply();
  }

  /** Says why black may not play a square, if that is so. */
  function explains(state: PuzzleState, square: number): boolean {
    const ban = forbiddenHere(state).find((each) => each.square === square);
    if (ban === undefined || state.isOver || !isSettled(state)) return false;
    store.change({ aim: null });
    tell(banned(state, ban, banSentence(ban, data.position, drawingOf(store.model()))));
    return true;
  }

  return {
    play(square) {
      const state = cleared(now());
      store.change({ state });
      if (explains(state, square)) return;
      if (canTry(state, square)) void attempt(square);
    },
    aim(aim) {
      stop();
      store.change({ state: cleared(replied(now())), aim });
    },
    enter(text) {
      const state = cleared(now());
      const { square: move, sentence } = readMove(text, store.model().kind, data.position);
      if (sentence !== null) {
        tell(refused(state, sentence));
        return false;
      }
      const { square, side } = placed(move, store.model().kind, data.position);
      if (canTry(state, square)) {
        store.change({ kind: side });
        void attempt(square);
        return true;
      } else if (!explains(state, square))
        tell(refused(state, takenSentence(square, data.position)));
      return false;
    },
    kind: (kind) => chooseKind(kind, data.position, store.change),
    hint() {
      if (data.hintUrl === null || !isSettled(now())) return;
      const { moves } = now();
      void post<Hint>(data.hintUrl, { moves }).then((answer) => {
        // Somebody who has gone on meanwhile wants no hint for what was before.
        if (now().moves !== moves || !isSettled(now())) return;
        stop();
        tell(typeof answer === "string" ? refused(now(), answer) : helped(now(), answer));
      });
    },
    giveUp() {
      if (!isSettled(now())) return;
      void post<Shown>(data.showUrl, {}).then((answer) => {
        stop();
        tell(typeof answer === "string" ? refused(now(), answer) : shown(now(), answer));
        playOn();
      });
    },
    tryAgain() {
      stop();
      store.change({ state: cleared(now()) });
    },
    watch() {
      stop();
      store.change({ state: watched(replied(now())) });
      playOn();
    },
    walkTo(at) {
      stop();
      const state = walkedTo(now(), at);
      store.change({ state });
      const square = state.walk?.moves[state.walk.at - 1];
      if (square !== undefined) announce(moveName(square, data.position));
    },
    again() {
      stop();
      tell(again(now()));
    },
  };
}

/** Asks the server with the page's token. */
export function poster(token: string): PuzzleWiring["post"] {
  return async <T>(url: string, body: object) => {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          "x-csrftoken": token,
        },
        body: JSON.stringify(body),
      });
      const kind = response.headers.get("content-type") ?? "";
      if (!kind.startsWith("application/json")) return away();
      const answer = (await response.json()) as T & { readonly sentence: string };
      return response.ok ? answer : answer.sentence;
    } catch {
      return away();
    }
  };
}

function away(): string {
  return say("We can’t reach the server. Try again in a moment.");
}
