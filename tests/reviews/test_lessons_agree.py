"""What is said of a move in renju and gravity agrees with what its review says it is worth."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games import mnk
from games.evaluator import choose_move
from games.play.protocol import Verdict
from games.remarks import RemarkKind
from games.review.findings import PlyReview
from tests.reviews.test_only_moves import told

RENJU, GRAVITY = (mnk.PRESETS[key].variant for key in ("15x15-renju", "7x6-gravity"))
SMALL_GRAVITY = mnk.Variant(5, 4, 3, mnk.LineRule.GRAVITY)
LEVELS = ("novice", "beginner", "casual", "aggressive-0.8")

LOSES = {
    RemarkKind.BLOCKS_ONE_OF_SEVERAL,
    RemarkKind.COULD_NOT_BLOCK_ALL,
    RemarkKind.DOES_NOT_BLOCK,
    RemarkKind.MAY_NOT_BLOCK,
    RemarkKind.OPENS_SQUARE,
    RemarkKind.LOSES,
    RemarkKind.OTHER_WINS,
    RemarkKind.OTHER_WINS_AT_MOST,
    RemarkKind.OTHER_WINS_BY_FOURS,
    RemarkKind.OTHER_WINS_FROM,
    RemarkKind.OTHER_FORCES_WIN,
    RemarkKind.EVERY_OTHER_LOSES,
}
DRAWS = {RemarkKind.NOW_DRAWS, RemarkKind.ONLY_DRAW}
WINS = {
    RemarkKind.COMPLETES,
    RemarkKind.WINS,
    RemarkKind.WINS_AT_MOST,
    RemarkKind.WINS_BY_FOURS,
    RemarkKind.ONLY_WIN,
    RemarkKind.MAKES_OPEN_FOUR,
    RemarkKind.MAKES_TWO_FOURS,
    RemarkKind.MAKES_FOUR_NOT_BLOCKED,
    RemarkKind.STACKS_TWO,
    RemarkKind.LINES_UP_OPEN_TWO,
    RemarkKind.LINES_UP_TWO_TWICE,
}
ENDS = {Verdict.LOSS: LOSES, Verdict.DRAW: DRAWS, Verdict.WIN: WINS}
EXACT = {RemarkKind.LOSES, RemarkKind.WINS}


def moves(variant: mnk.Variant, games: int, seed: int) -> Iterator[tuple[mnk.Position, mnk.Square]]:
    """The moves of games between bots, now and then one anywhere; without the first three."""
    rng = Random(seed)
    for _ in range(games):
        position = mnk.Position.start(variant)
        while position.playable_squares() and not any(map(position.has_line, mnk.Side)):
            if rng.random() < 0.15:
                square = rng.choice(position.playable_squares())
            else:
                square = choose_move(position, rng.choice(LEVELS), rng.randrange(1 << 20), nodes=60)
            if position.count(mnk.Side.BLACK) > 1:  # before that nobody can force anything
                yield position, square
            position = position.play(square)


def claims(review: PlyReview) -> Iterator[tuple[Verdict, RemarkKind, int | None]]:
    """How the game ends for who made the move, by what the lessons say of it."""
    for lesson in review.lessons:
        for part in lesson.remarks:
            remark = part.remark
            for verdict, kinds in ENDS.items():
                if remark.kind in kinds:
                    plies = remark.plies
                    if remark.kind is RemarkKind.WINS and plies is not None:
                        plies += 1
                    yield verdict, remark.kind, plies


@pytest.mark.parametrize(
    ("variant", "games", "seed", "least"),
    [(RENJU, 2, 21, 12), (GRAVITY, 3, 18, 20), (SMALL_GRAVITY, 5, 18, 20)],
    ids=["renju", "gravity", "small gravity"],
)
def test_a_lesson_tells_every_loss_that_is_proved_and_no_end_that_is_not(
    variant: mnk.Variant, games: int, seed: int, least: int
) -> None:
    agreed = Counter[Verdict]()
    for position, square in moves(variant, games, seed):
        review = told(position, square)
        about = mnk.position_line(position), mnk.name(square, variant)
        for verdict, kind, plies in claims(review):
            assert review.worth.status == "proved", (about, kind)
            assert review.worth.verdict is verdict, (about, kind)
            if kind in EXACT and review.worth.plies is not None:
                assert plies == review.worth.plies, (about, kind)
            agreed[verdict] += 1
        ends = {verdict for verdict, _, _ in claims(review)}
        if review.worth.verdict is Verdict.LOSS:
            assert ends, about
        if variant.line_rule.says.falls and review.worth.verdict is Verdict.WIN:
            assert ends or review.worth.plies is None, about
    assert agreed.total() >= least, agreed
    assert len(agreed) > 1, agreed
