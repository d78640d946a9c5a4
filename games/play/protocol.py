"""Every message on the sockets of a game, of the lobby and of a person, both ways, defined once.

The browser's types (`frontend/src/protocol/protocol.ts`) and the AsyncAPI page
(`docs/asyncapi.json`) are generated from here by `manage.py protocol`. A text frame carries one
JSON object; its `type` names the message. A client asks for the subprotocol `SUBPROTOCOL`, which
carries the language's version.

Commands change a game. Each has an `id` its sender chose: resent with the same id, a command is
answered with what already happened and never carried out twice. What happened to a game is told
as **numbered** messages, the same bytes to everybody; message n turns version n - 1 into version n.
"""

from enum import IntEnum, StrEnum
from typing import Annotated, Literal, TypeAlias

import msgspec

from games.mnk import (
    MOST_OFFERED,
    Ban,
    Choice,
    Family,
    LineRule,
    Offer,
    OpeningRule,
    Side,
    Termination,
)
from games.play.challenged import ChallengeState, DeclineReason
from games.play.chat.rooms import Room
from games.play.hint_kinds import HintKind as HintKind
from games.play.watching import Visibility
from games.remarks import Remark, RemarkKind
from games.say import say

SUBPROTOCOL = "inarow.v4"
"""The subprotocol a client must offer: the language's version."""

MAX_FRAME = 3072
"""Bytes a client's frame may have: a chat line with every character escaped. Others are short."""


class CloseCode(IntEnum):
    """Why the server ended a connection, where it is not the socket's own doing."""

    RESTARTING = 1012
    """The server is going and will be back: come back, and resend what was not answered."""
    BAD_SUBPROTOCOL = 4400
    """The client did not offer the subprotocol: its page is older or newer than the server."""
    SEAT_RENEWED = 4401
    """The link of the seat was renewed: the key that was shown opens nothing any more."""
    PERSON_CHANGED = 4402
    """Whoever opened it has signed in, or was signed out: come back as whoever they are now."""
    PRIVATE = 4403
    """The game is private: only its players, and those given the watch link, may see it."""
    NOT_FOUND = 4404
    """There is no such game; or nobody is asking, where only somebody can be told anything."""
    TOO_BIG = 4413
    """A frame was over `MAX_FRAME` (over 4 KiB it is 1009, at once)."""
    NOT_TEXT = 4415
    """A binary frame."""
    TOO_MANY = 4429
    """Frames kept coming after they had been refused as too fast."""
    DATABASE_AWAY = 4503
    """The games cannot be read just now: come back in a moment."""


CommandId: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        pattern="^[A-Za-z0-9_-]{1,36}(?!\\n)$",
        description="Chosen by the sender, new for each command: the key to resending it safely.",
    ),
]
Version: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Milliseconds: TypeAlias = Annotated[
    int, msgspec.Meta(ge=0, description="Since 1970-01-01 UTC, by the server's clock.")
]


OfferedSquares: TypeAlias = Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_OFFERED)]
"""The squares that somebody offers for the next stone."""


class SideWord(StrEnum):
    """A side, on the wire."""

    BLACK = "black"
    WHITE = "white"

    @classmethod
    def of(cls, side: Side) -> "SideWord":
        return cls.WHITE if side else cls.BLACK


class _Struct(msgspec.Struct, rename="camel", frozen=True, gc=False, forbid_unknown_fields=True):
    """Fields go by camelCase on the wire; an unknown field is refused."""


class _Message(_Struct, tag_field="type", frozen=True):
    """A message in either direction."""


# --- From a client ---------------------------------------------------------------------------


class _Command(_Message, frozen=True, kw_only=True):
    id: CommandId


class PlayMove(_Command, tag="playMove", frozen=True, kw_only=True):
    """Play a stone on a square (0 is a1; row * width + column) when `ply` have been played.

    Where a stone may be of either kind (wild), the number of a square means an X there, and the
    same plus width * height an O. So it is wherever a move, or what it is worth, is told.
    """

    ply: Annotated[int, msgspec.Meta(ge=0)]
    square: int


class Choose(_Command, tag="choose", frozen=True, kw_only=True):
    """In an opening, choose one of its `choices`, or offer squares, when `ply` stones have been
    played."""

    ply: Annotated[int, msgspec.Meta(ge=0)]
    choice: Choice | OfferedSquares


class Resign(_Command, tag="resign", frozen=True):
    """Give up."""


class Abort(_Command, tag="abort", frozen=True):
    """Call the game off before both sides have moved."""


