"""Patterns: what a stone on an empty square would make, read along one line.

A *shape* is what one line through an empty square becomes for the side that plays there. It
depends on the squares up to `reach` away on both sides, each empty, own or blocked (an opposing
stone, the edge, or a square that nobody can take): a code in base 3, looked up in one table per k
and line rule. In caro the edge is a sign of its own, and the base is 4. The *gain* of a square is
what its four lines make together. Evaluation, move order, forced replies and the search for threats
all read these two.

Shapes have the names they have in five in a row. With another k a "four" is a line that lacks one
stone, a "three" one that lacks two, and so on.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np

from games import mnk
from games.evaluator.errors import EvaluatorError
from games.evaluator.strong.kernel import Shapes, Table, kernel
from games.evaluator.strong.record import MIXES, TABLE_LIMIT

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
"""A square completes a line; one answer stops it, on that square or (in caro) perhaps another."""
OPEN_FOUR: Final = 8
"""Several squares complete a line, and one answer does not stop all of them."""
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

BANS_NOTHING: Final = 0
"""What a stone there makes is never forbidden, nor would it be if one of its lines were blocked."""
BANS_SURELY: Final = 1
BANS_THREES: Final = 2
"""Forbidden if two of its threes are real."""
BANS_NOT: Final = 3
"""It completes a line: not forbidden, whatever else it makes."""


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
    signs: int
    """The base of the codes: how many signs a square can have."""
    table: Shapes
    """The shape of each code: int8, signs ** (2 * reach)."""

    @property
    def edge(self) -> int:
        """The sign of a square beyond the edge: a blocked one, or one of its own."""
        return self.signs - 1

    def shape(self, before: str, after: str) -> int:
        """The shape between two texts of `reach` signs: `X` own, `O` blocked, `.` empty, and `#`
        beyond the edge."""
        digits = [min(".XO#".index(sign), self.edge) for sign in before + after]
        return int(self.table[sum(digit * self.signs**at for at, digit in enumerate(digits))])


_PLAYED: Final = (
    mnk.LineRule.FREESTYLE,
    mnk.LineRule.EXACT,
    mnk.LineRule.CARO,
    mnk.LineRule.RENJU,
)
"""The rules whose lines these shapes read: k squares, and what lies at both ends of them."""


def is_supported(variant: mnk.Variant) -> bool:
    """Whether the engine plays a variant: no full lines, and k up to 7; up to 6 where six would be
    too long, and up to 5 in caro.

    >>> is_supported(mnk.Variant(9, 9, 7)), is_supported(mnk.Variant.full_lines(3, 3))
    (True, False)
    """
    return variant.line_rule in _PLAYED and _is_short(variant.k, variant.line_rule)


def patterns_of(variant: mnk.Variant, side: mnk.Side = mnk.Side.BLACK) -> Patterns:
    """The patterns of a side: another one's only where squares are forbidden to black.

    Both sides' codes read as far. `NotSupported` for what `is_supported` says no to.
    """
    rule = variant.line_rule
    if rule not in _PLAYED:
        raise NotSupported(f"This engine does not play {variant.title}.")
    if not _is_short(variant.k, rule):
        longest = max(k for k in range(1, variant.k) if _is_short(k, rule))
        raise NotSupported(f"This engine plays lines of up to {longest} here, not {variant.k}.")
    reach, signs = _reading(variant.k, rule)
    overlines = rule.of(side).says.overlines
    return _patterns(variant.k, reach, signs, overlines, rule.says.forbids and not overlines)


def refuse_other_answers(variant: mnk.Variant) -> None:
    """Raise `NotSupported` unless a four has one answer, which may be played: for searches whose
    proof needs that."""
    if not variant.line_rule.says.has_one_answer:
        raise NotSupported(f"Only where each four has one answer: not {variant.title}.")


def _reading(k: int, rule: mnk.LineRule) -> tuple[int, int]:
    """How many squares to each side the codes of a rule read, and how many signs they have."""
    # an exact line also depends on the squares next to it
    reach = k - 1 if rule.of(mnk.Side.BLACK).says.overlines else k
    return reach, 4 if rule.says.ends_block else 3


def _is_short(k: int, rule: mnk.LineRule) -> bool:
    """Whether the codes that lines of k squares need fit the table."""
    reach, signs = _reading(k, rule)
    codes: int = signs ** (2 * reach)
    return codes <= TABLE_LIMIT


@lru_cache(maxsize=16)
def _patterns(k: int, reach: int, signs: int, overlines: bool, bans: bool) -> Patterns:
    table = np.zeros(signs ** (2 * reach), np.int8)
    _fill(table, k, reach, signs, overlines, bans)
    table.setflags(write=False)
    return Patterns(k, reach, signs, table)


@kernel
def _is_completed(table: Shapes, digits: Table, code: int, taken: int, signs: int) -> bool:
    """Whether one more own stone completes a line, on an empty place of `digits` but `taken`."""
    own = 1
    for place in range(len(digits)):
        if digits[place] == 0 and place != taken and table[code + own] == LINE:
            return True
        own *= signs
    return False


@kernel
def _is_stopped(table: Shapes, digits: Table, code: int, signs: int) -> bool:
    """Whether one stone of the other side's stops every line that one more own stone completes."""
    own = 1
    for stop in range(len(digits)):
        if digits[stop] == 0 and not _is_completed(table, digits, code + 2 * own, stop, signs):
            return True
        own *= signs
    return False


