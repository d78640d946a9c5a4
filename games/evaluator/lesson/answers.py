"""What the stone threatens where the answer may be forbidden, or out of reach."""

from collections.abc import Iterator

from games import mnk
from games.evaluator.lesson import forbidden, shapes, threes
from games.evaluator.lesson.case import Case, Lesson
from games.evaluator.rules import squares_of
from games.evaluator.wins import Win, in_vain, may_play, readings
from games.remarks import RemarkKind


def answered(case: Case, won: Win | None, lost: Win | None) -> Iterator[Lesson]:
    """The lines the stone leaves lacking one, and what the rule makes of the answer."""
    fours = case.mine.completing
    if not fours:
        if case.variant.line_rule.says.forbids:
            yield from threes.made(case, won, lost)
        return
    marks = case.mine.lines_lacking(fours)
    stops = may_play(case.there, case.mine.stops)
    if stops:
        yield _one_answer(case, stops, marks)
        return
    if not case.there.playable_squares():
        return
    line = in_vain(case.there, case.mine)
    closed = forbidden.closed(case, case.there, case.mine)
    if closed:
        four = case.remark(RemarkKind.MAKES_FOUR_NOT_BLOCKED, squares_of(closed))
        told = [four, *forbidden.why(case, case.there, closed)]
    else:
        told = [shapes.made_more_than_one(case, fours)]
    yield case.lesson(*told, marks=marks, line=line, from_after=True)


def _one_answer(case: Case, stops: int, marks: int) -> Lesson:
    """A line that lacks one stone, and can be stopped."""
    where = squares_of(stops)
    after = case.there.play(where[0])
    then, _ = readings(after)
    if case.variant.line_rule.says.falls and then.completing:
        line = (where[0], squares_of(then.completing)[0])
        stacked = case.remark(RemarkKind.STACKS_TWO, where)
        return case.lesson(stacked, marks=marks | 1 << line[1], line=line, from_after=True)
    kind = case.terms.four
    if stops & case.mine_before.waiting:
        kind = RemarkKind.GIVES_UP_SQUARE
    elif case.variant.line_rule.says.forbids:
        three = threes.stones_made(case)
        if three & ~marks:  # else it is of the same line
            kind, marks = RemarkKind.MAKES_FOUR_AND_THREE, marks | three
    return case.lesson(case.remark(kind, where), marks=marks, line=where[:1], from_after=True)


def waits(case: Case) -> Iterator[Lesson]:
    """A square in the air that completes a line of mine once the one beneath it is taken."""
    width = case.variant.width
    new = case.mine.waiting & ~case.mine_before.waiting
    if not new or case.mine.completing:
        return
    at = min(squares_of(new), key=lambda each: (_height(case, each), each))
    is_next = may_play(case.there, 1 << at - width)
    kind = RemarkKind.KEEPS_FROM_BELOW if is_next else RemarkKind.WAITS_ABOVE
    marks = case.mine.lines_lacking(1 << at) | 1 << at - width
    yield case.lesson(case.remark(kind, (at,)), marks=marks)


def _height(case: Case, square: mnk.Square) -> int:
    """How many empty squares of its column lie beneath a square."""
    beneath = range(square - case.variant.width, -1, -case.variant.width)
    return sum(case.there.stone(each) is None for each in beneath)
