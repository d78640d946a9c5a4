"""What a puzzle is about: facts of the line that solves it, read off the board without a search."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from functools import reduce
from operator import and_
from typing import Final

from games import mnk
from games.review.solving import Solving
from games.say import later, say


class Theme(StrEnum):
    """How a puzzle is won. The words are kept in the database: they never change once released."""

    FORK = "fork"
    """The move that decides makes two threats, and one reply cannot stop both."""
    OPEN_FOUR = "openFour"
    """The same where both threats are in one row of five."""
    FOUR_THREE = "fourThree"
    """The first move makes a four, and an open four of it a move later."""
    CHAIN = "chain"
    """One threat after another, each of which must be answered."""
    QUIET = "quiet"
    """The first move threatens no line, and cannot be stopped all the same."""
    COUNTER = "counter"
    """The first move takes a square where the other side would have made two threats."""
    FORBIDDEN = "forbidden"
    """The other side may not play where it would have to stop the threat that decides."""
    STACKED = "stacked"
    """Stones fall, and above the square that stops the threat that decides is another."""
    ZUGZWANG = "zugzwang"
    """The move that decides threatens nothing, and every reply to it loses."""

    @property
    def label(self) -> str:
        """What it is called."""
        return say(_LABELS[self])

    @property
    def lesson(self) -> str:
        """What it teaches, for somebody who has just solved it."""
        return say(_LESSONS[self])


_LABELS: Final = {
    Theme.FORK: later("Fork"),
    Theme.OPEN_FOUR: later("Open four"),
    Theme.FOUR_THREE: later("Four and three"),
    Theme.CHAIN: later("Chain of threats"),
    Theme.QUIET: later("Quiet move"),
    Theme.COUNTER: later("Block and win"),
    Theme.FORBIDDEN: later("Forbidden point"),
    Theme.STACKED: later("One above the other"),
    Theme.ZUGZWANG: later("No safe move left"),
}
_LESSONS: Final = {
    Theme.FORK: later("A fork: two threats at once, and only one can be blocked."),
    Theme.OPEN_FOUR: later("An open four: one move can’t block both ends."),
    Theme.FOUR_THREE: later(
        "A four and an open three at once: after the block comes an open four."
    ),
    Theme.CHAIN: later("A chain of threats: each had to be answered, until one couldn’t be."),
    Theme.QUIET: later("A quiet move: no threat yet, and still nothing stops it."),
    Theme.COUNTER: later("Block and win: it stopped the other side and made a threat of its own."),
    Theme.FORBIDDEN: later("A forbidden point: the other side may not play where it had to block."),
    Theme.STACKED: later("One above the other: blocking the first threat opens the second."),
    Theme.ZUGZWANG: later("No safe move left: whatever the other side plays, it loses."),
}


def theme_of(position: mnk.Position, solving: Solving) -> Theme:
    """The theme of a puzzle; the same turned, mirrored, or with the sides swapped where they are
    alike."""
    variant, line, side = position.variant, solving.line, position.side_to_move
    if has_one_theme(variant):
        return Theme.ZUGZWANG
    says = variant.line_rule.says
    # The move that decides is the solver's last but one.
    decided = position.play_all(line[:-2])
    threats = list(_threats(decided, side))
    stops = _stops(decided, side)
    if says.falls and not threats:
        return Theme.ZUGZWANG
    if says.falls and stops:
        return Theme.STACKED
    if says.forbids and stops:
        return Theme.FORBIDDEN
    if not _has_threat(position.play(line[0]), side):
        return Theme.QUIET
    # Where one stone may stop two threats in a row, an open four is a fork like others.
    ways = {_step(mask) for mask, _ in threats}
    is_open = variant.has_fours and says.has_one_answer and len(ways) == 1
    first = 1 << line[0]
    if len(line) == 5 and is_open and all(mask & first for mask, _ in threats):
        return Theme.FOUR_THREE
    if _would_decide(position, side.other, line[0]):
        return Theme.COUNTER
    if len(line) > 3 and all(
        _has_threat(position.play_all(line[:played]), side) for played in range(3, len(line), 2)
    ):
        return Theme.CHAIN
    return Theme.OPEN_FOUR if is_open else Theme.FORK


def has_one_theme(variant: mnk.Variant) -> bool:
    """Whether every puzzle on a board is about running out of moves: where a line loses, and where
    it is completed by whoever comes to it, there are no threats."""
    says = variant.line_rule.says
    return says.completing_loses or says.either_kind


def _would_decide(position: mnk.Position, side: mnk.Side, square: mnk.Square) -> bool:
    """Whether a side, if it were to move, would make threats there that one stone cannot stop."""
    try:
        after = replace(position, side_to_move=side).play(square)
    except mnk.ForbiddenSquare:
        return False
    return _has_threat(after, side) and not _stops(after, side)


def _has_threat(position: mnk.Position, side: mnk.Side) -> bool:
    """Whether a side could complete a line now."""
    return any(True for _ in _threats(position, side))


def _threats(position: mnk.Position, side: mnk.Side) -> Iterator[tuple[int, mnk.Square]]:
    """The lines that a side could complete now, each with the square it lacks."""
    for mask, _, missing in _in_one(position, side):
        yield mask, missing


def _stops(position: mnk.Position, side: mnk.Side) -> int:
    """The squares where one stone stops all of them; whether it may be put there is another
    question."""
    ways = [ways for _, ways, _ in _in_one(position, side)]
    return reduce(and_, ways) if ways else 0


def _in_one(position: mnk.Position, side: mnk.Side) -> Iterator[tuple[int, int, mnk.Square]]:
    """The lines that a side could complete now, each with what stops it and the square it lacks."""
    own, other = (_bits(position.stones(each)) for each in (side, side.other))
    lines = mnk.lines(position.variant.of(side))
    for line in mnk.open_lines(lines, own, other):
        missing = line[0] & ~own
        square = missing.bit_length() - 1
        if missing.bit_count() == 1 and position.landing(square) == square:
            yield line[0], mnk.stops(line, own, other), square


def _step(mask: int) -> int:
    """From one square of a line to the next: which way it runs."""
    lowest = mask & -mask
    rest = mask ^ lowest
    return (rest & -rest).bit_length() - lowest.bit_length()


def _bits(squares: tuple[mnk.Square, ...]) -> int:
    return sum(1 << square for square in squares)
