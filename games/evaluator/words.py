"""Why a move is played, in a sentence: what the lines through its square show, and nothing else.

The bot says “I”, its opponent is “you”. Every claim is read off the position after the move by
counting lines, on any variant; no search and no judgement of how good the move is.

>>> board = "........./........./....X..../....X..../..XX...../........./.OO..O..."
>>> position = mnk.position_from_text(
...     board.replace("/", chr(10)), mnk.Variant(9, 7, 5), mnk.Side.BLACK)
>>> explain(position, mnk.square("e3", position.variant)).text
'I make two open threes at once.'
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from games import mnk
from games.evaluator.errors import NothingToPlay
from games.evaluator.evaluation import centre_squares
from games.evaluator.rules import line_words, playable, squares_of, stones

_Words: TypeAlias = tuple[tuple[int, int], ...]
"""Lines: mask and fence of each (`rules.line_words`)."""

_MOST_NAMES = 3
"""More squares than this are not named one by one."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A sentence about a move, and what it speaks of."""

    text: str
    """Plain English, with full stop; one or two clauses."""
    squares: tuple[mnk.Square, ...]
    """The squares to mark on the board, in order: the move's own among them."""


def explain(position: mnk.Position, square: mnk.Square) -> Explanation:
    """Why the side to move, “I”, plays this square.

    Raises `NothingToPlay` when the game is over, `mnk.NoSuchSquare` or `mnk.SquareTaken` for a
    square that cannot be played.

    >>> position = mnk.position_from_text("X../.O./..X".replace("/", chr(10)),
    ...     mnk.Variant(3, 3, 3), mnk.Side.WHITE)
    >>> explain(position, mnk.square("b1", position.variant)).squares
    (1, 4, 7)
    """
    if not playable(position):
        raise NothingToPlay("The game is over: there is no move to explain.")
    position.play(square)  # refuses what cannot be played
    return _Move(position, square).explanation()


