"""What a move did, for its player and against, in sentences, each with a line that shows it.

Sentences are made from what is on the board: lines counted (games.evaluator.reading), wins that are
forced (games.evaluator.wins), and values that are solved. "Plies" count from the position that is
spoken of, the first move included.

>>> board = "......... ......... ....X.... ....X.... OXXX..... ......... ......... ........."
>>> position = mnk.position_from_text(board.replace(" ", chr(10)), mnk.Variant(9, 8, 5),
...     mnk.Side.BLACK)
>>> for each in lesson(position, mnk.square("e4", position.variant), limit=Limit(nodes=2_000)):
...     print(each.text, mnk.moves_text(each.line, position.variant))
e4 makes a four and an open three: White must answer at f4. f4
Whatever White plays, Black wins in 4 plies: e7, then e3. f4e7e8e3
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from games import mnk
from games.evaluator.errors import NothingToPlay
from games.evaluator.evaluation import Proved, Value, Verdict, rank
from games.evaluator.limit import Limit
from games.evaluator.reading import (
    MOST_NAMES,
    Reading,
    in_sight,
    is_fork,
    name_list,
    names_of,
    opens,
    stopped_open_threes,
)
from games.evaluator.rules import playable, squares_of, stones
from games.evaluator.wins import Forces, Kind, Win

MOST_SENTENCES = 4
_MOST_MOVES = 4
"""Of a winner's moves no more than so many are named."""
_ELSEWHERE = 3
"""So many squares elsewhere are tried for a line that shows a threat left alone."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A sentence about a move, and what shows it."""

    text: str
    """Plain English in the third person, with full stop. The sides are called Black and White,
    whatever the board looks like (`mnk.with_side_names`)."""
    squares: tuple[mnk.Square, ...]
    """The squares to mark, in order: those named, and the stones spoken of."""
    proved: bool
    """Whether it follows from the board, or from a search that looked at all it had to. What does
    not says "probably"."""
    line: tuple[mnk.Square, ...] = ()
    """Moves of both sides in turn that show it; may be empty where the marks do."""
    from_after: bool = False
    """Whether the line is played from the position after the move; else from the one before it."""


def lesson(before: mnk.Position, square: mnk.Square, *, limit: Limit) -> tuple[Lesson, ...]:
    """What there is to say of a move: at most four sentences, the most important first.

    With a limit of nodes alone it is the same every time; for turned and mirrored positions it is
    the same with turned squares (where the position and the move stay as they are under a symmetry,
    one of the squares that turn into each other is chosen). Without nodes or time in the limit it
    is 20,000 nodes. A claim that somebody wins has a line that ends so.

    Raises `NothingToPlay` when the game is over, `mnk.NoSuchSquare` or `mnk.SquareTaken` for a
    square that cannot be played.
    """
    if not playable(before):
        raise NothingToPlay("The game is over: there is no move to explain.")
    before.play(square)  # refuses what cannot be played
    turned, home = _turned(before, square)
    forces = Forces(before.variant, limit)
    told = _Teacher(turned, home.index(square), home, forces).sentences()
    return tuple(
        replace(
            each,
            squares=tuple(sorted(home[at] for at in each.squares)),
            line=tuple(home[at] for at in each.line),
        )
        for each in told
    )


def _turned(
    position: mnk.Position, square: mnk.Square
) -> tuple[mnk.Position, tuple[mnk.Square, ...]]:
    """The form that all turned and mirrored forms of a move share; by its squares: ours."""
    variant = position.variant
    own, other = (
        position.stones(side) for side in (position.side_to_move, position.side_to_move.other)
    )
    moved = min(
        mnk.symmetries(variant.width, variant.height),
        key=lambda to: (sorted(to[at] for at in own), sorted(to[at] for at in other), to[square]),
    )
    both = mnk.BySide(*(frozenset(moved[at] for at in position.stones(side)) for side in mnk.Side))
    home = tuple(moved.index(at) for at in range(variant.squares))
    return mnk.Position.of(variant, both, position.side_to_move), home


