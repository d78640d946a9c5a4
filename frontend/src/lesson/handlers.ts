// What a person does on the page of a lesson, and how the answers are played out.

import { completed } from "../rules/lying";
import { name } from "../rules/squares";
import { play as sound } from "../viewer/sounds";
import { announce } from "../viewer/voice";
import { say } from "../words/words";
import type { LessonCommands } from "./commands";
import { learnerOf, said } from "./model";
import type { LessonState } from "./state";
import { back, canTry, cleared, forward, hinted, played, ringed, stepOf, tried } from "./state";
import type { LessonStore } from "./store";

/** Between two moves that are played out. */
const PAUSE_MS = 650;

export interface LessonWiring {
  /** Calls `then` after this many milliseconds, unless what it returns is called before. */
  readonly wait: (ms: number, then: () => void) => () => void;
  /** Whether the viewer wants nothing to move: then answers appear at once. */
  readonly isStill: () => boolean;
  /** Hears that this many steps have been solved. */
  readonly solved: (done: number) => void;
  /** Goes to the top of the page, where another step begins. */
  readonly top: () => void;
  /** Makes the board ready for keys. */
  readonly focus: () => void;
}

export function lessonCommands(store: LessonStore, wiring: LessonWiring): LessonCommands {
  const now = (): LessonState => store.model().state;
  let stop = (): void => undefined;

  function show(state: LessonState): void {
    stop();
    store.change({ state, aim: null });
  }

  function goTo(state: LessonState): void {
    if (state === now()) return;
    show(state);
    store.change({ hover: null, cursor: null });
    wiring.top();
    wiring.focus();
    announce(state.isFinished ? say("Lesson done") : stepWords());
  }

  function stepWords(): string {
    const { at, data, turn } = now();
    const { title, says } = stepOf(now());
    const place = say("Step {number} of {steps}", { number: at + 1, steps: data.steps.length });
    const asks = turn === null ? "" : said(store.model(), turn.asks);
    return [`${place}.`, `${title}.`, said(store.model(), says), asks].filter(Boolean).join(" ");
  }

  function knock(): void {
    const model = store.model();
    if (!model.choices.sound) return;
    const { position } = stepOf(model.state);
    const line = completed(store.stones(), learnerOf(model), position);
    sound(line.length > 0 ? "end" : "stone");
  }

  /** Plays what is to come, one move after the other. */
  function playOut(): void {
    if (now().coming.length === 0) return;
    const next = (): void => {
      store.change({ state: played(now()) });
      knock();
      playOut();
    };
    if (wiring.isStill()) next();
    else stop = wiring.wait(PAUSE_MS, next);
  }

  function attempt(square: number): void {
    const before = now().done;
    show(tried(now(), square));
    store.change({ hover: null });
    knock();
    const { told, turn, done, coming } = now();
    if (done > before) wiring.solved(done);
    if (told !== null) {
      const { position } = stepOf(now());
      const asks = told.isRight && turn !== null ? said(store.model(), turn.asks) : "";
      const line = told.isRight ? [] : coming.map((each) => name(each, position));
      announce(
        [
          told.isRight ? "" : say("Not yet."),
          said(store.model(), told.sentence),
          line.length > 1 ? say("Played out: {moves}.", { moves: line.join(" ") }) : "",
          asks,
        ]
          .filter(Boolean)
          .join(" "),
      );
    }
    playOut();
  }

  return {
    play(square) {
      if (canTry(now(), square)) attempt(square);
      else if (now().refuted.length > 0) show(cleared(now()));
    },
    aim(aim) {
      if (now().refuted.length > 0) show(cleared(now()));
      store.change({ aim });
    },
    hint() {
      if (now().turn === null) return;
      show(hinted(now()));
      const { position } = stepOf(now());
      const squares = ringed(now()).map((square) => name(square, position));
      announce(say("Hint: {squares}.", { squares: squares.join(", ") }));
    },
    again() {
      show(cleared(now()));
      wiring.focus(); // the button that was pressed is gone
    },
    forward: () => goTo(forward(now())),
    back: () => goTo(back(now())),
  };
}
