// What others played in the position on the board, and how those games ended.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { resultsBar, sharesOf } from "../evaluation/resultsbar";
import type { Explored } from "../protocol/findings";
import { positionLine } from "../rules/positionline";
import { sideName } from "../rules/sides";
import { moveName } from "../rules/move";
import { count, say } from "../words/words";
import type { StudyCommands } from "./commands";
import type { Model, Seen } from "./model";
import { drawingOf } from "./model";

export function explorerTab(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  return html`<section class="explorer-tab" aria-label=${say("Explorer")}>
    ${content(model, at, act)}
    <p class="links">
      <a href=${`/explorer?p=${positionLine(at.position)}`}>${say("Open the explorer")}</a>
    </p>
  </section>`;
}

function content(model: Model, at: Seen, act: StudyCommands): TemplateResult {
  const { explored } = model;
  switch (explored.kind) {
    case "none":
    case "asking":
      return html`<p class="quiet" role="status">${say("Looking for games…")}</p>`;
    case "refused":
      return html`<p class="error" role="alert">${explored.sentence}</p>
        <button type="button" class="button small" @click=${act.askAgain}>
          ${say("Ask again")}
        </button>`;
    case "known":
      return table(explored.found, model, at, act);
    default:
      return explored satisfies never;
  }
}

function table(found: Explored, model: Model, at: Seen, act: StudyCommands): TemplateResult {
  const drawn = drawingOf(model);
  const { games } = found.all;
  if (games === 0)
    return html`<p class="empty">${say("No game has reached this position yet.")}</p>`;
  const sides = { black: sideName("black", drawn), white: sideName("white", drawn) };
  return html`${
      found.moves.length === 0
        ? nothing
        : html`<table class="explored">
            <thead>
              <tr>
                <th scope="col">${say("Move")}</th>
                <th scope="col">${say("Games")}</th>
                <th scope="col">${say("{black} won · drawn · {white} won", sides)}</th>
              </tr>
            </thead>
            <tbody>
              ${found.moves.map(
                (each) =>
                  html`<tr>
                    <th scope="row">
                      <button
                        type="button"
                        class="move"
                        @click=${() => act.showWay([each.square])}
                        @pointerenter=${() => act.light([each.square])}
                        @pointerleave=${() => act.light([])}
                        @focus=${() => act.light([each.square])}
                        @blur=${() => act.light([])}
                      >
                        ${moveName(each.square, model.tree.start)}
                      </button>
                    </th>
                    <td>${each.games}</td>
                    <td>${resultsBar(sharesOf(each, at.side), drawn)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    <p class="quiet">
      ${count("{count} game reached this position.", "{count} games reached this position.", games)}
    </p>`;
}
