// Small drawings on buttons; each button says in words what it does.

import type { TemplateResult } from "lit-html";
import { html, svg } from "lit-html";
import type { Drawing } from "./choices";
import type { SideWord } from "../protocol/protocol";

const icon = (path: string, kind = ""): TemplateResult =>
  html`<svg class=${`icon ${kind}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    ${svg`<path d=${path} />`}
  </svg>`;

export const first = icon("M5 4v12M16 4l-8 6 8 6z");
export const back = icon("M14 4l-8 6 8 6z");
export const forth = icon("M6 4l8 6-8 6z");
export const last = icon("M15 4v12M4 4l8 6-8 6z");
export const run = icon("M3 5l6 5-6 5zM10 5l6 5-6 5z");
export const halt = icon("M6 4v12M14 4v12");
export const link = icon(
  "M8 12l4-4M6.5 9.5l-2 2a2.8 2.8 0 004 4l2-2M13.5 10.5l2-2a2.8 2.8 0 00-4-4l-2 2",
);
export const copy = icon("M7 7h10v10H7zM13 7V3H3v10h4");
export const share = icon("M10 12.5v-9M6.5 6.5L10 3l3.5 3.5M4.5 10v6.5h11V10");
export const up = icon("M4 13l6-7 6 7");
export const down = icon("M4 7l6 7 6-7");
export const toLeft = icon("M13 4l-7 6 7 6");
export const toRight = icon("M7 4l7 6-7 6");
export const flip = icon("M10 3v14M8 6L3 10l5 4zM12 6l5 4-5 4z");
export const rotate = icon("M16 10a6 6 0 11-2-4.5M14.5 2.5v3.5H11");

export const ahead = icon(
  "M3.5 10H9M9 10l3-5h4.5M9 10l3 5h4.5M14 2.6L16.5 5 14 7.4M14 12.6l2.5 2.4-2.5 2.4",
);
export const takeBack = icon("M7 4L3.5 7.5 7 11M4 7.5h7.5a4.5 4.5 0 010 9H8");
export const draw = icon("M10 2.8a7.2 7.2 0 100 14.4 7.2 7.2 0 000-14.4zM6.5 8.3h7M6.5 11.7h7");
export const pause = icon("M10 2.8a7.2 7.2 0 100 14.4 7.2 7.2 0 000-14.4zM8 7.2v5.6M12 7.2v5.6");
export const moreTime = icon("M9 3.6a6.7 6.7 0 106.6 8.4M9 6.5V10l2.4 1.6M15.5 2.5v5M13 5h5");
export const flag = icon("M5 17.5V3M5 3.8h10l-2.2 3.4L15 10.6H5");
export const why = icon(
  "M3 4.5h14v9h-7l-3.6 3v-3H3zM8 7.6a2 2 0 113 1.7c-.7.4-1 .7-1 1.3M10 12v.1",
);
export const eye = icon(
  "M2.2 10S5 5 10 5s7.8 5 7.8 5-2.8 5-7.8 5-7.8-5-7.8-5zM10 7.8a2.2 2.2 0 100 4.4 2.2 2.2 0 000-4.4z",
);
export const grid = icon("M3.5 3.5h13v13h-13zM3.5 7.8h13M3.5 12.2h13M7.8 3.5v13M12.2 3.5v13");
export const lesson = icon("M3.5 3.5h13v13h-13zM3.5 10h13M10 3.5v13M6.7 6.7h.1M13.3 13.3h.1");
export const chart = icon("M3 16.5h14M4.3 12.5l3.3-4 3.4 2.5 5-6.5");
export const magnifier = icon("M8.8 3.5a5.3 5.3 0 100 10.6 5.3 5.3 0 000-10.6zM12.8 12.8l4 4");
export const percents = icon(
  "M15.5 4.5l-11 11M6.3 4.3a2 2 0 100 4 2 2 0 000-4zM13.7 11.7a2 2 0 100 4 2 2 0 000-4z",
);
export const bubble = icon("M3.2 4.5h13.6v9H9.5l-3.8 3.3v-3.3H3.2z");
export const save = icon("M5.5 3.5h9v13L10 13l-4.5 3.5z");
export const eraser = icon("M3.5 12.5L11.5 4.5l5 5-7 7h-3zM7.5 8.5l5 5");
export const swap = icon("M6 16.5v-13M3.5 6L6 3.5 8.5 6M14 3.5v13M11.5 14l2.5 2.5 2.5-2.5");
export const withdraw = icon("M5 5l10 10M15 5L5 15");
export const done = icon("M4 10.5l4 4 8-9");

export const robot = icon(
  "M4 8.5h12V16H4zM10 8.5V5.5M10 4v.2M7.6 11.4v1.4M12.4 11.4v1.4M2 11v2.5M18 11v2.5",
);
export const guest = icon(
  "M10 3.6a3.4 3.4 0 100 6.8 3.4 3.4 0 000-6.8zM3.6 17a6.4 6.4 0 0112.8 0",
  "guest",
);
export const bulb = icon("M10 2.8a5 5 0 00-3 9v1.9h6v-1.9a5 5 0 00-3-9zM8 16.8h4");

/** The stone of a side, beside a player's name. */
export function stone(side: SideWord, drawing: Drawing): TemplateResult {
  return html`<svg
    class=${`squares badge ${drawing}`}
    viewBox="0 0 1 1"
    aria-hidden="true"
    focusable="false"
  >
    ${
      drawing === "stones"
        ? svg`<circle class=${`stone flat ${side}`} cx=".5" cy=".5" r=".44" />`
        : side === "black"
          ? svg`<path class="mark black" d="M.2 .2l.6 .6m0-.6l-.6 .6" />`
          : svg`<circle class="mark white" cx=".5" cy=".5" r=".32" />`
    }
  </svg>`;
}
