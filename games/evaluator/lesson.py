"""What a move did for and against its player: remarks, with a line that shows them.

They are made from what is on the board: lines counted (games.evaluator.reading), wins that are
forced (games.evaluator.wins), and values that are solved. "Plies" count from the position in
question, the first move included.

>>> board = "......... ......... ....X.... ....X.... OXXX..... ......... ......... ........."
>>> position = mnk.position_from_text(board.replace(" ", chr(10)), mnk.Variant(9, 8, 5),
...     mnk.Side.BLACK)
>>> for each in lesson(position, mnk.square("e4", position.variant), limit=Limit(nodes=2_000)):
...     print(each.remarks[0].kind, mnk.moves_text(each.line, position.variant))
makesFourAndThree f4
wins f4e7e8e3
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from games import mnk
from games.evaluator.errors import NothingToPlay
from games.evaluator.evaluation import Proved, Value, Verdict, rank
from games.evaluator.limit import Limit
from games.evaluator.reading import (
    Reading,
    in_sight,
    is_fork,
    opens,
    stopped_open_threes,
    terms_of,
)
from games.evaluator.ruled import banned_now, bans, double_threats, open_threes, unbanned
from games.evaluator.rules import playable, squares_of, stones
from games.evaluator.wins import Forces, Kind, Win, any_reply, in_vain, may_play, readings
from games.remarks import MOST_NAMES, Remark, RemarkKind

if TYPE_CHECKING:
    from games.evaluator.strong.threats import Threat

_Moves: TypeAlias = tuple[mnk.Move, ...]

MOST_LESSONS = 4
_ELSEWHERE = 3
"""This many squares elsewhere are tried for a line that shows a threat left alone."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something about a move, and what shows it."""

    remarks: tuple[Remark, ...]
    """What is said, one sentence after the other."""
    squares: tuple[mnk.Square, ...]
    """The squares (never moves) to mark, in order: those named, and the stones mentioned."""
    proved: bool
    """Whether it follows from the board, or from a search that looked at everything it had to. If
    not, it says "probably"."""
    line: tuple[mnk.Move, ...] = ()
    """Moves of both sides in turn that show it; may be empty where the marks do."""
    from_after: bool = False
    """Whether the line is played from the position after the move; else from the one before it."""


def lesson(before: mnk.Position, square: mnk.Move, *, limit: Limit) -> tuple[Lesson, ...]:
    """What there is to say about a move: at most four lessons, the most important first.

    What the moves are worth is asked first, so nothing that is said contradicts that.
    With a limit of nodes alone it is the same every time; for turned and mirrored positions it is
    the same with turned squares (where the position and the move stay as they are under a symmetry,
    one of the squares that turn into each other is chosen). Without nodes or time in the limit it
    is 20,000 nodes. A claim that somebody wins has a line that ends that way.

    Raises `NothingToPlay` when the game is over, `mnk.NoSuchSquare` or `mnk.SquareTaken` for a
    square that cannot be played.
    """
    if not playable(before):
        raise NothingToPlay("The game is over: there is no move to explain.")
    before.play(square)  # refuses what cannot be played
    turned, home = _turned(before, square)
    move = home.index(square)
    if before.variant.line_rule.says.either_kind:
        told = _either_kind(turned, move)
    else:
        told = _Teacher(turned, move, Forces(before.variant, limit)).lessons()
    return tuple(
        replace(
            each,
            remarks=tuple(_at_home(remark, home) for remark in each.remarks),
            squares=tuple(sorted(home[at] for at in each.squares)),
            line=tuple(home[at] for at in each.line),
        )
        for each in told
    )


def _either_kind(before: mnk.Position, move: mnk.Move) -> list[Lesson]:
    """What is said where stones are of either kind: which line a move completes or could have
    completed, and which it leaves for the other side to complete."""
    side, variant = before.side_to_move, before.variant

    def told(kind: RemarkKind, moves: _Moves, marks: Iterable[mnk.Square], line: _Moves) -> Lesson:
        remark = Remark(kind, side, move, moves)
        named = (mnk.square_of(each, variant) for each in remark.named)
        is_after = kind is RemarkKind.LEAVES_LINE
        return Lesson((remark,), tuple(sorted({*named, *marks})), True, line, is_after)

    def lacking(position: mnk.Position, moves: Iterable[mnk.Move]) -> set[mnk.Square]:
        lines = (position.play(each).line(position.side_to_move) for each in moves)
        return set().union(*lines)

    could = tuple(sorted(mnk.either_kind(before).completing))
    if move in could:
        return [told(RemarkKind.COMPLETES, (), lacking(before, (move,)), (move,))]
    found = []
    if could:
        found.append(told(RemarkKind.COULD_COMPLETE, could, lacking(before, could), could[:1]))
    after = before.play(move)
    left = tuple(sorted(mnk.either_kind(after).completing))
    if left:
        found.append(told(RemarkKind.LEAVES_LINE, left, lacking(after, left), left[:1]))
    return found


