"""What is said where stones are of either kind."""

from collections.abc import Iterable

from games import mnk
from games.evaluator.lesson.case import Lesson, Moves
from games.remarks import Remark, RemarkKind


def told(before: mnk.Position, move: mnk.Move) -> list[Lesson]:
    """What is said where stones are of either kind: which line a move completes or could have
    completed, and which it leaves for the other side to complete."""
    side, variant = before.side_to_move, before.variant

    def said(kind: RemarkKind, moves: Moves, marks: Iterable[mnk.Square], line: Moves) -> Lesson:
        remark = Remark(kind, side, move, moves)
        named = (mnk.square_of(each, variant) for each in remark.named)
        is_after = kind is RemarkKind.LEAVES_LINE
        return Lesson((remark,), tuple(sorted({*named, *marks})), True, line, is_after)

    def lacking(position: mnk.Position, moves: Iterable[mnk.Move]) -> set[mnk.Square]:
        lines = (position.play(each).line(position.side_to_move) for each in moves)
        return set().union(*lines)

    could = tuple(sorted(mnk.either_kind(before).completing))
    if move in could:
        return [said(RemarkKind.COMPLETES, (), lacking(before, (move,)), (move,))]
    found = []
    if could:
        found.append(said(RemarkKind.COULD_COMPLETE, could, lacking(before, could), could[:1]))
    after = before.play(move)
    left = tuple(sorted(mnk.either_kind(after).completing))
    if left:
        found.append(said(RemarkKind.LEAVES_LINE, left, lacking(after, left), left[:1]))
    return found