class MakeOffer(_Command, tag="offer", frozen=True, kw_only=True):
    """Offer something, or agree if the other side's offer of it stands.

    A draw, a takeback (to one's own last turn), a pause, and hints for both sides (`askHint`) while
    the game goes on; they lapse with the next move. A rematch, with sides swapped, when it is over.
    A bot takes back at once; against it hints need no agreement.
    """

    what: Offer


class AcceptOffer(_Command, tag="accept", frozen=True, kw_only=True):
    """Accept the other side's offer."""

    what: Offer


class DeclineOffer(_Command, tag="decline", frozen=True, kw_only=True):
    """Decline the other side's offer."""

    what: Offer


class CancelOffer(_Command, tag="cancel", frozen=True, kw_only=True):
    """Take back one's own offer."""

    what: Offer


class ClaimDraw(_Command, tag="claimDraw", frozen=True):
    """End the game as a draw because neither side can complete a line any more."""


class ClaimAbandoned(_Command, tag="claimAbandoned", frozen=True, kw_only=True):
    """End the game because the opponent has left: as won, or as a draw."""

    claim: Literal["win", "draw"]


class Resume(_Command, tag="resume", frozen=True):
    """Let the game go on after a pause: the clock runs again in a moment."""


class AddTime(_Command, tag="addTime", frozen=True):
    """Give the opponent more time."""


class SetAggressiveness(_Command, tag="setAggressiveness", frozen=True, kw_only=True):
    """Set A of the aggressive bot one plays against, from its next move on: G = M + A times N."""

    value: Annotated[float, msgspec.Meta(ge=0.0, le=2.0)]


class AskHint(_Command, tag="askHint", frozen=True, kw_only=True):
    """Ask for a hint when `ply` stones have been played. It is noted in the record."""

    kind: HintKind
    ply: Annotated[int, msgspec.Meta(ge=0)]


class Say(_Command, tag="say", frozen=True, kw_only=True):
    """Say a line of 1 to 200 characters in a room. It changes nothing about the game."""

    room: Room
    text: str


class ReadChat(_Message, tag="readChat", frozen=True):
    """Ask for the last lines of the rooms one may read: a player may read more after the game."""


class Resync(_Message, tag="resync", frozen=True):
    """Ask for a fresh snapshot, or the whole lobby: something was missed."""


class Ping(_Message, tag="ping", frozen=True):
    """Ask for a pong: is the connection alive?"""


Command: TypeAlias = (
    PlayMove
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
)
"""What a seat can ask of its game."""

FromClient: TypeAlias = Command | Say | ReadChat | Resync | Ping
"""All a client may send on a game's socket."""

FromLobbyClient: TypeAlias = Resync | Ping
"""All a client may send on the lobby's socket, or on their own."""


# --- Parts of messages -----------------------------------------------------------------------


class VariantPart(_Struct, frozen=True):
    """A board's size, k and line rule."""

    width: int
    height: int
    k: int
    line_rule: LineRule
    blocked: tuple[int, ...] = ()
    """The squares that nobody can take, in order. No line goes over one."""


class ForbiddenPart(_Struct, frozen=True, kw_only=True):
    """An empty square where the side to move may not play: black in renju."""

    square: int
    makes: Ban
    """What one stone there would make."""
    shapes: tuple[tuple[int, ...], ...]
    """The squares of each, along the line, the square itself included."""


class PlayerPart(_Struct, frozen=True, kw_only=True):
    """Who sits on a side, as others see them."""

    name: str
    kind: str
    """`guest`, `account` or `bot`: a guest's rating belongs to a browser, and is shown as such."""
    player: str = ""
    """Their name in links; empty in what was told before there was one."""
    level: str | None = None
    """For a bot: which one (`GET /api/bots` lists them all)."""
    rating: int | None = None
    """A person's, on such boards, when they sat down: an estimate. None without rated games."""
    provisional: bool = False
    """Whether the rating is still rough."""


class SeatsPart(_Struct, frozen=True):
    """The player of each side; null where the seat is open."""

    black: PlayerPart | None
    white: PlayerPart | None


class RangePart(_Struct, frozen=True):
    """Whom an open seat is for: players rated in this range, both ends included."""

    low: int
    high: int


class SeriesPart(_Struct, frozen=True):
    """A game's place in a series: the best of several games, with sides swapped after each.

    A win is one point, a draw half a point, an aborted game counts for nothing. Whoever has more
    than half of all points has won the series.
    """

    best_of: int
    """The most games it may have."""
    number: int
    """Which game this is, of those that count."""
    black: float
    """The points that the player on this side had before it."""
    white: float