def _turned(position: mnk.Position, square: mnk.Move) -> tuple[mnk.Position, tuple[mnk.Move, ...]]:
    """The form that all turned and mirrored forms of a move share; and by its moves, ours."""
    variant = position.variant
    own, other = (
        position.stones(side) for side in (position.side_to_move, position.side_to_move.other)
    )
    moved = min(
        mnk.symmetries(variant),
        key=lambda to: (sorted(to[at] for at in own), sorted(to[at] for at in other), to[square]),
    )
    both = mnk.BySide(*(frozenset(moved[at] for at in position.stones(side)) for side in mnk.Side))
    home = tuple(moved.index(at) for at in range(variant.moves))
    return mnk.Position.of(variant, both, position.side_to_move), home


def _at_home(remark: Remark, home: tuple[mnk.Square, ...]) -> Remark:
    return replace(
        remark, at=home[remark.at], squares=tuple(home[square] for square in remark.squares)
    )


class _Teacher:
    """A move, both sides' lines before and after it, and what they force."""

    def __init__(self, before: mnk.Position, square: mnk.Square, forces: Forces) -> None:
        self.variant = before.variant
        self.terms = terms_of(before.variant)
        self.forces = forces
        self.square = square
        self.here = before
        self.there = before.play(square)
        own, other = stones(before)
        self.mine_before, self.theirs_before = readings(before)
        self.mine = Reading(own | 1 << square, other, self.mine_before.variant)
        self.theirs = Reading(other, own | 1 << square, self.theirs_before.variant)
        self.empty = self.variant.open_squares & ~(own | other)

    def lessons(self) -> list[Lesson]:
        """The most important first."""
        if self.mine_before.completing >> self.square & 1:
            return [self._completed()]
        if self.variant.line_rule.says.completing_loses:
            return []  # lines that lack a stone are no threats, and nothing else is known of them
        if self.variant.line_rule.says.stones_a_turn > 1:
            # What is left after a stone may be stopped by the next one of the same turn.
            return list(self._missed(None, None, {})) or list(self._quiet())
        values = self._values()
        had, won, lost = self._ends(values)
        if not self.variant.line_rule.says.is_race:
            return self._by_rule(values, had, won, lost)[:MOST_LESSONS]
        found: list[Lesson] = []
        # 1. What was thrown away, and what comes of it.
        found += self._missed(had, won, values)
        found += self._lost(lost, values)
        found += self._others(values, lost)
        # 2. What the stone does.
        found += self._blocked()
        if not self.theirs.completing:
            found += self._made(won, lost)
            if won is not None and won.plies > 2:
                wins = self._win(_WINS, won, won.line[1::2])
                found.append(self._lesson(wins, line=won.line, from_after=True))
            found += self._taken_away(lost)
        # 3. None of that.
        if not found:
            found += self._stopped(values)
        if not found:
            found += self._threatens(had)
        if not found:
            found += self._quiet()
        return found[:MOST_LESSONS]

    def _by_rule(
        self,
        values: Mapping[mnk.Square, Value],
        had: Win | None,
        won: Win | None,
        lost: Win | None,
    ) -> list[Lesson]:
        """What is said where squares may be forbidden or out of reach. What builds on lines that
        lack two stones says nothing there: they may be no threat."""
        forbids = self.variant.line_rule.says.forbids
        # 1. What was thrown away, and what comes of it.
        found = [
            *self._missed(had, won, values),
            *self._lost(lost, values),
            *self._others(values, lost),
        ]
        # 2. What the stone does.
        found += self._blocked()
        if not self.theirs.completing:
            found += self._threatened(won, lost)
            if won is not None and won.plies > 2 and not self._is_shown(found, won):
                wins = self._win(_WINS, won, won.line[1::2])
                left = self._left_forbidden(self.there, won.line)
                found.append(self._lesson(wins, *left, line=won.line, from_after=True))
            found += self._waits()
            if forbids:
                found += self._three_stopped(lost)
        if forbids:
            found += self._bans()
        # 3. None of that.
        if not found and forbids:
            found += [*self._stopped(values), *self._threatens(had)]
        return found or list(self._quiet())

    def _values(self) -> Mapping[mnk.Square, Value]:
        """What the squares are worth, and what the move is worth by what follows it."""
        values = self.forces.values(self.here)
        if values and not isinstance(values.get(self.square), Proved):
            value = self.forces.value_of(self.here, self.square)
            if value is not None:
                return {**values, self.square: value}
        return values

    def _is_shown(self, found: Sequence[Lesson], win: Win) -> bool:
        """Whether one of the lessons has shown a win as quick already."""
        return any(each.from_after and len(each.line) == win.plies for each in found)

    def _ends(
        self, values: Mapping[mnk.Square, Value]
    ) -> tuple[Win | None, Win | None, Win | None]:
        """What was won before the move, what is won after it, and what is lost after it."""
        forces = self.forces
        had = won = lost = None
        if not self.there.playable_squares():
            return self._solved_before(values), None, None
        value = values.get(self.square)
        if isinstance(value, Proved):
            plies = value.plies and value.plies - 1
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
        marks = self.mine_before.completed_by(self.square)
        loses = self.variant.line_rule.says.completing_loses
        kind = RemarkKind.COMPLETES_AND_LOSES if loses else RemarkKind.COMPLETES
        return self._lesson(self._remark(kind), marks=marks, line=(self.square,))

    def _missed(
        self, had: Win | None, won: Win | None, values: Mapping[mnk.Square, Value]
    ) -> Iterator[Lesson]:
        """A win that was there, and perhaps no longer is."""
        where = squares_of(self.mine_before.completing)
        if where:
            marks = self.mine_before.lines_lacking(self.mine_before.completing)
            could = self._remark(RemarkKind.COULD_COMPLETE, where)
            yield self._lesson(could, marks=marks, line=where[:1])
            return
        if had is None:
            return
        value = values.get(self.square)
        if won is None and (value is None or value.verdict is not Verdict.WIN):
            told = [
                self._win(_HAD_WIN, had, had.line[::2]),
                *self._left_forbidden(self.here, had.line),
            ]
            if value is not None and value.verdict is Verdict.DRAW:
                told.append(self._remark(RemarkKind.NOW_DRAWS))
            yield self._lesson(*told, line=had.line)
        elif won is not None and won.kind is had.kind is Kind.EXACT and won.plies + 1 > had.plies:
            quicker = self._remark(RemarkKind.HAD_QUICKER_WIN, had.line[::2], plies=had.plies)
            yield self._lesson(quicker, line=had.line)

    def _lost(self, lost: Win | None, values: Mapping[mnk.Square, Value]) -> Iterator[Lesson]:
        """What the other side can do now: complete a line, or win by force."""
        now, was = self.theirs.completing, self.theirs_before.completing
        if now:
            closed = self._closed(self.here, self.theirs_before)
            if closed:
                where, marks = squares_of(now), self.theirs.lines_lacking(now)
                may_not = self._remark(RemarkKind.MAY_NOT_BLOCK, where)
                why = self._why_forbidden(self.here, closed)
                yield self._lesson(may_not, *why, marks=marks, line=where[:1], from_after=True)
                return
            if not now & was:
                kind = RemarkKind.OPENS_SQUARE
            elif was >> self.square & 1:
                kind = RemarkKind.BLOCKS_ONE_OF_SEVERAL
            elif was and not self.theirs_before.stops:
                kind = RemarkKind.COULD_NOT_BLOCK_ALL
            else:
                kind = RemarkKind.DOES_NOT_BLOCK
            where, marks = squares_of(now), self.theirs.lines_lacking(now)
            can = self._remark(kind, where)
            yield self._lesson(can, marks=marks, line=where[:1], from_after=True)
            return
        if lost is None:
            return
        value, moves = values.get(self.square), lost.line[::2]
        if self._is_left(lost):
            marks = self._threes_left(lost)
            left = RemarkKind.LEAVES_OPEN_THREE if marks else RemarkKind.LEAVES_DOUBLE_THREAT
            told = [self._remark(left), self._win(_THEN_WINS, lost, moves)]
            yield self._lesson(*told, marks=marks, line=lost.line, from_after=True)
            return
        if isinstance(value, Proved) and lost.kind is Kind.EXACT:
            loses = self._remark(RemarkKind.LOSES, moves, plies=lost.plies + 1)
        else:
            loses = self._win(_OTHER_WINS, lost, moves)
        why = self._left_forbidden(self.there, lost.line)
        yield self._lesson(loses, *why, line=lost.line, from_after=True)

    def _is_left(self, lost: Win) -> bool:
        """Whether they win by what they threatened before the move: an open four or two fours."""
        says, was = self.variant.line_rule.says, self.theirs_before.winning_next
        if lost.plies != 3:
            return False
        if says.forbids:
            was &= self.theirs.winning_next & 1 << lost.line[0]
        return bool(was) and (says.is_race or says.forbids)

    def _threes_left(self, lost: Win) -> int:
        """Their open threes that the move leaves, or that they win by."""
        if self.variant.line_rule.says.forbids:
            threes = open_threes(self.here, self.here.side_to_move.other)
            return _together(each.stones for each in threes if lost.line[0] in each.squares)
        return self.theirs.all_open_threes() if self.terms.has_threes else 0

    def _others(self, values: Mapping[mnk.Square, Value], lost: Win | None) -> Iterator[Lesson]:
        """How the other squares compare, where all are solved; or that all of them lose."""
        if not _is_settled(values):
            others = [value for at, value in values.items() if at != self.square]
            is_said = self.theirs_before.stops >> self.square & 1  # of the block
            if others and not is_said and all(each.verdict is Verdict.LOSS for each in others):
                lose = RemarkKind.EVERY_OTHER_LOSES if lost else RemarkKind.ALL_OTHERS_LOSE
                yield self._lesson(self._remark(lose))
            return
        if len(values) < 2:
            return
        mine = values[self.square].verdict
        same = [at for at, value in values.items() if value.verdict is mine]
        draws = [at for at, value in values.items() if value.verdict is Verdict.DRAW]
        wins = any(value.verdict is Verdict.WIN for value in values.values())
        if mine is Verdict.LOSS and len(same) == len(values):
            if self.theirs_before.stops == 1 << self.square:
                return  # said of the block
            yield self._lesson(self._remark(RemarkKind.EVERY_OTHER_LOSES))
        elif mine is Verdict.LOSS and draws and not wins:
            yield self._lesson(self._drawing(draws, len(values)), line=(draws[0],))
        elif len(same) == 1 and mine is Verdict.DRAW and not wins:
            if self.theirs_before.stops >> self.square & 1:
                return  # said of the block
            yield self._lesson(self._remark(RemarkKind.ONLY_DRAW), line=(self.square,))
        elif len(same) == 1 and mine is Verdict.WIN:
            yield self._lesson(self._remark(RemarkKind.ONLY_WIN), line=(self.square,))

    def _drawing(self, draws: list[mnk.Square], of: int) -> Remark:
        """Which of the other squares draw, where the move loses."""
        if len(draws) == 1:
            return self._remark(RemarkKind.ONE_DRAWS, draws)
        if len(draws) == of - 1:
            return self._remark(RemarkKind.ANY_OTHER_DRAWS)
        if len(draws) > MOST_NAMES:
            return self._remark(RemarkKind.OTHERS_DRAW, number=len(draws))
        return self._remark(RemarkKind.SOME_DRAW, draws)

    # --- What the stone does --------------------------------------------------------------------

    def _blocked(self) -> Iterator[Lesson]:
        """Their four, stopped."""
        was = self.theirs_before
        if not was.stops >> self.square & 1:
            return
        blocks = self._remark(self.terms.blocks)
        marks = was.lines_lacking(was.completing)
        rest = self._elsewhere(self.here, was.stops)
        if self.mine_before.completing or not rest or _is_several(was.stops):
            yield self._lesson(blocks, marks=marks)
            return
        others = self._remark(RemarkKind.ANY_OTHER_LOSES, plies=2)
        still = Reading(was.own, was.other | 1 << rest[0], was.variant).completing
        last = squares_of(still & 1 << self.square or still)[0]
        yield self._lesson(blocks, others, marks=marks, line=(rest[0], last))

    def _made(self, won: Win | None, lost: Win | None) -> Iterator[Lesson]:
        """The fours and open threes the stone makes."""
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
        line: tuple[mnk.Square, ...] = ()
        is_left_alone = lost is None and won is None and not self.theirs.winning_next
        if is_left_alone:
            line = self._left_alone(self.there, opening)
        if is_left_alone and len(directions) > 1:
            told = self._remark(RemarkKind.MAKES_TWO_STRONG_THREES)
            yield self._lesson(told, marks=opened, line=line, from_after=True, proved=False)
        elif line:
            told = self._remark(RemarkKind.MAKES_THREE_FOR_FOUR, squares_of(opening))
            yield self._lesson(told, marks=opened, line=line, from_after=True)
        else:
            made = RemarkKind.MAKES_TWO_THREES if len(directions) > 1 else RemarkKind.MAKES_THREE
            yield self._lesson(self._remark(made), marks=opened)

    def _made_four(self, fours: int, threes: int, opened: int) -> Lesson:
        marks = self.mine.lines_lacking(fours) | opened
        stops = squares_of(self.mine.stops)
        if not stops:
            made = self._made_more_than_one(fours)
            line = any_reply(self.mine)
            return self._lesson(made, marks=marks, line=line, from_after=True)
        made = self._remark(RemarkKind.MAKES_FOUR_AND_THREE if threes else self.terms.four, stops)
        return self._lesson(made, marks=marks, line=stops[:1], from_after=True)

    def _taken_away(self, lost: Win | None) -> Iterator[Lesson]:
        """Their open three, or a double threat, that is gone now."""
        was = self.theirs_before.winning_next
        if self.theirs_before.completing or self.theirs.winning_next:
            return
        if was:
            line = self._left_alone(self.here, was)
            stones = 0
            if self.terms.has_threes:
                stones = stopped_open_threes(self.theirs_before, self.theirs, self.square)
            if not stones:
                yield self._lesson(self._takes_double_threat(was), marks=was, line=line)
                return
            told = self._three_gone(squares_of(self._stops()))
            yield self._lesson(*told, marks=stones, line=line)
            return
        forks = [
            square
            for square in squares_of(self.empty & in_sight(self.variant, self.square))
            if is_fork(self.theirs_before, square) and not is_fork(self.theirs, square)
        ]
        if not forks or lost is not None:
            return
        fork = self.square if self.square in forks else forks[0]
        rest = self._elsewhere(self.here, 1 << fork | self._fours(self.here))
        line = (*rest, fork) if rest else ()
        yield self._lesson(self._takes_double_threat(1 << fork), line=line)

    def _three_gone(self, stops: Sequence[mnk.Square]) -> list[Remark]:
        """That their open three is stopped, and what else would stop it."""
        told = [self._remark(RemarkKind.STOPS_THREE)]
        if 0 < len(stops) <= MOST_NAMES:
            told.append(self._remark(RemarkKind.STOPPED_BY, stops))
        return told

    def _takes_double_threat(self, where: int) -> Remark:
        if where == 1 << self.square:
            return self._remark(RemarkKind.TAKES_DOUBLE_THREAT)
        return self._remark(RemarkKind.TAKES_AWAY_DOUBLE_THREAT, squares_of(where))

    def _stops(self) -> int:
        """My squares after which they can make neither an open four nor two fours."""
        own, other = self.mine_before.own, self.theirs_before.own
        return sum(
            1 << square
            for square in squares_of(self.theirs_before.four_squares)
            if not Reading(other, own | 1 << square, self.variant).winning_next
        )

    def _made_more_than_one(self, fours: int) -> Remark:
        """An open four, or two fours: in any case nobody stops them."""
        in_one = len(self.mine.directions_lacking(fours, self.square)) == 1
        return self._remark(self.terms.open_four if in_one else self.terms.two_fours)

    # --- Where squares are forbidden, or out of reach -------------------------------------------

    def _threatened(self, won: Win | None, lost: Win | None) -> Iterator[Lesson]:
        """The lines the stone leaves lacking one, and what the rule makes of the answer."""
        fours = self.mine.completing
        if not fours:
            if self.variant.line_rule.says.forbids:
                yield from self._three_made(won, lost)
            return
        marks = self.mine.lines_lacking(fours)
        stops = may_play(self.there, self.mine.stops)
        if stops:
            yield self._one_answer(stops, marks)
            return
        if not self.there.playable_squares():
            return
        line = in_vain(self.there, self.mine)
        closed = self._closed(self.there, self.mine)
        if closed:
            four = self._remark(RemarkKind.MAKES_FOUR_NOT_BLOCKED, squares_of(closed))
            told = [four, *self._why_forbidden(self.there, closed)]
        else:
            told = [self._made_more_than_one(fours)]
        yield self._lesson(*told, marks=marks, line=line, from_after=True)

    def _one_answer(self, stops: int, marks: int) -> Lesson:
        """A line that lacks one stone, and can be stopped."""
        where = squares_of(stops)
        after = self.there.play(where[0])
        then, _ = readings(after)
        if self.variant.line_rule.says.falls and then.completing:
            line = (where[0], squares_of(then.completing)[0])
            stacked = self._remark(RemarkKind.STACKS_TWO, where)
            return self._lesson(stacked, marks=marks | 1 << line[1], line=line, from_after=True)
        kind = self.terms.four
        if stops & self.mine_before.waiting:
            kind = RemarkKind.GIVES_UP_SQUARE
        elif self.variant.line_rule.says.forbids:
            threes = _together(each.stones for each in self._new_threes())
            if threes & ~marks:  # else it is of the same line
                kind, marks = RemarkKind.MAKES_FOUR_AND_THREE, marks | threes
        return self._lesson(self._remark(kind, where), marks=marks, line=where[:1], from_after=True)

    def _waits(self) -> Iterator[Lesson]:
        """A square in the air that completes a line of mine once the one beneath it is taken."""
        width = self.variant.width
        new = self.mine.waiting & ~self.mine_before.waiting
        if not new or self.mine.completing:
            return
        at = min(squares_of(new), key=lambda each: (self._height(each), each))
        is_next = may_play(self.there, 1 << at - width)
        kind = RemarkKind.KEEPS_FROM_BELOW if is_next else RemarkKind.WAITS_ABOVE
        marks = self.mine.lines_lacking(1 << at) | 1 << at - width
        yield self._lesson(self._remark(kind, (at,)), marks=marks)

    def _height(self, square: mnk.Square) -> int:
        """How many empty squares of its column lie beneath a square."""
        beneath = range(square - self.variant.width, -1, -self.variant.width)
        return sum(self.there.stone(each) is None for each in beneath)

    def _new_threes(self) -> "list[Threat]":
        """The open threes the stone makes, as the rule counts them."""
        threes = open_threes(self.there, self.here.side_to_move)
        return [each for each in threes if self.square in each.stones]

    def _three_made(self, won: Win | None, lost: Win | None) -> Iterator[Lesson]:
        """The open threes the stone makes, and what comes of them if that is not said anyway."""
        threes = self._new_threes()
        if not threes:
            return
        marks = _together(each.stones for each in threes)
        opening = _ways_on(threes)
        line: _Moves = ()
        if won is None and lost is None and not may_play(self.there, self.theirs.winning_next):
            line = self._three_left_alone(self.there, opening)
        if line and len(threes) > 1:
            told = self._remark(RemarkKind.MAKES_TWO_STRONG_THREES)
            yield self._lesson(told, marks=marks, line=line, from_after=True, proved=False)
        elif line:
            told = self._remark(RemarkKind.MAKES_THREE_FOR_FOUR, opening)
            yield self._lesson(told, marks=marks, line=line, from_after=True)
        else:
            made = RemarkKind.MAKES_TWO_THREES if len(threes) > 1 else RemarkKind.MAKES_THREE
            yield self._lesson(self._remark(made), marks=marks)

    def _three_left_alone(self, position: mnk.Position, opening: Sequence[mnk.Square]) -> _Moves:
        """A move elsewhere, then the open four."""
        avoided = self._fours(position) | sum(1 << at for at in opening)
        for elsewhere in self._elsewhere(position, avoided):
            ignored = position.play(elsewhere)
            for square in opening:
                if not may_play(ignored, 1 << square):
                    continue
                four = ignored.play(square)
                win = self.forces.hold(four) if four.playable_squares() else None
                if win is not None and win.plies == 2:
                    return (elsewhere, square, *win.line)
        return ()

    def _three_stopped(self, lost: Win | None) -> Iterator[Lesson]:
        """Their open three, or a double threat, that is gone with this stone."""
        them = self.here.side_to_move.other
        was = open_threes(self.here, them)
        if self.theirs_before.completing or open_threes(self.there, them):
            return
        if not was:
            if lost is None:
                yield from self._double_threat_taken()
            return
        told = self._three_gone(self._allowed_stops())
        marks = _together(each.stones for each in was)
        yield self._lesson(
            *told, marks=marks, line=self._three_left_alone(self.here, _ways_on(was))
        )

    def _allowed_stops(self) -> _Moves:
        """My squares after which they may make neither an open four nor two fours; none where that
        is not certain."""
        found = []
        for square in self.forces.defences(self.here):
            after = self.here.play(square)
            theirs, _ = readings(after)
            if not may_play(after, theirs.winning_next):
                found.append(square)
        return tuple(found)

    def _double_threat_taken(self) -> Iterator[Lesson]:
        """A square where they might have threatened in two lines at once, and no longer do."""
        them = self.here.side_to_move.other
        left = double_threats(self.there, them)
        gone = [at for at in double_threats(self.here, them) if at not in left]
        if not gone:
            return
        fork = self.square if self.square in gone else gone[0]
        rest = self._elsewhere(self.here, 1 << fork | self._fours(self.here))
        is_shown = rest and may_play(self.here.play(rest[0]), 1 << fork)
        yield self._lesson(
            self._takes_double_threat(1 << fork), line=(*rest, fork) if is_shown else ()
        )

    def _bans(self) -> Iterator[Lesson]:
        """What the stone forbids to black, and what is forbidden no longer."""
        told_already = self._closed(self.there, self.mine)
        now = [at for at in banned_now(self.here, self.there) if not told_already >> at & 1]
        if now:
            told = [self._remark(RemarkKind.NOW_FORBIDS, now)]
            if len(now) == 1:
                told += self._why_forbidden(self.there, 1 << now[0])
            marks = self._shape_of(self.there, now)
            yield self._lesson(*told, marks=marks)
        gone = unbanned(self.here, self.there)
        if gone:
            yield self._lesson(self._remark(RemarkKind.FORBIDS_NO_LONGER, gone))

    def _closed(self, position: mnk.Position, threats: Reading) -> int:
        """The squares that alone would stop what the other side threatens, and are forbidden."""
        if not self.variant.line_rule.says.forbids or may_play(position, threats.stops):
            return 0
        return threats.stops

    def _left_forbidden(self, start: mnk.Position, line: Sequence[mnk.Square]) -> list[Remark]:
        """How a win ends whose last four black may not stop: where, and why not."""
        if len(line) < 2 or not self.variant.line_rule.says.forbids:
            return []
        start = start.play_all(line[:-2])
        _, threats = readings(start)
        closed = self._closed(start, threats)
        if not closed:
            return []
        left = self._remark(RemarkKind.LEAVES_FORBIDDEN, squares_of(closed))
        return [left, *self._why_forbidden(start, closed)]

    def _why_forbidden(self, position: mnk.Position, squares: int) -> list[Remark]:
        """What black would make on the first of some forbidden squares."""
        banned = bans(position)[squares_of(squares)[0]]
        if banned.ban is mnk.Ban.OVERLINE:
            longest = max(map(len, banned.shapes))
            return [self._remark(RemarkKind.WOULD_MAKE_SIX, number=longest)]
        fours = banned.ban is mnk.Ban.DOUBLE_FOUR
        kind = RemarkKind.WOULD_MAKE_FOURS if fours else RemarkKind.WOULD_MAKE_THREES
        return [self._remark(kind, number=len(banned.shapes))]

    def _shape_of(self, position: mnk.Position, squares: Sequence[mnk.Square]) -> int:
        """The stones that make one square forbidden; of several none."""
        if len(squares) > 1:
            return 0
        return _together(bans(position)[squares[0]].shapes)

    # --- What is not seen at once ---------------------------------------------------------------

    def _stopped(self, values: Mapping[mnk.Square, Value]) -> Iterator[Lesson]:
        """A win of theirs by force, had it been their turn."""
        if not self.there.playable_squares() or not self._is_open():
            return
        if self.forces.attack(_passed(self.here)) is None:
            return
        line, win = self._ignored(self.here)
        if win is None:
            return
        value = values.get(self.square)
        is_sure = isinstance(value, Proved) and value.verdict is not Verdict.LOSS
        stops = RemarkKind.STOPS_THAT if is_sure else RemarkKind.PROBABLY_STOPS_THAT
        threatened = self._win(_THREATENED, win, win.line[::2])
        yield self._lesson(threatened, self._remark(stops), line=line, proved=is_sure)

    def _threatens(self, had: Win | None) -> Iterator[Lesson]:
        """A win of mine by force, if they let me."""
        if had is not None or not self.there.playable_squares():
            return
        if not (self.mine_before.own and self._is_open()):
            return  # with a single stone it is no threat yet
        if self.forces.attack(_passed(self.there)) is None:
            return
        line, win = self._ignored(self.there)
        if win is None:
            return
        threatens = self._win(_THREATENS, win, win.line[::2])
        yield self._lesson(threatens, line=line, from_after=True)

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
            on = squares_of(mine & ~(1 << self.square))
            if self.variant.line_rule.says.edge_to_edge:
                told = self._remark(RemarkKind.BUILDS_ON, on)
            else:
                told = self._remark(RemarkKind.BUILDS_IN_LINE, on, number=count)
            yield self._lesson(told, marks=mine)
        elif theirs.bit_count() > 1 and 2 * theirs.bit_count() >= k - 1:
            told = self._remark(RemarkKind.GETS_IN_THE_WAY, squares_of(theirs))
            yield self._lesson(told, marks=theirs)

    # --- Lines that show a threat ---------------------------------------------------------------

    def _left_alone(self, position: mnk.Position, opening: int) -> tuple[mnk.Square, ...]:
        """A move elsewhere, then the open four (or two fours) at one of these squares."""
        for elsewhere in self._far(position, self._fours(position)):
            after = position.play(elsewhere)
            own, other = stones(after)
            mine = Reading(own, other, self.variant)
            for square in squares_of(opening & mine.winning_next):
                made = Reading(own | 1 << square, other, self.variant)
                return (elsewhere, square, *any_reply(made))
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
        """The empty squares except these, the farthest from the move first."""
        row, column = divmod(self.square, self.variant.width)

        def nearness(square: mnk.Square) -> tuple[int, int]:
            y, x = divmod(square, self.variant.width)
            return (-max(abs(y - row), abs(x - column)), square)

        empty = [at for at in position.playable_squares() if not avoided >> at & 1]
        yield from sorted(empty, key=nearness)

    def _fours(self, position: mnk.Position) -> int:
        """The squares where anybody makes a four or completes a line, and the move's own."""
        found = 1 << self.square
        for each in readings(position):
            found |= each.four_squares | each.completing
        return found

    # --- Remarks --------------------------------------------------------------------------------

    def _win(self, kinds: "_Distances", win: Win, moves: Sequence[mnk.Square]) -> Remark:
        """A win, with its distance as it is known."""
        if win.kind is Kind.FOURS and self.terms.has_threes:
            kind = kinds.by_fours
        else:
            kind = kinds.exactly if win.kind is Kind.EXACT else kinds.at_most
        return self._remark(kind, moves, plies=win.plies)

    def _remark(
        self,
        kind: RemarkKind,
        squares: Sequence[mnk.Square] = (),
        *,
        plies: int | None = None,
        number: int | None = None,
    ) -> Remark:
        side = self.here.side_to_move
        return Remark(kind, side, self.square, tuple(squares), plies, number)

    def _lesson(
        self,
        *remarks: Remark,
        marks: int = 0,
        line: tuple[mnk.Square, ...] = (),
        from_after: bool = False,
        proved: bool = True,
    ) -> Lesson:
        for square in {square for remark in remarks for square in remark.named}:
            marks |= 1 << square
        return Lesson(remarks, squares_of(marks), proved, line, from_after)