class _Move:
    """A move, and what both sides' lines are before and after it."""

    def __init__(self, position: mnk.Position, square: mnk.Square) -> None:
        self.variant = position.variant
        self.words = _names_of(position.variant)
        self.square = square
        own, other = stones(position)
        self.is_first = not own | other
        self.empty = (1 << position.variant.squares) - 1 & ~(own | other)
        self.before = _Side(own, other, self.variant)
        self.after = _Side(own | 1 << square, other, self.variant)
        self.yours_before = _Side(other, own, self.variant)
        self.yours = _Side(other, own | 1 << square, self.variant)

    def explanation(self) -> Explanation:
        """The first thing that is true, the most pressing asked first."""
        found = (
            self._completed()
            or self._missed()
            or self._answered()
            or self._threatened()
            or self._taken_away()
            or self._prepared()
            or self._quiet()
        )
        text, squares = found
        return Explanation(text, squares_of(squares | 1 << self.square))

    # --- The end of the game --------------------------------------------------------------------

    def _completed(self) -> tuple[str, int] | None:
        if not self.before.completing >> self.square & 1:
            return None
        return f"I complete {self.words.goal}.", self.before.completed_by(self.square)

    def _missed(self) -> tuple[str, int] | None:
        """A line that could have been completed, or should have been blocked."""
        mine, yours = self.before.completing, self.yours.completing
        if mine:
            return f"I could have completed {self.words.goal} at {self._names(mine)}.", mine
        if not yours:
            return None
        lines = self.yours.lines_lacking(yours)
        if self.yours_before.completing >> self.square & 1:
            where = self._names(yours)
            return f"I block here, but you can also complete {self.words.goal} at {where}.", lines
        return f"You can complete {self.words.goal} at {self._names(yours)}: I do not block.", lines

    # --- Threats --------------------------------------------------------------------------------

    def _answered(self) -> tuple[str, int] | None:
        """Your four, or your open three, stopped; perhaps with a threat of mine."""
        if self.yours_before.completing:
            what = f"{self.words.block_four} at {self._names(1 << self.square)}"
            squares = self.yours_before.completed_by(self.square)
        else:
            squares = self._blocked_open_threes()
            what = self.words.block_open_three
            if not squares or (self.yours.winning_next and not self.after.completing):
                return None
        made = self._makes()
        if made is not None and (self.after.completing or not self.yours.winning_next):
            return f"I {what} and {made[0]}", squares | made[1]
        if self.yours.winning_next:
            where = self._names(self.yours.winning_next)
            return f"I {what}, but you can still make a double threat at {where}.", squares
        return f"I {what}.", squares

    def _threatened(self) -> tuple[str, int] | None:
        """What I make, unless you are quicker: then that you are."""
        made = self._makes()
        if self.yours.winning_next and not self.after.completing:
            return self._left_standing()
        return None if made is None else (f"I {made[0]}", made[1])

    def _left_standing(self) -> tuple[str, int]:
        """You can go on to two completions at once, and I do nothing about it."""
        opened = self.yours.all_open_threes() if self.words.has_open_threes else 0
        if opened:
            return f"I leave {self.words.your_open_three} standing.", opened
        where = self.yours.winning_next
        return f"I leave you a double threat at {self._names(where)}.", where

    def _makes(self) -> tuple[str, int] | None:
        """The fours and open threes this stone makes, as verb and object, with the full stop."""
        words = self.words
        opened = 0
        directions = self._opens(self.before, self.after, self.square)
        for direction in directions:
            opened |= self.after.open_three(direction, self.square)
        fours = self.after.completing
        if not fours:
            if not directions:
                return None
            return (words.open_threes if len(directions) > 1 else words.open_three) + ".", opened
        lines = self.after.lines_lacking(fours)
        if fours & (fours - 1):
            in_one = len(self.after.directions_lacking(fours, self.square)) == 1
            return (words.open_four if in_one else words.two_fours) + ".", lines
        if not directions:
            return f"{words.four}: you must answer at {self._names(fours)}.", lines
        claim = ": you cannot stop both." if self._is_decided(fours) else "."
        return f"{words.four_and_open_three}{claim}", lines | opened

    def _is_decided(self, four: int) -> bool:
        """Whether, after your one answer, I can complete a line in two ways and you in none."""
        yours = _Side(self.yours.own | four, self.after.own, self.variant)
        mine = _Side(self.after.own, self.yours.own | four, self.variant)
        return not yours.completing and bool(mine.winning_next)

    def _opens(self, before: "_Side", after: "_Side", square: mnk.Square) -> list[int]:
        """The directions in which a stone on the square makes an open three, and not a four."""
        if not self.words.has_open_threes:
            return []
        found = []
        for direction in range(4):
            fours, opening = after.along(direction, square)
            if opening & ~before.along(direction, square)[1] and not fours:
                found.append(direction)
        return found

    def _blocked_open_threes(self) -> int:
        """Your open threes along the lines through my square, if none of them is left."""
        found = 0
        if not self.words.has_open_threes:
            return 0
        for direction in range(4):
            _, before = self.yours_before.along(direction, self.square)
            _, after = self.yours.along(direction, self.square)
            if before and not after:
                found |= self.yours_before.open_three(direction, self.square)
        return found

    def _taken_away(self) -> tuple[str, int] | None:
        """A square where you would have made two threats at once."""
        forks = [
            square
            for square in squares_of(self.empty & self._in_sight())
            if self._is_fork(self.yours_before, square)
            and (square == self.square or not self._is_fork(self.yours, square))
        ]
        if not forks:
            return None
        fork = 1 << (self.square if self.square in forks else forks[0])
        return f"I take away your double threat at {self._names(fork)}.", fork

    def _is_fork(self, before: "_Side", square: mnk.Square) -> bool:
        """Whether a stone there makes fours or open threes in two directions at once."""
        after = _Side(before.own | 1 << square, before.other, self.variant)
        fours = sum(
            1
            for direction in range(4)
            if after.along(direction, square)[0] & ~before.along(direction, square)[0]
        )
        return fours + len(self._opens(before, after, square)) > 1

    def _in_sight(self) -> int:
        """The squares on a line with this one, and itself."""
        found = 1 << self.square
        for mask, _ in line_words(self.variant):
            if mask >> self.square & 1:
                found |= mask
        return found

    def _prepared(self) -> tuple[str, int] | None:
        """A square where I can make two threats at once, now or already before."""
        where = self.after.winning_next
        if not where:
            return None
        old = where & self.before.winning_next
        if old:
            return f"I leave my double threat at {self._names(old)} for later.", old
        return f"I prepare a double threat at {self._names(where)}.", where

    # --- Nothing urgent -------------------------------------------------------------------------

    def _quiet(self) -> tuple[str, int]:
        if self.is_first:
            middle = self.square in centre_squares(self.variant)
            return ("I start in the middle." if middle else "I start here."), 0
        mine = self.after.open_through(self.square)
        yours = self.yours_before.open_through(self.square)
        if mine & self.before.own:
            return "I build here: nothing urgent.", mine & self.before.own
        if yours & self.yours.own:
            return "I get in the way of your stones: nothing urgent.", yours & self.yours.own
        if mine | yours:
            return "I take some room here: nothing urgent.", 0
        return "Nobody can complete a line through this square.", 0

    def _names(self, squares: int) -> str:
        names = [mnk.name(square, self.variant) for square in squares_of(squares)]
        if len(names) > _MOST_NAMES:
            return "several squares"
        return " or ".join(names)


