// The set-up board's tools: stones, eraser, side to move, variant, paste.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { positionLine } from "../rules/positionline";
import { sideName } from "../rules/sides";
import type { Tool } from "./setup";
import type { StudyCommands } from "./commands";
import type { Model, Seen } from "./model";
import { drawingOf } from "./model";
import { say } from "../words/words";

export function setupPanel(
  model: Model,
  at: Seen,
  act: StudyCommands,
): TemplateResult | typeof nothing {
  if (model.page.kind !== "analysis") return nothing;
  const drawn = drawingOf(model);
  const line = positionLine(at.position);
  return html`<section class="setup" aria-labelledby="setup-heading">
    <h2 id="setup-heading">${say("Set up the board")}</h2>
    <div class="segments" role="group" aria-label=${say("Clicking the board")}>
      ${tool(null, say("Play"), model, act)} ${tool("black", sideName("black", drawn), model, act)}
      ${tool("white", sideName("white", drawn), model, act)}
      ${tool("erase", say("Erase"), model, act)}
    </div>
    <div class="segments" role="group" aria-label=${say("Side to move")}>
      ${(["black", "white"] as const).map(
        (side) =>
          html`<button
            type="button"
            aria-pressed=${at.side === side ? "true" : "false"}
            @click=${() => act.side(side)}
          >
            ${say("{side} to move", { side: sideName(side, drawn) })}
          </button>`,
      )}
    </div>
    <div class="grid">
      <button type="button" class="button" @click=${act.clear}>${say("Clear")}</button>
      <button type="button" class="button" @click=${act.skip}>${say("Pass")}</button>
      ${
        model.undo === null
          ? nothing
          : html`<button type="button" class="button" @click=${act.undo}>
              ${say("Undo: bring back the variations")}
            </button>`
      }
    </div>
    ${variants(model, act)}
    <form
      class="paste"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const form = event.currentTarget as HTMLFormElement;
        act.paste(new FormData(form).get("text") as string);
      }}
    >
      <label for="paste">${say("Paste a position code, a board or moves")}</label>
      <textarea
        id="paste"
        name="text"
        rows="2"
        spellcheck="false"
        autocapitalize="off"
        placeholder=${say("h8i9g8 … or 3x3/3/1X1/3/O")}
        aria-invalid=${model.pasteError ? "true" : "false"}
        aria-describedby="paste-error"
      ></textarea>
      <button type="submit" class="button">
        ${model.pasting ? say("Loading…") : say("Set up")}
      </button>
      <p id="paste-error" class="error" role="alert">${model.pasteError ?? ""}</p>
    </form>
    <div class="link-field">
      <label class="hidden" for="position-line">${say("Position code")}</label>
      <input id="position-line" readonly .value=${line} @focus=${selectAll} />
      <button type="button" class="button" @click=${() => act.copy("position", line)}>
        ${model.copied === "position" ? say("Copied") : say("Copy")}
      </button>
    </div>
  </section>`;
}

function tool(which: Tool | null, label: string, model: Model, act: StudyCommands): TemplateResult {
  return html`<button
    type="button"
    data-tool=${which ?? "play"}
    aria-pressed=${model.tool === which ? "true" : "false"}
    @click=${() => act.tool(which)}
  >
    ${label}
  </button>`;
}

function variants(model: Model, act: StudyCommands): TemplateResult {
  const { start } = model.tree;
  const { presets } = model.page;
  const chosen = presets.find(
    ({ width, height, k, lineRule }) =>
      width === start.width &&
      height === start.height &&
      k === start.k &&
      lineRule === start.lineRule,
  );
  return html`<div class="field">
    <label for="variant">${say("New board")}</label>
    <select
      id="variant"
      .value=${chosen?.key ?? ""}
      @change=${(event: Event) => {
        const { value } = event.currentTarget as HTMLSelectElement;
        const preset = presets.find(({ key }) => key === value);
        if (preset) act.variant(preset);
      }}
    >
      ${chosen ? nothing : html`<option value="" selected>${say("Another board")}</option>`}
      ${presets.map(
        ({ key, label }) =>
          html`<option value=${key} ?selected=${key === chosen?.key}>${label}</option>`,
      )}
    </select>
  </div>`;
}

export function selectAll(event: FocusEvent): void {
  (event.target as HTMLInputElement).select();
}
