// The page of a review, an analysis or a study comes alive: data, store, handlers and screen.

import { render } from "lit-html";
import { arrival } from "./net/arrival";
import { asker, sentenceOf } from "./net/lookup";
import type {
  Assessment,
  Benefits,
  Explored,
  Forbidden,
  GameReview,
  KeptStudy,
  PositionPart,
} from "./protocol/findings";
import { startAutosave } from "./study/autosave";
import type { Autosave } from "./study/autosave";
import type { StudyIntent } from "./board/keys";
import { pageKey, studyKey } from "./board/keys";
import { follow } from "./net/poll";
import { followKindKey } from "./board/kindswitch";
import { positionLine } from "./rules/positionline";
import type { Fit } from "./board/geometry";
import { followMove, tableFit } from "./board/screen";
import { copyText } from "./viewer/clipboard";
import { wait } from "./viewer/timer";
import { startSettings } from "./viewer/settings";
import { titlePage } from "./viewer/title";
import { studyInput } from "./study/input";
import { openStudy, studyCommands } from "./study/handlers";
import type { Model, StudyPage } from "./study/model";
import {
  boardOf,
  boardDrawingOf,
  firstPly,
  fromHash,
  gamePly,
  openModel,
  wantsAssessment,
  wantsBenefits,
  wantsForbidden,
} from "./study/model";
import { studyPage } from "./study/page";
import { turnedBoard } from "./rules/turning";
import { variantTitle } from "./rules/variant";
import { createStudyStore } from "./study/store";
import { serverRequests } from "./net/requests";
import { say } from "./words/words";

const root = document.querySelector<HTMLElement>("#study")!;
const page = JSON.parse(document.querySelector("#study-data")!.textContent) as StudyPage;
const server = serverRequests(page.token, (address, options) => fetch(address, options), page.key);

const settings = startSettings((choices) => {
  store.change({ choices });
  resize();
});
const opened = openModel(page, settings.choices);
const asked = plyAsked();
const store = createStudyStore(
  {
    ...opened,
    here: fromHash(opened, asked ?? `#${firstPly(opened) ?? ""}`),
    hasChosen: asked !== null,
  },
  draw,
);
let fit = measure();
let autosave: Autosave | null = null;
const coming = arrival(page.study === null);

/** A question about a position, and how it is ended when somebody has gone on to another. */
function question<Found>(address: string) {
  let late = new AbortController();
  return {
    ask(position: PositionPart): Promise<Found> {
      late = new AbortController();
      return server.send<Found>("POST", address, position, late.signal);
    },
    giveUp: () => late.abort(),
    key: positionLine,
    wait,
  };
}

const worths = asker({
  ...question<Assessment>("/api/assessments"),
  heard: (answer) => store.change({ answer }),
});
const weights = asker({
  ...question<Benefits>("/api/benefits"),
  heard: (benefits) => store.change({ benefits }),
});
const bans = asker({
  ...question<Forbidden>("/api/forbidden"),
  heard: (forbidden) => store.change({ forbidden }),
});
const others = asker({
  ...question<Explored>("/api/explorer"),
  heard: (explored) => store.change({ explored }),
});
const act = studyCommands(store, {
  server,
  choose: settings.choose,
  autosave: () => autosave,
  follow: followReview,
  goTo: (address) => {
    autosave = null; // a visitor who leaves by a button knows what becomes of their changes
    if (new URL(address, location.href).href === location.href) location.reload();
    else location.assign(address);
  },
});
const input = studyInput(store, act, () => fit);

/** What the address asks for: `#12`, or `?ply=12` from a page without scripts; null: nothing. */
function plyAsked(): string | null {
  if (location.hash) return location.hash;
  const asked = new URLSearchParams(location.search).get("ply");
  return asked === null ? null : `#${asked}`;
}

function measure(): Fit {
  const model = store.model();
  return tableFit(root, turnedBoard(boardOf(model), model.turning), boardDrawingOf(model));
}

function draw(model: Model, before: Model | null): void {
  if (
    before !== null &&
    (model.turning !== before.turning || model.tree.start !== before.tree.start)
  )
    useFit();
  render(studyPage(model, store.seen(), fit, act, input), root);
  const isElsewhere = model.here !== before?.here || model.tab !== before.tab;
  if (isElsewhere || model.review?.state !== before.review?.state) followMove(root);
  if (before !== null) changed(model, before);
}

/** What changed is told, and what is not known yet is asked. */
function changed(model: Model, before: Model): void {
  const moved =
    model.tree !== before.tree || model.here !== before.here || model.line !== before.line;
  if (moved) tellAddress(model);
  if (model.kept && model.kept.title !== before.kept?.title) tellTitle(model.kept.title);
  if (model.tree.start !== before.tree.start) tellBoard(model);
  if (model.isNoting && !before.isNoting) root.querySelector<HTMLElement>("#comment")?.focus();
  if (
    moved ||
    model.over !== before.over ||
    model.isEngineOn !== before.isEngineOn ||
    model.tab !== before.tab ||
    model.editing !== before.editing
  )
    ask();
  else {
    if (before.answer.kind === "refused" && model.answer.kind === "none") worths.again();
    if (before.benefits.kind === "refused" && model.benefits.kind === "none") weights.again();
    if (before.forbidden.kind === "refused" && model.forbidden.kind === "none") bans.again();
    if (before.explored.kind === "refused" && model.explored.kind === "none") others.again();
  }
}

