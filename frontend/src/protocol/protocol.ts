// Every message on the sockets. Generated from games/play/protocol.py by
// `manage.py protocol`: do not edit.

export const SUBPROTOCOL = "inarow.v4";

/** Why the server ended a connection. */
export const CLOSE = {
  RESTARTING: 1012,
  BAD_SUBPROTOCOL: 4400,
  SEAT_RENEWED: 4401,
  PERSON_CHANGED: 4402,
  PRIVATE: 4403,
  NOT_FOUND: 4404,
  TOO_BIG: 4413,
  NOT_TEXT: 4415,
  TOO_MANY: 4429,
  DATABASE_AWAY: 4503,
} as const;

/** Call the game off before both sides have moved. */
export interface Abort {
  readonly type: "abort";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
}

/** Accept the other side's offer. */
export interface AcceptOffer {
  readonly type: "accept";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
  readonly what: Offer;
}

/** Give the opponent more time. */
export interface AddTime {
  readonly type: "addTime";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
}

/** A of the aggressive bot changes from its next move on. */
export interface AggressivenessSet {
  readonly type: "aggressivenessSet";
  readonly version: number;
  readonly command: string | null;
  readonly by: SideWord;
  readonly value: number;
}

/** Ask for a hint when `ply` stones have been played. It is noted in the record. */
export interface AskHint {
  readonly type: "askHint";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
  readonly kind: HintKind;
  readonly ply: number;
}

/** Who said a line. */
export interface AuthorPart {
  readonly name: string;
  readonly player: string;
  readonly side: SideWord | null;
}

/** What black would make there. */
export type Ban = "doubleFour" | "doubleThree" | "overline";

/** To the sender alone: the answer to a hint asked for as `benefits`; M is the bot's. */
export interface Benefits {
  readonly type: "benefits";
  readonly id: string;
  readonly ply: number;
  readonly squares: readonly SquareBenefit[];
}

/** Take back one's own offer. */
export interface CancelOffer {
  readonly type: "cancel";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
  readonly what: Offer;
}

/** A side took its own offer back. */
export interface Cancelled {
  readonly type: "cancelled";
  readonly version: number;
  readonly command: string | null;
  readonly what: Offer;
  readonly by: SideWord;
}

/** Somebody asks somebody for a game. */
export interface ChallengePart {
  readonly game: string;
  readonly mine: boolean;
  readonly other: PlayerPart;
  readonly state: ChallengeState;
  readonly reason: DeclineReason | null;
  readonly instead: boolean;
  readonly variant: VariantPart;
  readonly control: ControlPart | null;
  readonly rated: boolean;
  readonly bestOf: number | null;
  readonly side: SideWord | null;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly at: number;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly until: number;
  readonly opening: OpeningRule;
}

/** How a challenge stands. */
export type ChallengeState = "accepted" | "countered" | "declined" | "lapsed" | "waiting" | "withdrawn";

/** What is on TV: one game of each family, until it ends. */
export interface Channel {
  readonly family: Family;
  readonly game: string;
}

/** The last lines of the rooms one may read, the earliest first: to be merged by their ids.

    Told to those who connect, if anything was said, and to those who ask. */
export interface Chat {
  readonly type: "chat";
  readonly rooms: readonly Room[];
  readonly lines: readonly LinePart[];
  readonly hidden: readonly number[];
}

/** A moderator has hidden a line. */
export interface ChatHidden {
  readonly type: "chatHidden";
  readonly room: Room;
  readonly id: number;
}

/** What may be chosen in place of a stone. The words are kept, and never change. */
export type Choice = "1" | "10" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "black" | "two" | "white";

/** In an opening, choose one of its `choices`, or offer squares, when `ply` stones have been
    played. */
export interface Choose {
  readonly type: "choose";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
  readonly ply: number;
  readonly choice: Choice | readonly number[];
}

/** In the opening, somebody chose. Standing offers have lapsed.

    If `swaps`, the two changed sides: each takes seat, time and points of the series along, and
    whoever was black before is white from here on. */
export interface Chosen {
  readonly type: "chosen";
  readonly version: number;
  readonly command: string | null;
  readonly by: SideWord;
  readonly choice: Choice | readonly number[];
  readonly swaps: boolean;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly at: number;
  readonly opening: OpeningPart;
  readonly clock: ClockPart | null;
}

/** What somebody chose in the opening. */
export interface ChosenPart {
  readonly ply: number;
  readonly by: SideWord;
  readonly choice: Choice | readonly number[];
}

/** End the game because the opponent has left: as won, or as a draw. */
export interface ClaimAbandoned {
  readonly type: "claimAbandoned";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
  readonly claim: "draw" | "win";
}

/** End the game as a draw because neither side can complete a line any more. */
export interface ClaimDraw {
  readonly type: "claimDraw";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
}

/** Both sides' time, and whose is running.

    The running side had what stands here at `since`, by the server's clock, and has had less
    since; `since` may lie in the future, and nothing runs until then. */