class _Side:
    """One side's lines that can still be completed: no stone of the other side, no overline."""

    def __init__(self, own: int, other: int, variant: mnk.Variant) -> None:
        self.own = own
        self.other = other
        self.variant = variant

    @cached_property
    def completing(self) -> int:
        """The squares that complete a line."""
        return self._scan(line_words(self.variant))[0]

    @cached_property
    def winning_next(self) -> int:
        """The squares after which two other squares complete a line, or more."""
        return self._scan(line_words(self.variant))[1]

    def along(self, direction: int, square: mnk.Square) -> tuple[int, int]:
        """The same two, of the lines that lie in a direction on one row, column or diagonal."""
        return self._scan(_lines_along(self.variant, direction, square))

    def completed_by(self, square: mnk.Square) -> int:
        """The lines that this square completes."""
        return self.lines_lacking(1 << square)

    def lines_lacking(self, squares: int) -> int:
        """The lines that one of these squares completes, all their squares."""
        return self._union(line_words(self.variant), squares)

    def directions_lacking(self, squares: int, through: mnk.Square) -> list[int]:
        """The directions of the lines through a square that one of these squares completes."""
        return [
            direction
            for direction in range(4)
            if self._union(_lines_along(self.variant, direction, through), squares)
        ]

    def open_three(self, direction: int, square: mnk.Square) -> int:
        """The open threes on one row, column or diagonal: their stones, and where they go on."""
        _, opening = self.along(direction, square)
        found = 0
        for mask, fence in _lines_along(self.variant, direction, square):
            if self._lacks(mask, fence) == 2 and mask & opening:
                found |= mask & self.own
        return found | opening

    def all_open_threes(self) -> int:
        """All open threes: their stones, and where they go on."""
        found = 0
        for square in squares_of(self.winning_next):
            for direction in range(4):
                if self.along(direction, square)[1] >> square & 1:
                    found |= self.open_three(direction, square)
        return found

    def open_through(self, square: mnk.Square) -> int:
        """The squares of the lines through a square that can still be completed."""
        found = 0
        for mask, fence in line_words(self.variant):
            if mask >> square & 1 and self._lacks(mask, fence) is not None:
                found |= mask
        return found

    def _lacks(self, mask: int, fence: int) -> int | None:
        """How many stones a line lacks; none if it cannot be completed."""
        if mask & self.other or fence & self.own:
            return None
        return (mask & ~self.own).bit_count()

    def _union(self, lines: _Words, lacking: int) -> int:
        found = 0
        for mask, fence in lines:
            if self._lacks(mask, fence) == 1 and mask & ~self.own & lacking:
                found |= mask
        return found

    def _scan(self, lines: _Words) -> tuple[int, int]:
        completing = 0
        partners: defaultdict[int, int] = defaultdict(int)
        for mask, fence in lines:
            match self._lacks(mask, fence):
                case 1:
                    completing |= mask & ~self.own
                case 2:
                    pair = mask & ~self.own
                    low = pair & -pair
                    partners[low] |= pair ^ low
                    partners[pair ^ low] |= low
        several = 0
        for square, ends in partners.items():
            if ends & (ends - 1):
                several |= square
        return completing, several


