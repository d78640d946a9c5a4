// Does what people ask of a study page: around its tree, on its board, and at the server.

import { NO_ANSWER, sentenceOf } from "../net/lookup";
import type { GameReview, KeptStudy, Setup } from "../protocol/findings";
import type { Choices } from "../viewer/choices";
import { noHeatWords } from "../evaluation/heat";
import type { Autosave } from "./autosave";
import { isAtEnd, lineFrom, lineOf, stepped } from "./lines";
import { labelWords, standingWords, worthWords } from "../evaluation/reviewwords";
import { moveTitle } from "./movetree";
import * as setup from "./setup";
import { copyText } from "../viewer/clipboard";
import { isBlocked, takenSentence } from "../rules/blocked";
import { banSentence } from "../rules/forbidden";
import { moveTo, squareIfAny, squareOf } from "../rules/move";
import { chooseKind } from "../board/kindswitch";
import { name } from "../rules/squares";
import type { StudyCommands } from "./commands";
import type { Model } from "./model";
import {
  boardOf,
  canEdit,
  canTurn,
  drawingOf,
  endOf,
  forbiddenHere,
  gamePly,
  hasHeat,
  nextOf,
  plyReviewOf,
  shownPlace,
  studyOf,
  switched,
  withStudy,
  worthOf,
} from "./model";
import type { StudyStore } from "./store";
import type { ServerRequests } from "../net/requests";
import type { Place } from "../rules/tree";
import * as tree from "../rules/tree";
import * as turning from "../rules/turning";
import { announce } from "../viewer/voice";
import { count, say } from "../words/words";

/** How long each move stays when moves play by themselves. */
const PLAY_MS = 900;

/** What the handlers need of the page. */
export interface StudyTools {
  readonly server: ServerRequests;
  readonly choose: (choices: Choices) => void;
  /** Saves a kept study; null where none is kept. */
  readonly autosave: () => Autosave | null;
  /** There is news of a review: it is followed until it is done. */
  readonly follow: (review: GameReview) => void;
  readonly goTo: (address: string) => void;
}

