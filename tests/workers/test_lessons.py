"""A thinker is asked what a move did."""

import io

from games import mnk
from games.workers import questions, thinker


def asked(moves: str, nodes: int = 2_000) -> questions.Answer:
    """The answer, as it comes over the wire."""
    variant = mnk.Variant(15, 15, 5)
    game = questions.Game.of(variant, mnk.moves_from_text(moves, variant))
    question = questions.decode_question.decode(questions.encode(questions.Teach(game, nodes)))
    answer = questions.decode_line.decode(questions.encode(thinker.answer(question, io.BytesIO())))
    assert not isinstance(answer, questions.Ready | questions.Progress)
    return answer


def test_bob_who_leaves_an_open_three_standing_is_shown_what_follows() -> None:
    answer = asked("h8a1i8a3j8o15")

    assert isinstance(answer, questions.Taught)
    (sentence,) = answer.sentences
    assert sentence.text == (
        "o15 leaves Black's open three standing: Black wins in 3 plies: g8, then k8."
    )
    assert sentence.status == "proved"
    assert sentence.start == 6
    assert sentence.start + len(sentence.line) == 9
    mnk.GameState.replay(
        mnk.Variant(15, 15, 5),
        (*mnk.moves_from_text("h8a1i8a3j8o15", mnk.Variant(15, 15, 5)), *sentence.line),
    )


def test_what_alice_missed_is_played_from_the_position_before_her_move() -> None:
    answer = asked("h8a1i8a3j8o15o1")

    assert isinstance(answer, questions.Taught)
    assert answer.sentences[0].text == "Black had a win in 3 plies here: k8, then g8."
    assert answer.sentences[0].start == 6


def test_without_a_move_there_is_nothing_to_explain() -> None:
    assert asked("") == questions.Failed("There is no move to explain yet: ask once one is played.")
