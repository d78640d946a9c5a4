"""The two sides, and values held once for each of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Side(IntEnum):
    """Black moves first; X is black on boards shown as X and O."""

    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> "Side":
        """
        >>> Side.BLACK.other
        <Side.WHITE: 1>
        """
        return Side.WHITE if self is Side.BLACK else Side.BLACK

    @property
    def word(self) -> str:
        """`black` or `white`: the side's word on the wire and in the interface."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One value for each side.

    >>> names = BySide("Alice", "Bob")
    >>> names[Side.WHITE]
    'Bob'
    """

    black: T
    white: T

    def __getitem__(self, side: Side) -> T:
        return self.white if side else self.black

    def __iter__(self) -> Iterator[T]:
        yield self.black
        yield self.white

    def having(self, side: Side, value: T) -> "BySide[T]":
        """The same pair with another value for one side."""
        return replace(self, white=value) if side else replace(self, black=value)

    def swapped(self) -> "BySide[T]":
        """The same two values, each on the other side."""
        return BySide(self.white, self.black)

    def map(self, function: "Callable[[T], U]") -> "BySide[U]":
        """The pair of what `function` makes of each value."""
        return BySide(function(self.black), function(self.white))
