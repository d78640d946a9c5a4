// The page of a review, an analysis or a study comes alive: data, board, hands and screen.

import { render } from "lit-html";
import { arrival } from "./net/arrival";
import { asker, sentenceOf } from "./net/lookup";
import type {
  Assessment,
  Benefits,
  GameReview,
  KeptStudy,
  PositionPart,
} from "./protocol/findings";
import { keeper } from "./study/autosave";
import type { Keeper } from "./study/autosave";
import type { StudyIntent } from "./board/keys";
import { pageKey, studyKey } from "./board/keys";
import { follow } from "./net/poll";
import { positionLine } from "./rules/positionline";
import { followMove } from "./board/screen";
import { startSettings } from "./viewer/settings";
import { followStudy, studyTouch } from "./study/input";
import { openStudy, studyHands } from "./study/handlers";
import type { Model, StudyPage } from "./study/model";
import { fromHash, gamePly, openModel, wantsAssessment, wantsBenefits } from "./study/model";
import { studyPage } from "./study/page";
import { measure } from "./study/screen";
import { createStudyTable } from "./study/store";
import { talk } from "./net/requests";
import { say } from "./words/words";

const root = document.querySelector<HTMLElement>("#study")!;
const page = JSON.parse(document.querySelector("#study-data")!.textContent) as StudyPage;
const server = talk(page.token, (address, options) => fetch(address, options), page.key);
const wait = (ms: number, then: () => void): (() => void) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

const settings = startSettings((choices) => {
  table.change({ choices });
  resize();
});
const opened = openModel(page, settings.choices);
const table = createStudyTable({ ...opened, here: plyAsked(opened) }, changed);
let fit = measure(root, table.model());
let keeping: Keeper | null = null;
const coming = arrival(page.study === null);

const worths = asker({
  ask: (position: PositionPart) => server.send<Assessment>("POST", "/api/assessments", position),
  key: positionLine,
  wait,
  heard: (answer) => table.change({ answer }),
});
const weights = asker({
  ask: (position: PositionPart) => server.send<Benefits>("POST", "/api/benefits", position),
  key: positionLine,
  wait,
  heard: (benefits) => table.change({ benefits }),
});
const act = studyHands(table, {
  talk: server,
  choose: settings.choose,
  keeper: () => keeping,
  follow: followReview,
  goTo: (address) => {
    keeping = null; // a visitor who leaves by a button knows what becomes of their changes
    if (new URL(address, location.href).href === location.href) location.reload();
    else location.assign(address);
  },
});
const touched = studyTouch(table, act, () => fit);

/** The ply that the address asks for: `#12`, or `?ply=12` from a page without scripts. */
function plyAsked(model: Model): number {
  const asked = new URLSearchParams(location.search).get("ply");
  return fromHash(model, location.hash || (asked === null ? "" : `#${asked}`));
}

function changed(model: Model, before: Model): void {
  const moved =
    model.tree !== before.tree || model.here !== before.here || model.line !== before.line;
  if (moved || model.page !== before.page) tellAddress(model);
  if (model.turning !== before.turning || model.tree.start !== before.tree.start)
    fit = measure(root, model);
  draw();
  if (model.kept && model.kept.title !== before.kept?.title) tellTitle(model.kept.title);
  if (moved || model.over !== before.over) ask();
  else {
    if (before.answer.kind === "refused" && model.answer.kind === "none") worths.again();
    if (before.benefits.kind === "refused" && model.benefits.kind === "none") weights.again();
  }
}

/** Asks what the position on the board is worth and its squares bring, where the page shows it. */
function ask(): void {
  if (page.kind === "study" && table.model().kept === null) return;
  const { position, standing } = table.seen();
  const isOpen = standing.kind === "open";
  worths.want(isOpen && wantsAssessment(table.model()) ? position : null);
  weights.want(isOpen && wantsBenefits(table.model()) ? position : null);
}

/** The address leads back here, without adding a step to the browser's history for each move. */
function tellAddress(model: Model): void {
  const { pathname } = location;
  switch (page.kind) {
    case "review": {
      const ply = gamePly(model);
      const last = ply === null || ply === page.moves.length;
      return history.replaceState(null, "", `${pathname}${last ? "" : `#${ply}`}`);
    }
    case "analysis":
      return history.replaceState(null, "", `${pathname}?p=${positionLine(table.seen().position)}`);
    case "study":
      return;
    default:
      return page.kind satisfies never;
  }
}

let shownMove: number | null = null;

function draw(): void {
  const model = table.model();
  render(studyPage(model, table.seen(), fit, act, touched), root);
  if (shownMove !== model.here) followMove(root);
  shownMove = model.here;
}

function resize(): void {
  fit = measure(root, table.model());
  draw();
}

function followReview(review: GameReview): void {
  follow(review, {
    ask: () => server.get<GameReview>(`/api/games/${review.game}/review`),
    wait,
    heard: (heard) => table.change({ review: heard, reviewTrouble: null }),
    failed: (failures) => {
      if (failures > 2)
        table.change({ reviewTrouble: say("The server cannot be reached: asking again…") });
    },
  });
}

function readStudy(slug: string): void {
  const address = `/study/${slug}/data`;
  server.get<KeptStudy>(address).then(
    (kept) => {
      openStudy(table, kept);
      if (kept.isMine)
        keeping = keeper(kept.version, {
          put: (study, version) =>
            server.send<KeptStudy>("PUT", address, { ...kept, study, version }),
          wait,
          heard: (saving) => table.change({ saving }),
        });
      resize();
      coming.arrived();
    },
    (error: unknown) => table.change({ alert: sentenceOf(error) }),
  );
}

function tellTitle(title: string): void {
  document.title = `${title} – Inarow`;
  const heading = document.querySelector("#study-name");
  if (heading) heading.textContent = title;
}

function followLetter(letter: StudyIntent): void {
  switch (letter.kind) {
    case "toggle":
      return act.toggle(letter.overlay);
    case "flip":
      return act.flip();
    case "rotate":
      return act.rotate();
    case "autoplay":
      return act.autoplay();
    default:
      return letter satisfies never;
  }
}

root.replaceChildren();
draw();
resize();
ask();
if (page.review !== null) followReview(page.review);
if (page.study !== null) readStudy(page.study);
new ResizeObserver(resize).observe(root.querySelector(".stage")!);
addEventListener("resize", resize);
addEventListener("hashchange", () => {
  if (page.kind === "review") act.go(fromHash(table.model(), location.hash));
});
addEventListener("beforeunload", (event) => {
  if (!keeping?.isDirty()) return;
  keeping.now();
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  const target = event.target as Element;
  if (event.defaultPrevented || target.closest("input, select, textarea, .menu")) return;
  const letter = studyKey(event);
  if (letter) {
    event.preventDefault();
    return coming.whenThere(() => followLetter(letter));
  }
  if (target.closest("#board")) return;
  const intent = pageKey(event);
  if (!intent) return;
  event.preventDefault();
  coming.whenThere(() => followStudy(table, act, intent));
});
