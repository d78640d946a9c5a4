"""Numbers as a page's readers write them."""

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
