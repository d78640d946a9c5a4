"""What is told of games, positions and typed words, as JSON: to pages, programs and thinkers.

The browser's types (`frontend/src/protocol/findings.ts`) are generated from here by
`manage.py findings`.
Everything with a worth says whether it is proved, estimated or unknown, and for which side.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec

from games import mnk
from games.mnk import LineRule
from games.play.protocol import (
    DelayPart,
    ForbiddenPart,
    RemarkPart,
    SideWord,
    SquareBenefit,
    ThreatPart,
    VariantPart,
    Verdict,
)
from games.play.protocol import LabelKind as LabelKind
from games.play.protocol import LabelPart as LabelPart
from games.play.protocol import Status as Status
from games.play.protocol import Worth as Worth


class Part(msgspec.Struct, rename="camel", frozen=True, forbid_unknown_fields=True):
    """Field names are camelCase; an unknown field is refused."""


# --- Positions -----------------------------------------------------------------------------------


class PositionPart(Part, frozen=True, kw_only=True):
    """A position: any stones, either side to move."""

    width: int
    height: int
    k: int
    line_rule: LineRule = LineRule.FREESTYLE
    blocked: tuple[int, ...] = ()
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    side_to_move: SideWord = SideWord.BLACK

    @classmethod
    def of(cls, position: mnk.Position) -> "PositionPart":
        variant = position.variant
        return cls(
            width=variant.width,
            height=variant.height,
            k=variant.k,
            line_rule=variant.line_rule,
            blocked=variant.blocked,
            black=tuple(sorted(position.stones(mnk.Side.BLACK))),
            white=tuple(sorted(position.stones(mnk.Side.WHITE))),
            side_to_move=SideWord.of(position.side_to_move),
        )

    @property
    def position(self) -> mnk.Position:
        """The position. Raises `mnk.RuleError` for an impossible one."""
        variant = mnk.Variant(self.width, self.height, self.k, self.line_rule, self.blocked)
        stones = mnk.BySide(frozenset(self.black), frozenset(self.white))
        return mnk.Position.of(variant, stones, mnk.Side[self.side_to_move.name])


class Setup(Part, frozen=True, kw_only=True):
    """What somebody wrote: a position, and the moves that are played from it."""

    start: PositionPart
    moves: tuple[int, ...] = ()


# --- What a position is worth --------------------------------------------------------------------


class SquareWorth(Worth, frozen=True, kw_only=True):
    """What it is worth to the side to move to play there; the plies count this move."""

    square: int


class Way(Part, frozen=True, kw_only=True):
    """A way to go on, and what it is worth to the side that begins it."""

    worth: Worth
    moves: tuple[int, ...]
    """The moves expected, the first of them the one proposed."""


class Assessment(Part, frozen=True, kw_only=True):
    """What the evaluator says of one position."""

    worth: Worth
    """To the side to move; for a game that is over: proved, in 0 plies."""
    best: tuple[int, ...] = ()
    """The squares that are equally best."""
    squares: tuple[SquareWorth, ...] = ()
    """Every empty square on boards that are solved; elsewhere those that were looked at."""
    ways: tuple[Way, ...] = ()
    """The best ways to go on, the best first, on boards that the strong engine plays."""
    threats: tuple[ThreatPart, ...] = ()
    nodes: int = 0
    """How many positions the search looked at."""


Banned: TypeAlias = dict[str, tuple[ForbiddenPart, ...]]
"""Where black may not play and why, by the moves played from a position: their numbers, with dots
between them. What is not named has no such square."""


class Forbidden(Part, frozen=True, kw_only=True):
    """Where the side to move may not play, and why: only black, and only in renju."""

    squares: tuple[ForbiddenPart, ...]


class Benefits(Part, frozen=True, kw_only=True):
    """What squares bring, by the heuristic of the aggressive bot: G = M + A·N for any A."""

    squares: tuple[SquareBenefit, ...]
    """M for the side to move and N for the other one, for each empty square next to a stone; on an
    empty board, for the centre."""


# --- A game's review -----------------------------------------------------------------------------


class Lesson(Part, frozen=True, kw_only=True):
    """Something about a move, and what shows it."""

    remarks: tuple[RemarkPart, ...]
    """What is said, sentence by sentence."""
    squares: tuple[int, ...] = ()
    """To mark on the board."""
    status: Status = "proved"
    line: tuple[int, ...] = ()
    """Moves that show it, played from the position `start` plies after the game's beginning."""
    start: int = 0


