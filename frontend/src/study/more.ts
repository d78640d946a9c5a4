// What is seldom needed beside the board: other overlays, another position, saving, keys.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { noHeatWords } from "../evaluation/heat";
import { accuracyWords } from "../evaluation/reviewwords";
import { LINE_RULES } from "../protocol/protocol";
import { positionLine } from "../rules/positionline";
import { sideName } from "../rules/sides";
import { say } from "../words/words";
import type { StudyCommands } from "./commands";
import { LETTERS, overlayName } from "./foot";
import type { Model, Overlay, Seen } from "./model";
import { canTurn, drawingOf, hasHeat, worthOf } from "./model";
import { keepPanel, variationPanel } from "./notespanel";
import { selectAll } from "./selectall";

export function more(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  return html`<div class="more-tab">
    ${overlays(model, act)} ${variationPanel(model, act)} ${keepPanel(model, act)}
    ${elsewhere(model, at)} ${accuracy(model)} ${positions(model, at, act)} ${keyboard()}
  </div>`;
}

// --- On the board -------------------------------------------------------------------------------

function overlays(model: Model, act: StudyCommands): TemplateResult {
  const toggle = (
    label: string,
    letter: string | typeof nothing,
    isOn: boolean,
    press: () => void,
  ): TemplateResult =>
    html`<button
      type="button"
      class="button small toggle"
      aria-pressed=${isOn ? "true" : "false"}
      aria-keyshortcuts=${letter}
      @click=${press}
    >
      ${label}
    </button>`;
  const offered = (["heat", "best", "numbers"] as const satisfies readonly Overlay[]).filter(
    (each) => each !== "heat" || hasHeat(model),
  );
  return html`<section class="switches" role="group" aria-label=${say("On the board")}>
    ${offered.map((each) =>
      toggle(overlayName(each), LETTERS[each], model.over[each], () => act.toggle(each)),
    )}
    ${toggle(say("Coordinates"), nothing, model.choices.coordinates, act.coordinates)}
    ${
      canTurn(model)
        ? html`<button
            type="button"
            class="button small"
            aria-keyshortcuts="r"
            @click=${act.rotate}
          >
            ${say("Turn the board")}
          </button>`
        : nothing
    }
    ${hasHeat(model) ? nothing : html`<p class="quiet">${noHeatWords(model.tree.start, model.page.longestLine)}</p>`}
  </section>`;
}

// --- Elsewhere ----------------------------------------------------------------------------------

/** Where more is said about the position on the board, and about the game. */
function elsewhere(model: Model, at: Seen): TemplateResult {
  const asked = `p=${positionLine(at.position)}`;
  const { game } = model.page;
  const kept = model.kept?.game ?? null;
  const slug = game?.slug ?? kept;
  return html`<p class="links">
    <a href=${`/explorer?${asked}`}>${say("Explore this position")}</a>
    ${hasTree(at) ? html`<a href=${`/tree?${asked}`}>${say("Game tree")}</a>` : nothing}
    ${isProvedWon(model, at) ? html`<a href=${`/proof?${asked}`}>${say("See the proof")}</a>` : nothing}
    ${slug === null ? nothing : html`<a href=${`/game/${slug}/`}>${say("See the game")}</a>`}
  </p>`;
}

/** Larger boards are not searched to the end (games/pages/tree.py). */
const MAX_TREE_SQUARES = 64;

function hasTree({ position, standing }: Seen): boolean {
  return standing.kind === "open" && position.width * position.height <= MAX_TREE_SQUARES;
}

function isProvedWon(model: Model, at: Seen): boolean {
  const worth = worthOf(model);
  const { isRace, endsBlock } = LINE_RULES[at.position.lineRule];
  return (
    at.standing.kind === "open" &&
    isRace && // of others no proofs are written
    !endsBlock &&
    worth?.status === "proved" &&
    (worth.verdict === "win" || worth.verdict === "loss")
  );
}

/** How each side of a reviewed game did, in full. */
function accuracy(model: Model): TemplateResult | typeof nothing {
  const { review } = model;
  if (review?.state !== "done") return nothing;
  const drawn = drawingOf(model);
  return html`<section class="accuracy" aria-labelledby="accuracy-heading">
    <h2 id="accuracy-heading">${say("Accuracy")}</h2>
    <ul>
      <li>${accuracyWords(review.black, sideName("black", drawn))}</li>
      <li>${accuracyWords(review.white, sideName("white", drawn))}</li>
    </ul>
    <p class="quiet">
      ${say("Accuracy is how much of their chances to win a player’s moves kept, on average.")}
    </p>
  </section>`;
}

// --- Another position ---------------------------------------------------------------------------

function positions(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  const line = positionLine(at.position);
  return html`<section class="positions" aria-labelledby="position-heading">
    <h2 id="position-heading">${say("This position")}</h2>
    <div class="link-field">
      <label class="hidden" for="position-line">${say("Position code")}</label>
      <input id="position-line" readonly .value=${line} @focus=${selectAll} />
      <button type="button" class="button" @click=${() => act.copy("position", line)}>
        ${model.copied === "position" ? say("Copied") : say("Copy")}
      </button>
    </div>
    ${model.page.kind === "analysis" ? others(model, act) : nothing}
  </section>`;
}

function others(model: Model, act: StudyCommands): TemplateResult {
  const wrong = model.wrong ?? "";
  return html`<form class="paste" @submit=${sends((data) => act.paste(data.get("text") as string))}>
      <label for="paste">${say("Paste a position code, a board or moves")}</label>
      <textarea
        id="paste"
        name="text"
        rows="2"
        spellcheck="false"
        autocapitalize="off"
        placeholder=${say("h8i9g8 … or 3x3/3/1X1/3/O")}
        aria-invalid=${wrong ? "true" : "false"}
        aria-describedby="paste-error"
      ></textarea>
      <p id="paste-error" class="error" role="alert">${wrong}</p>
      <button type="submit" class="button">
        ${model.isReading ? say("Loading…") : say("Set up")}
      </button>
    </form>
    <p><a class="button" href="/analysis/board">${say("New board")}</a></p>
    ${
      model.undo === null
        ? nothing
        : html`<button type="button" class="button" @click=${act.undo}>
            ${say("Bring back what was here before")}
          </button>`
    }`;
}

function sends(read: (data: FormData) => void): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    read(new FormData(event.currentTarget as HTMLFormElement));
  };
}

// --- Keys ---------------------------------------------------------------------------------------

function keyboard(): TemplateResult {
  return html`<details class="card fold">
    <summary>${say("Keyboard")}</summary>
    <div>
      <p>
        ${say("Left and right step through the moves. Home and End go to the first and the last. Escape leaves the moves that are shown.")}
        ${say("On the board, Shift and an arrow move the cursor. Enter plays there.")}
      </p>
      <p>
        ${say("When you aren’t typing: O shows outcomes, H the heat map, T threats, B the best squares, N numbers. F flips the board, R turns it. A plays through the moves.")}
      </p>
    </div>
  </details>`;
}
