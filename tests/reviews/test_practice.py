"""Practice from mistakes: what is to be done, and how a try is judged, in words."""

from dataclasses import replace

import pytest

from games import mnk
from games.play.hub import Hub
from games.play.protocol import Verdict
from games.review import findings
from games.reviews import practice
from games.reviews.evaluations import Evaluations
from games.reviews.exercises import try_move
from tests.reviews.mistakes import (
    DRAW,
    GUESS,
    LOST,
    LOST_THEN,
    MOVES,
    T3,
    white_did_not_block,
)

WIN = findings.Worth(status="proved", verdict=Verdict.WIN)
UNSURE = findings.Worth(status="estimated", score=0.0)
HOPEFUL = findings.Worth(status="estimated", score=practice.NEAR)
UNKNOWN = findings.Worth(status="unknown")


def test_a_mistake_becomes_an_exercise_for_the_player_who_made_it() -> None:
    exercise = white_did_not_block()

    assert exercise.task(mnk.side_names(T3, "marks")) == "O to play: find a better move"
    assert exercise.mistake == "You played b2 and didn’t block."
    assert (exercise.before, exercise.after) == (DRAW, LOST_THEN)
    assert exercise.position == mnk.GameState.replay(T3, MOVES[:3]).position
    assert practice.shown(exercise) == "Better (proved): a3."


@pytest.mark.parametrize(
    ("kind", "status", "plies", "words"),
    [
        ("missedWin", "proved", 5, "missed a win in 3 moves"),
        ("missedWin", "proved", None, "missed a win"),
        ("threwWin", "proved", 1, "threw away a win in 1 move"),
        ("threwWin", "proved", None, "threw away a win"),
        ("lastEscape", "estimated", None, "missed the last defence. That’s an estimate"),
        ("mistake", "estimated", None, "gave a lot away. That’s an estimate"),
    ],
)
def test_what_was_wrong_in_words(
    kind: str, status: findings.Status, plies: int | None, words: str
) -> None:
    label = findings.LabelPart(kind=findings.LabelKind(kind), status=status, plies=plies)
    assert f"b2 and {words}." in white_did_not_block(label=label).mistake


@pytest.mark.parametrize(
    ("name", "before", "after", "verdict", "status", "words"),
    [
        ("b2", DRAW, None, "wrong", "proved", "was played in the game"),
        ("a3", DRAW, None, "solved", "proved", "one of the best squares (proved)"),
        ("c1", DRAW, None, "unclear", "unknown", "can’t judge"),
        ("c1", DRAW, ("win", 1), "wrong", "proved", "c1 loses"),
        ("c1", DRAW, ("draw", 5), "solved", "proved", "holds the draw"),
        ("c1", DRAW, ("loss", 2), "solved", "proved", "wins in 2 moves"),
        ("c1", DRAW, 0.1, "unclear", "estimated", "isn’t"),
        ("c1", GUESS, -0.3, "solved", "estimated", "is better (estimate)"),
        ("c1", GUESS, 0.3, "wrong", "estimated", "gives a lot away"),
        ("c1", GUESS, ("draw", 5), "wrong", "estimated", "something better"),
        ("a3", GUESS, None, "solved", "estimated", "one of the best squares (estimate)"),
        ("a3", GUESS, 0.9, "solved", "estimated", "is better (estimate)"),
        ("c1", UNSURE, 0.25, "solved", "estimated", "is better (estimate)"),
        ("c1", UNSURE, 0.26, "wrong", "estimated", "gives a lot away"),
        ("c1", UNSURE, ("draw", 5), "solved", "proved", "holds the draw"),
        ("c1", HOPEFUL, ("draw", 5), "solved", "proved", "holds the draw"),
        ("c1", UNKNOWN, 0.9, "solved", "estimated", "is better (estimate)"),
        ("c1", WIN, ("draw", 5), "wrong", "proved", "only draws"),
        ("c1", WIN, -0.9, "unclear", "estimated", "There is a proved win"),
        ("c1", DRAW, ("loss", None), "solved", "proved", "c1 wins (proved)."),
        ("c1", DRAW, UNKNOWN, "unclear", "unknown", "can’t judge"),
    ],
)
def test_a_try_is_judged_by_what_follows(
    name: str,
    before: findings.Worth,
    after: tuple[str, int | None] | float | findings.Worth | None,
    verdict: str,
    status: str,
    words: str,
) -> None:
    found = None
    if isinstance(after, tuple):
        worth = findings.Worth(status="proved", verdict=Verdict(after[0]), plies=after[1])
        found = findings.Assessment(worth=worth)
    elif isinstance(after, findings.Worth):
        found = findings.Assessment(worth=after)
    elif after is not None:
        found = findings.Assessment(worth=findings.Worth(status="estimated", score=after))

    told = practice.check(white_did_not_block(before), mnk.square(name, T3), found)

    assert (told.verdict, told.status) == (verdict, status)
    assert words in told.sentence


