// Everything a review, an analysis or a study shows, as one value, and the questions its parts ask.

import type { Held } from "../board/held";
import { NOTHING_HELD } from "../board/held";
import type { Answer } from "../net/lookup";
import { NO_ANSWER } from "../net/lookup";
import type { Choices, Drawing } from "../viewer/choices";
import { drawing } from "../viewer/choices";
import type {
  Assessment,
  Benefits,
  Explored,
  Forbidden,
  GameReview,
  KeptStudy,
  MarkPart,
  PlyReview,
  PositionPart,
  StudyPart,
  Worth,
} from "../protocol/findings";
import type { Heat } from "../evaluation/heat";
import { AGGRESSIVENESS, heatOf, isWeighed } from "../evaluation/heat";
import type { Saving } from "./autosave";
import type { ShownLine } from "./lines";
import { withLine } from "./lines";
import type { Named } from "../players/playerlink";
import { room } from "../rules/blocked";
import type { Stones } from "../rules/position";
import { stonesOfTurn } from "../rules/position";
import type { Moving } from "../rules/move";
import { hasEitherKind, squareIfAny } from "../rules/move";
import { sidesDrawn, stonesDrawn } from "../rules/sides";
import type { ForbiddenPart, SideWord } from "../protocol/protocol";
import { LINE_RULES } from "../protocol/protocol";
import type { Tool } from "./setup";
import type { Place, Tree } from "../rules/tree";
import { ROOT, children, fromMoves, mainLine, path, positionAt, stonesAt } from "../rules/tree";
import type { Turning } from "../rules/turning";
import { UPRIGHT } from "../rules/turning";
import { variantTitle } from "../rules/variant";
import type { Standing } from "../rules/winning";
import { standing } from "../rules/winning";
import { say } from "../words/words";

export type Kind = "review" | "analysis" | "study";

/** A game, as its review describes it. */
export interface GameAbout {
  readonly slug: string;
  readonly black: Named;
  readonly white: Named;
  readonly winner: SideWord | null;
  /** Whether it has a result at all: one that was aborted has none. */
  readonly isCounted: boolean;
  /** The side that whoever looks at it has played. */
  readonly viewer: SideWord | null;
  readonly result: string;
  /** What each move took, in words. */
  readonly spent: readonly string[];
  /** The squares that its opening offered for the stone after a ply. */
  readonly offered: readonly { readonly ply: number; readonly squares: readonly number[] }[];
  /** How many stones lay when it began: nobody played those. */
  readonly given: number;
}

/** What the server wrote into the page. */
export interface StudyPage {
  readonly kind: Kind;
  readonly token: string;
  /** What opens the game, if it is private. */
  readonly key: string | null;
  readonly start: PositionPart;
  readonly moves: readonly number[];
  /** The longest line of a board that has a heat map. */
  readonly longestLine: number;
  readonly game: GameAbout | null;
  readonly review: GameReview | null;
  /** The slug of the study to be read. */
  readonly study: string | null;
}

/** What can be laid over the board. */
export const OVERLAYS = ["outcomes", "heat", "threats", "best", "numbers"] as const;

export type Overlay = (typeof OVERLAYS)[number];

export type MarkKind = MarkPart["kind"];

/** What is shown beside the board. */
export const TABS = ["moves", "explorer", "more"] as const;

export type Tab = (typeof TABS)[number];

export interface Model extends Held {
  readonly page: StudyPage;
  readonly choices: Choices;
  readonly tree: Tree;
  readonly here: number;
  /** The line of a sentence or of a way to go on, while it is shown; `here` waits meanwhile. */
  readonly line: ShownLine | null;
  /** A variation that was entered: "forward" follows it rather than the main line. */
  readonly followed: readonly number[];
  readonly turning: Turning;
  readonly over: Readonly<Record<Overlay, boolean>>;
  readonly playing: boolean;
  readonly tab: Tab;
  /** Whether positions are looked at by the engine. */
  readonly isEngineOn: boolean;
  /** Whether somebody has chosen what to look at; until then the page may. */
  readonly hasChosen: boolean;
  /** What is known about the position on the board. */
  readonly answer: Answer<Assessment>;
  /** What others played in it. */
  readonly explored: Answer<Explored>;
  /** The same for the heat map. */
  readonly benefits: Answer<Benefits>;
  /** Where the side to move may not play in it. */
  readonly forbidden: Answer<Forbidden>;
  /** The A that ranks the heat map. */
  readonly aggressiveness: number;
  readonly review: GameReview | null;
  /** Why the review could not be asked for, or why nothing is heard of it. */
  readonly reviewTrouble: string | null;
  readonly asking: boolean;
  /** What was there before the board is set up; null: it is played on. */
  readonly editing: Place | null;
  /** The tool in hand on the set-up board. */
  readonly tool: Tool | null;
  /** What was there before another position was put in its place. */
  readonly undo: Place | null;
  /** What was written is being read by the server. */
  readonly isReading: boolean;
  /** What was wrong with it. */
  readonly wrong: string | null;
  /** Whether the notes of a study are open. */
  readonly isNoting: boolean;
  /** The mark in hand; null: clicks play moves. */
  readonly marking: MarkKind | null;
  /** The squares spoken of. */
  readonly lit: readonly number[];
  readonly copied: string | null;
  /** A refusal, or why nothing happened. */
  readonly alert: string | null;
  /** The study as it is kept; its tree is `tree`. */
  readonly kept: Kept | null;
  readonly saving: Saving;
}

