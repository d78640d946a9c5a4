"""What the stone makes and stops, where any empty square may be played: fours, open threes, forks.

What blocks a four, and what an open four is called, is the same under every rule.
"""

from collections.abc import Iterator, Sequence

from games import mnk
from games.evaluator.lesson import elsewhere
from games.evaluator.lesson.case import Case, Lesson, Moves
from games.evaluator.reading import Reading, in_sight, is_fork, opens, stopped_open_threes
from games.evaluator.rules import squares_of
from games.evaluator.wins import Win, any_reply
from games.remarks import MOST_NAMES, Remark, RemarkKind


def blocked(case: Case) -> Iterator[Lesson]:
    """Their four, stopped."""
    was = case.theirs_before
    if not was.stops >> case.square & 1:
        return
    blocks = case.remark(case.terms.blocks)
    marks = was.lines_lacking(was.completing)
    rest = elsewhere.farthest(case, case.here, was.stops)
    if case.mine_before.completing or not rest or len(squares_of(was.stops)) > 1:
        yield case.lesson(blocks, marks=marks)
        return
    others = case.remark(RemarkKind.ANY_OTHER_LOSES, plies=2)
    still = Reading(was.own, was.other | 1 << rest[0], was.variant).completing
    last = squares_of(still & 1 << case.square or still)[0]
    yield case.lesson(blocks, others, marks=marks, line=(rest[0], last))


def made(case: Case, won: Win | None, lost: Win | None) -> Iterator[Lesson]:
    """The fours and open threes the stone makes."""
    directions = opens(case.mine_before, case.mine, case.square)
    opened = opening = 0
    for direction in directions:
        opened |= case.mine.open_three(direction, case.square)
        opening |= case.mine.along(direction, case.square)[1]
    fours = case.mine.completing
    if fours:
        yield _made_four(case, fours, len(directions), opened)
        return
    if not directions:
        return
    line: Moves = ()
    is_left_alone = lost is None and won is None and not case.theirs.winning_next
    if is_left_alone:
        line = elsewhere.then_open_four(case, case.there, opening)
    if is_left_alone and len(directions) > 1:
        told = case.remark(RemarkKind.MAKES_TWO_STRONG_THREES)
        yield case.lesson(told, marks=opened, line=line, from_after=True, proved=False)
    elif line:
        told = case.remark(RemarkKind.MAKES_THREE_FOR_FOUR, squares_of(opening))
        yield case.lesson(told, marks=opened, line=line, from_after=True)
    else:
        made = RemarkKind.MAKES_TWO_THREES if len(directions) > 1 else RemarkKind.MAKES_THREE
        yield case.lesson(case.remark(made), marks=opened)


def _made_four(case: Case, fours: int, threes: int, opened: int) -> Lesson:
    marks = case.mine.lines_lacking(fours) | opened
    stops = squares_of(case.mine.stops)
    if not stops:
        made = made_more_than_one(case, fours)
        line = any_reply(case.mine)
        return case.lesson(made, marks=marks, line=line, from_after=True)
    made = case.remark(RemarkKind.MAKES_FOUR_AND_THREE if threes else case.terms.four, stops)
    return case.lesson(made, marks=marks, line=stops[:1], from_after=True)


def made_more_than_one(case: Case, fours: int) -> Remark:
    """An open four, or two fours: in any case nobody stops them."""
    in_one = len(case.mine.directions_lacking(fours, case.square)) == 1
    return case.remark(case.terms.open_four if in_one else case.terms.two_fours)


def taken_away(case: Case, lost: Win | None) -> Iterator[Lesson]:
    """Their open three, or a double threat, that is gone now."""
    was = case.theirs_before.winning_next
    if case.theirs_before.completing or case.theirs.winning_next:
        return
    if was:
        line = elsewhere.then_open_four(case, case.here, was)
        stones = 0
        if case.terms.has_threes:
            stones = stopped_open_threes(case.theirs_before, case.theirs, case.square)
        if not stones:
            yield case.lesson(takes_double_threat(case, was), marks=was, line=line)
            return
        told = three_gone(case, squares_of(_stops(case)))
        yield case.lesson(*told, marks=stones, line=line)
        return
    forks = [
        square
        for square in squares_of(case.empty & in_sight(case.variant, case.square))
        if is_fork(case.theirs_before, square) and not is_fork(case.theirs, square)
    ]
    if not forks or lost is not None:
        return
    fork = case.square if case.square in forks else forks[0]
    rest = elsewhere.farthest(case, case.here, 1 << fork | elsewhere.fours(case, case.here))
    line = (*rest, fork) if rest else ()
    yield case.lesson(takes_double_threat(case, 1 << fork), line=line)


def three_gone(case: Case, stops: Sequence[mnk.Square]) -> list[Remark]:
    """That their open three is stopped, and what else would stop it."""
    told = [case.remark(RemarkKind.STOPS_THREE)]
    if 0 < len(stops) <= MOST_NAMES:
        told.append(case.remark(RemarkKind.STOPPED_BY, stops))
    return told


def takes_double_threat(case: Case, where: int) -> Remark:
    if where == 1 << case.square:
        return case.remark(RemarkKind.TAKES_DOUBLE_THREAT)
    return case.remark(RemarkKind.TAKES_AWAY_DOUBLE_THREAT, squares_of(where))


def _stops(case: Case) -> int:
    """My squares after which they can make neither an open four nor two fours."""
    own, other = case.mine_before.own, case.theirs_before.own
    return sum(
        1 << square
        for square in squares_of(case.theirs_before.four_squares)
        if not Reading(other, own | 1 << square, case.variant).winning_next
    )