export interface ClockPart {
  readonly black: TimePart;
  readonly white: TimePart;
  readonly running: SideWord | null;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly since: number;
}

/** How much time the sides get: an initial time with an increment per move, or with periods.

    A period is whole again after a move within it. Time per move is one period and no initial time. */
export interface ControlPart {
  readonly initialMs: number;
  readonly incrementMs: number;
  readonly periodMs: number;
  readonly periods: number;
}

/** Decline the other side's offer. */
export interface DeclineOffer {
  readonly type: "decline";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
  readonly what: Offer;
}

/** Why a challenge is declined, if they say so. */
export type DeclineReason = "anotherBoard" | "faster" | "notNow" | "notRated" | "slower";

/** A side declined the other's offer. */
export interface Declined {
  readonly type: "declined";
  readonly version: number;
  readonly command: string | null;
  readonly what: Offer;
  readonly by: SideWord;
}

/** How late a game is shown to those who do not play it: by time, by moves, or both. */
export interface DelayPart {
  readonly ms: number;
  readonly moves: number;
}

/** A kind of board. Its word names it in links and never changes once released. */
export type Family = "10x10" | "3x3" | "gomoku" | "large" | "other" | "small";

/** An empty square where the side to move may not play: black in renju. */
export interface ForbiddenPart {
  readonly square: number;
  readonly makes: Ban;
  readonly shapes: readonly (readonly number[])[];
}

/** A game of the hearer's that began a moment ago, because somebody took its open seat. */
export interface FoundPart {
  readonly game: string;
  readonly other: PlayerPart;
  readonly side: SideWord;
  readonly variant: VariantPart;
  readonly control: ControlPart | null;
  readonly opening: OpeningRule;
}

/** A friend, and whether they are here. */
export interface FriendPart {
  readonly player: string;
  readonly name: string;
  readonly here: boolean;
  readonly playing: PlayingPart | null;
  readonly seen: number | null;
}

/** What becomes of the friends. */
export interface FriendsChanged {
  readonly gone: readonly string[];
  readonly came: readonly FriendPart[];
}

/** The game ended without a move: resigned, aborted, agreed, claimed, or by the clock. */
export interface GameEnded {
  readonly type: "gameEnded";
  readonly version: number;
  readonly command: string | null;
  readonly outcome: OutcomePart;
  readonly reason: string;
  readonly clock: ClockPart | null;
}

/** What is new about a game that stays where it is. */
export interface GameMoved {
  readonly game: string;
  readonly moves: readonly number[];
  readonly spectators: number | null;
  readonly away: readonly SideWord[] | null;
}

/** A player asked for a hint, which is told to them alone. */
export interface HintAsked {
  readonly type: "hintAsked";
  readonly version: number;
  readonly command: string | null;
  readonly by: SideWord;
  readonly kind: HintKind;
  readonly ply: number;
}

/** What a player may be told about a game against a bot, or where both agreed to have hints. */
export type HintKind = "benefits" | "best" | "outcomes" | "threats" | "words";

/** A hint that was asked for, as the record notes it. */
export interface HintPart {
  readonly side: SideWord;
  readonly kind: HintKind;
  readonly ply: number;
}

/** Both sides may ask for hints from now on, to the end of this game. */
export interface HintsAgreed {
  readonly type: "hintsAgreed";
  readonly version: number;
  readonly command: string | null;
  readonly ply: number;
}

/** What a move was, by fact. */
export type LabelKind = "book" | "inaccuracy" | "lastEscape" | "missedBlock" | "missedWin" | "mistake" | "onlyMove" | "threwWin" | "winning" | "won";

/** What a move was, and how sure that is. */
export interface LabelPart {
  readonly kind: LabelKind;
  readonly status: "estimated" | "proved" | "unknown";
  readonly plies: number | null;
}

/** A line of chat: inert text, whatever is in it. */
export interface LinePart {
  readonly id: number;
  readonly room: Room;
  readonly author: AuthorPart;
  readonly text: string;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly at: number;
  readonly command: string;
}

/** Which runs of stones win. */
export type LineRule = "caro" | "connect6" | "exact" | "freestyle" | "full" | "gravity" | "misere" | "renju" | "wild";

/** What becomes of a list, in this order: gone, came, moved, order. */
export interface ListChanged {
  readonly gone: readonly string[];
  readonly came: readonly LobbyGame[];
  readonly moved: readonly GameMoved[];
  readonly order: readonly string[] | null;
}

/** The lobby now: it replaces whatever the client held. */
export interface Lobby {
  readonly type: "lobby";
  readonly epoch: string;
  readonly number: number;
  readonly open: readonly LobbyGame[];
  readonly live: readonly LobbyGame[];
  readonly counts: LobbyCounts;
  readonly tv: readonly Channel[];
}

/** What has changed in the lobby: with number n it turns the lobby number n - 1 into n.

    Null: as before. Ignore a number that is not newer than yours; if one was missed, or the epoch
    is different, send `resync`. */