class PlyReview(Part, frozen=True, kw_only=True):
    """What one move was worth."""

    ply: int
    square: int
    worth: Worth
    """To the side that played it; the plies count this move."""
    best: tuple[int, ...] = ()
    """The squares that were best."""
    labels: tuple[LabelPart, ...] = ()
    lessons: tuple[Lesson, ...] = ()


class Accuracy(Part, frozen=True, kw_only=True):
    """How near a side's moves were to perfect play, where that is known."""

    moves: int
    """Moves whose value and whose best value are proved."""
    kept: int
    """Of these, moves that gave nothing away."""
    wins_given_away: int
    draws_given_away: int
    percent: int | None = None
    """How much of its chances to win the side's moves kept, on average and rounded down; None where
    too few moves say something."""
    status: Status = "unknown"
    """Of `percent`: proved if each of the side's moves is."""
    worst: int | None = None
    """After its gravest mistake the game had this many moves; None if it made none."""


ReviewState = Literal["none", "waiting", "working", "done", "failed"]


class GameReview(Part, frozen=True, kw_only=True):
    """A game's review, as far as it has come."""

    game: str
    state: ReviewState
    done: int = 0
    """Positions assessed."""
    total: int = 0
    """Positions of the game, including the first and the last."""
    worths: tuple[Worth | None, ...] = ()
    """Of the position at each ply, to the side to move there; None until it is assessed."""
    plies: tuple[PlyReview, ...] = ()
    """Of each move, once it and the position before it are assessed."""
    black: Accuracy | None = None
    white: Accuracy | None = None
    turning_point: int | None = None
    """After the move that changed most the game had this many moves; None if none changed much."""

    def worth_at(self, ply: int) -> Worth | None:
        """What is known of the position after `ply` moves.

        >>> known = Worth(status="estimated", score=0.5)
        >>> review = GameReview(game="g", state="working", worths=(None, known))
        >>> review.worth_at(1) is known, review.worth_at(0), review.worth_at(2)
        (True, None, None)
        """
        return self.worths[ply] if ply < len(self.worths) else None


class GameAccuracy(Part, frozen=True, kw_only=True):
    """How each side did in a game, once its review is done."""

    game: str
    state: ReviewState
    black: Accuracy | None = None
    """None until the review is done, and where nothing is known."""
    white: Accuracy | None = None
    turning_point: int | None = None


# --- Variations ----------------------------------------------------------------------------------


class MarkPart(Part, frozen=True, kw_only=True):
    """A mark on a square."""

    square: int
    kind: Literal["circle", "square", "triangle", "cross", "text"]
    text: Annotated[str, msgspec.Meta(max_length=3)] = ""


class NodePart(Part, frozen=True, kw_only=True):
    """A position of a study, by the move that led to it."""

    parent: int
    """Where it branches off, by index; less than its own. -1 for the first node, which has no move.
    Of several with the same parent the first is the main line."""
    move: int | None = None
    """None skips a turn."""
    comment: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    glyph: Literal["", "!", "?", "!!", "??", "!?", "?!"] = ""
    marks: tuple[MarkPart, ...] = ()


