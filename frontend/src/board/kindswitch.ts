// Which kind of stones is placed, where a side may choose: X or O.

import type { TemplateResult } from "lit-html";
import { html } from "lit-html";
import type { SideWord } from "../protocol/protocol";
import type { Moving } from "../rules/move";
import { hasEitherKind, kindName, placeWords } from "../rules/move";
import { kindKey } from "./keys";
import * as icons from "../viewer/icons";
import { announce } from "../viewer/voice";
import { say } from "../words/words";

export function kindSwitch(kind: SideWord, choose: (kind: SideWord) => void): TemplateResult {
  return html`<div class="kinds" role="group" aria-label=${say("What you place")}>
    <span aria-hidden="true">${say("Place")}</span>
    ${(["black", "white"] as const).map(
      (each) =>
        html`<button
          type="button"
          class="kind"
          aria-label=${placeWords(each)}
          aria-pressed=${each === kind ? "true" : "false"}
          aria-keyshortcuts=${kindName(each).toLowerCase()}
          title=${say("Key {key}", { key: kindName(each) })}
          @click=${() => choose(each)}
        >
          ${icons.stone(each, "marks")}
        </button>`,
    )}
  </div>`;
}

/** Places stones of this kind from now on, if a side may choose on this board, and says so. */
export function chooseKind(
  kind: SideWord,
  board: Moving,
  change: (part: { readonly kind: SideWord }) => void,
): void {
  if (!hasEitherKind(board)) return;
  change({ kind });
  announce(placeWords(kind));
}

/** Follows a key that names a kind, where a side may choose; returns whether it did. */
export function followKindKey(
  event: KeyboardEvent,
  board: Moving,
  choose: (kind: SideWord) => void,
): boolean {
  const kind = hasEitherKind(board) ? kindKey(event) : null;
  if (kind === null) return false;
  event.preventDefault();
  choose(kind);
  return true;
}