export interface LobbyChanged {
  readonly type: "lobbyChanged";
  readonly epoch: string;
  readonly number: number;
  readonly open: ListChanged | null;
  readonly live: ListChanged | null;
  readonly counts: LobbyCounts | null;
  readonly tv: readonly Channel[] | null;
}

/** How lively it is here. */
export interface LobbyCounts {
  readonly online: number;
  readonly playing: number;
  readonly spectators: number;
}

/** A game as the lobby lists it. */
export interface LobbyGame {
  readonly game: string;
  readonly variant: VariantPart;
  readonly seats: SeatsPart;
  readonly ply: number | null;
  readonly control: ControlPart | null;
  readonly family: Family;
  readonly moves: readonly number[] | null;
  readonly delay: DelayPart | null;
  readonly spectators: number;
  readonly away: readonly SideWord[];
  readonly seek: boolean;
  readonly rated: boolean;
  readonly range: RangePart | null;
  readonly series: SeriesPart | null;
  readonly opening: OpeningRule;
}

/** Offer something, or agree if the other side's offer of it stands.

    A draw, a takeback (to one's own last turn), a pause, and hints for both sides (`askHint`) while
    the game goes on; they lapse with the next move. A rematch, with sides swapped, when it is over.
    A bot takes back at once; against it hints need no agreement. */
export interface MakeOffer {
  readonly type: "offer";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
  readonly what: Offer;
}

/** What a person has at the moment, whatever page is open: it replaces what the client held. */
export interface Me {
  readonly type: "me";
  readonly player: string;
  readonly number: number;
  readonly challenges: readonly ChallengePart[];
  readonly asking: readonly PlayerPart[];
  readonly friends: readonly FriendPart[];
  readonly turns: readonly string[];
  readonly found: readonly FoundPart[];
}

/** What has changed for a person: with number n it turns what they had at n - 1 into n.

    Null: as before. If a number was missed, send `resync`. */
export interface MeChanged {
  readonly type: "meChanged";
  readonly number: number;
  readonly challenges: readonly ChallengePart[] | null;
  readonly asking: readonly PlayerPart[] | null;
  readonly friends: FriendsChanged | null;
  readonly turns: readonly string[] | null;
  readonly found: readonly FoundPart[] | null;
}

/** One move of the record. */
export interface MovePart {
  readonly square: number;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly at: number;
}

/** A stone was played as move number `ply` + 1. Standing offers have lapsed. */
export interface MovePlayed {
  readonly type: "movePlayed";
  readonly version: number;
  readonly command: string | null;
  readonly ply: number;
  readonly square: number;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly at: number;
  readonly outcome: OutcomePart | null;
  readonly line: readonly number[];
  readonly dead: boolean;
  readonly forbidden?: readonly ForbiddenPart[];
  readonly clock: ClockPart | null;
  readonly opening: OpeningPart | null;
}

/** What is offered. */
export type Offer = "draw" | "hints" | "pause" | "rematch" | "takeback";

/** A side offers something; it stands until it is answered, cancelled, or a move is played. */
export interface Offered {
  readonly type: "offered";
  readonly version: number;
  readonly command: string | null;
  readonly what: Offer;
  readonly by: SideWord;
}

/** Whose offer of each kind stands; null where none does. */
export interface OffersPart {
  readonly draw: SideWord | null;
  readonly takeback: SideWord | null;
  readonly pause: SideWord | null;
  readonly hints: SideWord | null;
  readonly rematch: SideWord | null;
}

/** How far the opening of a game is. */
export interface OpeningPart {
  readonly rule: OpeningRule;
  readonly by: SideWord | null;
  readonly stones: number;
  readonly place: number;
  readonly choices: readonly Choice[];
  readonly offer: number;
  readonly alike: readonly (readonly number[])[];
  readonly squares: readonly number[] | null;
  readonly chosen: readonly ChosenPart[];
  readonly answered: boolean;
  readonly swapped: boolean;
  readonly again: boolean;
}

/** How a game begins. */
export type OpeningRule = "balanced" | "longpro" | "none" | "pro" | "rif" | "soosorv8" | "swap" | "swap1" | "swap2" | "taraguchi10" | "tarannikov" | "yamaguchi";

/** How the game ended; no winner means a draw, or an aborted game. */
export interface OutcomePart {
  readonly winner: SideWord | null;
  readonly termination: Termination;
}

/** To the sender alone: the answer to a hint asked for as `outcomes` or `best`. */
export interface Outcomes {
  readonly type: "outcomes";
  readonly id: string;
  readonly ply: number;
  readonly kind: HintKind;
  readonly squares: readonly SquareOutcome[];
  readonly best: readonly number[];
}

/** The clock is stopped: by agreement, or while a side is on vacation. */
export interface Paused {
  readonly type: "paused";
  readonly version: number;
  readonly command: string | null;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly at: number;
  readonly clock: ClockPart;
  readonly vacation: SideWord | null;
}

