// A study is saved automatically, a moment after each change; nobody's changes are lost silently.

import { Refusal, sentenceOf } from "../net/lookup";
import type { KeptStudy, StudyPart } from "../protocol/findings";
import { say } from "../words/words";

export type Saving =
  | { readonly kind: "saved" }
  | { readonly kind: "changed" }
  | { readonly kind: "saving" }
  | { readonly kind: "failed"; readonly sentence: string }
  /** Another window saved in between: this one's changes are only on the page. */
  | { readonly kind: "stale"; readonly sentence: string };

/** How long a study rests before it is saved. */
export const SAVE_MS = 1000;

export interface Autosave {
  readonly changed: (study: StudyPart) => void;
  /** Saves at once: after a failure, or before the page is left. */
  readonly now: () => void;
  /** Whether something is not saved yet. */
  readonly isDirty: () => boolean;
}

/** What it needs: to keep a study over a version, to wait, and a listener for how it went. */
export interface AutosaveWiring {
  readonly put: (study: StudyPart, version: number) => Promise<KeptStudy>;
  readonly wait: (ms: number, then: () => void) => () => void;
  readonly heard: (saving: Saving) => void;
}

export function startAutosave(version: number, { put, wait, heard }: AutosaveWiring): Autosave {
  let current = version;
  let waiting: StudyPart | null = null;
  let isSaving = false;
  let isStale = false;
  /** Whether the server has said when to come back: it is saved then, automatically. */
  let isResting = false;
  let cancel: () => void = () => undefined;

  const save = (): void => {
    cancel();
    isResting = false;
    if (waiting === null || isSaving || isStale) return;
    const study = waiting;
    waiting = null;
    isSaving = true;
    heard({ kind: "saving" });
    put(study, current).then(
      (kept) => {
        isSaving = false;
        current = kept.version;
        if (waiting === null) heard({ kind: "saved" });
        else save(); // changed while it was being saved
      },
      (error: unknown) => {
        isSaving = false;
        waiting ??= study;
        isStale = error instanceof Refusal && error.code === "stale";
        heard({ kind: isStale ? "stale" : "failed", sentence: sentenceOf(error) });
        if (isStale || !(error instanceof Refusal) || error.waitMs === null) return;
        cancel();
        isResting = true;
        cancel = wait(error.waitMs, save);
      },
    );
  };

  return {
    changed(study) {
      waiting = study;
      if (isStale || isResting) return;
      cancel();
      if (!isSaving) heard({ kind: "changed" });
      cancel = wait(SAVE_MS, save);
    },
    now: save,
    isDirty: () => waiting !== null || isSaving,
  };
}

/** How saving goes, in words. */
export function savingWords(saving: Saving): string {
  switch (saving.kind) {
    case "saved":
      return say("Saved");
    case "changed":
    case "saving":
      return say("Saving…");
    case "failed":
    case "stale":
      return say("Not saved: {reason}", { reason: saving.sentence });
    default:
      return saving satisfies never;
  }
}
