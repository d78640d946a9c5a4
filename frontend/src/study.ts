// The page of a review, an analysis or a study comes alive: data, store, handlers and screen.

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
import { startAutosave } from "./study/autosave";
import type { Autosave } from "./study/autosave";
import type { StudyIntent } from "./board/keys";
import { pageKey, studyKey } from "./board/keys";
import { follow } from "./net/poll";
import { positionLine } from "./rules/positionline";
import { followMove } from "./board/screen";
import { wait } from "./viewer/timer";
import { startSettings } from "./viewer/settings";
import { studyInput } from "./study/input";
import { openStudy, studyCommands } from "./study/handlers";
import type { Model, StudyPage } from "./study/model";
import { fromHash, gamePly, openModel, wantsAssessment, wantsBenefits } from "./study/model";
import { studyPage } from "./study/page";
import { measure } from "./study/screen";
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
const store = createStudyStore({ ...opened, here: plyAsked(opened) }, draw);
let fit = measure(root, store.model());
let autosave: Autosave | null = null;
const coming = arrival(page.study === null);

const worths = asker({
  ask: (position: PositionPart) => server.send<Assessment>("POST", "/api/assessments", position),
  key: positionLine,
  wait,
  heard: (answer) => store.change({ answer }),
});
const weights = asker({
  ask: (position: PositionPart) => server.send<Benefits>("POST", "/api/benefits", position),
  key: positionLine,
  wait,
  heard: (benefits) => store.change({ benefits }),
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

/** The ply that the address asks for: `#12`, or `?ply=12` from a page without scripts. */
function plyAsked(model: Model): number {
  const asked = new URLSearchParams(location.search).get("ply");
  return fromHash(model, location.hash || (asked === null ? "" : `#${asked}`));
}

function draw(model: Model, before: Model | null): void {
  if (
    before !== null &&
    (model.turning !== before.turning || model.tree.start !== before.tree.start)
  )
    fit = measure(root, model);
  render(studyPage(model, store.seen(), fit, act, input), root);
  if (model.here !== before?.here) followMove(root);
  if (before !== null) changed(model, before);
}

/** What changed is told, and what is not known yet is asked. */
function changed(model: Model, before: Model): void {
  const moved =
    model.tree !== before.tree || model.here !== before.here || model.line !== before.line;
  if (moved) tellAddress(model);
  if (model.kept && model.kept.title !== before.kept?.title) tellTitle(model.kept.title);
  if (moved || model.over !== before.over) ask();
  else {
    if (before.answer.kind === "refused" && model.answer.kind === "none") worths.again();
    if (before.benefits.kind === "refused" && model.benefits.kind === "none") weights.again();
  }
}

/** Asks what the position on the board is worth and its squares bring, where the page shows it. */
function ask(): void {
  if (page.kind === "study" && store.model().kept === null) return;
  const { position, standing } = store.seen();
  const isOpen = standing.kind === "open";
  worths.want(isOpen && wantsAssessment(store.model()) ? position : null);
  weights.want(isOpen && wantsBenefits(store.model()) ? position : null);
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
      return history.replaceState(null, "", `${pathname}?p=${positionLine(store.seen().position)}`);
    case "study":
      return;
    default:
      return page.kind satisfies never;
  }
}

function resize(): void {
  fit = measure(root, store.model());
  store.draw();
}

function followReview(review: GameReview): void {
  follow(review, {
    ask: () => server.get<GameReview>(`/api/games/${review.game}/review`),
    wait,
    heard: (heard) => store.change({ review: heard, reviewTrouble: null }),
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
store.draw();
resize();
ask();
if (page.review !== null) followReview(page.review);
if (page.study !== null) readStudy(page.study);
new ResizeObserver(resize).observe(root.querySelector(".stage")!);
addEventListener("resize", resize);
addEventListener("hashchange", () => {
  if (page.kind === "review") act.go(fromHash(store.model(), location.hash));
});
addEventListener("beforeunload", (event) => {
  if (!autosave?.isDirty()) return;
  autosave.now();
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
  coming.whenThere(() => input.follow(intent));
});
