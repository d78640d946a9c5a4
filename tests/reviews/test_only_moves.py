"""Of a move that alone is best, a review and with it every hint says so: it is never quiet."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

import pytest

from games import evaluator, mnk
from games.evaluator.lesson import lesson
from games.play.protocol import LabelKind, RemarkPart, Verdict
from games.review.findings import Assessment, Lesson, PlyReview
from games.reviews import assessments, labels
from games.thinking.assessing import assess
from tests.evaluator import brute

THREE = mnk.Variant(3, 3, 3)
WORST_FIRST = ("loss", "draw", "win")
SAMPLE = 200
"""Positions of each larger board; a good part of them has an only move."""


def told(position: mnk.Position, square: mnk.Square) -> PlyReview:
    """What a hint tells of a move: made as `games.workers.hints` makes it."""
    variant, after = position.variant, position.play(square)
    before, then = map(assessed, (position, after))
    limit = evaluator.Limit(nodes=assessments.lesson_nodes_for(variant))
    lessons = tuple(
        Lesson(remarks=tuple(map(RemarkPart.of, each.remarks)))
        for each in lesson(position, square, limit=limit)
    )
    return labels.one_move(0, position, square, before, then, lessons)


@lru_cache(maxsize=1_000)
def assessed(position: mnk.Position) -> Assessment:
    """In a game, what a move leads to is what the next one is made in."""
    return assess(position, assessments.nodes_for(position.variant)).assessment


def says_so(position: mnk.Position, square: mnk.Square, verdict: str) -> None:
    """It is called the only move, or one that makes the line; and its worth is the true one."""
    review = told(position, square)
    about = mnk.position_line(position), mnk.name(square, position.variant)
    kinds = {label.kind for label in review.labels if label.status == "proved"}
    assert kinds & {LabelKind.ONLY_MOVE, LabelKind.WON}, about
    assert (review.worth.status, review.worth.verdict) == ("proved", Verdict(verdict)), about


def only_moves_of_three() -> Iterator[tuple[mnk.Position, mnk.Square, str]]:
    """By brute force: every position of 3×3 in which one square alone is best, once for all its
    turned and mirrored forms."""
    for board, sign in brute.reachable(THREE):
        if brute.has_line(board, brute.other(sign), THREE) or board.count(".") < 2:
            continue
        black, white = (
            frozenset(at for at, each in enumerate(board) if each == side) for side in "XO"
        )
        side = mnk.Side.BLACK if sign == "X" else mnk.Side.WHITE
        position = mnk.Position.of(THREE, mnk.BySide(black, white), side)
        if mnk.canonical(position).position != position:
            continue
        ends = {at: verdict for at, (verdict, _) in brute.after_each(board, sign, THREE).items()}
        best = max(ends.values(), key=WORST_FIRST.index)
        reached = [at for at, verdict in ends.items() if verdict == best]
        if len(reached) == 1:
            yield position, reached[0], best


def test_every_only_move_of_three_by_three_is_called_one() -> None:
    found = 0
    for position, square, verdict in only_moves_of_three():
        says_so(position, square, verdict)
        found += 1
    assert found > 250, found


@pytest.mark.parametrize(("width", "least"), [(5, 40), (6, 25)])
def test_only_moves_of_larger_boards_are_called_so(width: int, least: int) -> None:
    """Positions of four in a row on 5×5 and 6×5, reached at random."""
    variant, rng, found = mnk.Variant(width, 5, 4), Random(18), 0
    for _ in range(SAMPLE):
        position = mnk.Position.start(variant)
        for _ in range(rng.randrange(6, variant.squares - 3)):
            after = position.play(rng.choice(position.playable_squares()))
            if after.has_line(position.side_to_move):
                break
            position = after
        limit = evaluator.Limit(nodes=assessments.SOLVED_NODES)
        squares = evaluator.evaluate(position, limit, set_up=True).squares
        ends = {at: value.verdict.value for at, value in squares.items() if value.verdict}
        best = max(ends.values(), key=WORST_FIRST.index)
        reached = [at for at, verdict in ends.items() if verdict == best]
        if 1 == len(reached) < len(ends) == len(squares):
            says_so(position, reached[0], best)
            found += 1
    assert found >= least