/** What is known about a kept study besides its tree. */
export interface Kept {
  readonly slug: string;
  readonly isMine: boolean;
  readonly title: string;
  readonly shared: boolean;
  readonly game: string | null;
}

export function openModel(page: StudyPage, choices: Choices): Model {
  const tree = fromMoves(page.start, page.moves);
  return {
    page,
    choices,
    tree,
    here: tree.nodes.length - 1,
    line: null,
    followed: [],
    turning: UPRIGHT,
    over: {
      outcomes: page.kind === "analysis",
      heat: false,
      threats: false,
      best: true,
      numbers: false,
    },
    playing: false,
    tab: "moves",
    isEngineOn: true,
    hasChosen: false,
    answer: NO_ANSWER,
    explored: NO_ANSWER,
    benefits: NO_ANSWER,
    forbidden: NO_ANSWER,
    aggressiveness: AGGRESSIVENESS,
    review: page.review,
    reviewTrouble: null,
    asking: false,
    editing: null,
    tool: null,
    undo: null,
    isReading: false,
    wrong: null,
    isNoting: false,
    marking: null,
    ...NOTHING_HELD,
    lit: [],
    copied: null,
    alert: null,
    kept: null,
    saving: { kind: "saved" },
  };
}

/** The page with the study that was read. */
export function withStudy(model: Model, { slug, isMine, study }: KeptStudy): Model {
  const { title: name, shared, game } = study;
  return {
    ...model,
    tree: { start: study.start, nodes: study.nodes },
    here: ROOT,
    line: null,
    followed: [],
    kept: { slug, isMine, title: name, shared, game },
    saving: { kind: "saved" },
  };
}

/** The part of what the page shows that is to be kept. */
export function studyOf(model: Model): StudyPart {
  const { kept, page, tree } = model;
  const { game } = page;
  return {
    title:
      kept?.title ??
      (game ? titleOf(game) : say("Analysis of {variant}", { variant: variantTitle(tree.start) })),
    start: tree.start,
    nodes: tree.nodes,
    game: kept?.game ?? game?.slug ?? null,
    shared: kept?.shared ?? false,
  };
}

const MOST_TITLE = 80;

function titleOf({ black, white }: GameAbout): string {
  return `${black.name} – ${white.name}`.slice(0, MOST_TITLE);
}

/** What decides what lies on the board. */
export type Shown = Pick<Model, "tree" | "here" | "line">;

/** The tree and the node on the board, including the line being shown. */
export function shownPlace({ tree, here, line }: Shown): Place {
  return line === null ? { tree, here } : withLine(tree, line);
}

/** What the board shows. */
export interface Seen {
  readonly place: Place;
  readonly position: PositionPart;
  readonly stones: Stones;
  readonly side: SideWord;
  /** How many stones it places in this turn; null where every turn has one. */
  readonly left: number | null;
  readonly standing: Standing;
  readonly last: number | null;
  readonly ply: number;
}

export function seen(shown: Shown): Seen {
  const place = shownPlace(shown);
  const { tree, here } = place;
  const position = positionAt(tree, here);
  const stones = stonesAt(tree, here);
  return {
    place,
    position,
    stones,
    side: position.sideToMove,
    left: stonesOfTurn(stones.size, position.lineRule),
    standing: standing(position),
    last: lastAt(place),
    ply: path(tree, here).length - 1,
  };
}

/** The square of the move that led to a node; null for the first, and for a turn that was skipped. */
export function lastAt({ tree, here }: Place): number | null {
  return squareIfAny(tree.nodes[here]?.move, tree.start);
}

/** How the sides are shown, and what they are called. */
export function drawingOf({ choices, tree }: Model): Drawing {
  return sidesDrawn(drawing(choices, tree.start), tree.start);
}

/** How the stones are drawn. */
export function boardDrawingOf(model: Model): Drawing {
  return stonesDrawn(drawingOf(model), model.tree.start);
}

export function boardOf({ tree }: Model): Moving {
  return tree.start;
}

/** Whether this visitor may change what is kept, or works on a tree that is not kept. */
export function canEdit({ kept }: Model): boolean {
  return kept === null || kept.isMine;
}

/** The next node: along the variation that was entered, else the main continuation. */
export function nextOf({ tree, here, followed }: Model): number | null {
  const after = children(tree, here);
  return after.find((each) => followed.includes(each)) ?? after[0] ?? null;
}

/** The last node of the line that is followed. */
export function endOf(model: Model): number {
  let at = model.here;
  for (let next = nextOf(model); next !== null; next = nextOf({ ...model, here: at })) at = next;
  return at;
}

