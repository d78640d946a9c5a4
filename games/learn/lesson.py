"""What a lesson is: positions, what is asked in each, and what comes of every square.

A lesson is data, and no page or browser works anything out: which squares are right, how the
opponent answers and why the other squares are wrong is written beside the position. The tests prove
all of it, with the exact solver.

Sentences are in English here; `say` puts them into the reader's language and fills their places:
`{you}` and `{opponent}`, as the board calls the sides, and `{answer}`, the opponent's answer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from games import mnk


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What a right move does, and every other move fails to do. Each side's own moves count."""

    wins_in: int | None = None
    """The learner wins within this many moves, this one included, whatever the opponent does."""
    holds: int | None = None
    """The opponent cannot win within this many moves."""
    threatens: int | None = None
    """If the opponent did nothing, the learner would win within this many further moves."""


@dataclass(frozen=True, slots=True)
class Right:
    """Squares that are right, and how the step goes on from there."""

    squares: str
    """One, or several where the step ends with them."""
    says: str
    reply: str = ""
    """Where the opponent answers, if that is shown."""
    then: "Turn | None" = None
    """What is asked after the reply; None where the step ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """Squares that are wrong, and what shows it."""

    says: str
    squares: str = ""
    """Those it is about; empty for all the others."""
    answers: str = ""
    """The opponent answers on the first of these that is free."""
    line: str = ""
    """In place of `answers`: the opponent's answer, and both sides' moves from there on."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What the learner is asked in one position."""

    asks: str
    goal: Goal
    right: tuple[Right, ...]
    wrong: tuple[Wrong, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to learn: a position, and a turn or several."""

    title: str
    says: str
    board: str
    """As `mnk.position_drawn` reads it."""
    turn: Turn
    k: int = 5
    line_rule: mnk.LineRule = mnk.LineRule.FREESTYLE
    side: mnk.Side = mnk.Side.BLACK
    """Whom the learner plays."""

    @property
    def position(self) -> mnk.Position:
        """Where it begins, with the learner to move."""
        return mnk.position_drawn(self.board, self.k, self.line_rule, self.side)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few minutes about one thing."""

    key: str
    """Names the lesson in links and in what browsers keep; it never changes once released."""
    title: str
    about: str
    """What a learner can do afterwards, for lists."""
    steps: tuple[Step, ...]
    preset: str
    """The board to try it on."""
    bot: str
    """Whom to try it against."""


MINUTES: Final = 3
"""How long a lesson takes."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of some squares, all alike."""

    squares: tuple[mnk.Square, ...]
    is_right: bool
    says: str
    line: tuple[mnk.Square, ...]
    """What is played after it: the opponent's answer first."""
    then: Turn | None = None
    """What is asked next, after the line; None where the step ends, or the square was wrong."""


@cache
def outcomes(position: mnk.Position, turn: Turn) -> tuple[Outcome, ...]:
    """What comes of every square that can be played, the right ones first."""
    variant = position.variant
    found = [
        Outcome(
            mnk.moves_from_text(right.squares, variant),
            True,
            right.says,
            mnk.moves_from_text(right.reply, variant),
            right.then,
        )
        for right in turn.right
    ]
    left = set(position.empty_squares()).difference(*(each.squares for each in found))
    for wrong in sorted(turn.wrong, key=lambda wrong: not wrong.squares):
        named = mnk.moves_from_text(wrong.squares, variant) or tuple(sorted(left))
        alike: dict[tuple[mnk.Square, ...], list[mnk.Square]] = {}
        for square in named:
            line = tuple(_refutation(position.play(square), turn.goal, wrong))
            alike.setdefault(line, []).append(square)
        found += [Outcome(tuple(each), False, wrong.says, line) for line, each in alike.items()]
        left.difference_update(named)
    return tuple(found)


def _refutation(after: mnk.Position, goal: Goal, wrong: Wrong) -> Iterator[mnk.Square]:
    """What is played after a wrong move; if the learner had to hold, until the game is lost."""
    if wrong.line:
        yield from mnk.moves_from_text(wrong.line, after.variant)
        return
    opponent = after.side_to_move
    answers = mnk.moves_from_text(wrong.answers, after.variant)
    free = [square for square in answers if after.stone(square) is None]
    if not free:
        raise ValueError(f"no answer of {wrong.answers!r} is free on\n{mnk.board_text(after)}")
    yield free[0]
    here = after.play(free[0])
    while goal.holds is not None and not here.has_line(opponent):
        threatened = _completing(here, opponent)
        if not threatened:
            return
        here = here.play(threatened[0])
        yield threatened[0]


def _completing(position: mnk.Position, side: mnk.Side) -> tuple[mnk.Square, ...]:
    """Where a side completes a line, in order."""
    own, other = (
        sum(1 << square for square in position.stones(each)) for each in (side, side.other)
    )
    lacking = {mask & ~own for mask in mnk.open_masks(mnk.lines(position.variant), own, other)}
    return tuple(square for square in position.empty_squares() if 1 << square in lacking)
