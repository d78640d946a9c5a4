// The page of a review, an analysis or a study: the board between its bars, and one sheet beside it.

import type { TemplateResult } from "lit-html";
import { html, nothing } from "lit-html";
import { boardWords } from "../board/boardwords";
import type { Fit } from "../board/geometry";
import type { BoardInput } from "../board/input";
import { playedBoard } from "../board/playedboard";
import { offeredSquares } from "../game/openingwords";
import { forbiddenWords } from "../rules/forbidden";
import { tabList } from "../viewer/tablist";
import { say } from "../words/words";
import { barAbove, barBelow } from "./bars";
import { boardView } from "./board";
import type { StudyCommands } from "./commands";
import { engineBox } from "./enginebox";
import { explorerTab } from "./explorertab";
import { foot } from "./foot";
import { helpBox } from "./helpbox";
import type { Model, Seen, Tab } from "./model";
import {
  TABS,
  boardOf,
  boardDrawingOf,
  drawingOf,
  forbiddenHere,
  offeredHere,
  showsEngine,
} from "./model";
import { more } from "./more";
import { moveTree } from "./movetree";
import { notesBox } from "./notespanel";
import { graph, verdict } from "./verdict";

export function studyPage(
  model: Model,
  at: Seen,
  fit: Fit,
  act: StudyCommands,
  input: BoardInput,
): TemplateResult {
  if (model.page.kind === "study" && model.kept === null) return unread(model);
  const { width, height } = boardOf(model);
  const { tab } = model;
  return html`
    <div class="table">
      <div class="set">
        ${barAbove(model, at)}
        <div class="stage">
          ${playedBoard({
            view: boardView(model, at, fit),
            input,
            label: say("Board, {width} by {height}", { width, height }),
            describedBy: ["standing"],
            isPlayable: true,
          })}
          <p class="hidden">
            ${boardWords(at.stones, at.last, boardOf(model), boardDrawingOf(model))}
            ${forbiddenWords(forbiddenHere(model), boardOf(model), drawingOf(model))}
            ${offeredSquares(offeredHere(model), boardOf(model))}
          </p>
        </div>
        ${barBelow(model, at)}
      </div>
    </div>
    <div class="card-place">
      ${graph(model, act)} ${showsEngine(model) ? engineBox(model, at, act) : verdict(model, act)}
    </div>
    <div class="panel">
      ${tabList({ tabs: TABS, shown: tab, name: tabName, choose: act.tab })}
      <div
        class="beside"
        data-tab=${tab}
        id="beside"
        role="tabpanel"
        aria-labelledby=${`tab-${tab}`}
      >
        ${tab === "moves" ? html`${notesBox(model, act)} ${helpBox(model, at, act)} ${moveTree(model, act)}` : nothing}
        ${tab === "explorer" ? explorerTab(model, at, act) : nothing}
        ${tab === "more" ? more(model, at, act) : nothing}
      </div>
    </div>
    <div class="foot-place">${foot(model, at, act)}</div>
  `;
}

function tabName(tab: Tab): string {
  switch (tab) {
    case "moves":
      return say("Moves");
    case "explorer":
      return say("Explorer");
    case "more":
      return say("More");
    default:
      return tab satisfies never;
  }
}

/** A study that has not come yet, or does not come. */
function unread({ alert }: Model): TemplateResult {
  return html`<div class="table">
      <div class="set"><div class="stage"></div></div>
    </div>
    <div class="card-place">
      <p class=${`engine-note ${alert ? "error" : "quiet"}`} role="status">
        ${alert ?? say("Loading the study…")}
      </p>
    </div>`;
}
