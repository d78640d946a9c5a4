"""Numbers as a page's readers write them."""

from django.utils.formats import number_format


def grouped(number: int) -> str:
    """A large number, its digits in groups.

    >>> grouped(1234567)
    '1,234,567'
    """
    return number_format(number, force_grouping=True)