class RatingPart(_Struct, frozen=True):
    """A player's rating after a game that counted, and by how much it changed: estimates."""

    rating: int
    change: int
    provisional: bool


class RatingsPart(_Struct, frozen=True):
    """What a game made of both ratings."""

    black: RatingPart
    white: RatingPart


class SpectatorPart(_Struct, frozen=True):
    """A spectator who has a name."""

    player: str
    """Their name in links."""
    name: str


class ChosenPart(_Struct, frozen=True):
    """What somebody chose in the opening."""

    ply: int
    """How many stones lay."""
    by: SideWord
    """The side that whoever chose has now."""
    choice: Choice | OfferedSquares


class OpeningPart(_Struct, frozen=True, kw_only=True):
    """How far the opening of a game is."""

    rule: OpeningRule
    by: SideWord | None
    """The side that whoever decides has now; null once the opening is over. While they place
    stones, these are black and white in turn, whichever side they have."""
    stones: int
    """How many have been placed in it."""
    place: int
    """How many stones they have to place; 0 while they have something else to decide."""
    choices: tuple[Choice, ...]
    """What they may choose."""
    offer: int
    """How many squares they have to offer for the next stone; 0 while they have something else to
    decide."""
    alike: tuple[tuple[int, ...], ...]
    """Of each of these groups one square may be offered: a symmetry makes them the same."""
    squares: tuple[int, ...] | None
    """Where the next stone may lie, taken squares among them; null: anywhere. After an offer it is
    these squares."""
    chosen: tuple[ChosenPart, ...]
    """What has been chosen and offered, in order."""
    answered: bool
    """Whether both have decided something: the game is under way."""
    swapped: bool
    """Whether the two have changed sides."""
    again: bool
    """Whether they have played from the same given stones before, on each other's sides."""


class OutcomePart(_Struct, frozen=True):
    """How the game ended; no winner means a draw, or an aborted game."""

    winner: SideWord | None
    termination: Termination


class MovePart(_Struct, frozen=True):
    """One move of the record."""

    square: int
    at: Milliseconds


class OffersPart(_Struct, frozen=True, kw_only=True):
    """Whose offer of each kind stands; null where none does."""

    draw: SideWord | None = None
    takeback: SideWord | None = None
    pause: SideWord | None = None
    hints: SideWord | None = None
    rematch: SideWord | None = None


class DelayPart(_Struct, frozen=True, kw_only=True):
    """How late a game is shown to those who do not play it: by time, by moves, or both."""

    ms: int
    moves: int


class ControlPart(_Struct, frozen=True):
    """How much time the sides get: an initial time with an increment per move, or with periods.

    A period is whole again after a move within it. Time per move is one period and no initial time.
    """

    initial_ms: int
    increment_ms: int
    period_ms: int
    periods: int


class TimePart(_Struct, frozen=True):
    """What a side has: `mainMs` runs out first, then this many whole periods."""

    main_ms: int
    periods: int


class ClockPart(_Struct, frozen=True):
    """Both sides' time, and whose is running.

    The running side had what stands here at `since`, by the server's clock, and has had less
    since; `since` may lie in the future, and nothing runs until then.
    """

    black: TimePart
    white: TimePart
    running: SideWord | None
    since: Milliseconds


class HintPart(_Struct, frozen=True):
    """A hint that was asked for, as the record notes it."""

    side: SideWord
    kind: HintKind
    ply: int


