"""Where the heat map, G = M + A·N of every square, says something.

Where lines win and are a side's own, and none is too long.
"""

from typing import Final

from games import mnk

LONGEST_LINE: Final = 6
"""The longest line that G weighs correctly.

n stones in a window count 3^n, a line of the opponent's 1,000. A row that is one stone short of k
and open at both ends lies in two windows of each n and so counts up to 3^k - 9: from k = 7 on more
than the line that must be stopped.
"""


def is_weighed(variant: mnk.Variant) -> bool:
    """Whether a variant has a heat map.

    >>> is_weighed(mnk.Variant(10, 10, 5)), is_weighed(mnk.Variant(10, 10, 7))
    (True, False)
    >>> is_weighed(mnk.Variant.full_lines(6, 3)), is_weighed(mnk.Variant.full_lines(7, 3))
    (True, False)
    """
    return variant.line_rule.says.has_benefits and max(variant.lengths) <= LONGEST_LINE
