"""Open threes and double threats as the rule counts them, where squares are forbidden."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from games import mnk
from games.evaluator.lesson import elsewhere, shapes
from games.evaluator.lesson.case import Case, Lesson, Moves
from games.evaluator.ruled import double_threats, open_threes, together
from games.evaluator.wins import Win, may_play, readings
from games.remarks import RemarkKind

if TYPE_CHECKING:
    from games.evaluator.strong.threats import Threat


def made(case: Case, won: Win | None, lost: Win | None) -> Iterator[Lesson]:
    """The open threes the stone makes, and what comes of them if that is not said anyway."""
    threes = _new(case)
    if not threes:
        return
    marks = together(each.stones for each in threes)
    opening = _ways_on(threes)
    line: Moves = ()
    if won is None and lost is None and not may_play(case.there, case.theirs.winning_next):
        line = _left_alone(case, case.there, opening)
    if line and len(threes) > 1:
        told = case.remark(RemarkKind.MAKES_TWO_STRONG_THREES)
        yield case.lesson(told, marks=marks, line=line, from_after=True, proved=False)
    elif line:
        told = case.remark(RemarkKind.MAKES_THREE_FOR_FOUR, opening)
        yield case.lesson(told, marks=marks, line=line, from_after=True)
    else:
        made = RemarkKind.MAKES_TWO_THREES if len(threes) > 1 else RemarkKind.MAKES_THREE
        yield case.lesson(case.remark(made), marks=marks)


def stones_made(case: Case) -> int:
    """The stones of the open threes that the stone makes."""
    return together(each.stones for each in _new(case))


def stopped(case: Case, lost: Win | None) -> Iterator[Lesson]:
    """Their open three, or a double threat, that is gone with this stone."""
    them = case.here.side_to_move.other
    was = open_threes(case.here, them)
    if case.theirs_before.completing or open_threes(case.there, them):
        return
    if not was:
        if lost is None:
            yield from _double_threat_taken(case)
        return
    told = shapes.three_gone(case, _stops(case))
    marks = together(each.stones for each in was)
    yield case.lesson(*told, marks=marks, line=_left_alone(case, case.here, _ways_on(was)))


def going_on_at(case: Case, square: mnk.Square) -> int:
    """The stones of their open threes, before the move, that go on at a square."""
    threes = open_threes(case.here, case.here.side_to_move.other)
    return together(each.stones for each in threes if square in each.squares)


def _new(case: Case) -> "list[Threat]":
    """The open threes the stone makes, as the rule counts them."""
    threes = open_threes(case.there, case.here.side_to_move)
    return [each for each in threes if case.square in each.stones]


def _left_alone(case: Case, position: mnk.Position, opening: Sequence[mnk.Square]) -> Moves:
    """A move elsewhere, then the open four."""
    avoided = elsewhere.fours(case, position) | sum(1 << at for at in opening)
    for away in elsewhere.farthest(case, position, avoided):
        ignored = position.play(away)
        for square in opening:
            if not may_play(ignored, 1 << square):
                continue
            four = ignored.play(square)
            win = case.forces.hold(four) if four.playable_squares() else None
            if win is not None and win.plies == 2:
                return (away, square, *win.line)
    return ()


def _stops(case: Case) -> Moves:
    """My squares after which they may make neither an open four nor two fours; none where that
    is not certain."""
    found = []
    for square in case.forces.defences(case.here):
        after = case.here.play(square)
        theirs, _ = readings(after)
        if not may_play(after, theirs.winning_next):
            found.append(square)
    return tuple(found)


def _double_threat_taken(case: Case) -> Iterator[Lesson]:
    """A square where they might have threatened in two lines at once, and no longer do."""
    them = case.here.side_to_move.other
    left = double_threats(case.there, them)
    gone = [at for at in double_threats(case.here, them) if at not in left]
    if not gone:
        return
    fork = case.square if case.square in gone else gone[0]
    rest = elsewhere.farthest(case, case.here, 1 << fork | elsewhere.fours(case, case.here))
    is_shown = rest and may_play(case.here.play(rest[0]), 1 << fork)
    yield case.lesson(
        shapes.takes_double_threat(case, 1 << fork), line=(*rest, fork) if is_shown else ()
    )


def _ways_on(threes: "Iterable[Threat]") -> Moves:
    """Where some open threes go on, each square once."""
    return tuple(dict.fromkeys(at for each in threes for at in each.squares))