/** Ask for a pong: is the connection alive? */
export interface Ping {
  readonly type: "ping";
}

/** Play a stone on a square (0 is a1; row * width + column) when `ply` have been played.

    Where a stone may be of either kind (wild), the number of a square means an X there, and the
    same plus width * height an O. So it is wherever a move, or what it is worth, is told. */
export interface PlayMove {
  readonly type: "playMove";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
  readonly ply: number;
  readonly square: number;
}

/** Who sits on a side, as others see them. */
export interface PlayerPart {
  readonly name: string;
  readonly kind: string;
  readonly player: string;
  readonly level: string | null;
  readonly rating: number | null;
  readonly provisional: boolean;
}

/** The public game that somebody plays at the moment. */
export interface PlayingPart {
  readonly game: string;
  readonly opponent: string;
  readonly variant: VariantPart;
}

/** The answer to a ping. */
export interface Pong {
  readonly type: "pong";
  readonly version: number | null;
  readonly now: number | null;
}

/** Who is connected, as far as is known: for people. */
export interface Presence {
  readonly type: "presence";
  readonly black: boolean;
  readonly white: boolean;
  readonly spectators: number;
  readonly names: readonly SpectatorPart[];
  readonly blackClaimMs: number | null;
  readonly whiteClaimMs: number | null;
}

/** Whom an open seat is for: players rated in this range, both ends included. */
export interface RangePart {
  readonly low: number;
  readonly high: number;
}

/** The game is over, and has been counted: what it made of both ratings. */
export interface Rated {
  readonly type: "rated";
  readonly version: number;
  readonly command: string | null;
  readonly ratings: RatingsPart;
}

/** A player's rating after a game that counted, and by how much it changed: estimates. */
export interface RatingPart {
  readonly rating: number;
  readonly change: number;
  readonly provisional: boolean;
}

/** What a game made of both ratings. */
export interface RatingsPart {
  readonly black: RatingPart;
  readonly white: RatingPart;
}

/** Ask for the last lines of the rooms one may read: a player may read more after the game. */
export interface ReadChat {
  readonly type: "readChat";
}

