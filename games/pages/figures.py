"""Numbers as a page's readers write them, and read what they wrote."""

from django.utils.formats import number_format


def grouped(number: int) -> str:
    """A large number, its digits in groups.

    >>> grouped(1234567)
    '1,234,567'
    """
    return number_format(number, force_grouping=True)


def signed(number: int) -> str:
    """By how much something changed, as the browser writes it, too (ratingwords.ts).

    >>> signed(9), signed(-17), signed(0)
    ('+9', '−17', '±0')
    """
    return f"+{number}" if number > 0 else f"−{-number}" if number else "±0"


def whole(text: str) -> int | None:
    """A whole number that somebody wrote into a form or an address; None if it is none.

    It has at most 18 digits, as the id of a row has.

    >>> whole("12"), whole("007"), whole("9" * 18)
    (12, 7, 999999999999999999)
    >>> whole(""), whole("-1"), whole("1.5"), whole("٣"), whole("²"), whole("9" * 19)
    (None, None, None, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