@dataclass(frozen=True, slots=True)
class _Distances:
    """One remark about a win, by how its distance is known."""

    exactly: RemarkKind
    at_most: RemarkKind
    by_fours: RemarkKind


_HAD_WIN = _Distances(RemarkKind.HAD_WIN, RemarkKind.HAD_WIN_AT_MOST, RemarkKind.HAD_WIN_BY_FOURS)
_THEN_WINS = _Distances(
    RemarkKind.THEN_WINS, RemarkKind.THEN_WINS_AT_MOST, RemarkKind.THEN_WINS_BY_FOURS
)
_OTHER_WINS = _Distances(
    RemarkKind.OTHER_WINS, RemarkKind.OTHER_WINS_AT_MOST, RemarkKind.OTHER_WINS_BY_FOURS
)
_WINS = _Distances(RemarkKind.WINS, RemarkKind.WINS_AT_MOST, RemarkKind.WINS_BY_FOURS)
_THREATENED = _Distances(
    RemarkKind.THREATENED, RemarkKind.THREATENED_AT_MOST, RemarkKind.THREATENED_FOURS
)
_THREATENS = _Distances(
    RemarkKind.THREATENS, RemarkKind.THREATENS_AT_MOST, RemarkKind.THREATENS_FOURS
)


def _is_settled(values: Mapping[mnk.Square, Value]) -> bool:
    """Whether the outcome of every square is known."""
    return bool(values) and all(isinstance(value, Proved) for value in values.values())


def _is_several(squares: int) -> bool:
    return squares & (squares - 1) != 0


def _together(shapes: Iterable[Iterable[mnk.Square]]) -> int:
    """The squares of some shapes, which may share some."""
    return sum(1 << square for square in set().union(*shapes))


def _ways_on(threes: "Iterable[Threat]") -> _Moves:
    """Where some open threes go on, each square once."""
    return tuple(dict.fromkeys(at for each in threes for at in each.squares))


def _passed(position: mnk.Position) -> mnk.Position:
    """The same stones with the other side to move."""
    return replace(position, side_to_move=position.side_to_move.other)