@lru_cache(maxsize=16)
def _lines_by_place(variant: mnk.Variant) -> dict[tuple[int, int], _Words]:
    """The lines by direction and by the row, column or diagonal they lie on."""
    found: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for mask, fence in line_words(variant):
        first, second = (*squares_of(mask)[:2], 0)[:2]
        step = (
            second % variant.width - first % variant.width,
            second // variant.width - first // variant.width,
        )
        direction = _DIRECTIONS.index(step) if mask & (mask - 1) else 0
        found[direction, _place(variant, direction, first)].append((mask, fence))
    return {key: tuple(lines) for key, lines in found.items()}


def _lines_along(variant: mnk.Variant, direction: int, square: mnk.Square) -> _Words:
    return _lines_by_place(variant).get((direction, _place(variant, direction, square)), ())


_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def _place(variant: mnk.Variant, direction: int, square: mnk.Square) -> int:
    """Which row, column or diagonal of a direction a square is on."""
    row, column = divmod(square, variant.width)
    return (row, column, column - row, column + row)[direction]


@dataclass(frozen=True, slots=True)
class _Names:
    """What things are called on a variant, in the sentences above."""

    goal: str
    """What is to be completed."""
    four: str
    """A line that lacks one stone is made; then two ends of one, two at once, and so on."""
    open_four: str
    two_fours: str
    block_four: str
    has_open_threes: bool
    open_three: str = ""
    open_threes: str = ""
    four_and_open_three: str = ""
    block_open_three: str = ""
    your_open_three: str = ""


@lru_cache(maxsize=16)
def _names_of(variant: mnk.Variant) -> _Names:
    k, is_full = variant.k, variant.line_rule is mnk.LineRule.FULL_LINES
    goal = "a full line" if is_full else f"{_number(k)} in a row"
    if is_full or k < 3:
        return _Names(
            goal=goal,
            four=f"threaten to complete {goal}",
            open_four=f"threaten to complete {goal} in two ways: you cannot block both",
            two_fours=f"threaten to complete {goal} in two ways: you cannot block both",
            block_four="block your line",
            has_open_threes=False,
        )
    if k == 3:
        return _Names(
            goal=goal,
            four="line up two stones with the third square free",
            open_four="line up two stones with two squares free: you cannot block both",
            two_fours="line up two stones in two ways: you cannot block both",
            block_four="block your two in line",
            has_open_threes=False,
        )
    four, three = _number(k - 1), _number(k - 2)
    return _Names(
        goal=goal,
        four=f"make {_a(four)}",
        open_four=f"make an open {four}: you cannot stop it",
        two_fours=f"make two {four}s at once: you cannot stop both",
        block_four=f"block your {four}",
        has_open_threes=True,
        open_three=f"make an open {three}",
        open_threes=f"make two open {three}s at once",
        four_and_open_three=f"make {_a(four)} and an open {three}",
        block_open_three=f"block your open {three}",
        your_open_three=f"your open {three}",
    )


def _number(count: int) -> str:
    words = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[count - 1] if count <= len(words) else str(count)


def _a(word: str) -> str:
    return f"an {word}" if word in ("eight", "11", "18") else f"a {word}"
