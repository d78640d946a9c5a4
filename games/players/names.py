"""What people may call themselves."""

import unicodedata

from games.players.models import MAX_NAME


class BadName(ValueError):
    """A name that cannot be shown."""


def clean_name(text: str) -> str:
    """A name as it is kept: one line, single spaces, nothing invisible.

    Raises `BadName` with a sentence when nothing is left or it is too long. Markup is left alone:
    it is text, and no page ever interprets it.

    >>> clean_name("  Ada \\u202e  Lovelace ")
    'Ada Lovelace'
    """
    # NFC keeps people's letters; categories C* are controls, direction overrides, unassigned.
    text = unicodedata.normalize("NFC", text)
    text = "".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in text)
    name = " ".join(text.split())
    if not name:
        raise BadName("Write a name with at least one letter.")
    if len(name) > MAX_NAME:
        raise BadName(f"A name has at most {MAX_NAME} characters; this one has {len(name)}.")
    return name