class Verdict(StrEnum):
    """How a game ends with best play by both, seen from the side to move."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"


Status: TypeAlias = Literal["proved", "estimated", "unknown"]
"""How sure something is."""


class SquareOutcome(_Struct, frozen=True, kw_only=True):
    """What an empty square is worth to the side to move; where a stone may be of either kind, what
    a move there is."""

    square: int
    status: Status
    verdict: Verdict | None = None
    """Only if proved."""
    plies: int | None = None
    """To the end of the game, this move included; only if proved, and then not always."""
    score: float | None = None
    """Only if estimated; larger is better."""
    is_chance: bool = False
    """Whether the score is a chance, from -1 (lost) through 0 (even) to 1 (won). Otherwise it only
    compares squares of the same position."""


class ThreatPart(_Struct, frozen=True):
    """One threat of one side."""

    kind: str
    """openFour, four, openThree, doubleFour, fourThree or doubleThree."""
    side: SideWord
    stones: tuple[int, ...]
    squares: tuple[int, ...]
    """Where the side would play on."""


class RemarkPart(_Struct, frozen=True, kw_only=True):
    """Something that is said about a move; `games.remarks` has the sentence of each kind."""

    kind: RemarkKind
    side: SideWord
    """Who plays the move."""
    at: int
    """The move."""
    squares: tuple[int, ...] = ()
    """Those it names; in the order of play where they are moves."""
    plies: int | None = None
    number: int | None = None

    @classmethod
    def of(cls, remark: Remark) -> "RemarkPart":
        return cls(
            kind=remark.kind,
            side=SideWord.of(remark.side),
            at=remark.at,
            squares=remark.squares,
            plies=remark.plies,
            number=remark.number,
        )

    @property
    def remark(self) -> Remark:
        side = Side[self.side.name]
        return Remark(self.kind, side, self.at, self.squares, self.plies, self.number)


class Worth(_Struct, frozen=True, kw_only=True):
    """How a position ends with best play of both, seen from one side."""

    status: Status
    verdict: Verdict | None = None
    """Only if proved."""
    plies: int | None = None
    """To the end of the game; only if proved, and then not always."""
    score: float | None = None
    """Only if estimated: from -1 (lost) through 0 (even) to 1 (won)."""


class LabelKind(StrEnum):
    """What a move was, by fact."""

    WON = "won"
    """It completed a line."""
    MISSED_WIN = "missedWin"
    """There was a win, in `plies`, and it is no longer certain."""
    THREW_WIN = "threwWin"
    """There was a win, and now there is none."""
    MISSED_BLOCK = "missedBlock"
    """The opponent threatened to win at once, and it could have been stopped."""
    LAST_ESCAPE = "lastEscape"
    """From here on the game was lost; before this move it was not."""
    ONLY_MOVE = "onlyMove"
    """Every other move was worse."""
    WINNING = "winning"
    """It took the win that the opponent's last move had given."""
    MISTAKE = "mistake"
    """It gave away a lot, by estimate."""
    INACCURACY = "inaccuracy"
    """It gave away something, by estimate."""
    BOOK = "book"
    """Many kept games went this way."""


class LabelPart(_Struct, frozen=True, kw_only=True):
    """What a move was, and how sure that is."""

    kind: LabelKind
    status: Status
    plies: int | None = None
    """In how many plies there was a win, or the loss comes."""


class SquareBenefit(_Struct, frozen=True):
    """M, what a square brings a side itself, and N, what it brings the other one."""

    square: int
    mine: int
    theirs: int


# --- Numbered: what happened to a game -------------------------------------------------------


class _Numbered(_Message, frozen=True, kw_only=True):
    version: Version
    command: str | None = None
    """The id of the command that caused it, if one did."""


class SeatTaken(_Numbered, tag="seatTaken", frozen=True, kw_only=True):
    """A player sat down on the open seat: the game can begin."""

    side: SideWord
    player: PlayerPart


class MovePlayed(_Numbered, tag="movePlayed", frozen=True, kw_only=True):
    """A stone was played as move number `ply` + 1. Standing offers have lapsed."""

    ply: int
    square: int
    at: Milliseconds
    outcome: OutcomePart | None = None
    line: tuple[int, ...] = ()
    """The squares of the winning line, if this move completed one."""
    dead: bool = False
    """Neither side can complete a line any more: either may claim the draw."""
    forbidden: tuple[ForbiddenPart, ...] | msgspec.UnsetType = msgspec.UNSET
    """Where the other side may not play now; left out where the rules forbid nothing."""
    clock: ClockPart | None = None
    opening: OpeningPart | None = None
    """How the opening goes on, if the stone was part of it."""


class Chosen(_Numbered, tag="chosen", frozen=True, kw_only=True):
    """In the opening, somebody chose. Standing offers have lapsed.

    If `swaps`, the two changed sides: each takes seat, time and points of the series along, and
    whoever was black before is white from here on.
    """

    by: SideWord
    """The side they had before it."""
    choice: Choice | OfferedSquares
    swaps: bool
    at: Milliseconds
    opening: OpeningPart
    clock: ClockPart | None = None


class GameEnded(_Numbered, tag="gameEnded", frozen=True, kw_only=True):
    """The game ended without a move: resigned, aborted, agreed, claimed, or by the clock."""

    outcome: OutcomePart
    reason: str = ""
    """Why a bot resigned, if something was wrong with it."""
    clock: ClockPart | None = None


class Offered(_Numbered, tag="offered", frozen=True, kw_only=True):
    """A side offers something; it stands until it is answered, cancelled, or a move is played."""

    what: Offer
    by: SideWord


