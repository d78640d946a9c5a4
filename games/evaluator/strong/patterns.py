"""Patterns: what a stone on an empty square would make, read along one line.

A *shape* is what one line through an empty square becomes for the side that plays there. It
depends on the squares up to `reach` away on both sides, each empty, own or blocked (an opposing
stone or the edge): a code in base 3, looked up in one table per k and line rule. The *gain* of a
square is what its four lines make together. Evaluation, move order, forced replies and the search
for threats all read these two.

Shapes have the names they have in five in a row. With another k a "four" is a line that lacks one
stone, a "three" one that lacks two, and so on.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from games import mnk
from games.evaluator.errors import EvaluatorError
from games.evaluator.strong.kernel import Shapes, kernel
from games.evaluator.strong.record import REACH_LIMIT

DEAD: Final = 0
"""No line can come of it."""
ONE: Final = 1
OPEN_ONE: Final = 2
TWO: Final = 3
OPEN_TWO: Final = 4
THREE: Final = 5
"""One more stone makes a four."""
OPEN_THREE: Final = 6
"""One more stone makes an open four."""
FOUR: Final = 7
"""One square completes a line."""
OPEN_FOUR: Final = 8
"""Each of at least two squares completes a line: one answer does not stop both."""
LINE: Final = 9
"""The stone completes a line."""
BANNED: Final = 10
"""The stone makes an overline, or two fours in one line: forbidden, where that is, unless it
completes another line."""
SHAPES: Final = 11

QUIET: Final = 0
"""No threat."""
MAKES_THREE: Final = 1
MAKES_THREES: Final = 2
MAKES_FOUR: Final = 3
MAKES_FOUR_THREE: Final = 4
WINS_NEXT: Final = 5
"""An open four or two fours: a line follows, unless the other side completes one first."""
WINS: Final = 6
"""The stone completes a line."""
GAINS: Final = 7

BANS: Final = 4096
"""Where in `gain_table` the gains begin of a side that may not make everything."""


class NotSupported(EvaluatorError):
    """A variant this engine cannot play. Nothing is wrong with the variant."""

    code = "notSupported"


@dataclass(frozen=True, slots=True)
class Patterns:
    """The shapes of one k and line rule.

    >>> patterns = patterns_of(mnk.PRESETS["15x15"].variant)
    >>> patterns.reach
    4
    >>> patterns.shape(".OXX", "X...") == FOUR, patterns.shape(".XXX", "....") == OPEN_FOUR
    (True, True)
    """

    k: int
    reach: int
    """How many squares to each side a code reads."""
    table: Shapes
    """The shape of each code: int8, 3 ** (2 * reach)."""

    def shape(self, before: str, after: str) -> int:
        """The shape between two texts of `reach` signs: `X` own, `O` blocked, `.` empty."""
        digits = [".XO".index(sign) for sign in before + after]
        return int(self.table[sum(digit * 3**place for place, digit in enumerate(digits))])


_PLAYED: Final = (mnk.LineRule.FREESTYLE, mnk.LineRule.EXACT, mnk.LineRule.RENJU)
"""The rules whose lines these shapes read: k squares, longer runs or the edge beside them. Not
caro, where the edge and a stone beside a line differ, and a four is not stopped on one square."""


def is_supported(variant: mnk.Variant) -> bool:
    """Whether the engine plays a variant: no full lines, no caro, and k up to 7, or up to 6 where
    six would be too long.

    >>> is_supported(mnk.Variant(9, 9, 7)), is_supported(mnk.Variant.full_lines(3, 3))
    (True, False)
    """
    rule = variant.line_rule
    return rule in _PLAYED and _reach(variant.k, rule.of(mnk.Side.BLACK)) <= REACH_LIMIT


def patterns_of(variant: mnk.Variant, side: mnk.Side = mnk.Side.BLACK) -> Patterns:
    """The patterns of a side: another one's only where squares are forbidden to black.

    Both sides' codes read as far. `NotSupported` for what `is_supported` says no to.
    """
    rule = variant.line_rule
    if rule not in _PLAYED:
        raise NotSupported(f"This engine does not play {variant.title}.")
    reach = _reach(variant.k, rule.of(mnk.Side.BLACK))
    if reach > REACH_LIMIT:
        longest = variant.k - (reach - REACH_LIMIT)
        raise NotSupported(f"This engine plays lines of up to {longest} here, not {variant.k}.")
    overlines = rule.of(side).says.overlines
    return _patterns(variant.k, reach, overlines, rule.says.forbids and not overlines)


def refuse_forbidding(variant: mnk.Variant) -> None:
    """Raise `NotSupported` where squares are forbidden: for searches whose proof needs that who is
    forced to answer may do so."""
    if variant.line_rule.says.forbids:
        raise NotSupported(f"Not where squares are forbidden: {variant.title}.")


def _reach(k: int, rule: mnk.LineRule) -> int:
    # an exact line also depends on the squares next to it
    return k - 1 if rule.says.overlines else k


@lru_cache(maxsize=16)
def _patterns(k: int, reach: int, overlines: bool, bans: bool) -> Patterns:
    table = np.zeros(3 ** (2 * reach), np.int8)
    _fill(table, k, reach, overlines, bans)
    table.setflags(write=False)
    return Patterns(k, reach, table)


@kernel
def _fill(table: Shapes, k: int, reach: int, overlines: bool, bans: bool) -> None:
    """Fill in the shape of every code; `bans` if overlines and two fours at once are forbidden.

    One more own stone makes a larger code: from the largest down, what can follow is known.
    """
    span = 2 * reach
    digits = np.zeros(span + 1, np.int64)
    for code in range(3**span - 1, -1, -1):
        rest = code
        for place in range(span):
            digits[place] = rest % 3
            rest //= 3
        run = 1
        place = reach - 1
        while place >= 0 and digits[place] == 1:
            run += 1
            place -= 1
        place = reach
        while place < span and digits[place] == 1:
            run += 1
            place += 1
        if run == k or (run > k and overlines):
            table[code] = LINE
            continue
        if run > k and bans:
            table[code] = BANNED
            continue
        best = DEAD
        completions = 0
        weight = 1
        for place in range(span):
            if digits[place] == 0:
                following = table[code + weight]
                if following != BANNED:
                    best = max(best, following)
                if following == LINE:
                    completions += 1
            weight *= 3
        if completions > 1 and bans and run < k - 1:
            table[code] = BANNED  # stones of one four alone would be unbroken
        elif completions > 1:
            table[code] = OPEN_FOUR
        elif completions == 1:
            table[code] = FOUR
        elif best > TWO:
            table[code] = best - 2  # the same, open or not, with one stone fewer
        elif best > DEAD:
            table[code] = ONE


@lru_cache(maxsize=1)
def gain_table() -> Shapes:
    """The gain of a square by how many of its lines make what.

    Indexed by open threes + 8 x fours + 64 x open fours + 512 x lines: int8, 2 x 4096. From `BANS`
    on for black in renju: there a square that may be forbidden has the gain of a four or of threes,
    never `WINS_NEXT`. It must be asked whether a stone may be put there (`board.is_forbidden`).
    """
    gains = np.zeros(2 * BANS, np.int8)
    for packed in range(2 * BANS):
        threes, fours, open_fours, lines = (packed >> shift & 7 for shift in (0, 3, 6, 9))
        bans = packed >= BANS
        if lines:
            gains[packed] = WINS
        elif bans and fours + open_fours > 1:
            gains[packed] = MAKES_FOUR  # forbidden; but the squares of a four of its lines
        elif bans and open_fours and threes > 1:
            gains[packed] = MAKES_FOUR_THREE
        elif open_fours or fours > 1:
            gains[packed] = WINS_NEXT
        elif fours:
            gains[packed] = MAKES_FOUR_THREE if threes else MAKES_FOUR
        elif threes:
            gains[packed] = MAKES_THREES if threes > 1 else MAKES_THREE
    gains.setflags(write=False)
    return gains


PACKED: Final = (0, 0, 0, 0, 0, 0, 1, 8, 64, 512, 72)
"""What each shape adds to the index of `gain_table`: what is banned counts as two fours."""
