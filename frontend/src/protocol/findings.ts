// What is told about kept games. Generated from games/review/findings.py by
// `manage.py findings`: do not edit.

/** How near a side's moves were to perfect play, where that is known. */
export interface Accuracy {
  readonly moves: number;
  readonly kept: number;
  readonly winsGivenAway: number;
  readonly drawsGivenAway: number;
  readonly percent: number | null;
  readonly status: "estimated" | "proved" | "unknown";
  readonly worst: number | null;
}

/** What the evaluator says of one position. */
export interface Assessment {
  readonly worth: Worth;
  readonly best: readonly number[];
  readonly squares: readonly SquareWorth[];
  readonly ways: readonly Way[];
  readonly threats: readonly ThreatPart[];
  readonly nodes: number;
}

/** What black would make there. */
export type Ban = "doubleFour" | "doubleThree" | "overline";

/** What squares bring, by the heuristic of the aggressive bot: G = M + A·N for any A. */
export interface Benefits {
  readonly squares: readonly SquareBenefit[];
}

/** What the words of a new game's form mean; what was not asked about is null or empty. */
export interface Checked {
  readonly board: SizePart | null;
  readonly variant: VariantPart | null;
  readonly title: string;
  readonly known: KnownPart | null;
  readonly clock: string;
  readonly delay: DelayPart | null;
  readonly wrong: readonly Wrong[];
}

/** How late a game is shown to those who do not play it: by time, by moves, or both. */
export interface DelayPart {
  readonly ms: number;
  readonly moves: number;
}

/** What was played in a position, however it was turned. */
export interface Explored {
  readonly all: Tally;
  readonly moves: readonly ExploredMove[];
  readonly games: readonly ExploredGame[];
}

export interface ExploredGame {
  readonly game: string;
  readonly ply: number;
  readonly black: string;
  readonly white: string;
  readonly result: "black" | "draw" | "white";
  readonly ended: number;
}

export interface ExploredMove {
  readonly games: number;
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  readonly square: number;
}

/** Where the side to move may not play, and why: only black, and only in renju. */
export interface Forbidden {
  readonly squares: readonly ForbiddenPart[];
}

/** An empty square where the side to move may not play: black in renju. */
export interface ForbiddenPart {
  readonly square: number;
  readonly makes: Ban;
  readonly shapes: readonly (readonly number[])[];
}

/** How each side did in a game, once its review is done. */
export interface GameAccuracy {
  readonly game: string;
  readonly state: "done" | "failed" | "none" | "waiting" | "working";
  readonly black: Accuracy | null;
  readonly white: Accuracy | null;
  readonly turningPoint: number | null;
}

/** A game's review, as far as it has come. */
export interface GameReview {
  readonly game: string;
  readonly state: "done" | "failed" | "none" | "waiting" | "working";
  readonly done: number;
  readonly total: number;
  readonly worths: readonly (Worth | null)[];
  readonly plies: readonly PlyReview[];
  readonly black: Accuracy | null;
  readonly white: Accuracy | null;
  readonly turningPoint: number | null;
}

/** A study as it is kept. */
export interface KeptStudy {
  readonly slug: string;
  readonly version: number;
  readonly isMine: boolean;
  readonly study: StudyPart;
}

/** How games on a board end if nobody makes a mistake. */
export interface KnownPart {
  readonly source: "proved" | "published" | "unsolved";
  readonly short: string;
}

/** What a move was, by fact. */
export type LabelKind = "book" | "inaccuracy" | "lastEscape" | "missedBlock" | "missedWin" | "mistake" | "onlyMove" | "threwWin" | "winning" | "won";

/** What a move was, and how sure that is. */
export interface LabelPart {
  readonly kind: LabelKind;
  readonly status: "estimated" | "proved" | "unknown";
  readonly plies: number | null;
}

/** Something about a move, and what shows it. */
export interface Lesson {
  readonly remarks: readonly RemarkPart[];
  readonly squares: readonly number[];
  readonly status: "estimated" | "proved" | "unknown";
  readonly line: readonly number[];
  readonly start: number;
}

/** Which runs of stones win. */
export type LineRule = "caro" | "connect6" | "exact" | "freestyle" | "full" | "gravity" | "misere" | "renju" | "wild";

/** A mark on a square. */
export interface MarkPart {
  readonly square: number;
  readonly kind: "circle" | "cross" | "square" | "text" | "triangle";
  readonly text: string;
}

/** A position of a study, by the move that led to it. */
export interface NodePart {
  readonly parent: number;
  readonly move: number | null;
  readonly comment: string;
  readonly glyph: "" | "!" | "!!" | "!?" | "?" | "?!" | "??";
  readonly marks: readonly MarkPart[];
}

/** What one move was worth. */
export interface PlyReview {
  readonly ply: number;
  readonly square: number;
  readonly worth: Worth;
  readonly best: readonly number[];
  readonly labels: readonly LabelPart[];
  readonly lessons: readonly Lesson[];
}

