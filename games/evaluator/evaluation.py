"""An evaluation: what each empty square is worth to the side to move, and how sure that is.

A value is `Proved`, `Estimated` or `Unknown`; they are different types. A `Proved` value is made
from a completed search only (games.evaluator.proof), so a search that was cut cannot end in one:

>>> Proved(Finding(Verdict.WIN, 3))
Traceback (most recent call last):
...
TypeError: a proof is made from a completed search, not from Finding
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, TypeAlias, final

from games import mnk
from games.evaluator.proof import Completed


class Verdict(StrEnum):
    """How a game ends with best play by both, seen from the side to move."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"

    @property
    def other(self) -> "Verdict":
        """The same end, seen from the other side."""
        match self:
            case Verdict.WIN:
                return Verdict.LOSS
            case Verdict.LOSS:
                return Verdict.WIN
            case Verdict.DRAW:
                return Verdict.DRAW


class Status(StrEnum):
    """How sure a value is."""

    PROVED = "proved"
    ESTIMATED = "estimated"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """What an exact search says: how it ends, and in how many plies."""

    verdict: Verdict
    plies: int | None
    """Plies to the end: the winner is as quick, the loser as slow as possible; a draw fills the
    board. None when the verdict is certain and its distance was not settled."""

    def a_ply_before(self, *, same_side: bool = False) -> "Finding":
        """What it means for the side that made the move before it, from before that move.

        `same_side` says that this side is to move again: its turn has another stone.

        >>> Finding(Verdict.LOSS, 2).a_ply_before()
        Finding(verdict=<Verdict.WIN: 'win'>, plies=3)
        """
        verdict = self.verdict if same_side else self.verdict.other
        return Finding(verdict, None if self.plies is None else self.plies + 1)


@final
@dataclass(frozen=True, slots=True, init=False)
class Proved:
    """Certain. The plies count from the evaluated position, this move included."""

    verdict: Verdict
    plies: int | None
    status: ClassVar[Status] = Status.PROVED

    def __init__(self, search: Completed[Finding]) -> None:
        if not isinstance(search, Completed):
            raise TypeError(
                f"a proof is made from a completed search, not from {type(search).__name__}"
            )
        object.__setattr__(self, "verdict", search.answer.verdict)
        object.__setattr__(self, "plies", search.answer.plies)

    def score(self, empty: int) -> int | None:
        """The origins' score: empty squares left at the end + 1, negative for a loss, 0 for a draw.

        `empty` is how many squares are empty in the evaluated position. None without a distance.
        """
        if self.verdict is Verdict.DRAW:
            return 0
        if self.plies is None:
            return None
        left = empty - self.plies + 1
        return left if self.verdict is Verdict.WIN else -left


@final
@dataclass(frozen=True, slots=True)
class Estimated:
    """A guess, larger being better for the side to move. It has no verdict."""

    score: float
    """A chance goes from -1 (lost) through 0 (even) to 1 (won). Otherwise it only compares squares
    of the same evaluation: from 0 to 1, the best square's."""
    is_chance: bool = False
    """Whether the strong engine guessed it; otherwise the heuristic did, from the lines alone."""
    status: ClassVar[Status] = Status.ESTIMATED
    verdict: ClassVar[None] = None
    plies: ClassVar[None] = None


@final
@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing is known."""

    status: ClassVar[Status] = Status.UNKNOWN
    verdict: ClassVar[None] = None
    plies: ClassVar[None] = None


Value: TypeAlias = Proved | Estimated | Unknown


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The evaluator's answer for one position."""

    position: mnk.Position
    squares: Mapping[mnk.Move, Value]
    """The value of each square that can be played, or of each move where a square may get stones of
    either kind; empty once the game is over."""
    best: tuple[mnk.Move, ...]
    """The squares that are equally best, in order. The centre is not among them if another is."""
    nodes: int = 0
    """How many positions were looked at for it."""
    itself: Proved | None = None
    """What the position is worth, if that was proved without proving all of its squares."""

    @property
    def value(self) -> Value:
        """The value of the position for the side to move: proved only if that follows.

        A proved win follows from one proved square; a draw or a loss only from all of them, or from
        a proof of the position `itself`. With one proved draw it is guessed to be at least even.
        """
        values = list(self.squares.values())
        proofs = [value for value in values if isinstance(value, Proved)]
        wins = [proof for proof in proofs if proof.verdict is Verdict.WIN]
        if wins or (proofs and len(proofs) == len(values)):
            return max(wins or proofs, key=rank)
        if self.itself is not None:
            return self.itself
        guesses = [value for value in values if isinstance(value, Estimated)]
        if not guesses:
            return Unknown()
        if any(proof.verdict is Verdict.DRAW for proof in proofs):
            guesses.append(Estimated(0.0, is_chance=True))
        return max(guesses, key=rank)

    @property
    def is_best_proved(self) -> bool:
        """Whether the value is proved, and also that the best squares reach it."""
        value = self.value
        reached = [self.squares[square] for square in self.best]
        return isinstance(value, Proved) and all(
            isinstance(each, Proved) and each.verdict is value.verdict for each in reached
        )

    @property
    def is_proved(self) -> bool:
        """Whether every square is proved, distances included."""
        return all(
            isinstance(value, Proved) and value.plies is not None for value in self.squares.values()
        )


@dataclass(slots=True)
class Opinion:
    """What a search says of squares, for the side to move. Of one in neither it says nothing."""

    proofs: dict[mnk.Square, Completed[Finding]] = field(default_factory=dict)
    chances: dict[mnk.Square, float] = field(default_factory=dict)
    """From -1 (lost) through 0 (even) to 1 (won)."""


def rank(value: Value) -> tuple[int, float]:
    """Orders values for the side to move: quick win, slow win, guess, draw, slow loss, quick loss.

    A guess without any promise (0 or less) comes after a certain draw. A distance that was not
    settled counts as a long one: short ones are settled first.

    >>> rank(Estimated(0.0)) < (2, 0) < rank(Estimated(0.1))  # between them is a certain draw
    True
    """
    match value:
        case Proved(verdict=Verdict.WIN, plies=plies):
            return (4, -plies if plies is not None else -10_000)
        case Proved(verdict=Verdict.DRAW):
            return (2, 0)
        case Proved(plies=plies):
            return (-1, plies if plies is not None else 10_000)
        case Estimated(score=score):
            return (3, score) if score > 0 else (1, score)
        case Unknown():
            return (0, 0)


def best_squares(
    squares: Mapping[mnk.Square, Value], variant: mnk.Variant
) -> tuple[mnk.Square, ...]:
    """The squares of the highest rank, without the centre if there are others."""
    if not squares:
        return ()
    ranks = {square: rank(value) for square, value in squares.items()}
    highest = max(ranks.values())
    best = [move for move in sorted(squares) if ranks[move] == highest]
    centre = centre_squares(variant)
    apart = tuple(move for move in best if mnk.square_of(move, variant) not in centre)
    return apart or tuple(best)


def centre_squares(variant: mnk.Variant) -> frozenset[mnk.Square]:
    """The squares in the middle: 1, 2 or 4, depending on whether width and height are odd or even.

    >>> sorted(centre_squares(mnk.Variant(3, 3, 3))), sorted(centre_squares(mnk.Variant(4, 3, 3)))
    ([4], [5, 6])
    """
    columns = {(variant.width - 1) // 2, variant.width // 2}
    rows = {(variant.height - 1) // 2, variant.height // 2}
    return frozenset(row * variant.width + column for row in rows for column in columns)
