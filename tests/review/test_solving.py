"""How a try at a puzzle is judged, and what is said about it."""

import msgspec
import pytest

from games import mnk
from games.review import solving
from games.review.solving import Judgement, Refutation, RightMove, Solving, Turn

BOARD = mnk.Variant(5, 5, 4)
LAST = Turn(right=(RightMove(square=5), RightMove(square=6)))
EXACT = Solving(
    kind="exact",
    plies=3,
    turns=(
        Turn(
            right=(RightMove(square=0, reply=1, then=1),),
            slower=(2, 3),
            drawing=(4, 8),
            answered=((10, 11),),
            refuted=(Refutation(line=(9,), squares=(8,)), Refutation(line=(12, 13, 14))),
        ),
        LAST,
    ),
)
BARE = msgspec.structs.replace(
    EXACT, turns=(msgspec.structs.replace(EXACT.turns[0], refuted=()), LAST)
)
"""As it was kept before there were refutations."""
BY_FOURS = Solving(
    kind="byFours",
    plies=3,
    turns=(
        Turn(right=(RightMove(square=0, reply=1, then=1),), slower=(2,), answered=((3, 4),)),
        LAST,
    ),
)
ON_15 = mnk.Variant(15, 15, 5)


@pytest.mark.parametrize(
    ("puzzle", "moves", "verdict", "said"),
    [
        (EXACT, [0], "right", "a1 is right. The answer is b1. Your move."),
        (EXACT, [0, 1, 6], "solved", "b2 wins. Solved!"),
        (EXACT, [3], "slower", "d1 wins too, but there’s a quicker way."),
        (EXACT, [8], "wrong", "d2 only draws: e2 holds (proved)."),
        (EXACT, [7], "wrong", "c2 loses: c3 wins (proved)."),
        (EXACT, [10], "wrong", "b3 blocks a3, and no win is left (proved)."),
        (EXACT, [12], "wrong", "c3 loses (proved)."),
        (EXACT, [0, 1, 4], "wrong", "e1 misses it: you can make four in a row now."),
        (BARE, [4], "wrong", "e1 only draws (proved)."),
        (BARE, [7], "wrong", "c2 loses (proved)."),
        (BY_FOURS, [2], "slower", "c1 wins too, but there’s a quicker way."),
        (BY_FOURS, [3], "wrong", "d1 doesn’t win with threats alone: e1 blocks."),
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


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([3], "d1 doesn’t win with fours alone: e1 blocks."),
        ([5], "f1 doesn’t win with fours alone."),
    ],
)
def test_where_five_in_a_row_win_the_threats_are_called_fours(moves: list[int], said: str) -> None:
    position = mnk.Position.start(ON_15)
    judged = solving.judge(BY_FOURS, position, moves)
    assert solving.sentence(BY_FOURS, position, judged) == said


def test_the_reply_comes_with_the_judgement() -> None:
    position = mnk.Position.start(BOARD)
    right = solving.judge(EXACT, position, [0])
    assert (right.reply, right.left) == (1, 1)
    assert solving.judge(EXACT, position, [0, 1, 5]).left == 0
    assert solving.judge(EXACT, position, [3]) == Judgement(verdict="slower", turn=0, square=3)
    assert solving.judge(BY_FOURS, position, [3]).line == (4,)
    assert solving.judge(EXACT, position, [7]).line == (12, 13, 14)
    assert solving.judge(EXACT, position, [13]).line == ()  # it takes a square of the usual line


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


def test_the_task_claims_no_more_than_is_proved() -> None:
    assert solving.task(EXACT, BOARD, "Black") == "Black to play and win in 2"
    assert solving.proved(EXACT, BOARD) == "Only one first move wins (proved)."
    assert solving.caveat(EXACT, BOARD) == ""
    assert solving.task(BY_FOURS, BOARD, "White") == (
        "White to play and win in 2 with threats alone"
    )
    assert solving.proved(BY_FOURS, BOARD).startswith("Threaten four in a row with every move.")
    assert "only threats count" in solving.caveat(BY_FOURS, BOARD)
    assert "with fours alone" in solving.task(BY_FOURS, ON_15, "White")
    assert solving.proved(BY_FOURS, ON_15).startswith("Make a four with every move.")
    assert "only fours count" in solving.caveat(BY_FOURS, ON_15)
    assert solving.goal(EXACT) == "Win in 2"
    assert EXACT.line == (0, 1, 5)
    assert EXACT.solution == 0


def test_a_hint_is_a_few_squares_one_of_which_is_right() -> None:
    start = mnk.Position.start(BOARD)
    assert solving.candidates(EXACT, start, []) == (0, 9, 10)  # a threat, and a reply
    assert solving.candidates(BY_FOURS, start, []) == (0, 1, 3)  # a threat, and a neighbour
    last = solving.candidates(EXACT, start, [0, 1])
    assert len(set(last) & {5, 6}) == 1
    for moves in ([0], [7], [0, 1, 5]):
        with pytest.raises(solving.StrangeMoves):
            solving.candidates(EXACT, start, moves)