/** Asks what the position on the board is worth and its squares bring, where the page shows it. */
function ask(): void {
  if (page.kind === "study" && store.model().kept === null) return;
  const at = store.seen();
  const { position, standing } = at;
  const model = store.model();
  // A board that is being set up is not looked at: most of what stands on it meanwhile is not meant.
  const isOpen = standing.kind === "open" && model.editing === null;
  worths.want(isOpen && wantsAssessment(model) ? position : null);
  weights.want(isOpen && wantsBenefits(model) ? position : null);
  bans.want(isOpen && wantsForbidden(model, at) ? position : null);
  others.want(model.tab === "explorer" && standing.kind !== "both" ? position : null);
}

/** The address leads back here, without adding a step to the browser's history for each move. */
function tellAddress(model: Model): void {
  const { pathname } = location;
  switch (page.kind) {
    case "review": {
      const ply = gamePly(model);
      return history.replaceState(null, "", `${pathname}${ply === null ? "" : `#${ply}`}`);
    }
    case "analysis":
      return history.replaceState(null, "", `${pathname}?p=${positionLine(store.seen().position)}`);
    case "study":
      return;
    default:
      return page.kind satisfies never;
  }
}

function useFit(): void {
  fit = measure();
  root.style.setProperty("--board-width", `${fit.width}px`); // the bars are as wide as the board
}

function resize(): void {
  useFit();
  store.draw();
}

/** A review that nobody has asked for yet is asked for, once somebody looks at the page. */
function startReview(): void {
  const { review } = store.model();
  if (review?.state !== "none" || page.moves.length === 0) return;
  if (document.visibilityState === "visible") return act.analyse();
  document.addEventListener("visibilitychange", startReview, { once: true });
}

function heardReview(review: GameReview): void {
  store.change({ review, reviewTrouble: null });
  const first = store.model().hasChosen ? null : firstPly(store.model());
  if (first !== null) act.goPly(first);
}

function followReview(review: GameReview): void {
  follow(review, {
    ask: () => server.get<GameReview>(`/api/games/${review.game}/review`),
    wait,
    heard: heardReview,
    failed: (failures) => {
      if (failures > 2)
        store.change({ reviewTrouble: say("We can’t reach the server. Trying again…") });
    },
  });
}

function readStudy(slug: string): void {
  const address = `/study/${slug}/data`;
  server.get<KeptStudy>(address).then(
    (kept) => {
      openStudy(store, kept);
      store.draw();
      if (kept.isMine)
        autosave = startAutosave(kept.version, {
          put: (study, version) =>
            server.send<KeptStudy>("PUT", address, { ...kept, study, version }),
          wait,
          heard: (saving) => store.change({ saving }),
        });
      resize();
      coming.arrived();
    },
    (error: unknown) => store.change({ alert: sentenceOf(error) }),
  );
}

function tellTitle(title: string): void {
  titlePage(`${title} – Inarow`);
  const heading = document.querySelector("#study-name");
  if (heading) heading.textContent = title;
}

function tellBoard({ tree }: Model): void {
  const title = document.querySelector("#board-title");
  if (title) title.textContent = variantTitle(tree.start);
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

/** Copies the text of a field in the page's menu, and says so on its button. */
function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    const field = document.querySelector<HTMLInputElement>(`#${button.dataset.copy}`);
    button.addEventListener("click", () => {
      void copyText(field?.value ?? "").then((done) => {
        if (done) button.textContent = button.dataset.copied ?? "";
        else field?.select();
      });
    });
  }
}

root.replaceChildren();
store.draw();
resize(); // only now there are bars whose height is known
ask();
startCopying();
if (page.review !== null) {
  followReview(page.review);
  startReview();
}
if (page.study !== null) readStudy(page.study);
new ResizeObserver(resize).observe(root.querySelector(".table")!);
addEventListener("resize", resize);
addEventListener("hashchange", () => {
  if (page.kind === "review" && location.hash) act.go(fromHash(store.model(), location.hash));
});
addEventListener("beforeunload", (event) => {
  if (!autosave?.isDirty()) return;
  autosave.now();
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  const target = event.target as Element;
  if (event.defaultPrevented || target.closest("input, select, textarea, .menu")) return;
  if (followKindKey(event, boardOf(store.model()), act.kind)) return;
  const letter = studyKey(event);
  if (letter) {
    event.preventDefault();
    return coming.whenThere(() => followLetter(letter));
  }
  if (target.closest("#board")) return;
  const intent = pageKey(event);
  if (!intent) return;
  event.preventDefault();
  coming.whenThere(() => input.follow(intent));
});
