// A new game's form, or its board alone: what is typed is read by the server, meanwhile; the last
// clock is kept.

import { html, nothing, render } from "lit-html";
import { thumbnail } from "../board/board";
import { squareAt } from "../board/geometry";
import { delayWords } from "../live/watchwords";
import type { Answer, AskWiring } from "../net/lookup";
import { NO_ANSWER, asker } from "../net/lookup";
import type { Checked } from "../protocol/findings";
import type { LineRule } from "../protocol/protocol";
import { LINE_RULES } from "../protocol/protocol";
import { stonesDrawn } from "../rules/sides";
import type { Drawing } from "../viewer/choices";
import type { Board } from "../rules/squares";
import { name } from "../rules/squares";
import type { BrowserStorage } from "../viewer/storage";
import { keepText, readText } from "../viewer/storage";
import { say } from "../words/words";
import type { Field } from "./formwords";
import { CUSTOM, FIELDS, blame, isField, questionOf, toggled } from "./formwords";

const CLOCK_KEY = "inarow.clock";

/** How long the words must rest before they are asked about. */
const REST_MS = 250;

/** Wires the form. `storage` is where the visitor's last clock is kept, if it can be. */
export function startNewGameForm(
  form: HTMLFormElement,
  storage: BrowserStorage | null,
  wiring: Pick<AskWiring<string, Checked>, "ask" | "wait">,
): void {
  const input = (name: string): HTMLInputElement =>
    form.elements.namedItem(name) as HTMLInputElement;
  const clock = form.querySelector<HTMLSelectElement>("#clock"); // as all but the board: if any
  const summary = form.querySelector<HTMLElement>(".watching .chosen");
  const preview = form.querySelector<HTMLElement>("#preview")!;
  const clockTitle = form.querySelector<HTMLElement>("#clock-title");
  let answer: Answer<Checked> = NO_ANSWER;
  let typing: Field | null = null;
  let late = "";

  const ask = asker<string, Checked>({
    ...wiring,
    key: (question) => question,
    restMs: REST_MS,
    heard: (heard) => {
      answer = heard;
      if (heard.kind === "asking") return;
      const found = heard.kind === "known" ? heard.found : null;
      // Where the server cannot be asked, its last word stands: it reads the form again anyway.
      if (heard.kind !== "refused") markAll();
      if (clockTitle) clockTitle.textContent = found?.clock ?? "";
      late = found?.delay ? delayWords(found.delay) : "";
      if (found?.variant && isKGiven()) input("k").value = String(found.variant.k);
      render(found === null ? nothing : pictureOf(found), preview);
      tell();
    },
  });

  const isKGiven = (): boolean => LINE_RULES[input("line_rule").value as LineRule].edgeToEdge;

  const chosen = (name: string): string => (new FormData(form).get(name) as string | null) ?? "";

  const typed = (field: Field): string => {
    if (!form.elements.namedItem(field)) return "";
    const { value, validity } = input(field);
    return validity.badInput ? "?" : value; // of what is no number the browser gives no text
  };

  const mark = (field: Field, sentence: string): void => {
    if (!form.elements.namedItem(field)) return;
    input(field).setAttribute("aria-invalid", sentence ? "true" : "false");
    const place = form.querySelector(`#error-${field}`);
    if (place && place.textContent !== sentence) place.textContent = sentence;
  };

  const markAll = (): void => {
    const sentences = blame(answer.kind === "known" ? answer.found : null, typing);
    for (const [field, sentence] of Object.entries(sentences)) mark(field as Field, sentence);
  };

  const tell = (): void => {
    if (summary) summary.textContent = watchersWords(chosen("visibility"), late);
  };

  const check = (): void => {
    if (clock) input("clock_text").disabled = chosen("clock") !== CUSTOM; // so it is not sent
    input("k").readOnly = isKGiven();
    ask.want(
      questionOf({
        preset: chosen("preset"),
        clock: chosen("clock"),
        width: typed("width"),
        height: typed("height"),
        k: isKGiven() ? "" : typed("k"),
        line_rule: typed("line_rule"),
        blocked: typed("blocked"),
        clock_text: typed("clock_text"),
        delay_seconds: typed("delay_seconds"),
        delay_moves: typed("delay_moves"),
      }),
    );
    tell();
  };

  if (clock && clock.value === "" && input("clock_text").value === "") {
    const kept = readText(storage, CLOCK_KEY);
    const isOffered = [...clock.options].some(({ value }) => value === kept);
    clock.value = isOffered ? kept : CUSTOM;
    if (!isOffered) input("clock_text").value = kept;
  }
  check();

  form.addEventListener("input", ({ target }) => {
    const { name } = target as HTMLInputElement;
    typing = isField(name) ? name : null;
    if (typing !== null) mark(typing, "");
    check();
  });
  preview.addEventListener("click", ({ clientX, clientY }) => {
    const board = answer.kind === "known" ? (answer.found.variant ?? answer.found.board) : null;
    const box = preview.querySelector("svg")?.getBoundingClientRect();
    if (!board || !box) return;
    const across = ((clientX - box.left) / box.width) * board.width;
    const down = ((clientY - box.top) / box.height) * board.height;
    const square = squareAt(across, down, board);
    if (square === null) return;
    input("blocked").value = toggled(typed("blocked"), name(square, board));
    check();
  });
  form.addEventListener("change", () => {
    typing = null;
    if (answer.kind === "known") markAll();
  });
  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    // What is not known yet, or cannot be asked, is left to the answer to the form.
    const sentences = blame(answer.kind === "known" ? answer.found : null, null);
    const wrong = (Object.keys(FIELDS) as Field[]).find((field) => sentences[field] !== "");
    if (wrong === undefined) {
      keepText(
        storage,
        CLOCK_KEY,
        chosen("clock") === CUSTOM ? typed("clock_text") : chosen("clock"),
      );
      return;
    }
    event.preventDefault();
    typing = null;
    markAll();
    let fold = input(wrong).closest("details");
    for (; fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    input(wrong).focus();
  });
}

/** How a board is drawn for those who have not chosen otherwise. */
function lookOf({ width, height }: Board): Drawing {
  return Math.max(width, height) < 7 ? "marks" : "stones";
}

/** What a board looks like, and what it is called. */
function pictureOf({ board: size, variant, title, known }: Checked): unknown {
  const board = variant ?? size;
  return html`${
      board
        ? thumbnail(board, variant === null ? lookOf(board) : stonesDrawn(lookOf(board), variant))
        : nothing
    }
    <p class="quiet">
      ${title || say("That board isn’t possible")}
      ${known ? html`<span class="tag known" data-source=${known.source}>${known.short}</span>` : nothing}
    </p>`;
}

/** Who may watch, and how late; `delay` is empty where they see it at once. */
function watchersWords(visibility: string, delay: string): string {
  switch (visibility) {
    case "unlisted":
      return delay
        ? say("anyone with the link, {delay} late", { delay })
        : say("anyone with the link");
    case "private":
      return delay
        ? say("people with the watch link, {delay} late", { delay })
        : say("people with the watch link");
    default:
      return delay ? say("everyone, {delay} late", { delay }) : say("everyone");
  }
}
