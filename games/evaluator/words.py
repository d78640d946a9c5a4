"""Why a move is played, in a sentence: what the lines through its square show, and nothing else.

The bot says “I”, its opponent is “you”. Every claim is read off the position after the move by
counting lines, on any variant; no search and no judgement of how good the move is.

>>> board = "........./........./....X..../....X..../..XX...../........./.OO..O..."
>>> position = mnk.position_from_text(
...     board.replace("/", chr(10)), mnk.Variant(9, 7, 5), mnk.Side.BLACK)
>>> explain(position, mnk.square("e3", position.variant)).text
'I make two open threes at once.'
"""

from dataclasses import dataclass

from games import mnk
from games.evaluator.errors import NothingToPlay
from games.evaluator.evaluation import centre_squares
from games.evaluator.reading import (
    Reading,
    in_sight,
    is_fork,
    name_list,
    names_of,
    opens,
    stopped_open_threes,
)
from games.evaluator.rules import playable, squares_of, stones


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
        self.words = names_of(position.variant)
        self.square = square
        own, other = stones(position)
        self.is_first = not own | other
        self.empty = (1 << position.variant.squares) - 1 & ~(own | other)
        self.before = Reading(own, other, self.variant)
        self.after = Reading(own | 1 << square, other, self.variant)
        self.yours_before = Reading(other, own, self.variant)
        self.yours = Reading(other, own | 1 << square, self.variant)

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
            what = f"block your {self.words.a_four} at {self._names(1 << self.square)}"
            squares = self.yours_before.completed_by(self.square)
        else:
            squares = stopped_open_threes(self.yours_before, self.yours, self.square)
            what = f"block your {self.words.an_open_three}"
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
            return f"I leave your {self.words.an_open_three} standing.", opened
        where = self.yours.winning_next
        return f"I leave you a double threat at {self._names(where)}.", where

    def _makes(self) -> tuple[str, int] | None:
        """The fours and open threes this stone makes, as verb and object, with the full stop."""
        words = self.words
        opened = 0
        directions = opens(self.before, self.after, self.square)
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
            made, stop = (
                (words.open_four, words.stop_open_four)
                if in_one
                else (words.two_fours, words.stop_two_fours)
            )
            return f"{made}: you cannot {stop}.", lines
        if not directions:
            return f"{words.four}: you must answer at {self._names(fours)}.", lines
        claim = ": you cannot stop both." if self._is_decided(fours) else "."
        return f"{words.four_and_open_three}{claim}", lines | opened

    def _is_decided(self, four: int) -> bool:
        """Whether, after your one answer, I can complete a line in two ways and you in none."""
        yours = Reading(self.yours.own | four, self.after.own, self.variant)
        mine = Reading(self.after.own, self.yours.own | four, self.variant)
        return not yours.completing and bool(mine.winning_next)

    def _taken_away(self) -> tuple[str, int] | None:
        """A square where you would have made two threats at once."""
        forks = [
            square
            for square in squares_of(self.empty & in_sight(self.variant, self.square))
            if is_fork(self.yours_before, square)
            and (square == self.square or not is_fork(self.yours, square))
        ]
        if not forks:
            return None
        fork = 1 << (self.square if self.square in forks else forks[0])
        return f"I take away your double threat at {self._names(fork)}.", fork

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
        return name_list(squares, self.variant)
