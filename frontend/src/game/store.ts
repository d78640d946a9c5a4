// The one value of a game's page, how it changes, and what lasts only for a moment.

import type { Model } from "./model";
import { shownPly } from "./model";
import type { Stones } from "../rules/position";
import { stonesAfter } from "../rules/position";
import type { MovePart } from "../protocol/protocol";

const SETTLING_MS = 600;
const ALERT_MS = 7_000;
const NOTE_MS = 8_000;
const COPIED_MS = 2_000;
const SPOKEN_MS = 9_000;

export interface Table {
  readonly model: () => Model;
  readonly change: (part: Partial<Model>) => void;
  /** The game's stones that are shown; the same value while neither the record nor the ply has changed. */
  readonly stones: () => Stones;
  /** Says near the board why nothing happened, for a while. */
  readonly refuse: (sentence: string) => void;
  /** Says near the board what happened, for a while. */
  readonly note: (sentence: string) => void;
  /** New buttons rest for a moment before they answer. */
  readonly settle: () => void;
  /** Notes what was copied, for a moment. */
  readonly copied: (what: string) => void;
  /** Marks the squares the words of a hint speak of, for a while. */
  readonly spoken: () => void;
}

/** A table that starts with `first`; `draw` is called once after any number of changes. */
export function createTable(first: Model, draw: () => void): Table {
  let model = first;
  let drawn = true;
  let shown: {
    readonly moves: readonly MovePart[];
    readonly ply: number;
    readonly stones: Stones;
  } | null = null;
  const fade = (milliseconds: number, part: Partial<Model>): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    return () => {
      clearTimeout(timer);
      timer = setTimeout(() => change(part), milliseconds);
    };
  };
  const fadeAlert = fade(ALERT_MS, { alert: null });
  const fadeNote = fade(NOTE_MS, { note: null });
  const fadeSettling = fade(SETTLING_MS, { settling: false });
  const fadeCopied = fade(COPIED_MS, { copied: null });
  const fadeSpoken = fade(SPOKEN_MS, { spoken: false });

  function change(part: Partial<Model>): void {
    model = { ...model, ...part };
    if (!drawn) return;
    drawn = false;
    queueMicrotask(() => {
      drawn = true;
      draw();
    });
  }

  return {
    model: () => model,
    change,
    stones() {
      const moves = model.variation?.start ?? model.state.game.moves;
      const ply = model.variation?.start.length ?? shownPly(model);
      if (shown?.moves !== moves || shown.ply !== ply)
        shown = { moves, ply, stones: stonesAfter(moves, ply) };
      return shown.stones;
    },
    refuse(alert) {
      change({ alert, aim: null });
      fadeAlert();
    },
    note(note) {
      change({ note });
      fadeNote();
    },
    settle() {
      change({ settling: true });
      fadeSettling();
    },
    copied(what) {
      change({ copied: what });
      fadeCopied();
    },
    spoken() {
      change({ spoken: true });
      fadeSpoken();
    },
  };
}