class StudyPart(Part, frozen=True, kw_only=True):
    """A tree of variations from a position."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    start: PositionPart
    nodes: Annotated[tuple[NodePart, ...], msgspec.Meta(min_length=1, max_length=5000)]
    game: str | None = None
    """The game it is about."""
    shared: bool = False
    """Whether anyone with the link may read it."""


class KeptStudy(Part, frozen=True, kw_only=True):
    """A study as it is kept."""

    slug: str
    version: int
    """Goes up with each change; a change to an older version is refused."""
    is_mine: bool
    study: StudyPart


# --- The explorer --------------------------------------------------------------------------------


class Tally(Part, frozen=True, kw_only=True):
    """How games went on, seen from the side to move."""

    games: int
    wins: int
    losses: int
    draws: int


class ExploredMove(Tally, frozen=True, kw_only=True):
    square: int


class ExploredGame(Part, frozen=True, kw_only=True):
    game: str
    ply: int
    """At which ply it reached this position."""
    black: str
    white: str
    result: Literal["black", "white", "draw"]
    ended: int
    """In milliseconds since 1970 UTC."""


class Explored(Part, frozen=True, kw_only=True):
    """What was played in a position, however it was turned."""

    all: Tally
    moves: tuple[ExploredMove, ...] = ()
    """The most played first."""
    games: tuple[ExploredGame, ...] = ()
    """Some of them, the latest first."""


# --- Proofs --------------------------------------------------------------------------------------


class ProofNode(Part, frozen=True, kw_only=True):
    """A step of a proof: the attacker's move, or all defences that are answered alike."""

    parent: int
    """By index; less than its own. -1 for the first, which has no moves."""
    moves: tuple[int, ...]
    """One move of the attacker's; or the defences, each followed by the same children. If
    empty, all defences that no node beside it names."""
    by: SideWord
    plies: int | None = None
    """To the end of the game, at most."""


class Proof(Part, frozen=True, kw_only=True):
    """Why a position is won."""

    start: PositionPart
    winner: SideWord
    nodes: tuple[ProofNode, ...]
    is_cut: bool = False
    """Whether the tree was too large to be sent whole: it goes on below each of the winner's moves
    that leaves plies and has no children."""


class Proving(Part, frozen=True, kw_only=True):
    """What came of looking for a proof of a position."""

    verdict: Verdict | None = None
    """For the side to move; None if nothing was proved."""
    plies: int | None = None
    """To the end of the game, at most; for a win or a loss."""
    moves: int = 0
    """How many the certificate holds."""
    proof: Proof | None = None
    """For a win or a loss."""
    certificate: str | None = None
    """Its file; None also if it is too large to be sent."""


# --- A new game ----------------------------------------------------------------------------------


class SizePart(Part, frozen=True, kw_only=True):
    """The edges of a board."""

    width: int
    height: int


class Wrong(Part, frozen=True, kw_only=True):
    """Why a field is refused."""

    field: str
    sentence: str


class KnownPart(Part, frozen=True, kw_only=True):
    """How games on a board end if nobody makes a mistake."""

    source: Literal["proved", "published", "unsolved"]
    short: str
    """In words: `First player wins (proved)`."""


class Checked(Part, frozen=True, kw_only=True):
    """What the words of a new game's form mean; what was not asked about is null or empty."""

    board: SizePart | None = None
    """Enough to draw it, if at least its edges are right."""
    variant: VariantPart | None = None
    title: str = ""
    """What people call the variant: `15×15, five in a row`."""
    known: KnownPart | None = None
    """How games of the variant end with best play; null where nobody has told us."""
    clock: str = ""
    """What people call the clock: `5 min + 3 s`."""
    delay: DelayPart | None = None
    """How late spectators see the game; null if they see it as it is played."""
    wrong: tuple[Wrong, ...] = ()
    """The fields that are refused."""


ROOTS = (
    PositionPart,
    Setup,
    Assessment,
    Benefits,
    Forbidden,
    GameReview,
    GameAccuracy,
    StudyPart,
    KeptStudy,
    Explored,
    Proof,
    Checked,
)
"""What is sent by itself; everything else is part of these."""
