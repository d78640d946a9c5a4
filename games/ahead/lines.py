"""Lines of conditional moves: what is left of one, and how two fit together. Pure."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from games import mnk

Line: TypeAlias = tuple[mnk.Square, ...]
"""The opponent's move, the answer, their next move, the next answer …"""


def left_of(line: Line, played: Sequence[mnk.Square]) -> Line:
    """What is left of a line after these moves; nothing if others were played.

    An odd number of moves is left when the answer is due.

    >>> left_of((1, 2, 3, 4), [1]), left_of((1, 2, 3, 4), [1, 2]), left_of((1, 2), [9])
    ((2, 3, 4), (3, 4), ())
    """
    return line[len(played) :] if line[: len(played)] == tuple(played) else ()


def other_answer(line: Line, others: Iterable[Line]) -> tuple[Line, mnk.Square] | None:
    """Where another line answers the same moves otherwise: those moves, and that answer.

    >>> other_answer((1, 2, 3, 4), [(1, 2, 3, 5)])
    ((1, 2, 3), 5)
    >>> other_answer((1, 2, 3, 4), [(1, 2, 5, 4), (3, 9)]) is None
    True
    """
    for other in others:
        for at, (mine, theirs) in enumerate(zip(line, other, strict=False)):
            if mine != theirs:
                if at % 2:
                    return line[:at], theirs
                break
    return None


def is_part(line: Line, of: Line) -> bool:
    """Whether a line is another's beginning, or all of it."""
    return of[: len(line)] == line
