"""What a puzzle is about: facts of the line that solves it, read off the board without a search."""

from collections.abc import Iterator
from enum import StrEnum
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
}


def theme_of(position: mnk.Position, solving: Solving) -> Theme:
    """The theme of a puzzle; the same turned, mirrored, or with the sides swapped."""
    variant, line = position.variant, solving.line
    own, other = (
        _bits(position.stones(side))
        for side in (position.side_to_move, position.side_to_move.other)
    )
    first = 1 << line[0]
    if not _ends(own | first, other, variant):
        return Theme.QUIET
    is_block = len(_ends(other | first, own, variant)) > 1
    # The move that decides is the solver's last but one.
    for square, reply in zip(line[:-3:2], line[1:-3:2], strict=True):
        own, other = own | 1 << square, other | 1 << reply
    threats = list(_threats(own | 1 << line[-3], other, variant))
    is_open = variant.has_fours and len({_step(mask) for mask, _ in threats}) == 1
    if len(line) == 5 and is_open and all(mask & first for mask, _ in threats):
        return Theme.FOUR_THREE
    if is_block:
        return Theme.COUNTER
    if len(line) > 3:
        return Theme.CHAIN
    return Theme.OPEN_FOUR if is_open else Theme.FORK


def _ends(own: int, other: int, variant: mnk.Variant) -> set[mnk.Square]:
    """The squares where a side completes a line."""
    return {end for _, end in _threats(own, other, variant)}


def _threats(own: int, other: int, variant: mnk.Variant) -> Iterator[tuple[int, mnk.Square]]:
    """The lines that lack one stone, each with the square it lacks."""
    for mask in mnk.open_masks(mnk.lines(variant), own, other):
        missing = mask & ~own
        if missing.bit_count() == 1:
            yield mask, missing.bit_length() - 1


def _step(mask: int) -> int:
    """From one square of a line to the next: which way it runs."""
    lowest = mask & -mask
    rest = mask ^ lowest
    return (rest & -rest).bit_length() - lowest.bit_length()


def _bits(squares: tuple[mnk.Square, ...]) -> int:
    return sum(1 << square for square in squares)
