// What a person does on the page of a puzzle: squares are tried, and the server answers.

import type { PuzzleCommands } from "./commands";
import type { PuzzleState, Shown, Tried } from "./state";
import { again, answered, canTry, cleared, refused, shown, trying } from "./state";
import type { PuzzleStore } from "./store";
import { name, read } from "../rules/squares";
import { play as sound } from "../viewer/sounds";
import { announce } from "../viewer/voice";
import { say } from "../words/words";

/** The answer to a question, or a sentence if there is none. */
export type Post = <T>(url: string, body: object) => Promise<T | string>;

export function puzzleCommands(store: PuzzleStore, post: Post): PuzzleCommands {
  const now = (): PuzzleState => store.model().state;
  const { data } = now();

  function tell(state: PuzzleState): void {
    store.change({ state });
    announce(state.said?.sentence ?? "");
  }

  async function attempt(square: number): Promise<void> {
    const moves = [...now().moves, square];
    store.change({ state: trying(now(), square), aim: null, hover: null });
    if (store.model().choices.sound) sound("stone");
    const answer = await post<Tried>(data.tryUrl, { moves, began: data.began });
    tell(typeof answer === "string" ? refused(now(), answer) : answered(now(), answer));
  }

  return {
    play(square) {
      const state = cleared(now());
      store.change({ state });
      if (canTry(state, square)) void attempt(square);
    },
    aim(aim) {
      store.change({ state: cleared(now()), aim });
    },
    enter(text) {
      const state = cleared(now());
      const { square, sentence } = read(text, data.position);
      if (sentence !== null) tell(refused(state, sentence));
      else if (canTry(state, square)) {
        void attempt(square);
        return true;
      } else
        tell(refused(state, say("{square} is taken.", { square: name(square, data.position) })));
      return false;
    },
    giveUp() {
      if (now().trying !== null) return;
      void post<Shown>(data.showUrl, {}).then((answer) =>
        tell(typeof answer === "string" ? refused(now(), answer) : shown(now(), answer)),
      );
    },
    again: () => tell(again(now())),
  };
}

/** Asks the server with the page's token. */
export function poster(token: string): Post {
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
