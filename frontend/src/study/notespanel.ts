// What a study keeps besides moves: comments, glyphs, marks, its title, whether it is shared.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { NodePart } from "../protocol/findings";
import { savingWords } from "./autosave";
import { selectAll } from "./selectall";
import type { StudyCommands } from "./commands";
import type { Kept, MarkKind, Model } from "./model";
import { canEdit } from "./model";
import { ROOT, branchOf } from "../rules/tree";
import { say } from "../words/words";

/** The glyphs, and what each says about a move. */
function glyphs(): readonly (readonly [NodePart["glyph"], string])[] {
  return [
    ["!", say("good")],
    ["?", say("mistake")],
    ["!!", say("brilliant")],
    ["??", say("blunder")],
    ["!?", say("interesting")],
    ["?!", say("doubtful")],
  ];
}

/** The marks: sign, name, and how each is put on the board. */
function marks(): readonly (readonly [MarkKind, string, string, string])[] {
  return [
    ["circle", "○", say("Circle"), say("Circle, then click squares")],
    ["square", "□", say("Square"), say("Square, then click squares")],
    ["triangle", "△", say("Triangle"), say("Triangle, then click squares")],
    ["cross", "✕", say("Cross"), say("Cross, then click squares")],
    ["text", "A", say("Letter"), say("Letter, then click squares")],
  ];
}

/** Above the moves of one's own study, while they are open: what is noted on the position. */
export function notesBox(model: Model, act: StudyCommands): TemplateResult | typeof nothing {
  if (!model.kept?.isMine || !model.isNoting) return nothing;
  const { tree, here } = model;
  const node = tree.nodes[here]!;
  const isRoot = here === ROOT;
  return html`<section class="help notes" aria-label=${say("Notes")}>
    <label class="hidden" for="comment">${say("Comment on this position")}</label>
    <textarea
      id="comment"
      rows="3"
      maxlength="2000"
      dir="auto"
      placeholder=${say("Comment on this position")}
      .value=${live(node.comment)}
      @input=${(event: Event) => act.comment((event.currentTarget as HTMLTextAreaElement).value)}
    ></textarea>
    <div class="segments six" role="group" aria-label=${say("Rate this move")}>
      ${glyphs().map(
        ([glyph, words]) =>
          html`<button
            type="button"
            aria-pressed=${node.glyph === glyph ? "true" : "false"}
            aria-label=${words}
            title=${words}
            ?disabled=${isRoot}
            @click=${() => act.glyph(node.glyph === glyph ? "" : glyph)}
          >
            ${glyph}
          </button>`,
      )}
    </div>
    <div class="segments six" role="group" aria-label=${say("Mark squares")}>
      ${marks().map(
        ([kind, sign, words, how]) =>
          html`<button
            type="button"
            aria-pressed=${model.marking === kind ? "true" : "false"}
            aria-label=${words}
            title=${how}
            @click=${() => act.marking(model.marking === kind ? null : kind)}
          >
            ${sign}
          </button>`,
      )}
    </div>
  </section>`;
}

/** What can be done with the variation on the board. */
export function variationPanel(model: Model, act: StudyCommands): TemplateResult | typeof nothing {
  const { tree, here, kept } = model;
  if (!canEdit(model) || tree.nodes.length === 1) return nothing;
  return html`<section class="variation-ways" aria-label=${say("Variation")}>
    <button
      type="button"
      class="button"
      ?disabled=${branchOf(tree, here) === null}
      @click=${act.promote}
    >
      ${say("Make main line")}
    </button>
    <button
      type="button"
      class="button"
      ?disabled=${here === ROOT || isFixed(model)}
      @click=${act.remove}
    >
      ${say("Delete from here")}
    </button>
    ${kept === null ? nothing : html`<button type="button" class="button" @click=${act.skip}>${say("Pass")}</button>`}
  </section>`;
}

/** The moves of a game that is reviewed are not deleted: they were played. */
function isFixed({ page, here }: Model): boolean {
  return page.kind === "review" && here <= page.moves.length;
}

/** Keeping what is on the page as a study; or how a kept study stands. */
export function keepPanel(model: Model, act: StudyCommands): TemplateResult {
  const { kept } = model;
  if (kept === null || !kept.isMine) {
    const words = kept === null ? say("Save as study") : say("Save a copy as my study");
    return html`<section class="keep" aria-label=${say("Study")}>
      <button type="button" class="button wide" ?disabled=${model.asking} @click=${act.keep}>
        ${words}
      </button>
      <p class="quiet">
        ${
          kept === null
            ? say("Saves all variations and comments. Only you can see it until you share it.")
            : say("This is somebody else’s study. What you try here isn’t saved.")
        }
      </p>
    </section>`;
  }
  return html`<section class="keep" aria-labelledby="keep-heading">
    <h2 id="keep-heading">${say("Study")}</h2>
    <div class="field">
      <label for="study-title">${say("Title")}</label>
      <input
        id="study-title"
        maxlength="80"
        .value=${kept.title}
        @change=${(event: Event) => act.title((event.currentTarget as HTMLInputElement).value)}
      />
    </div>
    ${state(model, act)}
    <label class="switch"
      ><input
        type="checkbox"
        .checked=${kept.shared}
        @change=${(event: Event) => act.share((event.currentTarget as HTMLInputElement).checked)}
      /><span>${say("Share: anyone with the link can read it")}</span></label
    >
    ${kept.shared ? shareLink(kept, model, act) : nothing}
    <details class="fold">
      <summary>${say("Delete study")}</summary>
      <p>
        <button type="button" class="button danger" @click=${act.discard}>
          ${say("Delete for good")}
        </button>
      </p>
    </details>
  </section>`;
}

function state({ saving }: Model, act: StudyCommands): TemplateResult {
  return html`<div class="saving">
    <p
      role="status"
      class=${saving.kind === "failed" || saving.kind === "stale" ? "error" : "quiet"}
    >
      ${savingWords(saving)}
    </p>
    ${
      saving.kind === "failed"
        ? html`<button type="button" class="button small" @click=${act.save}>
            ${say("Try again")}
          </button>`
        : saving.kind === "stale"
          ? html`<button type="button" class="button small" @click=${act.keep}>
                ${say("Save mine as a new study")}
              </button>
              <button type="button" class="button small" @click=${act.reload}>
                ${say("Load the other one")}
              </button>`
          : nothing
    }
  </div>`;
}

function shareLink({ slug }: Kept, model: Model, act: StudyCommands): TemplateResult {
  const url = `${location.origin}/study/${slug}/`;
  return html`<div class="link-field">
    <label class="hidden" for="study-link">${say("Link to this study")}</label>
    <input id="study-link" readonly .value=${url} @focus=${selectAll} />
    <button type="button" class="button" @click=${() => act.copy("study", url)}>
      ${model.copied === "study" ? say("Copied") : say("Copy")}
    </button>
  </div>`;
}
