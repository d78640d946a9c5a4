"""What black may not play: what a move forbids and allows, and wins that end with it."""

from collections.abc import Iterator, Sequence

from games import mnk
from games.evaluator.lesson.case import Case, Lesson
from games.evaluator.reading import Reading
from games.evaluator.ruled import banned_now, bans, together, unbanned
from games.evaluator.rules import squares_of
from games.evaluator.wins import may_play, readings
from games.remarks import Remark, RemarkKind


def changed(case: Case) -> Iterator[Lesson]:
    """What the stone forbids to black, and what is forbidden no longer."""
    told_already = closed(case, case.there, case.mine)
    now = [at for at in banned_now(case.here, case.there) if not told_already >> at & 1]
    if now:
        told = [case.remark(RemarkKind.NOW_FORBIDS, now)]
        if len(now) == 1:
            told += why(case, case.there, 1 << now[0])
        marks = _shape_of(case.there, now)
        yield case.lesson(*told, marks=marks)
    gone = unbanned(case.here, case.there)
    if gone:
        yield case.lesson(case.remark(RemarkKind.FORBIDS_NO_LONGER, gone))


def closed(case: Case, position: mnk.Position, threats: Reading) -> int:
    """The squares that alone would stop what the other side threatens, and are forbidden."""
    if not case.variant.line_rule.says.forbids or may_play(position, threats.stops):
        return 0
    return threats.stops


def at_the_end(case: Case, start: mnk.Position, line: Sequence[mnk.Square]) -> list[Remark]:
    """How a win ends whose last four black may not stop: where, and why not."""
    if len(line) < 2 or not case.variant.line_rule.says.forbids:
        return []
    start = start.play_all(line[:-2])
    _, threats = readings(start)
    shut = closed(case, start, threats)
    if not shut:
        return []
    left = case.remark(RemarkKind.LEAVES_FORBIDDEN, squares_of(shut))
    return [left, *why(case, start, shut)]


def why(case: Case, position: mnk.Position, squares: int) -> list[Remark]:
    """What black would make on the first of some forbidden squares."""
    banned = bans(position)[squares_of(squares)[0]]
    if banned.ban is mnk.Ban.OVERLINE:
        longest = max(map(len, banned.shapes))
        return [case.remark(RemarkKind.WOULD_MAKE_SIX, number=longest)]
    fours = banned.ban is mnk.Ban.DOUBLE_FOUR
    kind = RemarkKind.WOULD_MAKE_FOURS if fours else RemarkKind.WOULD_MAKE_THREES
    return [case.remark(kind, number=len(banned.shapes))]


def _shape_of(position: mnk.Position, squares: Sequence[mnk.Square]) -> int:
    """The stones that make one square forbidden; of several none."""
    if len(squares) > 1:
        return 0
    return together(bans(position)[squares[0]].shapes)