/** A position: any stones, either side to move. */
export interface PositionPart {
  readonly width: number;
  readonly height: number;
  readonly k: number;
  readonly lineRule: LineRule;
  readonly blocked: readonly number[];
  readonly black: readonly number[];
  readonly white: readonly number[];
  readonly sideToMove: SideWord;
}

/** Why a position is won. */
export interface Proof {
  readonly start: PositionPart;
  readonly winner: SideWord;
  readonly nodes: readonly ProofNode[];
  readonly isCut: boolean;
}

/** A step of a proof: the attacker's move, or all defences that are answered alike. */
export interface ProofNode {
  readonly parent: number;
  readonly moves: readonly number[];
  readonly by: SideWord;
  readonly plies: number | null;
}

/** Each thing that can be said. */
export type RemarkKind = "allOthersLose" | "anyOtherDraws" | "anyOtherLoses" | "blocksFour" | "blocksLine" | "blocksOneOfSeveral" | "blocksTwo" | "buildsInLine" | "buildsOn" | "completes" | "completesAndLoses" | "couldComplete" | "couldNotBlockAll" | "doesNotBlock" | "everyOtherLoses" | "forbidsNoLonger" | "getsInTheWay" | "givesUpSquare" | "hadLongWinBegunAt" | "hadQuickerWin" | "hadSomeWin" | "hadSomeWinIn" | "hadWin" | "hadWinAtMost" | "hadWinBegunAt" | "hadWinByFours" | "keepsFromBelow" | "leavesDoubleThreat" | "leavesForbidden" | "leavesLine" | "leavesOpenThree" | "linesUpOpenTwo" | "linesUpTwo" | "linesUpTwoTwice" | "loses" | "makesFour" | "makesFourAndThree" | "makesFourNotBlocked" | "makesOpenFour" | "makesThree" | "makesThreeForFour" | "makesTwoFours" | "makesTwoStrongThrees" | "makesTwoThrees" | "mayNotBlock" | "nowDraws" | "nowForbids" | "oneDraws" | "onlyDraw" | "onlyWin" | "opensSquare" | "otherForcesWin" | "otherWins" | "otherWinsAtMost" | "otherWinsByFours" | "otherWinsFrom" | "othersDraw" | "probablyStopsThat" | "someDraw" | "stacksTwo" | "stoppedBy" | "stopsThat" | "stopsThree" | "takesAwayDoubleThreat" | "takesDoubleThreat" | "thenWins" | "thenWinsAtMost" | "thenWinsByFours" | "threatened" | "threatenedAtMost" | "threatenedFours" | "threatens" | "threatensAtMost" | "threatensFours" | "threatensLine" | "threatensTwoLines" | "waitsAbove" | "wins" | "winsAtMost" | "winsByFours" | "wouldMakeFours" | "wouldMakeSix" | "wouldMakeThrees";

/** Something that is said about a move; `games.remarks` has the sentence of each kind. */
export interface RemarkPart {
  readonly kind: RemarkKind;
  readonly side: SideWord;
  readonly at: number;
  readonly squares: readonly number[];
  readonly plies: number | null;
  readonly number: number | null;
}

/** What somebody wrote: a position, and the moves that are played from it. */
export interface Setup {
  readonly start: PositionPart;
  readonly moves: readonly number[];
}

/** A side, on the wire. */
export type SideWord = "black" | "white";

/** The edges of a board. */
export interface SizePart {
  readonly width: number;
  readonly height: number;
}

/** M, what a square brings a side itself, and N, what it brings the other one. */
export interface SquareBenefit {
  readonly square: number;
  readonly mine: number;
  readonly theirs: number;
}

/** What it is worth to the side to move to play there; the plies count this move. */
export interface SquareWorth {
  readonly status: "estimated" | "proved" | "unknown";
  readonly verdict: Verdict | null;
  readonly plies: number | null;
  readonly score: number | null;
  readonly square: number;
}

/** A tree of variations from a position. */
export interface StudyPart {
  readonly title: string;
  readonly start: PositionPart;
  readonly nodes: readonly NodePart[];
  readonly game: string | null;
  readonly shared: boolean;
}

/** How games went on, seen from the side to move. */
export interface Tally {
  readonly games: number;
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
}

/** One threat of one side. */
export interface ThreatPart {
  readonly kind: string;
  readonly side: SideWord;
  readonly stones: readonly number[];
  readonly squares: readonly number[];
}

/** A board's size, k and line rule. */
export interface VariantPart {
  readonly width: number;
  readonly height: number;
  readonly k: number;
  readonly lineRule: LineRule;
  readonly blocked: readonly number[];
}

/** How a game ends with best play by both, seen from the side to move. */
export type Verdict = "draw" | "loss" | "win";

/** A way to go on, and what it is worth to the side that begins it. */
export interface Way {
  readonly worth: Worth;
  readonly moves: readonly number[];
}

/** How a position ends with best play of both, seen from one side. */
export interface Worth {
  readonly status: "estimated" | "proved" | "unknown";
  readonly verdict: Verdict | null;
  readonly plies: number | null;
  readonly score: number | null;
}

/** Why a field is refused. */
export interface Wrong {
  readonly field: string;
  readonly sentence: string;
}