class Declined(_Numbered, tag="declined", frozen=True, kw_only=True):
    """A side declined the other's offer."""

    what: Offer
    by: SideWord


class Cancelled(_Numbered, tag="cancelled", frozen=True, kw_only=True):
    """A side took its own offer back."""

    what: Offer
    by: SideWord


class TakenBack(_Numbered, tag="takenBack", frozen=True, kw_only=True):
    """The moves from `ply` on are taken back: it is `by`'s turn again. All offers have lapsed.

    An agreement on hints stays; it counts from `ply` on if it was made later.
    """

    by: SideWord
    """Who asked."""
    ply: int
    at: Milliseconds
    dead: bool
    """Whether neither side could complete a line even then."""
    forbidden: tuple[ForbiddenPart, ...] | msgspec.UnsetType = msgspec.UNSET
    """Where the side to move may not play; left out where the rules forbid nothing."""
    clock: ClockPart | None = None


class Paused(_Numbered, tag="paused", frozen=True, kw_only=True):
    """The clock is stopped: by agreement, or while a side is on vacation."""

    at: Milliseconds
    clock: ClockPart
    vacation: SideWord | None = None
    """Whose vacation it is: until they are back, `resume` is refused."""


class Resumed(_Numbered, tag="resumed", frozen=True, kw_only=True):
    """The game goes on: the clock runs from its `since` on."""

    by: SideWord
    at: Milliseconds
    clock: ClockPart


class TimeAdded(_Numbered, tag="timeAdded", frozen=True, kw_only=True):
    """A side gave the other more time."""

    by: SideWord
    ms: int
    at: Milliseconds
    clock: ClockPart


class TimeCredited(_Numbered, tag="timeCredited", frozen=True, kw_only=True):
    """Time in which nobody could play on the server is given back."""

    black_ms: int
    white_ms: int
    at: Milliseconds
    clock: ClockPart


class HintsAgreed(_Numbered, tag="hintsAgreed", frozen=True, kw_only=True):
    """Both sides may ask for hints from now on, to the end of this game."""

    ply: int
    """How many stones had been played."""


class RematchAgreed(_Numbered, tag="rematchAgreed", frozen=True, kw_only=True):
    """The next game is ready, under this name."""

    game: str


class Rated(_Numbered, tag="rated", frozen=True, kw_only=True):
    """The game is over, and has been counted: what it made of both ratings."""

    ratings: RatingsPart


class AggressivenessSet(_Numbered, tag="aggressivenessSet", frozen=True, kw_only=True):
    """A of the aggressive bot changes from its next move on."""

    by: SideWord
    value: float


class HintAsked(_Numbered, tag="hintAsked", frozen=True, kw_only=True):
    """A player asked for a hint, which is told to them alone."""

    by: SideWord
    kind: HintKind
    ply: int


Numbered: TypeAlias = (
    SeatTaken
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
)
"""What happened to a game, in order and without gaps."""


# --- From the server, not numbered -----------------------------------------------------------


class Welcome(_Message, tag="welcome", frozen=True):
    """The first message of a connection: which side the sender of commands may play."""

    side: SideWord | None
    """None: a spectator."""


class Snapshot(_Message, tag="snapshot", frozen=True, kw_only=True):
    """The whole game now. It replaces whatever the client held."""

    version: Version
    game: str
    variant: VariantPart
    seats: SeatsPart
    moves: tuple[MovePart, ...]
    """Without those that were taken back."""
    opening: OpeningPart | None
    """How far its opening is; null for a game without an opening rule."""
    offers: OffersPart
    control: ControlPart | None
    """None: a game without a clock."""
    clock: ClockPart | None
    paused: bool
    vacation: SideWord | None
    """The side whose vacation it is paused for; None: by agreement, or not paused."""
    now: Milliseconds
    """When this was said. For late spectators: earlier by the delay, as is the clock."""
    dead: bool
    forbidden: tuple[ForbiddenPart, ...]
    """Where the side to move may not play: black in renju."""
    outcome: OutcomePart | None
    line: tuple[int, ...]
    rematch: str | None
    """The next game between the same two, if they agreed on one."""
    aggressiveness: float | None
    """A of the aggressive bot that plays here; None otherwise."""
    hints: tuple[HintPart, ...]
    """The hints asked for, in order."""
    hints_since: int | None
    """The ply from which both sides may ask for hints by agreement; None: they did not agree."""
    reason: str
    """Why a bot resigned, if something was wrong with it."""
    visibility: Visibility
    """Who may watch: `public`; `unlisted`: with the link; `private`: with the watch link."""
    delay: DelayPart | None
    """How late spectators see the game; None if they see it as it is played."""
    rated: bool
    """Whether it counts for the ratings of its two players."""
    range: RangePart | None
    """Whom the open seat is for; None if it is for everybody."""
    series: SeriesPart | None
    """Its place in a series; None for a single game."""
    ratings: RatingsPart | None
    """What it made of both ratings, once it has been counted."""