export function studyCommands(store: StudyStore, tools: StudyTools): StudyCommands {
  let ticking: ReturnType<typeof setTimeout> | undefined;
  const model = (): Model => store.model();

  const stop = (): void => {
    clearTimeout(ticking);
    ticking = undefined;
    if (model().playing) store.change({ playing: false });
  };

  /** Looks at a node, and says what it is. */
  const look = (here: number, change: Partial<Model> = {}): void => {
    store.change({ here, line: null, aim: null, alert: null, lit: [], hasChosen: true, ...change });
    announce(placeSentence(store));
  };

  /** The tree has changed: a kept study is saved. */
  const grow = ({ tree: grown, here }: Place, change: Partial<Model> = {}): void => {
    const changed = grown !== model().tree;
    store.change({ tree: grown, here, line: null, aim: null, alert: null, ...change });
    if (changed) saved();
  };

  const saved = (): void => {
    if (model().kept?.isMine) tools.autosave()?.changed(studyOf(model()));
  };

  const advance = (): boolean => {
    const { line } = model();
    if (line !== null) {
      if (isAtEnd(line)) return false;
      store.change({ line: stepped(line, 1), aim: null });
      return true;
    }
    const next = nextOf(model());
    if (next === null) return false;
    store.change({ here: next, aim: null, alert: null, lit: [], hasChosen: true });
    return true;
  };

  const run = (): void => {
    ticking = setTimeout(() => {
      if (advance()) return run();
      stop();
      announce(placeSentence(store));
    }, PLAY_MS);
  };

  const show = (line: Model["line"]): void => {
    stop();
    if (line === null) return store.change({ alert: say("These moves can’t be played here.") });
    store.change({
      line: stepped(line, 1),
      playing: true,
      aim: null,
      alert: null,
      lit: [],
      hasChosen: true,
    });
    run();
  };

  const setUp = (start: Model["tree"]["start"], moves: readonly number[] = []): void => {
    const { tree: before, here, undo } = model();
    const grown = tree.fromMoves(start, moves);
    store.change({
      tree: grown,
      here: grown.nodes.length - 1,
      line: null,
      aim: null,
      alert: null,
      followed: [],
      wrong: null,
      undo: before.nodes.length > 1 ? { tree: before, here } : undo,
    });
    announce(placeSentence(store));
  };

  const play = (move: number | null): void => {
    const at = store.seen();
    const drawn = drawingOf(model());
    if (at.standing.kind !== "open")
      return store.change({
        alert: say("{standing}. Step back to try something else.", {
          standing: standingWords(at, drawn),
        }),
        aim: null,
      });
    const on = squareIfAny(move, boardOf(model()));
    if (on !== null && isBlocked(on, boardOf(model())))
      return store.change({ alert: takenSentence(on, boardOf(model())), aim: null });
    if (on !== null && at.stones.has(on))
      return store.change({
        alert: say("{square} is taken. Choose an empty square.", {
          square: name(on, boardOf(model())),
        }),
        aim: null,
      });
    const ban = forbiddenHere(model()).find(({ square }) => square === on);
    if (ban !== undefined)
      return store.change({
        alert: banSentence(ban, boardOf(model()), drawn),
        lit: ban.shapes.flat(),
        aim: null,
      });
    stop();
    const from = shownPlace(model());
    if (from.tree.nodes.length >= tree.MOST_NODES)
      return store.change({
        alert: count(
          "A study can have at most {count} move.",
          "A study can have at most {count} moves.",
          tree.MOST_NODES,
        ),
      });
    const place = tree.add(from.tree, from.here, move);
    grow(place, { followed: tree.path(place.tree, place.here) });
    announce(placeSentence(store));
  };

  /** Has the server read what was written, on a board of the same rules. */
  const readText = (text: string): void => {
    if (model().isReading) return;
    const { width, height, k, lineRule, blocked } = model().tree.start;
    store.change({ isReading: true, wrong: null });
    tools.server
      .send<Setup>("POST", "/api/positions", { text, width, height, k, lineRule, blocked })
      .then(
        ({ start, moves }) => setUp(start, moves),
        (error: unknown) => store.change({ wrong: sentenceOf(error) }),
      )
      .finally(() => store.change({ isReading: false }));
  };

  return {
    go(node) {
      stop();
      look(node, { followed: tree.path(model().tree, node) });
    },
    goPly(ply) {
      stop();
      const node = tree.mainLine(model().tree)[ply];
      if (node !== undefined) look(node, { followed: [] });
    },
    step(by) {
      stop();
      const { line, here, tree: now } = model();
      if (by > 0) {
        if (advance()) announce(placeSentence(store));
        return;
      }
      if (line !== null && line.shown > 1) {
        store.change({ line: stepped(line, -1), aim: null });
        return announce(placeSentence(store));
      }
      if (line !== null) return look(here);
      const parent = now.nodes[here]!.parent;
      if (parent >= 0) look(parent);
    },
    first() {
      stop();
      look(tree.ROOT);
    },
    last() {
      stop();
      look(endOf(model()));
    },
    autoplay() {
      if (model().playing) return stop();
      const { line } = model();
      const atEnd = line === null ? nextOf(model()) === null : isAtEnd(line);
      if (atEnd) look(tree.ROOT);
      store.change({ playing: true });
      run();
    },
    toggle: (overlay) => {
      if (overlay === "heat" && !hasHeat(model())) {
        const { page, tree: shown } = model();
        return store.change({ alert: noHeatWords(shown.start, page.longestLine) });
      }
      store.change({ over: switched(model().over, overlay) });
    },
    tab: (tab) => store.change({ tab }),
    engine: (isEngineOn) => store.change({ isEngineOn }),
    aggressiveness: (aggressiveness) => store.change({ aggressiveness }),
    coordinates() {
      const { choices } = model();
      tools.choose({ ...choices, coordinates: !choices.coordinates });
    },
    flip: () => store.change({ turning: turning.flipped(model().turning) }),
    rotate() {
      if (canTurn(model())) store.change({ turning: turning.rotated(model().turning) });
    },
    light(moves) {
      const lit = moves.map((move) => squareOf(move, boardOf(model())));
      if (lit.length > 0 || model().lit.length > 0) store.change({ lit });
    },
    copy(what, text) {
      void copyText(text).then((done) => {
        if (!done)
          return store.change({
            alert: say("Your browser doesn’t allow copying here. Copy it by hand."),
          });
        store.change({ copied: what });
      });
    },
    showLine: (told) => show(lineOf(model().tree, told)),
    showWay: (moves) => show(lineFrom(model().tree, model().here, moves)),
    leaveLine() {
      stop();
      if (model().line !== null) look(model().here);
    },
    keepLine() {
      stop();
      const { line } = model();
      if (line === null) return;
      const place = tree.addLine(model().tree, line.base, line.moves);
      grow(place, { followed: tree.path(place.tree, place.here) });
    },
    choose(square) {
      const { editing, tool, marking, tree: now, here } = model();
      if (editing !== null && isBlocked(square, boardOf(model())))
        return store.change({ alert: takenSentence(square, boardOf(model())) });
      if (editing !== null)
        return tool === null ? undefined : setUp(setup.used(store.seen().position, tool, square));
      if (marking !== null && canEdit(model())) {
        const before = now.nodes[here]!.marks;
        const text = marking === "text" ? tree.nextLetter(before) : "";
        const same = before.find((mark) => mark.square === square && mark.kind === marking);
        const marks = tree.marked(before, same ?? { square, kind: marking, text });
        store.change({ tree: tree.edit(now, here, { marks }), line: null });
        return saved();
      }
      play(moveTo(square, model().kind, boardOf(model())));
    },
    kind: (kind) => chooseKind(kind, boardOf(model()), store.change),
    tryInstead(ply) {
      stop();
      const node = tree.mainLine(model().tree)[ply - 1];
      if (node === undefined) return;
      const over = { ...model().over, best: false, outcomes: false };
      look(node, { followed: [], over });
      store.change({ alert: say("Find something better: play it on the board.") });
    },
    skip: () => play(null),
    edit() {
      stop();
      const { tree: before, here } = model();
      const { position } = store.seen();
      store.change({ editing: { tree: before, here }, tool: position.sideToMove, alert: null });
      if (before.nodes.length > 1 || model().line !== null) setUp(position);
    },
    cancelEdit() {
      const { editing } = model();
      if (editing === null) return;
      const before = { ...editing, line: null, undo: null };
      store.change({ ...before, editing: null, tool: null, aim: null, alert: null });
      announce(placeSentence(store));
    },
    endEdit() {
      store.change({ editing: null, tool: null, aim: null, alert: null });
      announce(placeSentence(store));
    },
    tool: (tool) => store.change({ tool, aim: null, alert: null }),
    clear: () => setUp(setup.clear(store.seen().position)),
    side(side) {
      const { position } = store.seen();
      if (position.sideToMove !== side) setUp(setup.toMove(position, side));
    },
    paste: readText,
    undo() {
      const { undo } = model();
      if (undo !== null) store.change({ ...undo, undo: null, line: null, followed: [] });
    },
    promote() {
      const place = tree.promote(model().tree, model().here);
      grow(place, { followed: tree.path(place.tree, place.here) });
    },
    remove() {
      grow(tree.remove(model().tree, model().here), { followed: [] });
      announce(placeSentence(store));
    },
    note: () => store.change({ isNoting: !model().isNoting, marking: null, tab: "moves" }),
    comment(comment) {
      const { tree: now, here } = model();
      store.change({ tree: tree.edit(now, here, { comment }) });
      saved();
    },
    glyph(glyph) {
      const { tree: now, here } = model();
      store.change({ tree: tree.edit(now, here, { glyph }) });
      saved();
    },
    marking: (marking) => store.change({ marking }),
    analyse() {
      const { game } = model().page;
      if (game === null || model().asking) return;
      store.change({ asking: true, reviewTrouble: null });
      const address = `/api/games/${game.slug}/review`;
      tools.server
        .send("POST", address)
        .then(() => tools.server.get<GameReview>(address))
        .then(
          (review) => {
            store.change({ asking: false, review });
            tools.follow(review);
          },
          (error: unknown) => store.change({ asking: false, reviewTrouble: sentenceOf(error) }),
        );
    },
    askAgain() {
      const { answer, benefits, explored, forbidden } = model();
      store.change({
        answer: answer.kind === "refused" ? NO_ANSWER : answer,
        benefits: benefits.kind === "refused" ? NO_ANSWER : benefits,
        forbidden: forbidden.kind === "refused" ? NO_ANSWER : forbidden,
        explored: explored.kind === "refused" ? NO_ANSWER : explored,
      });
    },
    keep() {
      if (model().asking) return;
      store.change({ asking: true, alert: null });
      const study = { ...studyOf(model()), shared: false };
      tools.server.send<KeptStudy>("POST", "/studies", study).then(
        ({ slug }) => tools.goTo(`/study/${slug}/`),
        (error: unknown) => store.change({ asking: false, alert: sentenceOf(error) }),
      );
    },
    title(text) {
      const { kept } = model();
      const title = text.trim();
      if (kept === null || title === "" || title === kept.title) return store.change({});
      store.change({ kept: { ...kept, title } });
      saved();
    },
    share(shared) {
      const { kept } = model();
      if (kept === null) return;
      store.change({ kept: { ...kept, shared } });
      saved();
    },
    save: () => tools.autosave()?.now(),
    reload: () => tools.goTo(location.href),
    discard() {
      const { kept } = model();
      if (kept === null) return;
      tools.server.send("DELETE", `/study/${kept.slug}/data`).then(
        () => tools.goTo("/analysis"),
        (error: unknown) => store.change({ alert: sentenceOf(error) }),
      );
    },
  };
}

/** Shows the study that was read; if it is the visitor's own, it is saved from here on. */
export function openStudy(store: StudyStore, kept: KeptStudy): void {
  store.change(withStudy(store.model(), kept));
}

/** Where one is and what is known about it, for listeners. */
export function placeSentence(store: StudyStore): string {
  const model = store.model();
  const at = store.seen();
  const drawn = drawingOf(model);
  const { tree: shown, here } = at.place;
  const title = moveTitle(at.ply, tree.moverOf(shown, here), shown.nodes[here]!.move, drawn, model);
  const review = plyReviewOf(model, gamePly(model));
  const worth = worthOf(model);
  return [
    title,
    standingWords(at, drawn),
    worth === null || at.standing.kind !== "open" ? "" : worthWords(worth, at.side, drawn),
    ...(review?.labels.map(labelWords) ?? []),
  ]
    .filter(Boolean)
    .join(". ");
}
