"""Words that are kept, each with what it says: the base of the rules that people choose from."""

from enum import StrEnum
from typing import Any, Self


class Saying(StrEnum):
    """A member is written as its word and what it says; looked up by its word alone.

    >>> class Fruit(Saying):
    ...     APPLE = ("apple", "red")
    >>> Fruit("apple").says
    'red'
    """

    says: Any

    def __new__(cls, word: str, *says: Any) -> Self:
        member = str.__new__(cls, word)
        member._value_ = word
        (member.says,) = says
        return member
