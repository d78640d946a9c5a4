"""Every sentence a person reads comes through here: written in English, said in their language.

A sentence is written once, where it is used, with named places for what it is about:

>>> say("It is {side}’s turn.", side="Black")
'It is Black’s turn.'
>>> count("{count} move was taken back.", "{count} moves were taken back.", 2)
'2 moves were taken back.'

The English sentence is its own name in the catalogue (docs/translating.md). `speak` is told at the
start how to look it up; until then everything is said in English, so the rules and the programs
without a server need nothing more. What is given for a place is put in as it is: a word of our own
that goes into a sentence is said first, or better, the whole sentence is written out.
"""

from collections.abc import Callable
from typing import TypeAlias

Look: TypeAlias = Callable[[str], str]
LookByNumber: TypeAlias = Callable[[str, str, int], str]


def _english(sentence: str) -> str:
    return sentence


def _english_by_number(one: str, many: str, number: int) -> str:
    return one if number == 1 else many


class _Voice:
    """How sentences are looked up: in English, until `speak` says otherwise."""

    look: Look = staticmethod(_english)
    look_by_number: LookByNumber = staticmethod(_english_by_number)


def speak(look: Look, look_by_number: LookByNumber) -> None:
    """From now on look sentences up this way, each for whoever is spoken to at that moment."""
    _Voice.look = staticmethod(look)
    _Voice.look_by_number = staticmethod(look_by_number)


def later(sentence: str) -> str:
    """The sentence as it is, for a table: it is in the catalogue, and given to `say` when read."""
    return sentence


def say(sentence: str, /, **values: object) -> str:
    """The sentence in the language of whoever is spoken to, with these values in its places."""
    return _Voice.look(sentence).format(**values)


def count(one: str, many: str, number: int, /, **values: object) -> str:
    """The form of a sentence that goes with a number, which fills the place `{count}`."""
    return _Voice.look_by_number(one, many, number).format(count=number, **values)