/** The ply of the game on the board, if it is one of the game's own positions. */
export function gamePly(model: Model): number | null {
  const { page, tree, here, line } = model;
  if (page.game === null || line !== null) return null;
  const moves = path(tree, here)
    .slice(1)
    .map((index) => tree.nodes[index]!.move);
  return moves.every((move, ply) => move === page.moves[ply]) ? moves.length : null;
}

/** The squares that the game's opening offered in the position on the board. */
export function offeredHere(model: Model): readonly number[] {
  const ply = gamePly(model);
  return model.page.game?.offered.find((offer) => offer.ply === ply)?.squares ?? [];
}

/** The ply of the game that was on the board before a line was shown. */
export function basePly(model: Model): number | null {
  return gamePly(model.line === null ? model : { ...model, line: null });
}

/** What the review says of the move that led to a node, if it is the game's. */
export function plyReviewOf({ page, review }: Model, ply: number | null): PlyReview | null {
  const square = ply === null || ply === 0 ? undefined : page.moves[ply - 1];
  return review?.plies.find((each) => each.square === square) ?? null;
}

export function assessmentOf({ answer }: Model): Assessment | null {
  return answer.kind === "known" ? answer.found : null;
}

/** What the position on the board is worth to the side to move, as far as it is known. */
export function worthOf(model: Model): Worth | null {
  const ply = gamePly(model);
  return assessmentOf(model)?.worth ?? (ply === null ? null : (model.review?.worths[ply] ?? null));
}

/** The squares that are best now, as far as they are known. */
export function bestOf(model: Model): readonly number[] {
  const assessment = assessmentOf(model);
  if (assessment !== null) return worthMarking(assessment.best, model);
  const ply = gamePly(model);
  const best = ply === null ? [] : (plyReviewOf(model, ply + 1)?.best ?? []);
  return worthMarking(best, model);
}

/** More marks than this show nothing. */
const MOST_BEST = 24;

/** Where every square is as good as any other, none is marked. */
function worthMarking(best: readonly number[], model: Model): readonly number[] {
  const { tree, here } = shownPlace(model);
  const empty = room(tree.start) - stonesAt(tree, here).size;
  const moves = hasEitherKind(tree.start) ? 2 * empty : empty;
  return best.length < moves && best.length <= MOST_BEST ? best : [];
}

/** Whether the engine's lines are beside the board: a game's own moves have a verdict instead. */
export function showsEngine(model: Model): boolean {
  return model.page.kind !== "review" || basePly(model) === null;
}

/** Whether the page wants to know what the position on the board is worth. */
export function wantsAssessment(model: Model): boolean {
  const { isEngineOn, over } = model;
  return isEngineOn && (showsEngine(model) || over.outcomes || over.threats);
}

/**
 * After how many moves a game is looked at first: after the viewer's gravest mistake, else where it
 * turned, else at its end. Null until its review is done.
 */
export function firstPly({ page, review }: Pick<Model, "page" | "review">): number | null {
  if (review?.state !== "done" || page.game === null) return null;
  const { viewer } = page.game;
  const mine = viewer === null ? null : review[viewer];
  return mine?.worst ?? review.turningPoint ?? page.moves.length;
}

/** Both say what a square is worth, and write it there. */
const RIVALS: Readonly<Partial<Record<Overlay, Overlay>>> = { outcomes: "heat", heat: "outcomes" };

/** With an overlay switched; when on, it takes its rival's place. */
export function switched(over: Model["over"], overlay: Overlay): Model["over"] {
  const rival = RIVALS[overlay];
  const isOn = !over[overlay];
  return { ...over, ...(isOn && rival ? { [rival]: false } : {}), [overlay]: isOn };
}

/** Whether the board has a heat map at all. */
export function hasHeat({ page, tree }: Model): boolean {
  return isWeighed(tree.start, page.longestLine);
}

/** Whether the board may be turned by a quarter as it is seen: not where stones fall. */
export function canTurn({ tree }: Model): boolean {
  return !LINE_RULES[tree.start.lineRule].falls;
}

/** Whether the page wants to know what the squares bring. */
export function wantsBenefits(model: Model): boolean {
  return model.over.heat && hasHeat(model);
}

/** Whether squares may be forbidden to the side to move. */
export function wantsForbidden({ tree }: Model, { side }: Seen): boolean {
  return LINE_RULES[tree.start.lineRule].forbids && side === "black";
}

/** Where the side to move may not play, as far as the server has said it. */
export function forbiddenHere({ forbidden }: Model): readonly ForbiddenPart[] {
  return forbidden.kind === "known" ? forbidden.found.squares : [];
}

/** The squares by G, the highest first; none where the heat map is off or not known. */
export function heatShown(model: Model): readonly Heat[] {
  const { benefits, aggressiveness } = model;
  if (!wantsBenefits(model) || benefits.kind !== "known") return [];
  return heatOf(benefits.found.squares, aggressiveness);
}

/** The node of a link such as `#12`: that ply of the main line; the last one otherwise. */
export function fromHash({ tree }: Model, hash: string): number {
  const digits = /^#(\d{1,5})$/.exec(hash)?.[1];
  const line = mainLine(tree);
  return line[digits === undefined ? line.length - 1 : Math.min(Number(digits), line.length - 1)]!;
}
