"""What is said of the end: a line completed, a win missed, a loss, what other squares are worth."""

from collections.abc import Iterator

from games import mnk
from games.evaluator.evaluation import Proved, Verdict
from games.evaluator.lesson import forbidden, threes
from games.evaluator.lesson.case import HAD_WIN, OTHER_WINS, THEN_WINS, Case, Lesson
from games.evaluator.lesson.outcomes import Outcomes, is_settled
from games.evaluator.rules import squares_of
from games.evaluator.wins import Kind, Win
from games.remarks import MOST_NAMES, Remark, RemarkKind


def completed(case: Case) -> Lesson:
    """The line that ends the game."""
    marks = case.mine_before.completed_by(case.square)
    loses = case.variant.line_rule.says.completing_loses
    kind = RemarkKind.COMPLETES_AND_LOSES if loses else RemarkKind.COMPLETES
    return case.lesson(case.remark(kind), marks=marks, line=(case.square,))


def missed(case: Case, outcomes: Outcomes) -> Iterator[Lesson]:
    """A win that was there, and perhaps no longer is."""
    where = squares_of(case.mine_before.completing)
    if where:
        marks = case.mine_before.lines_lacking(case.mine_before.completing)
        could = case.remark(RemarkKind.COULD_COMPLETE, where)
        yield case.lesson(could, marks=marks, line=where[:1])
        return
    had, won = outcomes.had, outcomes.won
    if had is None:
        return
    value = outcomes.values.get(case.square)
    if won is None and (value is None or value.verdict is not Verdict.WIN):
        told = [
            case.win(HAD_WIN, had, had.line[::2]),
            *forbidden.at_the_end(case, case.here, had.line),
        ]
        if value is not None and value.verdict is Verdict.DRAW:
            told.append(case.remark(RemarkKind.NOW_DRAWS))
        yield case.lesson(*told, line=had.line)
    elif won is not None and won.kind is had.kind is Kind.EXACT and won.plies + 1 > had.plies:
        quicker = case.remark(RemarkKind.HAD_QUICKER_WIN, had.line[::2], plies=had.plies)
        yield case.lesson(quicker, line=had.line)


def lost(case: Case, outcomes: Outcomes) -> Iterator[Lesson]:
    """What the other side can do now: complete a line, or win by force."""
    now, was = case.theirs.completing, case.theirs_before.completing
    if now:
        closed = forbidden.closed(case, case.here, case.theirs_before)
        if closed:
            where, marks = squares_of(now), case.theirs.lines_lacking(now)
            may_not = case.remark(RemarkKind.MAY_NOT_BLOCK, where)
            why = forbidden.why(case, case.here, closed)
            yield case.lesson(may_not, *why, marks=marks, line=where[:1], from_after=True)
            return
        if not now & was:
            kind = RemarkKind.OPENS_SQUARE
        elif was >> case.square & 1:
            kind = RemarkKind.BLOCKS_ONE_OF_SEVERAL
        elif was and not case.theirs_before.stops:
            kind = RemarkKind.COULD_NOT_BLOCK_ALL
        else:
            kind = RemarkKind.DOES_NOT_BLOCK
        where, marks = squares_of(now), case.theirs.lines_lacking(now)
        can = case.remark(kind, where)
        yield case.lesson(can, marks=marks, line=where[:1], from_after=True)
        return
    win = outcomes.lost
    if win is None:
        return
    value, moves = outcomes.values.get(case.square), win.line[::2]
    if _is_left(case, win):
        marks = _threes_left(case, win)
        left = RemarkKind.LEAVES_OPEN_THREE if marks else RemarkKind.LEAVES_DOUBLE_THREAT
        told = [case.remark(left), case.win(THEN_WINS, win, moves)]
        yield case.lesson(*told, marks=marks, line=win.line, from_after=True)
        return
    if isinstance(value, Proved) and win.kind is Kind.EXACT:
        loses = case.remark(RemarkKind.LOSES, moves, plies=win.plies + 1)
    else:
        loses = case.win(OTHER_WINS, win, moves)
    why = forbidden.at_the_end(case, case.there, win.line)
    yield case.lesson(loses, *why, line=win.line, from_after=True)


def _is_left(case: Case, lost: Win) -> bool:
    """Whether they win by what they threatened before the move: an open four or two fours."""
    says, was = case.variant.line_rule.says, case.theirs_before.winning_next
    if lost.plies != 3:
        return False
    if says.forbids:
        was &= case.theirs.winning_next & 1 << lost.line[0]
    return bool(was) and (says.is_race or says.forbids)


def _threes_left(case: Case, lost: Win) -> int:
    """Their open threes that the move leaves, or that they win by."""
    if case.variant.line_rule.says.forbids:
        return threes.going_on_at(case, lost.line[0])
    return case.theirs.all_open_threes() if case.terms.has_threes else 0


def others(case: Case, outcomes: Outcomes) -> Iterator[Lesson]:
    """How the other squares compare, where all are solved; or that all of them lose."""
    values = outcomes.values
    if not is_settled(values):
        rest = [value for at, value in values.items() if at != case.square]
        is_said = case.theirs_before.stops >> case.square & 1  # of the block
        if rest and not is_said and all(each.verdict is Verdict.LOSS for each in rest):
            lose = RemarkKind.EVERY_OTHER_LOSES if outcomes.lost else RemarkKind.ALL_OTHERS_LOSE
            yield case.lesson(case.remark(lose))
        return
    if len(values) < 2:
        return
    mine = values[case.square].verdict
    same = [at for at, value in values.items() if value.verdict is mine]
    draws = [at for at, value in values.items() if value.verdict is Verdict.DRAW]
    wins = any(value.verdict is Verdict.WIN for value in values.values())
    if mine is Verdict.LOSS and len(same) == len(values):
        if case.theirs_before.stops == 1 << case.square:
            return  # said of the block
        yield case.lesson(case.remark(RemarkKind.EVERY_OTHER_LOSES))
    elif mine is Verdict.LOSS and draws and not wins:
        yield case.lesson(_drawing(case, draws, len(values)), line=(draws[0],))
    elif len(same) == 1 and mine is Verdict.DRAW and not wins:
        if case.theirs_before.stops >> case.square & 1:
            return  # said of the block
        yield case.lesson(case.remark(RemarkKind.ONLY_DRAW), line=(case.square,))
    elif len(same) == 1 and mine is Verdict.WIN:
        yield case.lesson(case.remark(RemarkKind.ONLY_WIN), line=(case.square,))


def _drawing(case: Case, draws: list[mnk.Square], of: int) -> Remark:
    """Which of the other squares draw, where the move loses."""
    if len(draws) == 1:
        return case.remark(RemarkKind.ONE_DRAWS, draws)
    if len(draws) == of - 1:
        return case.remark(RemarkKind.ANY_OTHER_DRAWS)
    if len(draws) > MOST_NAMES:
        return case.remark(RemarkKind.OTHERS_DRAW, number=len(draws))
    return case.remark(RemarkKind.SOME_DRAW, draws)
