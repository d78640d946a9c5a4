"""A thinker is asked what a move did."""

from games import mnk
from games.thinking import questions, thinker
from tests.lessons import in_words

FIFTEEN = mnk.Variant(15, 15, 5)


def asked(moves: str, nodes: int = 2_000) -> questions.Answer:
    """The answer, as it comes over the wire."""
    game = questions.Game.of(FIFTEEN, mnk.moves_from_text(moves, FIFTEEN))
    question = questions.decode_question.decode(questions.encode(questions.Teach(game, nodes)))
    answer = questions.decode_line.decode(questions.encode(thinker.answer(question)))
    assert not isinstance(answer, questions.Ready)
    return answer


def test_bob_who_leaves_an_open_three_standing_is_shown_what_follows() -> None:
    answer = asked("h8a1i8a3j8o15")

    assert isinstance(answer, questions.Taught)
    (lesson,) = answer.lessons
    assert in_words(lesson, FIFTEEN) == (
        "o15 doesn’t stop Black’s open three. Then Black wins in 2 moves: g8, then k8."
    )
    assert lesson.status == "proved"
    assert lesson.start == 6
    assert lesson.start + len(lesson.line) == 9
    mnk.GameState.replay(
        FIFTEEN,
        (*mnk.moves_from_text("h8a1i8a3j8o15", FIFTEEN), *lesson.line),
    )


def test_what_alice_missed_is_played_from_the_position_before_her_move() -> None:
    answer = asked("h8a1i8a3j8o15o1")

    assert isinstance(answer, questions.Taught)
    assert in_words(answer.lessons[0], FIFTEEN) == ("Black had a win in 2 moves: k8, then g8.")
    assert answer.lessons[0].start == 6


def test_without_a_move_there_is_nothing_to_explain() -> None:
    assert asked("") == questions.Failed("There is no move to explain yet: ask once one is played.")
