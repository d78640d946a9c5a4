"""Records as files: SGF, Piskvork's .psq, plain moves, our own JSON, and RenLib's .lib.

>>> from games.mnk import formats
>>> record = formats.read(b"h8i9g8", formats.Format.PLAIN)
>>> print(formats.write(record, formats.Format.SGF).decode())
(;FF[4]GM[4]CA[UTF-8]AP[Inarow]SZ[15]RU[k=5 freestyle]
;B[hh]
;W[ig]
;B[gh])
<BLANKLINE>
>>> formats.detect(b"(;GM[4];B[hh])", "game.txt")
<Format.SGF: 'sgf'>

The head of its module says what a format keeps. Reading raises `UnreadableFile` with the place, and
nothing else; writing raises `CannotHold` where a format has no room for a record.
"""

import re
from collections.abc import Iterator
from enum import StrEnum

from games.mnk.formats import jsonfile, plain, psq, renlib, sgf
from games.mnk.formats.errors import CannotHold, IllegalTree, UnreadableFile
from games.mnk.formats.record import (
    GLYPHS,
    MAX_COMMENT,
    MAX_LABEL,
    MAX_MARKS,
    MAX_NAME,
    MAX_NODES,
    Glyph,
    Mark,
    MarkKind,
    Node,
    Record,
    check_tree,
    children,
    is_usual,
    line_of,
    skipped,
    tidy_line,
)
from games.mnk.formats.sgf import MAX_GAMES
from games.mnk.variant import Variant
from games.say import later, say

__all__ = [
    "GLYPHS",
    "MAX_BYTES",
    "MAX_COMMENT",
    "MAX_GAMES",
    "MAX_LABEL",
    "MAX_MARKS",
    "MAX_NAME",
    "MAX_NODES",
    "CannotHold",
    "Format",
    "Glyph",
    "IllegalTree",
    "Mark",
    "MarkKind",
    "Node",
    "Record",
    "UnreadableFile",
    "check_tree",
    "children",
    "detect",
    "line_of",
    "read",
    "read_each",
    "skipped",
    "suits",
    "tidy_line",
    "write",
]

MAX_BYTES = 1 << 20
"""The most bytes a file to be read may have."""


class Format(StrEnum):
    """A format, by the ending of its file names."""

    SGF = "sgf"
    PSQ = "psq"
    PLAIN = "txt"
    JSON = "json"
    LIB = "lib"

    @property
    def label(self) -> str:
        """What people call it."""
        return say(_TITLES[self])

    @property
    def media_type(self) -> str:
        """What a browser is told it is."""
        return _MEDIA_TYPES[self]


_TITLES = {
    Format.SGF: "SGF",
    Format.PSQ: "Piskvork",
    Format.PLAIN: later("plain moves"),
    Format.JSON: "JSON",
    Format.LIB: "RenLib",
}
_MEDIA_TYPES = {
    Format.SGF: "application/x-go-sgf; charset=utf-8",
    Format.PSQ: "text/plain; charset=utf-8",
    Format.PLAIN: "text/plain; charset=utf-8",
    Format.JSON: "application/json",
    Format.LIB: "application/octet-stream",
}


def detect(data: bytes, name: str = "") -> Format:
    """What a file most likely is: by how it begins, then by its name, else plain moves."""
    beginning = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if data.startswith(renlib.SIGNATURE):
        return Format.LIB
    if beginning[:9].lower() == b"piskvorky":
        return Format.PSQ
    if beginning.startswith(b"{"):
        return Format.JSON
    if re.search(rb"\(\s*;", beginning):
        return Format.SGF
    ending = name.rpartition(".")[2].lower()
    return Format(ending) if ending in list(Format) else Format.PLAIN


def suits(variant: Variant, format: Format) -> bool:
    """Whether a format has room for games of a variant from the beginning."""
    if format is Format.LIB:
        return renlib.is_fit(variant)
    return format is not Format.PSQ or is_usual(variant)


def read(data: bytes, format: Format) -> Record:
    """The record in a file. Raises `UnreadableFile`."""
    _refuse_too_large(data)
    return _READERS[format](data)


def read_each(data: bytes, format: Format) -> Iterator[Record]:
    """The records in a file, one or (SGF) several, each read when it is asked for.

    Raises `UnreadableFile`, some of it only when a later record is asked for.
    """
    _refuse_too_large(data)
    return sgf.read_each(data) if format is Format.SGF else iter([_READERS[format](data)])


def _refuse_too_large(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise UnreadableFile(
            say(
                "The file has {bytes} bytes. We can read at most {most}.",
                bytes=f"{len(data):,}",
                most=f"{MAX_BYTES:,}",
            ),
            offset=MAX_BYTES,
        )


def write(record: Record, format: Format) -> bytes:
    """The record as a file. Raises `CannotHold`."""
    return _WRITERS[format](record)


_READERS = {
    Format.SGF: sgf.read,
    Format.PSQ: psq.read,
    Format.PLAIN: plain.read,
    Format.JSON: jsonfile.read,
    Format.LIB: renlib.read,
}
_WRITERS = {
    Format.SGF: sgf.write,
    Format.PSQ: psq.write,
    Format.PLAIN: plain.write,
    Format.JSON: jsonfile.write,
    Format.LIB: renlib.write,
}