class Rejected(_Message, tag="rejected", frozen=True, kw_only=True):
    """To the sender alone: a frame was refused and nothing changed."""

    id: str | None
    """The command's id, if the frame had one that could be read."""
    code: str
    sentence: str
    version: Version


class Presence(_Message, tag="presence", frozen=True, kw_only=True):
    """Who is connected, as far as is known: for people."""

    black: bool
    white: bool
    spectators: int
    """How many watch: a person who has a name counts once, whatever they have open."""
    names: tuple[SpectatorPart, ...] = ()
    """The first 20 spectators who have one."""
    black_claim_ms: int | None = None
    """Black is away: in this many milliseconds white may claim the game. Null where nobody may."""
    white_claim_ms: int | None = None


class _Hint(_Message, frozen=True, kw_only=True):
    id: str
    """The id of the command that asked."""
    ply: int


class Outcomes(_Hint, tag="outcomes", frozen=True, kw_only=True):
    """To the sender alone: the answer to a hint asked for as `outcomes` or `best`."""

    kind: HintKind
    squares: tuple[SquareOutcome, ...]
    best: tuple[int, ...]
    """The squares that are equally best."""


class ThreatMarks(_Hint, tag="threatMarks", frozen=True, kw_only=True):
    """To the sender alone: the answer to a hint asked for as `threats`."""

    threats: tuple[ThreatPart, ...]


class Benefits(_Hint, tag="benefits", frozen=True, kw_only=True):
    """To the sender alone: the answer to a hint asked for as `benefits`; M is the bot's."""

    squares: tuple[SquareBenefit, ...]


class Words(_Hint, tag="words", frozen=True, kw_only=True):
    """To the sender alone: what a review says of the opponent's last move, its worth and why."""

    by: SideWord
    """Who played the move."""
    worth: Worth
    """To them; the plies count the move."""
    labels: tuple[LabelPart, ...]
    """What it was, the weightiest first."""
    remarks: tuple[RemarkPart, ...]
    """One sentence each, in order; empty if the move is not seen to make or stop anything."""
    squares: tuple[int, ...]
    """The squares they mention."""


Hint: TypeAlias = Outcomes | ThreatMarks | Benefits | Words
"""The answer to a hint asked for."""


class AuthorPart(_Struct, frozen=True):
    """Who said a line."""

    name: str
    player: str
    """Their name in links."""
    side: SideWord | None
    """What they play in this game; null for a spectator."""


class LinePart(_Struct, frozen=True, kw_only=True):
    """A line of chat: inert text, whatever is in it."""

    id: int
    """Its number: later lines have higher ones. A line heard again is the same line."""
    room: Room
    author: AuthorPart
    text: str
    at: Milliseconds
    command: str
    """The id its sender gave it."""


class Said(_Message, tag="said", frozen=True):
    """Somebody said a line, in a room that the hearer may read."""

    line: LinePart


class Chat(_Message, tag="chat", frozen=True, kw_only=True):
    """The last lines of the rooms one may read, the earliest first: to be merged by their ids.

    Told to those who connect, if anything was said, and to those who ask.
    """

    rooms: tuple[Room, ...]
    lines: tuple[LinePart, ...]
    hidden: tuple[int, ...]
    """Lines among them that a moderator has hidden."""


class ChatHidden(_Message, tag="chatHidden", frozen=True, kw_only=True):
    """A moderator has hidden a line."""

    room: Room
    id: int


class Pong(_Message, tag="pong", frozen=True):
    """The answer to a ping."""

    version: Version | None = None
    """The game's version, or the number of what was told last: a client that holds an older one has
    missed something."""
    now: Milliseconds | None = None
    """When this was said. None: not a game."""


FromServer: TypeAlias = (
    Numbered | Welcome | Snapshot | Rejected | Presence | Hint | Said | Chat | ChatHidden | Pong
)
"""All a server may send on a game's socket."""


# --- The lobby -------------------------------------------------------------------------------


