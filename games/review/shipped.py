"""The certificates that come with the server: how games on small boards end with best play.

They lie in one archive, a file for each board, named as the board is written. `manage.py
verify_certificate --shipped` checks them; `python -m bench.certificates` makes them anew.
"""

from pathlib import Path
from typing import Final
from zipfile import ZipFile

from games import mnk

ARCHIVE: Final = Path(__file__).with_name("certificates.zip")


def names() -> tuple[str, ...]:
    """The files, by name."""
    with ZipFile(ARCHIVE) as archive:
        return tuple(archive.namelist())


def read(name: str) -> bytes:
    """One of them; raises `KeyError` if there is none of the name."""
    with ZipFile(ARCHIVE) as archive:
        return archive.read(name)


def name_of(variant: mnk.Variant) -> str:
    """What the file of a board is called, whether or not there is one.

    >>> name_of(mnk.Variant(3, 3, 3)) in names()
    True
    """
    return f"{mnk.variant_text(variant)}.json"


def of_start(position: mnk.Position) -> str | None:
    """The certificate of an empty board on which black is to move, if it comes with the server."""
    if position != mnk.Position.start(position.variant):
        return None
    try:
        return read(name_of(position.variant)).decode()
    except KeyError:
        return None
