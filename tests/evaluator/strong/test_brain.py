"""The brain: what a Gomocup manager says, and what it hears."""

import io
import subprocess
import sys

import pytest

from games.evaluator.strong import brain


def said(*lines: str) -> list[str]:
    return list(brain.Brain().answers(["INFO timeout_turn 60", *lines]))


def squares(answers: list[str]) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, _, y in (answer.partition(",") for answer in answers) if y]


def test_a_game_begun_by_us() -> None:
    answers = said("START 15", "BEGIN", "TURN 6,7", "TURN 0,0")

    assert answers[0] == "OK"
    assert len(set(squares(answers))) == 3
    assert all(0 <= x < 15 and 0 <= y < 15 for x, y in squares(answers))


def test_a_board_is_taken_over_and_won() -> None:
    rows = ["3,7,1", "0,0,2", "4,7,1", "0,14,2", "5,7,1", "14,0,2", "6,7,1", "2,7,2"]
    answers = said("START 15", "BOARD", *rows, "DONE")

    assert squares(answers) == [(7, 7)]


def test_their_four_is_blocked() -> None:
    rows = ["3,7,2", "0,0,1", "4,7,2", "0,14,1", "5,7,2", "2,7,1"]

    assert squares(said("START 15", "BOARD", *rows, "6,7,2", "DONE")) == [(7, 7)]


def test_boards_that_are_not_square_and_games_begun_anew() -> None:
    answers = said("RECTSTART 20,12", "BEGIN", "RESTART", "TURN 19,11")

    assert [answers[0], answers[2]] == ["OK", "OK"]
    assert all(x < 20 and y < 12 for x, y in squares(answers))


def test_a_move_taken_back_can_be_played_again() -> None:
    answers = said("START 15", "TURN 7,7", "TAKEBACK 7,7", "TURN 7,7")

    assert answers[2] == "OK"
    assert len(squares(answers)) == 2


def test_exactly_five_is_what_rule_one_asks_for() -> None:
    rows = ["0,0,1", "1,0,1", "2,0,1", "3,0,1", "5,0,1", "0,9,2", "2,9,2", "4,9,2", "6,9,2"]
    lined = said("START 15", "INFO rule 0", "BOARD", *rows, "8,9,2", "DONE")
    exact = said("START 15", "INFO rule 1", "BOARD", *rows, "8,9,2", "DONE")

    assert squares(lined) == [(4, 0)]
    assert squares(exact) != [(4, 0)]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("TURN 15,3", "ERROR"),
        ("TURN a", "ERROR"),
        ("START 99", "ERROR"),
        ("START ", "ERROR"),
        ("TAKEBACK 99,0", "ERROR"),
        ("DANCE", "UNKNOWN"),
        ("ABOUT", 'name="Inarow"'),
    ],
)
def test_what_cannot_be_obeyed_is_told(line: str, answer: str) -> None:
    (heard,) = said("START 15", line)[1:]

    assert heard.startswith(answer)


def test_nothing_is_heard_after_the_end_nor_to_an_empty_line() -> None:
    assert said("START 15", "", "INFO folder /tmp", "INFO max_memory 0", "END", "BEGIN") == ["OK"]


def test_each_answer_is_written_at_once() -> None:
    sink = io.StringIO()
    brain.main(io.StringIO("START 15\r\nABOUT\r\nEND\r\n"), sink)

    assert sink.getvalue().splitlines()[0] == "OK"
    assert len(sink.getvalue().splitlines()) == 2


def test_it_runs_as_a_program() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "games.evaluator.strong.brain"],
        input="START 10\nEND\n",
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )

    assert ran.stdout == "OK\n"
    assert ran.stderr == ""
