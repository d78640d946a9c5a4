"""What a line of chat may be: text in one line, without tricks that reach beyond it."""

import unicodedata

from games.play import errors

MAX_TEXT = 200
"""Characters a line may have."""
MAX_MARKS = 2
"""Combining marks in a row: more would climb over the lines above."""

_ZWJ = "\u200d"
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that count as letters or symbols but cannot be seen."""


def clean_text(text: str) -> str:
    """A line as it is kept: one line, single spaces, nothing invisible, no direction overrides.

    Raises `errors.EmptyLine` or `errors.LineTooLong`. Markup and links are left alone: they are
    text, and no page ever interprets them.

    >>> clean_text("  well\\u202e \\n played\\u200b! ")
    'well played!'
    """
    signs = [sign for sign in map(_seen, text) if sign]
    signs = [sign for at, sign in enumerate(signs) if sign != _ZWJ or _joins_emoji(signs, at)]
    line = " ".join(_with_few_marks(unicodedata.normalize("NFC", "".join(signs))).split())
    if not any(unicodedata.category(sign)[0] not in "MZ" for sign in line):
        raise errors.EmptyLine
    if len(line) > MAX_TEXT:
        raise errors.LineTooLong(len(line), MAX_TEXT)
    return line


def _seen(sign: str) -> str:
    """The character as it may be shown: a space for blanks and breaks, nothing for what hides."""
    if sign == _ZWJ:
        return sign
    if sign in _BLANKS or sign.isspace():
        return " "
    category = unicodedata.category(sign)
    # Emoji newer than Python's tables count as unassigned.
    is_new_emoji = category == "Cn" and 0x1F000 <= ord(sign) <= 0x1FAFF
    return "" if category[0] == "C" and not is_new_emoji else sign


def _joins_emoji(signs: list[str], at: int) -> bool:
    """Whether the joiner at this place stands between two emoji, as in the family emoji."""
    before = signs[at - 1] if at > 0 else ""
    after = signs[at + 1] if at + 1 < len(signs) else ""
    return _is_emoji(before, "\ufe0f") and _is_emoji(after)


def _is_emoji(sign: str, besides: str = "") -> bool:
    if not sign or sign == _ZWJ:
        return False
    is_skin_tone = 0x1F3FB <= ord(sign) <= 0x1F3FF
    return is_skin_tone or sign in besides or unicodedata.category(sign) in ("So", "Cn")


def _with_few_marks(text: str) -> str:
    kept, marks = [], 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks <= MAX_MARKS:
            kept.append(sign)
    return "".join(kept)
