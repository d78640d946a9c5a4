"""What the text formats have in common: their bytes, and their lines."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a text, without its line end or the space around it."""

    text: str
    at: int
    """Where it begins, in characters of the whole text."""


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, or else what older programs write, Windows-1252 (Latin-1).

    >>> decoded("né".encode()) == decoded("né".encode("latin-1"))
    True
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def lines(text: str) -> Iterator[TextLine]:
    r"""The lines that are not empty.

    >>> [line.text for line in lines("one\r\n\n two")]
    ['one', 'two']
    """
    at = 0
    for line in text.split("\n"):
        inner = line.strip()
        if inner:
            yield TextLine(inner, at + line.index(inner))
        at += len(line) + 1