/** To the sender alone: a frame was refused and nothing changed. */
export interface Rejected {
  readonly type: "rejected";
  readonly id: string | null;
  readonly code: string;
  readonly sentence: string;
  readonly version: number;
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

/** The next game is ready, under this name. */
export interface RematchAgreed {
  readonly type: "rematchAgreed";
  readonly version: number;
  readonly command: string | null;
  readonly game: string;
}

/** Give up. */
export interface Resign {
  readonly type: "resign";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
}

/** Let the game go on after a pause: the clock runs again in a moment. */
export interface Resume {
  readonly type: "resume";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
}

/** The game goes on: the clock runs from its `since` on. */
export interface Resumed {
  readonly type: "resumed";
  readonly version: number;
  readonly command: string | null;
  readonly by: SideWord;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly at: number;
  readonly clock: ClockPart;
}

/** Ask for a fresh snapshot, or the whole lobby: something was missed. */
export interface Resync {
  readonly type: "resync";
}

/** Where a line is said. */
export type Room = "players" | "spectators";

/** Somebody said a line, in a room that the hearer may read. */
export interface Said {
  readonly type: "said";
  readonly line: LinePart;
}

/** Say a line of 1 to 200 characters in a room. It changes nothing about the game. */
export interface Say {
  readonly type: "say";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
  readonly room: Room;
  readonly text: string;
}

/** A player sat down on the open seat: the game can begin. */
export interface SeatTaken {
  readonly type: "seatTaken";
  readonly version: number;
  readonly command: string | null;
  readonly side: SideWord;
  readonly player: PlayerPart;
}

/** The player of each side; null where the seat is open. */
export interface SeatsPart {
  readonly black: PlayerPart | null;
  readonly white: PlayerPart | null;
}

/** A game's place in a series: the best of several games, with sides swapped after each.

    A win is one point, a draw half a point, an aborted game counts for nothing. Whoever has more
    than half of all points has won the series. */
export interface SeriesPart {
  readonly bestOf: number;
  readonly number: number;
  readonly black: number;
  readonly white: number;
}

/** Set A of the aggressive bot one plays against, from its next move on: G = M + A times N. */
export interface SetAggressiveness {
  readonly type: "setAggressiveness";
  /** Chosen by the sender, new for each command: the key to resending it safely. */
  readonly id: string;
  readonly value: number;
}

/** A side, on the wire. */
export type SideWord = "black" | "white";

/** The whole game now. It replaces whatever the client held. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly version: number;
  readonly game: string;
  readonly variant: VariantPart;
  readonly seats: SeatsPart;
  readonly moves: readonly MovePart[];
  readonly opening: OpeningPart | null;
  readonly offers: OffersPart;
  readonly control: ControlPart | null;
  readonly clock: ClockPart | null;
  readonly paused: boolean;
  readonly vacation: SideWord | null;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly now: number;
  readonly dead: boolean;
  readonly forbidden: readonly ForbiddenPart[];
  readonly outcome: OutcomePart | null;
  readonly line: readonly number[];
  readonly rematch: string | null;
  readonly aggressiveness: number | null;
  readonly hints: readonly HintPart[];
  readonly hintsSince: number | null;
  readonly reason: string;
  readonly visibility: Visibility;
  readonly delay: DelayPart | null;
  readonly rated: boolean;
  readonly range: RangePart | null;
  readonly series: SeriesPart | null;
  readonly ratings: RatingsPart | null;
}

/** A spectator who has a name. */
export interface SpectatorPart {
  readonly player: string;
  readonly name: string;
}

/** M, what a square brings a side itself, and N, what it brings the other one. */
export interface SquareBenefit {
  readonly square: number;
  readonly mine: number;
  readonly theirs: number;
}

/** What an empty square is worth to the side to move; where a stone may be of either kind, what
    a move there is. */
export interface SquareOutcome {
  readonly square: number;
  readonly status: "estimated" | "proved" | "unknown";
  readonly verdict: Verdict | null;
  readonly plies: number | null;
  readonly score: number | null;
  readonly isChance: boolean;
}

/** The moves from `ply` on are taken back: it is `by`'s turn again. All offers have lapsed.

    An agreement on hints stays; it counts from `ply` on if it was made later. */
export interface TakenBack {
  readonly type: "takenBack";
  readonly version: number;
  readonly command: string | null;
  readonly by: SideWord;
  readonly ply: number;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly at: number;
  readonly dead: boolean;
  readonly forbidden?: readonly ForbiddenPart[];
  readonly clock: ClockPart | null;
}

/** Why a game ended. */
export type Termination = "abandonment" | "abort" | "agreement" | "deadBoard" | "fullBoard" | "line" | "resignation" | "time";

/** To the sender alone: the answer to a hint asked for as `threats`. */
export interface ThreatMarks {
  readonly type: "threatMarks";
  readonly id: string;
  readonly ply: number;
  readonly threats: readonly ThreatPart[];
}

/** One threat of one side. */
export interface ThreatPart {
  readonly kind: string;
  readonly side: SideWord;
  readonly stones: readonly number[];
  readonly squares: readonly number[];
}

/** A side gave the other more time. */
export interface TimeAdded {
  readonly type: "timeAdded";
  readonly version: number;
  readonly command: string | null;
  readonly by: SideWord;
  readonly ms: number;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly at: number;
  readonly clock: ClockPart;
}

/** Time in which nobody could play on the server is given back. */
export interface TimeCredited {
  readonly type: "timeCredited";
  readonly version: number;
  readonly command: string | null;
  readonly blackMs: number;
  readonly whiteMs: number;
  /** Since 1970-01-01 UTC, by the server's clock. */
  readonly at: number;
  readonly clock: ClockPart;
}

/** What a side has: `mainMs` runs out first, then this many whole periods. */
export interface TimePart {
  readonly mainMs: number;
  readonly periods: number;
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

/** Who may watch a game. */
export type Visibility = "private" | "public" | "unlisted";

/** The first message of a connection: which side the sender of commands may play. */
export interface Welcome {
  readonly type: "welcome";
  readonly side: SideWord | null;
}

/** To the sender alone: what a review says of the opponent's last move, its worth and why. */
export interface Words {
  readonly type: "words";
  readonly id: string;
  readonly ply: number;
  readonly by: SideWord;
  readonly worth: Worth;
  readonly labels: readonly LabelPart[];
  readonly remarks: readonly RemarkPart[];
  readonly squares: readonly number[];
}

/** How a position ends with best play of both, seen from one side. */
export interface Worth {
  readonly status: "estimated" | "proved" | "unknown";
  readonly verdict: Verdict | null;
  readonly plies: number | null;
  readonly score: number | null;
}

/** What a line rule says; {k} stands for k in words. */
export interface LineRuleSays {
  /** Whether a run longer than a line wins as well. */
  readonly overlines: boolean;
  /** Whether rows and columns win only whole, and k is the shorter edge. */
  readonly edgeToEdge: boolean;
  /** Whether whoever completes a line loses. */
  readonly completingLoses: boolean;
  /** Whether a line is no win with the other side's stones at both its ends. */
  readonly endsBlock: boolean;
  /** Whether black has forbidden squares, and white's longer runs win. */
  readonly forbids: boolean;
  /** Whether a stone falls to the lowest empty square of its column. */
  readonly falls: boolean;
  /** How many stones a side places in a turn; black's first turn has one. */
  readonly stonesATurn: number;
  /** Whether a side places stones of either kind, and wins by lines of either. */
  readonly eitherKind: boolean;
  /** Whether what rows a square brings either side says something. */
  readonly hasBenefits: boolean;
  /** Whether lines win, and the sides may in turn stop them on any square. */
  readonly isRace: boolean;
  /** Ends a variant's title. */
  readonly title: string;
  /** What is to be completed. */
  readonly goal: string;
}

export const LINE_RULES: Readonly<Record<LineRule, LineRuleSays>> = {
  freestyle: {
    overlines: true,
    edgeToEdge: false,
    completingLoses: false,
    endsBlock: false,
    forbids: false,
    falls: false,
    stonesATurn: 1,
    eitherKind: false,
    hasBenefits: true,
    isRace: true,
    title: "{k} in a row",
    goal: "{k} in a row",
  },
  exact: {
    overlines: false,
    edgeToEdge: false,
    completingLoses: false,
    endsBlock: false,
    forbids: false,
    falls: false,
    stonesATurn: 1,
    eitherKind: false,
    hasBenefits: true,
    isRace: true,
    title: "exactly {k}",
    goal: "{k} in a row",
  },
  caro: {
    overlines: false,
    edgeToEdge: false,
    completingLoses: false,
    endsBlock: true,
    forbids: false,
    falls: false,
    stonesATurn: 1,
    eitherKind: false,
    hasBenefits: true,
    isRace: true,
    title: "caro, exactly {k}",
    goal: "{k} in a row",
  },
  renju: {
    overlines: false,
    edgeToEdge: false,
    completingLoses: false,
    endsBlock: false,
    forbids: true,
    falls: false,
    stonesATurn: 1,
    eitherKind: false,
    hasBenefits: true,
    isRace: false,
    title: "renju",
    goal: "{k} in a row",
  },
  full: {
    overlines: true,
    edgeToEdge: true,
    completingLoses: false,
    endsBlock: false,
    forbids: false,
    falls: false,
    stonesATurn: 1,
    eitherKind: false,
    hasBenefits: true,
    isRace: true,
    title: "full lines",
    goal: "a full line",
  },
  misere: {
    overlines: true,
    edgeToEdge: false,
    completingLoses: true,
    endsBlock: false,
    forbids: false,
    falls: false,
    stonesATurn: 1,
    eitherKind: false,
    hasBenefits: false,
    isRace: false,
    title: "misère, {k} in a row",
    goal: "{k} in a row",
  },
  gravity: {
    overlines: true,
    edgeToEdge: false,
    completingLoses: false,
    endsBlock: false,
    forbids: false,
    falls: true,
    stonesATurn: 1,
    eitherKind: false,
    hasBenefits: true,
    isRace: false,
    title: "{k} in a row, stones fall",
    goal: "{k} in a row",
  },
  connect6: {
    overlines: true,
    edgeToEdge: false,
    completingLoses: false,
    endsBlock: false,
    forbids: false,
    falls: false,
    stonesATurn: 2,
    eitherKind: false,
    hasBenefits: true,
    isRace: false,
    title: "{k} in a row, two stones a turn",
    goal: "{k} in a row",
  },
  wild: {
    overlines: true,
    edgeToEdge: false,
    completingLoses: false,
    endsBlock: false,
    forbids: false,
    falls: false,
    stonesATurn: 1,
    eitherKind: true,
    hasBenefits: false,
    isRace: false,
    title: "wild, {k} in a row",
    goal: "{k} in a row",
  },
};

/** What an opening rule says. */
export interface OpeningRuleSays {
  /** Ends a game's title; empty without an opening rule. */
  readonly title: string;
  /** Whether a side is chosen in it: until then nobody knows who plays which. */
  readonly hasChoice: boolean;
  /** How many stones lie when the game begins. */
  readonly given: number;
}

export const OPENING_RULES: Readonly<Record<OpeningRule, OpeningRuleSays>> = {
  none: {
    title: "",
    hasChoice: false,
    given: 0,
  },
  pro: {
    title: "pro opening",
    hasChoice: false,
    given: 0,
  },
  longpro: {
    title: "long pro opening",
    hasChoice: false,
    given: 0,
  },
  balanced: {
    title: "balanced opening",
    hasChoice: false,
    given: 5,
  },
  swap1: {
    title: "swap after the first move",
    hasChoice: true,
    given: 0,
  },
  swap: {
    title: "swap opening",
    hasChoice: true,
    given: 0,
  },
  swap2: {
    title: "swap2 opening",
    hasChoice: true,
    given: 0,
  },
  rif: {
    title: "RIF opening",
    hasChoice: true,
    given: 0,
  },
  yamaguchi: {
    title: "Yamaguchi opening",
    hasChoice: true,
    given: 0,
  },
  soosorv8: {
    title: "Soosõrv-8 opening",
    hasChoice: true,
    given: 0,
  },
  taraguchi10: {
    title: "Taraguchi-10 opening",
    hasChoice: true,
    given: 0,
  },
  tarannikov: {
    title: "Tarannikov opening",
    hasChoice: true,
    given: 0,
  },
};

/** The sentence of each remark, with its places (games/remarks.py). */
export const REMARKS: Readonly<Record<RemarkKind, string>> = {
  completes: "{at} makes {goal}. {side} wins.",
  completesAndLoses: "{at} makes {goal}, so {other} wins.",
  couldComplete: "{side} could have won at {where}.",
  hadWin: "{side} had a win {when}: {moves}.",
  hadWinAtMost: "{side} had a win {at_most}: {moves}.",
  hadWinByFours: "{side} had a win {when} with fours alone: {moves}.",
  hadWinBegunAt: "{side} had a win {when}, starting at {where}.",
  hadLongWinBegunAt: "{side} had a win starting at {where}. How many moves it takes isn’t known.",
  hadSomeWinIn: "{side} had a win {when}, but its first move isn’t known.",
  hadSomeWin: "{side} had a win, but its first move isn’t known.",
  hadQuickerWin: "{side} had a quicker win, {when}: {moves}.",
  nowDraws: "After {at} it’s a draw with best play.",
  blocksOneOfSeveral: "{at} blocks, but {other} can still make {goal} at {where}.",
  couldNotBlockAll: "{other} can make {goal} at {where}. No single move could stop that.",
  doesNotBlock: "{other} can make {goal} at {where}. {at} doesn’t block it.",
  opensSquare: "{at} lets {other} reach {where} and make {goal} there.",
  leavesLine: "{at} lets {other} make {goal} with {where}.",
  mayNotBlock: "{other} can make {goal} at {where}, where {side} may not block.",
  leavesForbidden: "In the end {black} may not block at {where}: it’s forbidden.",
  leavesOpenThree: "{at} doesn’t stop {other}’s open three.",
  leavesDoubleThreat: "{at} lets {other} make a double threat.",
  loses: "After {at}, {other} wins {when}: {moves}.",
  thenWins: "Then {other} wins {when}: {moves}.",
  thenWinsAtMost: "Then {other} wins {at_most}: {moves}.",
  thenWinsByFours: "Then {other} wins {when} with fours alone: {moves}.",
  otherWins: "After {at}, {other} wins {when}: {moves}.",
  otherWinsAtMost: "After {at}, {other} wins {at_most}: {moves}.",
  otherWinsByFours: "After {at}, {other} wins {when} with fours alone: {moves}.",
  otherWinsFrom: "After {at}, {other} wins {when}, starting at {where}.",
  otherForcesWin: "After {at}, {other} can force a win, starting at {where}.",
  everyOtherLoses: "Every other square loses too.",
  allOthersLose: "Every other square loses.",
  anyOtherDraws: "Any other square draws.",
  othersDraw: "{count} other squares draw.",
  oneDraws: "Only {where} draws.",
  someDraw: "Only {all} draw.",
  onlyDraw: "{at} is the only square that doesn’t lose.",
  onlyWin: "{at} is the only square that wins.",
  blocksFour: "{at} blocks {other}’s four.",
  blocksTwo: "{at} stops {other} from making {goal}.",
  blocksLine: "{at} stops {other} from making {goal}.",
  anyOtherLoses: "Any other square loses {when}.",
  makesFour: "{at} makes a four: {other} must block at {where}.",
  makesFourAndThree: "{at} makes a four and an open three: {other} must block at {where}.",
  makesOpenFour: "{at} makes an open four: {other} can’t stop it.",
  makesTwoFours: "{at} makes two fours at once: {other} can’t stop both.",
  linesUpTwo: "{at} threatens {goal}: {other} must block at {where}.",
  linesUpOpenTwo: "{at} threatens {goal} in two ways: {other} can’t block both.",
  linesUpTwoTwice: "{at} threatens {goal} in two ways: {other} can’t block both.",
  threatensLine: "{at} threatens {goal}: {other} must block at {where}.",
  threatensTwoLines: "{at} threatens {goal} in two ways: {other} can’t block both.",
  makesThree: "{at} makes an open three.",
  makesThreeForFour: "{at} makes an open three. Left alone, {side} makes an open four at {where}.",
  makesTwoThrees: "{at} makes two open threes at once.",
  makesTwoStrongThrees: "{at} makes two open threes at once: {other} can’t stop both (estimate).",
  wins: "Whatever {other} plays, {side} wins {when}: {moves}.",
  winsAtMost: "Whatever {other} plays, {side} wins {at_most}: {moves}.",
  winsByFours: "Whatever {other} plays, {side} wins {when} with fours alone: {moves}.",
  stopsThree: "{at} stops {other}’s open three.",
  stoppedBy: "Only {where_or_block} stops it.",
  takesDoubleThreat: "{at} takes the square {other} needs for a double threat.",
  takesAwayDoubleThreat: "{at} stops {other}’s double threat at {where}.",
  makesFourNotBlocked: "{at} makes a four, and {where} is forbidden to {other}: nothing stops it.",
  nowForbids: "After {at}, {black} may not play at {where}.",
  forbidsNoLonger: "After {at}, {black} may play at {where} again.",
  wouldMakeSix: "A stone there would make a row of {number}.",
  wouldMakeFours: "A stone there would make {number} fours.",
  wouldMakeThrees: "A stone there would make {number} open threes.",
  stacksTwo: "{at} threatens {goal} at {where}. If {other} blocks there, {side} plays {above} and wins.",
  givesUpSquare: "{at} lets {other} block at {where}, the last square {side} needed for {goal}.",
  keepsFromBelow: "{at} leaves only {where} missing for {goal}. {other} must not play {beneath}: {side} would reach {where}.",
  waitsAbove: "{at} leaves only {where} missing for {goal}. {side} can play there as soon as {beneath} is taken.",
  threatened: "{other} threatened to win {when}: {moves}.",
  threatenedAtMost: "{other} threatened to win {at_most}: {moves}.",
  threatenedFours: "{other} threatened to win {when} with fours alone: {moves}.",
  stopsThat: "{at} stops that.",
  probablyStopsThat: "{at} stops that (estimate).",
  threatens: "{at} threatens to win {when}: {moves}.",
  threatensAtMost: "{at} threatens to win {at_most}: {moves}.",
  threatensFours: "{at} threatens to win {when} with fours alone: {moves}.",
  buildsOn: "{at} builds on {all}.",
  buildsInLine: "{at} builds on {all}: {number} of {k} in one row.",
  getsInTheWay: "{at} gets in the way of {other}’s {all}.",
};

/** What is said instead where no row is called a four. */
export const REMARKS_WITHOUT_FOURS: { readonly [Kind in RemarkKind]?: string } = {
  hadWinByFours: "{side} had a win {when} with threats alone: {moves}.",
  leavesOpenThree: "{at} doesn’t stop {other} from threatening {goal} in two ways.",
  thenWinsByFours: "Then {other} wins {when} with threats alone: {moves}.",
  otherWinsByFours: "After {at}, {other} wins {when} with threats alone: {moves}.",
  blocksFour: "{at} stops {other} from making {goal}.",
  makesFour: "{at} threatens {goal}: {other} must block at {where}.",
  makesFourAndThree: "{at} threatens {goal} and prepares a second threat: {other} must block at {where}.",
  makesOpenFour: "{at} threatens {goal} in two ways: {other} can’t block both.",
  makesTwoFours: "{at} threatens {goal} in two ways: {other} can’t block both.",
  makesThree: "{at} prepares to threaten {goal} in two ways.",
  makesThreeForFour: "{at} prepares to threaten {goal} in two ways, at {where}.",
  makesTwoThrees: "{at} prepares several threats of {goal} at once.",
  makesTwoStrongThrees: "{at} prepares several threats of {goal} at once: {other} can’t stop all (estimate).",
  winsByFours: "Whatever {other} plays, {side} wins {when} with threats alone: {moves}.",
  stopsThree: "{at} stops {other} from threatening {goal} in two ways.",
  makesFourNotBlocked: "{at} threatens {goal}, and {where} is forbidden to {other}: nothing stops it.",
  threatenedFours: "{other} threatened to win {when} with threats alone: {moves}.",
  threatensFours: "{at} threatens to win {when} with threats alone: {moves}.",
};

export type Command =
  | PlayMove
  | Choose
  | Resign
  | Abort
  | MakeOffer
  | AcceptOffer
  | DeclineOffer
  | CancelOffer
  | ClaimDraw
  | ClaimAbandoned
  | Resume
  | AddTime
  | SetAggressiveness
  | AskHint;

export type FromClient =
  | PlayMove
  | Choose
  | Resign
  | Abort
  | MakeOffer
  | AcceptOffer
  | DeclineOffer
  | CancelOffer
  | ClaimDraw
  | ClaimAbandoned
  | Resume
  | AddTime
  | SetAggressiveness
  | AskHint
  | Say
  | ReadChat
  | Resync
  | Ping;

export type Numbered =
  | SeatTaken
  | MovePlayed
  | Chosen
  | GameEnded
  | Offered
  | Declined
  | Cancelled
  | TakenBack
  | Paused
  | Resumed
  | TimeAdded
  | TimeCredited
  | HintsAgreed
  | RematchAgreed
  | Rated
  | AggressivenessSet
  | HintAsked;

export type FromServer =
  | SeatTaken
  | MovePlayed
  | Chosen
  | GameEnded
  | Offered
  | Declined
  | Cancelled
  | TakenBack
  | Paused
  | Resumed
  | TimeAdded
  | TimeCredited
  | HintsAgreed
  | RematchAgreed
  | Rated
  | AggressivenessSet
  | HintAsked
  | Welcome
  | Snapshot
  | Rejected
  | Presence
  | Outcomes
  | ThreatMarks
  | Benefits
  | Words
  | Said
  | Chat
  | ChatHidden
  | Pong;

export type FromLobbyClient = Resync | Ping;

export type FromLobbyServer = Lobby | LobbyChanged | Pong | Rejected;

export type FromMeServer = Me | MeChanged | Pong | Rejected;
