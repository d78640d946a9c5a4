"""Moves that saved a side somewhere: elsewhere they are tried before others."""

from collections.abc import Collection
from typing import Final

from games import mnk

_KEPT: Final = 12


class SavingMoves:
    """The moves after which a side was not lost, the latest first."""

    def __init__(self) -> None:
        self._squares: list[mnk.Square] = []

    def note(self, square: mnk.Square) -> None:
        """This one has just saved a side."""
        self._squares = [square, *(each for each in self._squares if each != square)][:_KEPT]

    def first_in(self, squares: Collection[mnk.Square]) -> list[mnk.Square]:
        """These squares, those that saved a side before the others."""
        first = [square for square in self._squares if square in squares]
        return first + [square for square in squares if square not in first]