class LobbyGame(_Struct, frozen=True, kw_only=True):
    """A game as the lobby lists it."""

    game: str
    variant: VariantPart
    seats: SeatsPart
    ply: int | None
    """How many moves have been played; None where spectators see the game late."""
    control: ControlPart | None
    """None: a game without a clock."""
    family: Family
    """The kind of boards it belongs to: the channel it may be on."""
    moves: tuple[int, ...] | None
    """The squares played on, in order; None where spectators see the game late."""
    delay: DelayPart | None = None
    """How late spectators see it; None if they see it as it is played."""
    spectators: int = 0
    """How many watch it, as far as this server process knows."""
    away: tuple[SideWord, ...] = ()
    """The people who sit here and are not at the board; nobody where a move may take days."""
    seek: bool = False
    """Whether its host waits at the board at this moment: it is called off when they leave."""
    rated: bool = False
    """Whether it counts for the ratings of its two players."""
    range: RangePart | None = None
    """Whom the open seat is for; None if it is for everybody."""
    series: SeriesPart | None = None
    """Its place in a series; None for a single game."""
    opening: OpeningRule = OpeningRule.NONE
    """By which rule it opens."""


class LobbyCounts(_Struct, frozen=True):
    """How lively it is here."""

    online: int
    """People at games and in lobbies, of all server processes. Whoever has not played yet counts
    once for each connection."""
    playing: int
    """Public games that are alive, as all in `live` are: a player is at the board, somebody has
    moved lately where a move may take days, or two bots play."""
    spectators: int
    """How many watch a game: of each game, whoever has a name counts once."""


class Channel(_Struct, frozen=True):
    """What is on TV: one game of each family, until it ends."""

    family: Family
    game: str


class Lobby(_Message, tag="lobby", frozen=True, kw_only=True):
    """The lobby now: it replaces whatever the client held."""

    epoch: str
    """Whose numbers these are: each server process counts for itself."""
    number: Version
    """How many changes this process has told."""
    open: tuple[LobbyGame, ...]
    """Games with an open seat that anyone may take, newest first."""
    live: tuple[LobbyGame, ...]
    """Games that are alive, those with something going on first."""
    counts: LobbyCounts
    tv: tuple[Channel, ...]
    """The families with a game on TV."""


class GameMoved(_Struct, frozen=True, kw_only=True):
    """What is new about a game that stays where it is."""

    game: str
    moves: tuple[int, ...] = ()
    """Squares played on, after those known: `ply` grows by as many."""
    spectators: int | None = None
    """How many watch now; null: as many as before."""
    away: tuple[SideWord, ...] | None = None
    """Who is away now; null: the same as before."""


class ListChanged(_Struct, frozen=True, kw_only=True):
    """What becomes of a list, in this order: gone, came, moved, order."""

    gone: tuple[str, ...] = ()
    """Games to take off."""
    came: tuple[LobbyGame, ...] = ()
    """One that is listed already is replaced where it stands; the others come to the front, in this
    order."""
    moved: tuple[GameMoved, ...] = ()
    order: tuple[str, ...] | None = None
    """All games in their order; null: as they stand now."""


class LobbyChanged(_Message, tag="lobbyChanged", frozen=True, kw_only=True):
    """What has changed in the lobby: with number n it turns the lobby number n - 1 into n.

    Null: as before. Ignore a number that is not newer than yours; if one was missed, or the epoch
    is different, send `resync`.
    """

    epoch: str
    number: Version
    open: ListChanged | None = None
    live: ListChanged | None = None
    counts: LobbyCounts | None = None
    tv: tuple[Channel, ...] | None = None


FromLobbyServer: TypeAlias = Lobby | LobbyChanged | Pong | Rejected
"""All a server may send on the lobby's socket."""


# --- A person's own --------------------------------------------------------------------------


class ChallengePart(_Struct, frozen=True, kw_only=True):
    """Somebody asks somebody for a game."""

    game: str
    """The game that waits: its open seat is kept for whoever was asked."""
    mine: bool
    """Whether the hearer has sent it; otherwise it was sent to them."""
    other: PlayerPart
    """The other one."""
    state: ChallengeState
    reason: DeclineReason | None
    """Why it was declined, if they said so."""
    instead: bool
    """Whether it was suggested instead of a game that the hearer, or the other one, asked for."""
    variant: VariantPart
    control: ControlPart | None
    rated: bool
    best_of: int | None
    """The most games of a series; null for a single game."""
    side: SideWord | None
    """What the hearer would play; null if it was drawn by lot."""
    at: Milliseconds
    until: Milliseconds
    """It lapses then."""
    opening: OpeningRule = OpeningRule.NONE
    """By which rule it opens: black places the first stones, whichever side they get."""


