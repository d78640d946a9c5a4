"""A game with one mistake, and the exercise that it becomes."""

from games import mnk
from games.play.protocol import Verdict
from games.review import findings
from games.reviews import practice

T3 = mnk.PRESETS["3x3"].variant
# a1 b1 a2 b2: white should have stopped a3; black, a ply later, wins there.
MOVES = tuple(mnk.moves_from_text("a1b1a2b2a3", T3))
LOST = findings.LabelPart(kind=findings.LabelKind.MISSED_BLOCK, status="proved", plies=2)
DRAW = findings.Worth(status="proved", verdict=Verdict.DRAW)
LOST_THEN = findings.Worth(status="proved", verdict=Verdict.LOSS, plies=1)
"""What it was worth to white afterwards."""
WON_THEN = findings.Worth(status="proved", verdict=Verdict.WIN, plies=1)
"""And to black, whose move it was."""
GUESS = findings.Worth(status="estimated", score=0.4)


def white_did_not_block(
    before: findings.Worth = DRAW, label: findings.LabelPart = LOST
) -> practice.Exercise:
    """White played b2 where a3 was to be stopped; what it was worth before, and what is said."""
    worths: list[findings.Worth | None] = [None, None, None, before, WON_THEN, None]
    review = findings.GameReview(
        game="abc",
        state="done",
        worths=tuple(worths),
        plies=(
            findings.PlyReview(
                ply=3,
                square=MOVES[3],
                worth=findings.Worth(status="unknown"),
                best=(mnk.square("a3", T3),),
                labels=(label,),
            ),
            findings.PlyReview(ply=99, square=0, worth=DRAW, labels=(label,)),
        ),
    )
    (found,) = practice.exercises(review, T3, MOVES)
    assert practice.exercises(review, T3, MOVES, [mnk.Side.BLACK]) == ()
    return found