@kernel
def _fill(table: Shapes, k: int, reach: int, signs: int, overlines: bool, bans: bool) -> None:
    """Fill in the shape of every code; `bans` if overlines and two fours at once are forbidden.

    With four signs, a line is none between two stones of the other side. One more stone makes a
    larger code: from the largest down, what can follow is known.
    """
    span = 2 * reach
    digits = np.zeros(span, np.int64)
    for code in range(signs**span - 1, -1, -1):
        rest = code
        for place in range(span):
            digits[place] = rest % signs
            rest //= signs
        before = reach - 1
        while before >= 0 and digits[before] == 1:
            before -= 1
        after = reach
        while after < span and digits[after] == 1:
            after += 1
        run = after - before
        if run == k and signs > 3 and digits[before] == 2 and digits[after] == 2:
            continue
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
            weight *= signs
        if completions > 1 and bans and run < k - 1:
            table[code] = BANNED  # stones of one four alone would be unbroken
        elif completions > 0:
            table[code] = FOUR if _is_stopped(table, digits, code, signs) else OPEN_FOUR
        elif best > TWO:
            table[code] = best - 2  # the same, open or not, with one stone fewer
        elif best > DEAD:
            table[code] = ONE


MIX: Final = (0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967)
"""What each shape adds to a *mix*: the number of the shapes that four lines have, in any order. The
smallest numbers, one after the other, of which no two sets of four add up to the same."""


@lru_cache(maxsize=1)
def mixes() -> dict[int, tuple[int, ...]]:
    """The shapes of each mix, in order.

    >>> len(mixes()), mixes()[1 + 153 + 368 + 368]
    (1001, (1, 5, 6, 6))
    """
    return {
        sum(MIX[shape] for shape in shapes): shapes
        for shapes in combinations_with_replacement(range(SHAPES), 4)
    }


@lru_cache(maxsize=1)
def gain_table() -> Shapes:
    """The gain of a square by its mix: int8, 2 × MIXES.

    The second half is for black in renju: there a square that may be forbidden has the gain of a
    four or of threes, never `WINS_NEXT`. It must be asked whether a stone may be put there
    (`board.is_forbidden`).
    """
    gains = np.zeros((2, MIXES), np.int8)
    for mix, shapes in mixes().items():
        for part, bans in enumerate((False, True)):
            gains[part, mix] = _gain(*_makes(shapes), bans=bans)
    gains.setflags(write=False)
    return gains.reshape(-1)


def _gain(threes: int, fours: int, open_fours: int, lines: int, *, bans: bool) -> int:
    if lines:
        return WINS
    if bans and fours + open_fours > 1:
        return MAKES_FOUR  # forbidden; but the squares of a four of its lines
    if bans and open_fours and threes > 1:
        return MAKES_FOUR_THREE
    if open_fours or fours > 1:
        return WINS_NEXT
    if fours:
        return MAKES_FOUR_THREE if threes else MAKES_FOUR
    return min(threes, MAKES_THREES)


@lru_cache(maxsize=1)
def ban_table() -> Shapes:
    """Whether black, in renju, may play a square, by its mix, as far as that shows: int8, MIXES."""
    bans = np.zeros(MIXES, np.int8)
    for mix, shapes in mixes().items():
        threes, fours, open_fours, lines = _makes(shapes)
        if fours + open_fours > 1:
            bans[mix] = BANS_NOT if lines else BANS_SURELY
        elif threes > 1:
            bans[mix] = BANS_NOT if lines else BANS_THREES
    bans.setflags(write=False)
    return bans


def _makes(shapes: tuple[int, ...]) -> tuple[int, int, int, int]:
    """How many of these are open threes, fours, open fours and lines; what is banned is a four
    twice over."""
    threes, fours, open_fours, lines, banned = map(
        shapes.count, (OPEN_THREE, FOUR, OPEN_FOUR, LINE, BANNED)
    )
    return threes, fours + banned, open_fours + banned, lines