class FoundPart(_Struct, frozen=True, kw_only=True):
    """A game of the hearer's that began a moment ago, because somebody took its open seat."""

    game: str
    other: PlayerPart
    side: SideWord
    """The hearer's."""
    variant: VariantPart
    control: ControlPart | None
    opening: OpeningRule = OpeningRule.NONE


class PlayingPart(_Struct, frozen=True):
    """The public game that somebody plays at the moment."""

    game: str
    opponent: str
    """By name."""
    variant: VariantPart


class FriendPart(_Struct, frozen=True, kw_only=True):
    """A friend, and whether they are here."""

    player: str
    """Their name in links."""
    name: str
    here: bool
    """Whether they have a page open."""
    playing: PlayingPart | None
    seen: Milliseconds | None
    """When they were last here, if that is known; null while they are."""


class Me(_Message, tag="me", frozen=True, kw_only=True):
    """What a person has at the moment, whatever page is open: it replaces what the client held."""

    player: str
    """The hearer's name in links."""
    number: Version
    """How many changes have been told."""
    challenges: tuple[ChallengePart, ...]
    """Those that stand, and answers to one's own that one has not seen; the latest first."""
    asking: tuple[PlayerPart, ...]
    """Who would like to be friends, the latest first."""
    friends: tuple[FriendPart, ...]
    turns: tuple[str, ...]
    """The games against people in which it is the hearer's turn; at most 100."""
    found: tuple[FoundPart, ...]


class FriendsChanged(_Struct, frozen=True):
    """What becomes of the friends."""

    gone: tuple[str, ...] = ()
    """Those to take off, by their names in links."""
    came: tuple[FriendPart, ...] = ()
    """New ones, and those of whom something is new."""


class MeChanged(_Message, tag="meChanged", frozen=True, kw_only=True):
    """What has changed for a person: with number n it turns what they had at n - 1 into n.

    Null: as before. If a number was missed, send `resync`.
    """

    number: Version
    challenges: tuple[ChallengePart, ...] | None = None
    asking: tuple[PlayerPart, ...] | None = None
    friends: FriendsChanged | None = None
    turns: tuple[str, ...] | None = None
    found: tuple[FoundPart, ...] | None = None


FromMeServer: TypeAlias = Me | MeChanged | Pong | Rejected
"""All a server may send on a person's own socket."""


# --- Bytes -----------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder()
_commands: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_lobby: msgspec.json.Decoder[FromLobbyClient] = msgspec.json.Decoder(FromLobbyClient)
_chat: msgspec.json.Decoder[Said | ChatHidden] = msgspec.json.Decoder(Said | ChatHidden)


class _OnlyId(msgspec.Struct):
    id: str | None = None


_only_id = msgspec.json.Decoder(_OnlyId)


class BadFrame(Exception):
    """A frame that is not one of the protocol's messages."""

    code = "badFrame"

    def __init__(self, sentence: str, id: str | None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.id = id
        """The id the frame carried, if it could be read."""


def encode(message: FromServer | FromLobbyServer | FromMeServer) -> str:
    """A message as the text of one frame."""
    return _encoder.encode(message).decode()


def text_frame(text: str) -> bytes:
    """A text as one finished websocket frame, as a server sends it (RFC 6455, 5.2)."""
    payload = text.encode()
    length = len(payload)
    if length < 126:
        return bytes((0x81, length)) + payload
    if length < 0x10000:
        return b"\x81\x7e" + length.to_bytes(2, "big") + payload
    return b"\x81\x7f" + length.to_bytes(8, "big") + payload


def decode(frame: str) -> FromClient:
    """What a client sent on a game's socket; raises `BadFrame` if it is not a message."""
    try:
        return _commands.decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _bad_frame(frame, error) from None


def decode_lobby(frame: str) -> FromLobbyClient:
    """What a client sent on the lobby's socket, or on their own; raises `BadFrame` if it is not a
    message."""
    try:
        return _lobby.decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _bad_frame(frame, error) from None


def decode_chat(text: str) -> Said | ChatHidden:
    """What was told about a chat, from its own encoding; raises `msgspec.MsgspecError`."""
    return _chat.decode(text)


def id_in(frame: str) -> str | None:
    """The id a frame carries, however wrong the rest of it is; None if it cannot be read."""
    try:
        id = _only_id.decode(frame).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return None if id is None else id[:36]


def _bad_frame(frame: str, error: Exception) -> BadFrame:
    sentence = say(
        "That isn’t a message of {protocol}: {error}.", protocol=SUBPROTOCOL, error=error
    )
    return BadFrame(sentence, id_in(frame))
