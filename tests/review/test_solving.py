"""How a try at a puzzle is judged, and what is said about it."""

import pytest

from games import mnk
from games.review import solving
from games.review.solving import Judgement, RightMove, Solving, Turn

BOARD = mnk.Variant(5, 5, 4)
EXACT = Solving(
    kind="exact",
    plies=3,
    turns=(
        Turn(right=(RightMove(square=0, reply=1, then=1),), slower=(2, 3), drawing=(4,)),
        Turn(right=(RightMove(square=5), RightMove(square=6))),
    ),
)
BY_FOURS = Solving(
    kind="byFours",
    plies=4,
    turns=(Turn(right=(RightMove(square=0),), slower=(2,), answered=((3, 4),)),),
)


@pytest.mark.parametrize(
    ("puzzle", "moves", "verdict", "said"),
    [
        (EXACT, [0], "right", "a1 is right. The answer is b1. Your move."),
        (EXACT, [0, 1, 6], "solved", "b2 wins. Solved!"),
        (EXACT, [3], "slower", "d1 wins too, but there’s a quicker way."),
        (EXACT, [4], "wrong", "e1 only draws (proved)."),
        (EXACT, [7], "wrong", "c2 loses (proved)."),
        (EXACT, [0, 1, 4], "wrong", "e1 loses (proved)."),
        (
            *(BY_FOURS, [2], "slower"),
            "c1 wins too, but there’s a quicker way.",
        ),
        (
            *(BY_FOURS, [3], "wrong"),
            "d1 doesn’t win with threats alone: e1 blocks.",
        ),
        (BY_FOURS, [5], "wrong", "a2 doesn’t win with threats alone."),
    ],
)
def test_a_try_is_judged_by_what_is_proved(
    puzzle: Solving, moves: list[int], verdict: str, said: str
) -> None:
    position = mnk.Position.start(BOARD)

    judged = solving.judge(puzzle, position, moves)

    assert (judged.verdict, judged.turn, judged.square) == (verdict, len(moves) // 2, moves[-1])
    assert solving.sentence(puzzle, position, judged) == said


def test_the_reply_comes_with_the_judgement() -> None:
    position = mnk.Position.start(BOARD)
    assert solving.judge(EXACT, position, [0]).reply == 1
    assert solving.judge(EXACT, position, [3]) == Judgement(verdict="slower", turn=0, square=3)
    assert solving.judge(BY_FOURS, position, [3]).reply == 4


@pytest.mark.parametrize("moves", [[], [7], [0, 2], [0], [0, 1, 5, 6, 7]], ids=str)
def test_only_right_moves_and_their_replies_lead_on(moves: list[int]) -> None:
    assert solving.turn_after(EXACT, [0, 1]) == 1
    assert solving.turn_after(EXACT, [0, 1, 5]) is None
    with pytest.raises(solving.StrangeMoves):
        solving.judge(EXACT, mnk.Position.start(BOARD), [*moves, 9] if moves else [])


def test_a_last_move_that_cannot_be_played_is_refused() -> None:
    position = mnk.Position.start(BOARD)
    with pytest.raises(mnk.NoSuchSquare):
        solving.judge(EXACT, position, [25])
    with pytest.raises(mnk.SquareTaken):
        solving.judge(EXACT, position, [0, 1, 1])


def test_the_task_and_its_length_claim_no_more_than_is_proved() -> None:
    assert solving.task(EXACT, BOARD, "Black") == (
        "Black to play and win. Only one first move works."
    )
    assert solving.task(BY_FOURS, BOARD, "White").startswith(
        "White to play and win with threats alone."
    )
    assert "with fours alone" in solving.task(BY_FOURS, mnk.Variant(15, 15, 5), "White")
    assert (solving.length(EXACT), solving.length(BY_FOURS)) == ("2 moves", "2 moves")
    assert EXACT.line == (0, 1, 5)
    assert EXACT.solution == 0