@pytest.mark.parametrize(
    ("board", "square", "words"),
    [
        ("...\nOO.\nXX.", "c1", "c1 wins at once. Nothing is better."),
        ("XOX\nXOO\nOX.", "c1", "c1 holds the draw (proved)."),
    ],
)
async def test_a_try_that_ends_the_game_is_judged_by_the_rules(
    hub: Hub, board: str, square: str, words: str
) -> None:
    position = mnk.position_from_text(board, T3)
    exercise = practice.Exercise(
        4, position, played=5, label=LOST, before=DRAW, after=DRAW, best=()
    )

    told = await try_move(hub, exercise, mnk.square(square, T3), of="alice")

    assert (told.verdict, told.status, told.sentence) == ("solved", "proved", words)


def test_what_is_better_is_shown_as_sure_as_it_is() -> None:
    assert practice.shown(white_did_not_block()) == "Better (proved): a3."
    assert practice.shown(white_did_not_block(GUESS)) == "Better (estimate): a3."
    assert practice.shown(replace(white_did_not_block(), best=())) == "No better move is known."


def test_of_several_mistakes_in_a_move_the_gravest_is_practised() -> None:
    review = findings.GameReview(
        game="abc",
        state="done",
        plies=(
            findings.PlyReview(
                ply=3,
                square=MOVES[3],
                worth=UNKNOWN,
                best=(MOVES[3], 6),
                labels=(
                    findings.LabelPart(kind=findings.LabelKind.MISTAKE, status="estimated"),
                    LOST,
                    findings.LabelPart(kind=findings.LabelKind.LAST_ESCAPE, status="proved"),
                ),
            ),
            findings.PlyReview(ply=4, square=MOVES[4], worth=UNKNOWN),
            findings.PlyReview(ply=5, square=0, worth=UNKNOWN, labels=(LOST,)),
        ),
    )

    (exercise,) = practice.exercises(review, T3, MOVES)

    assert exercise.label is LOST
    assert exercise.before.status == "unknown"  # nothing is known of the position
    assert exercise.best == (6,)  # not what was played


async def test_a_try_is_looked_at_only_where_nothing_is_known(hub: Hub) -> None:
    asked = []

    async def look(position: mnk.Position, of: str) -> findings.Assessment:
        asked.append(position)
        worth = findings.Worth(status="proved", verdict=Verdict.WIN, plies=1)
        return findings.Assessment(worth=worth)

    exercise = white_did_not_block()
    assert (await try_move(hub, exercise, mnk.square("c1", T3), of="alice")).verdict == "unclear"
    hub.part(Evaluations).find = look

    best = await try_move(hub, exercise, mnk.square("a3", T3), of="alice")
    other = await try_move(hub, exercise, mnk.square("c1", T3), of="alice")

    assert (best.verdict, other.verdict) == ("solved", "wrong")
    assert asked == [exercise.position.play(mnk.square("c1", T3))]
    with pytest.raises(mnk.SquareTaken):
        await try_move(hub, exercise, MOVES[0], of="alice")
    with pytest.raises(mnk.NoSuchSquare):
        await try_move(hub, exercise, 9999, of="alice")