class _Teacher:
    """A move, both sides' lines before and after it, and what they force."""

    def __init__(
        self,
        before: mnk.Position,
        square: mnk.Square,
        home: tuple[mnk.Square, ...],
        forces: Forces,
    ) -> None:
        self.variant = before.variant
        self.words = names_of(before.variant)
        self.home = home
        self.forces = forces
        self.square = square
        self.here = before
        self.there = before.play(square)
        names = mnk.side_names("stones")
        self.me, self.they = names[before.side_to_move], names[before.side_to_move.other]
        own, other = stones(before)
        self.mine_before = Reading(own, other, self.variant)
        self.mine = Reading(own | 1 << square, other, self.variant)
        self.theirs_before = Reading(other, own, self.variant)
        self.theirs = Reading(other, own | 1 << square, self.variant)
        self.empty = (1 << self.variant.squares) - 1 & ~(own | other)
        self.named = 0
        """The squares named since the last sentence."""

    def sentences(self) -> list[Lesson]:
        """The sentences, in squares of the turned form but for the names."""
        if self.mine_before.completing >> self.square & 1:
            return [self._completed()]
        values = self.forces.values(self.here)
        had, won, lost = self._ends(values)
        found: list[Lesson] = []
        # 1. What was thrown away, and what comes of it.
        found += self._missed(had, won, values)
        found += self._lost(lost, values)
        found += self._others(values)
        # 2. What the stone does.
        found += self._blocked()
        if not self.theirs.completing:
            found += self._made(had, won, lost)
            if won is not None and won.plies > 2:
                moves = self._moves(won.line[1::2])
                text = f"Whatever {self.they} plays, {self.me} {self._wins(won)}: {moves}."
                found.append(self._say(text, line=won.line, from_after=True))
            found += self._taken_away(lost)
        # 3. Nothing of all that.
        if not found:
            found += self._stopped(values)
        if not found:
            found += self._threatens(had)
        if not found:
            found += self._quiet()
        return found[:MOST_SENTENCES]

    def _ends(
        self, values: Mapping[mnk.Square, Value]
    ) -> tuple[Win | None, Win | None, Win | None]:
        """What was won before the move, what is won after it, and what is lost after it."""
        forces = self.forces
        had = won = lost = None
        if self.there.is_full:
            return self._solved_before(values), None, None
        value = values.get(self.square)
        if isinstance(value, Proved):
            plies = None if value.plies is None else value.plies - 1
            if value.verdict is Verdict.LOSS:
                lost = forces.solved(self.there, Verdict.WIN, plies) or forces.attack(self.there)
            elif value.verdict is Verdict.WIN:
                won = forces.solved(self.there, Verdict.LOSS, plies) or forces.hold(self.there)
        else:
            lost = forces.attack(self.there)
            won = None if lost is not None else forces.hold(self.there)
        had = self._solved_before(values)
        if had is None and not _is_settled(values):
            had = forces.attack(self.here)
        return had, won, lost

    def _solved_before(self, values: Mapping[mnk.Square, Value]) -> Win | None:
        wins = [value for value in values.values() if value.verdict is Verdict.WIN]
        if not wins:
            return None
        best = max(wins, key=rank)
        is_sure = _is_settled(values) and all(value.plies is not None for value in wins)
        return self.forces.solved(self.here, Verdict.WIN, best.plies if is_sure else None)

    # --- The end of the game --------------------------------------------------------------------

    def _completed(self) -> Lesson:
        text = f"{self._name(self.square)} completes {self.words.goal}: {self.me} wins."
        return self._say(text, self.mine_before.completed_by(self.square), (self.square,))

    def _missed(
        self, had: Win | None, won: Win | None, values: Mapping[mnk.Square, Value]
    ) -> Iterator[Lesson]:
        """A win there was, and perhaps is no more."""
        where = self.mine_before.completing
        if where:
            at = self._names(where)
            text = f"{self.me} could have completed {self.words.goal} at {at}."
            yield self._say(text, self.mine_before.lines_lacking(where), squares_of(where)[:1])
            return
        if had is None:
            return
        value = values.get(self.square)
        if won is None and (value is None or value.verdict is not Verdict.WIN):
            text = f"{self.me} had {self._a_win(had)} here: {self._moves(had.line[::2])}."
            if value is not None and value.verdict is Verdict.DRAW:
                text = f"{text[:-1]}; after {self._name(self.square)} best play draws."
            yield self._say(text, line=had.line)
        elif won is not None and won.kind is had.kind is Kind.EXACT and won.plies + 1 > had.plies:
            moves = self._moves(had.line[::2])
            text = f"{self.me} had a quicker win, in {_plies(had.plies)}: {moves}."
            yield self._say(text, line=had.line)

    def _lost(self, lost: Win | None, values: Mapping[mnk.Square, Value]) -> Iterator[Lesson]:
        """What the other side can do now: complete a line, or win by force."""
        they, goal = self.they, self.words.goal
        now, was = self.theirs.completing, self.theirs_before.completing
        if now:
            me, at = self._name(self.square), self._names(now)
            if was >> self.square & 1:
                text = f"{me} blocks, but {they} can also complete {goal} at {at}."
            elif _is_several(was):
                text = f"{they} can complete {goal} at {at}: one square could not stop that."
            else:
                text = f"{they} can complete {goal} at {at}: {me} does not block."
            yield self._say(text, self.theirs.lines_lacking(now), squares_of(now)[:1], True)
            return
        if lost is None:
            return
        me, marks = self._name(self.square), 0
        wins = f"{they} {self._wins(lost)}: {self._moves(lost.line[::2])}."
        value = values.get(self.square)
        if self.theirs_before.winning_next and lost.plies == 3:
            marks = self.theirs.all_open_threes() if self.words.has_open_threes else 0
            if marks:
                text = f"{me} leaves {they}'s {self.words.an_open_three} standing: {wins}"
            else:
                text = f"{me} leaves {they} a double threat: {wins}"
        elif isinstance(value, Proved) and lost.kind is Kind.EXACT:
            text = f"{me} loses in {_plies(lost.plies + 1)}: {self._moves(lost.line[::2])}."
        else:
            text = f"After {me} {wins}"
        yield self._say(text, marks, lost.line, True)

    def _others(self, values: Mapping[mnk.Square, Value]) -> Iterator[Lesson]:
        """How the other squares compare, where all are solved."""
        if not _is_settled(values) or len(values) < 2:
            return
        mine = values[self.square].verdict
        same = [at for at, value in values.items() if value.verdict is mine]
        draws = [at for at, value in values.items() if value.verdict is Verdict.DRAW]
        wins = any(value.verdict is Verdict.WIN for value in values.values())
        if mine is Verdict.LOSS and len(same) == len(values):
            if self.theirs_before.completing == 1 << self.square:
                return  # said of the block
            yield self._say("Every other square loses too.", proved=True)
        elif mine is Verdict.LOSS and draws and not wins:
            if len(draws) == len(values) - 1:
                text = "Any other square draws." if len(draws) > 1 else None
            elif len(draws) > MOST_NAMES:
                text = f"{mnk.number_word(len(draws)).capitalize()} other squares draw."
            else:
                text = None
            if text is None:
                verb = "draws" if len(draws) == 1 else "draw"
                text = f"Only {self._list(draws)} {verb}."
            yield self._say(text, line=(draws[0],))
        elif len(same) == 1 and mine is Verdict.DRAW and not wins:
            if self.theirs_before.completing >> self.square & 1:
                return  # said of the block
            text = f"{self._name(self.square)} is the only square that does not lose."
            yield self._say(text, line=(self.square,))
        elif len(same) == 1 and mine is Verdict.WIN:
            text = f"{self._name(self.square)} is the only square that wins."
            yield self._say(text, line=(self.square,))

    # --- What the stone does --------------------------------------------------------------------

    def _blocked(self) -> Iterator[Lesson]:
        """Their four, stopped."""
        if self.theirs_before.completing != 1 << self.square:
            return
        text = f"{self._name(self.square)} blocks {self.they}'s {self.words.a_four}"
        marks = self.theirs_before.completed_by(self.square)
        rest = self._elsewhere(self.here, 1 << self.square)
        if self.mine_before.completing or not rest:
            yield self._say(f"{text}.", marks)
            return
        yield self._say(
            f"{text}: any other square loses in 2 plies.", marks, (rest[0], self.square)
        )

    def _made(self, had: Win | None, won: Win | None, lost: Win | None) -> Iterator[Lesson]:
        """The fours and open threes the stone makes."""
        words, they = self.words, self.they
        directions = opens(self.mine_before, self.mine, self.square)
        opened = opening = 0
        for direction in directions:
            opened |= self.mine.open_three(direction, self.square)
            opening |= self.mine.along(direction, self.square)[1]
        fours = self.mine.completing
        if fours:
            yield self._made_four(fours, len(directions), opened)
            return
        if not directions:
            return
        me = self._name(self.square)
        made = _third(words.open_threes if len(directions) > 1 else words.open_three)
        if lost is not None or won is not None or self.theirs.winning_next:
            yield self._say(f"{me} {made}.", opened)
            return
        line = self._left_alone(self.there, opening)
        if len(directions) > 1:
            text = f"{me} {made}: {they} probably cannot {words.stop_two_fours}."
            yield self._say(text, opened, line, True, proved=False)
        elif line:
            at = self._names(opening)
            text = f"{me} {made}: left alone, {self.me} makes {words.an_open_four} at {at}."
            yield self._say(text, opened, line, True)
        else:
            yield self._say(f"{me} {made}.", opened)

    def _made_four(self, fours: int, threes: int, opened: int) -> Lesson:
        words, me, they = self.words, self._name(self.square), self.they
        marks = self.mine.lines_lacking(fours) | opened
        ends = squares_of(fours)
        if _is_several(fours):
            in_one = len(self.mine.directions_lacking(fours, self.square)) == 1
            made = words.open_four if in_one else words.two_fours
            stop = words.stop_open_four if in_one else words.stop_two_fours
            text = f"{me} {_third(made)}: {they} cannot {stop}."
            return self._say(text, marks, ends[:2], True)
        made = words.four_and_open_three if threes else words.four
        text = f"{me} {_third(made)}: {they} must answer at {self._names(fours)}."
        return self._say(text, marks, ends, True)

    def _taken_away(self, lost: Win | None) -> Iterator[Lesson]:
        """Their open three, or a double threat, that is gone now."""
        was = self.theirs_before.winning_next
        if self.theirs_before.completing or self.theirs.winning_next:
            return
        they = self.they
        if was:
            me = self._name(self.square)
            line = self._left_alone(self.here, was)
            stones = stopped_open_threes(self.theirs_before, self.theirs, self.square)
            if stones:
                text = f"{me} stops {they}'s {self.words.an_open_three}"
                stops = self._stops()
                if stops and stops.bit_count() <= MOST_NAMES:
                    four = self.words.four.removeprefix("make ")
                    text += f"; only {self._list(squares_of(stops), four)} could"
            else:
                stones = was
                text = f"{me} {self._takes_double_threat(was)}"
            yield self._say(f"{text}.", stones, line)
            return
        forks = [
            square
            for square in squares_of(self.empty & in_sight(self.variant, self.square))
            if is_fork(self.theirs_before, square)
            and (square == self.square or not is_fork(self.theirs, square))
        ]
        if not forks or lost is not None:
            return
        me, fork = self._name(self.square), self.square if self.square in forks else forks[0]
        rest = self._elsewhere(self.here, 1 << fork | self._fours(self.here))
        text = f"{me} {self._takes_double_threat(1 << fork)}."
        yield self._say(text, 0, (*rest, fork) if rest else ())

    def _takes_double_threat(self, where: int) -> str:
        if where == 1 << self.square:
            return f"takes the square of {self.they}'s double threat"
        return f"takes away {self.they}'s double threat at {self._names(where)}"

    def _stops(self) -> int:
        """The squares of mine after which they can make no open four, nor two fours."""
        own, other = self.mine_before.own, self.theirs_before.own
        return sum(
            1 << square
            for square in squares_of(self.theirs_before.four_squares)
            if not Reading(other, own | 1 << square, self.variant).winning_next
        )

    # --- What is not seen at once ---------------------------------------------------------------

    def _stopped(self, values: Mapping[mnk.Square, Value]) -> Iterator[Lesson]:
        """A win of theirs by force, had it been their turn."""
        if self.there.is_full or not self._is_open():
            return
        if self.forces.attack(_passed(self.here)) is None:
            return
        line, win = self._ignored(self.here)
        if win is None:
            return
        value = values.get(self.square)
        is_sure = isinstance(value, Proved) and value.verdict is not Verdict.LOSS
        stops = "stops that" if is_sure else "probably stops that"
        moves = self._moves(win.line[::2])
        text = f"{self.they} threatened {self._to_win(win)}: {moves}"
        yield self._say(f"{text}; {self._name(self.square)} {stops}.", line=line, proved=is_sure)

    def _threatens(self, had: Win | None) -> Iterator[Lesson]:
        """A win of mine by force, if they let me."""
        if had is not None or self.there.is_full or not (self.mine_before.own and self._is_open()):
            return  # with a single stone it is no threat yet
        if self.forces.attack(_passed(self.there)) is None:
            return
        line, win = self._ignored(self.there)
        if win is None:
            return
        moves = self._moves(win.line[::2])
        text = f"{self._name(self.square)} threatens {self._to_win(win)}, left alone: {moves}."
        yield self._say(text, line=line, from_after=True)

    def _is_open(self) -> bool:
        """Whether nobody could complete a line at once."""
        sides = (self.mine_before, self.mine, self.theirs_before, self.theirs)
        return not any(side.completing for side in sides)

    def _quiet(self) -> Iterator[Lesson]:
        """What the stone builds on, or gets in the way of."""
        k = self.variant.k
        mine = self.mine.fullest_through(self.square)
        theirs = self.theirs_before.fullest_through(self.square)
        count = mine.bit_count()
        if 2 * count >= k and count > 1 and count >= theirs.bit_count():
            on = self._list(squares_of(mine & ~(1 << self.square)))
            text = f"{self._name(self.square)} builds on {on}"
            if not self.variant.line_rule.says.edge_to_edge:
                text += f": {mnk.number_word(count)} of {mnk.number_word(k)} in one line"
            yield self._say(f"{text}.", mine)
        elif theirs.bit_count() > 1 and 2 * theirs.bit_count() >= k - 1:
            where = self._list(squares_of(theirs))
            text = f"{self._name(self.square)} gets in the way of {self.they}'s {where}."
            yield self._say(text, theirs)

    # --- Lines that show a threat ---------------------------------------------------------------

    def _left_alone(self, position: mnk.Position, opening: int) -> tuple[mnk.Square, ...]:
        """A move elsewhere, then the open four (or two fours) at one of these squares."""
        for elsewhere in self._far(position, self._fours(position)):
            after = position.play(elsewhere)
            own, other = stones(after)
            mine = Reading(own, other, self.variant)
            for square in squares_of(opening & mine.winning_next):
                ends = squares_of(Reading(own | 1 << square, other, self.variant).completing)
                return (elsewhere, square, *ends[:2])
            break
        return ()

    def _ignored(self, position: mnk.Position) -> tuple[tuple[mnk.Square, ...], Win | None]:
        """A move elsewhere, and the other side's win by force after it; with the line of both."""
        places = self._far(position, self._fours(position))
        for elsewhere in islice(places, _ELSEWHERE):
            win = self.forces.attack(position.play(elsewhere))
            if win is not None:
                return (elsewhere, *win.line), win
        return (), None

    def _elsewhere(self, position: mnk.Position, avoided: int) -> tuple[mnk.Square, ...]:
        return tuple(self._far(position, avoided))[:1]

    def _far(self, position: mnk.Position, avoided: int) -> Iterator[mnk.Square]:
        """The empty squares but these, the farthest from the move first."""
        row, column = divmod(self.square, self.variant.width)

        def nearness(square: mnk.Square) -> tuple[int, int]:
            y, x = divmod(square, self.variant.width)
            return (-max(abs(y - row), abs(x - column)), square)

        empty = [at for at in position.empty_squares() if not avoided >> at & 1]
        yield from sorted(empty, key=nearness)

    def _fours(self, position: mnk.Position) -> int:
        """The squares where anybody makes a four or completes a line, and the move's own."""
        own, other = stones(position)
        found = 1 << self.square
        for each in (Reading(own, other, self.variant), Reading(other, own, self.variant)):
            found |= each.four_squares | each.completing
        return found

    # --- Words ----------------------------------------------------------------------------------

    def _wins(self, win: Win) -> str:
        if win.kind is Kind.FOURS and self.words.fours:
            return f"wins by {self.words.fours} in {_plies(win.plies)}"
        return f"wins in {self._distance(win)}"

    def _a_win(self, win: Win) -> str:
        if win.kind is Kind.FOURS and self.words.fours:
            return f"a win by {self.words.fours} in {_plies(win.plies)}"
        return f"a win in {self._distance(win)}"

    def _to_win(self, win: Win) -> str:
        return self._wins(win).replace("wins", "to win", 1)

    def _distance(self, win: Win) -> str:
        most = "" if win.kind is Kind.EXACT else "at most "
        return f"{most}{_plies(win.plies)}"

    def _moves(self, squares: Iterable[mnk.Square]) -> str:
        """Moves in turn: "h8, i9, then j10"."""
        told = list(squares)
        if len(told) > _MOST_MOVES:
            return ", ".join(self._name(at) for at in told[:_MOST_MOVES]) + " and so on"
        names = [self._name(at) for at in told]
        return ", ".join(names[:-1]) + f", then {names[-1]}" if len(names) > 1 else names[0]

    def _list(self, squares: Iterable[mnk.Square], or_else: str | None = None) -> str:
        """All of some squares, "a1, b2 and c3"; or any of them or something else."""
        found = list(squares)
        for at in found:
            self.named |= 1 << at
        names = [mnk.name(at, self.variant) for at in sorted(self.home[at] for at in found)]
        if or_else is not None:
            return ", ".join(names) + f" or {or_else}"
        return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))

    def _names(self, squares: int) -> str:
        """Any of some squares, "a1 or b2", or that there are several."""
        if squares.bit_count() <= MOST_NAMES:
            self.named |= squares
        return name_list(sum(1 << self.home[at] for at in squares_of(squares)), self.variant)

    def _name(self, square: mnk.Square) -> str:
        self.named |= 1 << square
        return mnk.name(self.home[square], self.variant)

    def _say(
        self,
        text: str,
        marks: int = 0,
        line: tuple[mnk.Square, ...] = (),
        from_after: bool = False,
        *,
        proved: bool = True,
    ) -> Lesson:
        squares = squares_of(marks | self.named)
        self.named = 0
        return Lesson(text, squares, proved, line, from_after)


def _is_settled(values: Mapping[mnk.Square, Value]) -> bool:
    """Whether the outcome of every square is known."""
    return bool(values) and all(isinstance(value, Proved) for value in values.values())


def _is_several(squares: int) -> bool:
    return squares & (squares - 1) != 0


def _third(phrase: str) -> str:
    """The third person: "makes" for "make"."""
    verb, rest = phrase.split(" ", 1)
    return f"{verb}s {rest}"


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


def _passed(position: mnk.Position) -> mnk.Position:
    """The same stones with the other side to move."""
    return replace(position, side_to_move=position.side_to_move.other)
