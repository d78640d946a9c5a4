"""What is not seen at once: forced wins that are stopped or threatened, and what a stone builds."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games import mnk
from games.evaluator.evaluation import Proved, Value, Verdict
from games.evaluator.lesson import elsewhere
from games.evaluator.lesson.case import THREATENED, THREATENS, Case, Lesson
from games.evaluator.rules import squares_of
from games.evaluator.wins import Win
from games.remarks import RemarkKind


def stopped(case: Case, values: Mapping[mnk.Square, Value]) -> Iterator[Lesson]:
    """A win of theirs by force, had it been their turn."""
    if not case.there.playable_squares() or not _is_open(case):
        return
    if case.forces.attack(_passed(case.here)) is None:
        return
    line, win = elsewhere.then_won(case, case.here)
    if win is None:
        return
    value = values.get(case.square)
    is_sure = isinstance(value, Proved) and value.verdict is not Verdict.LOSS
    stops = RemarkKind.STOPS_THAT if is_sure else RemarkKind.PROBABLY_STOPS_THAT
    threatened = case.win(THREATENED, win, win.line[::2])
    yield case.lesson(threatened, case.remark(stops), line=line, proved=is_sure)


def threatens(case: Case, had: Win | None) -> Iterator[Lesson]:
    """A win of mine by force, if they let me."""
    if had is not None or not case.there.playable_squares():
        return
    if not (case.mine_before.own and _is_open(case)):
        return  # with a single stone it is no threat yet
    if case.forces.attack(_passed(case.there)) is None:
        return
    line, win = elsewhere.then_won(case, case.there)
    if win is None:
        return
    threatens = case.win(THREATENS, win, win.line[::2])
    yield case.lesson(threatens, line=line, from_after=True)


def builds(case: Case) -> Iterator[Lesson]:
    """What the stone builds on, or gets in the way of."""
    k = case.variant.k
    mine = case.mine.fullest_through(case.square)
    theirs = case.theirs_before.fullest_through(case.square)
    count = mine.bit_count()
    if 2 * count >= k and count > 1 and count >= theirs.bit_count():
        on = squares_of(mine & ~(1 << case.square))
        if case.variant.line_rule.says.edge_to_edge:
            told = case.remark(RemarkKind.BUILDS_ON, on)
        else:
            told = case.remark(RemarkKind.BUILDS_IN_LINE, on, number=count)
        yield case.lesson(told, marks=mine)
    elif theirs.bit_count() > 1 and 2 * theirs.bit_count() >= k - 1:
        told = case.remark(RemarkKind.GETS_IN_THE_WAY, squares_of(theirs))
        yield case.lesson(told, marks=theirs)


def _is_open(case: Case) -> bool:
    """Whether nobody could complete a line at once."""
    sides = (case.mine_before, case.mine, case.theirs_before, case.theirs)
    return not any(side.completing for side in sides)


def _passed(position: mnk.Position) -> mnk.Position:
    """The same stones with the other side to move."""
    return replace(position, side_to_move=position.side_to_move.other)
