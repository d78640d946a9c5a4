"""The brain: what a Gomocup manager says, and what it hears."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from types import TracebackType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.evaluator import gomocup
from games.evaluator.pace import LEAST_MS
from games.evaluator.tournament import Choice, Means, Player, Time
from tests.evaluator.strategies import law


class Robo(Player):
    """Plays the first free square, notes how long it was given, and takes as long as told."""

    about = 'name="Robo"'

    def __init__(self) -> None:
        self.seconds = 0.0
        """What the clock says."""
        self.slow = 0.0
        """How many seconds each choice takes."""
        self.variant: mnk.Variant | None = None
        self.means = Means()
        self.given: list[Time] = []

    def prepare(self, variant: mnk.Variant, means: Means) -> None:
        self.variant, self.means = variant, means

    def choose(self, position: mnk.Position, allowed: Time) -> Choice:
        assert position.variant == self.variant
        self.given.append(allowed)
        self.seconds += self.slow
        return Choice(position.empty_squares()[0])

    def swap2(self, position: mnk.Position, allowed: Time) -> tuple[mnk.Square, ...]:
        self.given.append(allowed)
        return position.empty_squares()[: {0: 3, 3: 2, 5: 0}[len(_stones(position))]]


def said(*lines: str) -> list[str]:
    """What our own player answers, remarks left out."""
    answers = gomocup.Brain().answers(["INFO timeout_turn 60", *lines])
    return [answer for answer in answers if not answer.startswith("MESSAGE")]


def heard(*lines: str) -> list[str]:
    """What Robo's brain answers."""
    return list(gomocup.Brain(Robo()).answers(lines))


def squares(answers: list[str]) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, _, y in (answer.partition(",") for answer in answers) if y]


# A game


def test_a_game_begun_by_us() -> None:
    answers = said("START 15", "BEGIN", "TURN 0,0", "TURN 14,14")

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


def test_x_is_the_column_and_y_counts_from_the_top() -> None:
    # Robo plays a1, b1 and so on: the bottom row from the left
    assert heard("RECTSTART 4,3", "TURN 0,2", "TURN 2,2") == ["OK", "1,2", "3,2"]


def test_a_move_taken_back_can_be_played_again() -> None:
    assert heard("START 15", "TURN 7,7", "TAKEBACK 0,14", "TAKEBACK 7,7", "TURN 7,7") == [
        "OK",
        "0,14",
        "OK",
        "OK",
        "0,14",
    ]


def test_a_board_said_again_replaces_the_one_before() -> None:
    assert heard("START 15", "BOARD", "7,7,2", "DONE", "BOARD", "0,14,2", "7,7,1", "DONE") == [
        "OK",
        "0,14",
        "1,14",
    ]


def test_exactly_five_is_what_rule_one_asks_for() -> None:
    rows = ["0,0,1", "1,0,1", "2,0,1", "3,0,1", "5,0,1", "0,9,2", "2,9,2", "4,9,2", "6,9,2"]
    lined = said("START 15", "INFO rule 0", "BOARD", *rows, "8,9,2", "DONE")
    exact = said("START 15", "INFO rule 1", "BOARD", *rows, "8,9,2", "DONE")

    assert squares(lined) == [(4, 0)]
    assert squares(exact) != [(4, 0)]


def test_five_blocked_at_both_ends_are_not_played_for_in_caro() -> None:
    rows = ["2,0,1", "3,0,1", "4,0,1", "5,0,1", "1,0,2", "7,0,2", "0,9,2", "4,9,2"]
    lined = said("START 15", "INFO rule 1", "BOARD", *rows, "DONE")
    for rule in (8, 9):
        caro = said("START 15", f"INFO rule {rule}", "BOARD", *rows, "DONE")
        assert squares(caro) != [(6, 0)]

    assert squares(lined) == [(6, 0)]


def test_four_in_caro_are_stopped_where_one_stone_stops_both_their_ends() -> None:
    # O . X X X X . : only beyond the far end is a stone of use.
    rows = ["0,7,1", "2,7,2", "3,7,2", "4,7,2", "5,7,2", "9,2,1", "11,3,1"]

    assert squares(said("START 15", "INFO rule 8", "BOARD", *rows, "DONE")) == [(6, 7)]


@pytest.mark.parametrize(
    "lines",
    [
        ["INFO mnk_k 4", "START 10"],
        ["START 10", "INFO mnk_k 4"],
        ["INFO mnk_k 4", "START 10", "RESTART"],
    ],
)
def test_another_k_may_be_asked_for_before_and_after_the_start(lines: list[str]) -> None:
    rows = ["0,0,1", "1,0,1", "2,0,1", "0,9,2", "2,9,2", "4,9,2", "DONE"]

    assert squares(said(*lines, "BOARD", *rows)) == [(3, 0)]


def test_k_is_five_or_the_edge_of_a_smaller_board() -> None:
    for line, k in (("START 15", 5), ("START 3", 3), ("RECTSTART 2,4", 4)):
        robo = Robo()
        list(gomocup.Brain(robo).answers([line, "BEGIN"]))

        assert robo.variant is not None
        assert robo.variant.k == k


def test_what_the_search_saw_is_said_in_one_line() -> None:
    lines = ["INFO timeout_turn 60", "START 15", "BEGIN"]
    _, message, move = gomocup.Brain().answers(lines)

    assert message.startswith("MESSAGE depth ")
    assert {"score", "nodes", "pv"} < set(message.split())
    assert squares([move])


# Openings by Swap2


def test_swap2_is_asked_with_no_stones_with_three_and_with_five() -> None:
    three, five = ["7,7", "8,8", "9,9"], ["7,7", "8,8", "9,9", "3,3", "2,2"]

    assert heard("START 15", "SWAP2BOARD", "DONE") == ["OK", "0,14 1,14 2,14"]
    assert heard("START 15", "SWAP2BOARD", *three, "DONE") == ["OK", "0,14 1,14"]
    assert heard("START 15", "SWAP2BOARD", *five, "DONE", "BEGIN") == ["OK", "SWAP", "0,14"]


@pytest.mark.parametrize(
    ("rows", "trouble"),
    [
        (["7,7"], "0, 3 or 5 stones, not with 1"),
        (["7,7", "8,8", "7,7"], "taken"),
        (["7,7", "8,8", "15,7"], "not on the board"),
        (["7,7", "8,8", "7,6,1"], "2 numbers"),
    ],
)
def test_an_opening_that_is_none_is_refused(rows: list[str], trouble: str) -> None:
    _, answer = heard("START 15", "SWAP2BOARD", *rows, "DONE")

    assert answer.startswith("ERROR")
    assert trouble in answer


# What cannot be obeyed


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("TURN 15,3", "ERROR 15,3 is not on the board of 15,15."),
        ("TURN -1,3", "ERROR -1,3 is not on the board of 15,15."),
        ("TURN a", "ERROR 2 numbers expected, not 'a'."),
        ("TURN 7,7,2", "ERROR 2 numbers expected, not '7,7,2'."),
        ("TURN " + "9" * 5000 + ",1", "ERROR 2 numbers expected"),
        ("TURN 7,٧", r"ERROR 2 numbers expected, not '7,\u0667'."),
        ("START 99", "ERROR The width must be from 1 to 32, not 99."),
        ("START 0", "ERROR The width must be"),
        ("START ", "ERROR A number expected, not ''."),
        ("START 15,15", "ERROR A number expected"),
        ("RECTSTART 15", "ERROR 2 numbers expected"),
        ("TAKEBACK 99,0", "ERROR 99,0 is not on the board"),
        ("TAKEBACK 7,7", "ERROR There is no stone on 7,7."),
        ("INFO timeout_turn soon", "ERROR A number expected, not 'soon'."),
        ("DANCE 1", "UNKNOWN command 'DANCE'"),
        ("PLAY 1,1", "UNKNOWN command 'PLAY'"),
        ("ABOUT", 'name="Inarow", version='),
        ("about", 'name="Inarow", version='),
    ],
)
def test_what_cannot_be_obeyed_is_told(line: str, answer: str) -> None:
    (answered,) = said("START 15", line)[1:]

    assert answered.startswith(answer)


@pytest.mark.parametrize(
    "lines", [["BEGIN"], ["TURN 1,1"], ["RESTART"], ["TAKEBACK 1,1"], ["BOARD", "1,1,2", "DONE"]]
)
def test_without_a_board_there_is_nothing_to_play(lines: list[str]) -> None:
    assert heard(*lines) == ["ERROR There is no board yet: send START first."]


@pytest.mark.parametrize(
    ("row", "trouble"),
    [
        ("3,3,3", "3,3 is marked 3: the blocked squares"),
        ("3,3,0", "3,3 is marked 0"),
        ("3,3", "3 numbers expected"),
        ("15,3,1", "15,3 is not on the board"),
        ("7,7,1", "7,7 is taken"),
        ("TURN 1,1", "3 numbers expected"),
    ],
)
def test_a_board_is_taken_over_whole_or_not_at_all(row: str, trouble: str) -> None:
    _, _, refusal, move = heard(
        "START 15", "TURN 0,14", "BOARD", "7,7,2", row, "0,0,1", "DONE", "TURN 2,14"
    )

    assert refusal.startswith(f"ERROR {trouble}")
    assert move == "3,14"  # after 0,14 1,14 2,14: nothing of the refused board is left


def test_a_game_that_is_over_is_not_played_on() -> None:
    won = ["0,0,2", "1,0,2", "2,0,2", "3,0,2", "4,0,2"]
    full = ["0,0,1", "1,0,2", "0,1,2", "1,1,1"]

    assert heard("START 15", "BOARD", *won, "DONE")[1].startswith("ERROR There is a line")
    assert heard("RECTSTART 1,5", *["TURN 0,0"] * 2)[2] == "ERROR 0,0 is taken."
    assert heard("START 2", "INFO rule 1", "BOARD", *full, "DONE")[1].startswith("ERROR The board")


def test_a_stone_that_ends_the_game_is_not_kept() -> None:
    rows = ["0,0,2", "1,0,2", "2,0,2", "3,0,2"]
    _, first, refusal, second = heard("START 15", "BOARD", *rows, "DONE", "TURN 4,0", "TURN 14,14")

    assert (first, second) == ("0,14", "1,14")
    assert refusal.startswith("ERROR There is a line")


def test_begin_is_for_an_empty_board() -> None:
    _, _, answer = heard("START 15", "BEGIN", "BEGIN")

    assert answer.startswith("ERROR BEGIN is for an empty board")


@pytest.mark.parametrize(
    ("rule", "name"),
    [(2, "continuous"), (12, "renju"), (5, "renju"), (16, "unknown")],
)
def test_a_rule_not_played_is_refused_when_play_would_begin(rule: int, name: str) -> None:
    started, *refusals = heard(
        f"INFO rule {rule}", "START 15", "BEGIN", "TURN 1,1", "BOARD", "DONE", "SWAP2BOARD", "DONE"
    )

    assert started == "OK"
    assert len(refusals) == 4
    assert all(refusal.startswith(f"ERROR Rule {rule} ({name})") for refusal in refusals)
    assert heard(f"INFO rule {rule}", "START 15", "INFO rule 0", "BEGIN") == ["OK", "0,14"]


@pytest.mark.parametrize("k", ["0", "-1", "16"])
def test_a_k_that_does_not_fit_is_refused_when_play_would_begin(k: str) -> None:
    _, refusal = heard("START 15", f"INFO mnk_k {k}", "BEGIN")

    assert refusal == f"ERROR A row must be from 1 to 15 long on this board, not {k}."


def test_what_need_not_be_known_is_ignored() -> None:
    asked = ["INFO", "INFO folder /tmp", "INFO game_type 1", "INFO evaluate 3,3", "INFO x", "", " "]

    assert heard("START 15", *asked, "BEGIN") == ["OK", "0,14"]


def test_nothing_is_heard_after_the_end() -> None:
    assert heard("START 15", "END", "BEGIN") == ["OK"]
    assert heard("START 15", "BOARD", "7,7,2", "END", "DONE") == ["OK"]
    assert heard("START 15", "BOARD", "7,7,2") == ["OK"]


# Time and memory


def times(*lines: str, slow: float = 0.0) -> list[Time]:
    """What time each choice was given; each takes `slow` seconds."""
    robo = Robo()
    robo.slow = slow
    list(gomocup.Brain(robo, lambda: robo.seconds).answers(lines))
    return robo.given


def test_a_move_has_the_time_that_was_said() -> None:
    assert times("INFO timeout_turn 500", "START 15", "BEGIN") == [Time(485)]
    assert times("START 15", "INFO timeout_turn 500", "SWAP2BOARD", "DONE") == [Time(485)]
    for line in ("INFO timeout_turn 1", "INFO time_left 0", "INFO time_left -300"):
        (little,) = times("START 15", line, "BEGIN")
        assert little.ms == LEAST_MS


def test_a_match_without_a_limit_leaves_the_move_its_own() -> None:
    for line in ("INFO timeout_match 0", "INFO time_left 2147483647"):
        assert times("INFO timeout_turn 5000", line, "START 15", "BEGIN") == [Time(4985)]
    (much,) = times("INFO timeout_turn 5000", "INFO timeout_match 9999999", "START 15", "BEGIN")
    assert much.ms == 4985
    long_turn = ["START 15", f"INFO timeout_turn {10**10}"]
    assert times(*long_turn, "INFO time_left 2147483647", "BEGIN")[0].ms > 2**30
    assert times(*long_turn, "INFO time_left 2147483646", "BEGIN")[0].ms < 2**30
    assert times(f"INFO timeout_turn {10**17}", "START 9", "BEGIN")[0].ms < 2**31


def test_a_move_has_its_part_of_what_is_left_of_the_match() -> None:
    lines = ["INFO timeout_turn 5000", "INFO timeout_match 20000", "START 15", "BEGIN", "TURN 9,9"]

    assert [each.enough_ms for each in times(*lines)] == [1985, 1985]
    assert [each.ms for each in times(*lines)] == [4985, 4985]
    took = times(*lines, slow=2.6)
    assert [each.enough_ms for each in took] == [1985, 1725], "what we took is gone"
    told = times(*lines[:-1], "INFO time_left 4000", "TURN 9,9")
    assert told[1] == Time(985, 385)


def test_the_manager_may_take_its_time_over_a_board() -> None:
    robo = Robo()

    def lines() -> Iterator[str]:
        yield from ("INFO timeout_turn 500", "START 15", "BOARD", "7,7,2")
        robo.seconds += 60
        yield "DONE"

    list(gomocup.Brain(robo, lambda: robo.seconds).answers(lines()))

    assert robo.given == [Time(485)]


def test_the_player_gets_ready_before_anybody_waits_for_a_move() -> None:
    robo = Robo()
    brain = gomocup.Brain(robo)
    for line, ready in (
        ("START 12", mnk.Variant(12, 12, 5)),
        ("INFO rule 1", mnk.Variant(12, 12, 5, mnk.LineRule.EXACT)),
        ("INFO mnk_k 4", mnk.Variant(12, 12, 4, mnk.LineRule.EXACT)),
    ):
        list(brain.answers([line]))
        assert robo.variant == ready
    list(brain.answers(["INFO max_memory 100000000"]))
    assert robo.means.memory == 100_000_000


def test_memory_and_threads_are_passed_on() -> None:
    robo = Robo()
    brain = gomocup.Brain(robo)
    list(brain.answers(["START 15", "INFO max_memory 83886080", "INFO thread_num 1"]))
    assert robo.means == Means(memory=83886080, threads=1)

    list(brain.answers(["INFO thread_num 1000000"]))
    assert robo.means == Means(memory=83886080, threads=len(os.sched_getaffinity(0)))

    for bad, error in (
        ("INFO thread_num 0", "ERROR 0 threads cannot search: ask for 1 or more."),
        ("INFO thread_num -2", "ERROR -2 threads cannot search: ask for 1 or more."),
        ("INFO thread_num two", "ERROR A number expected, not 'two'."),
    ):
        assert list(brain.answers([bad])) == [error]
    assert robo.means.threads == len(os.sched_getaffinity(0)), "nothing has changed"


# Whatever is said

places = st.builds("{},{}".format, st.integers(-1, 4), st.integers(-1, 4))
rows = st.builds("{},{}".format, places, st.integers(0, 3))
keys = st.sampled_from(
    (
        "timeout_turn timeout_match time_left max_memory thread_num rule mnk_k game_type folder "
        "evaluate"
    ).split()
)
values = st.one_of(st.integers(-2, 9), st.integers(), st.floats(), st.text(max_size=3))
commands = st.one_of(
    st.builds("START {}".format, st.integers(-1, 5)),
    st.builds("RECTSTART {}".format, places),
    st.builds("TURN {}".format, places),
    st.builds("TAKEBACK {}".format, places),
    st.builds("INFO {} {}".format, keys, values),
    st.builds("INFO mnk_k {}".format, st.integers(0, 5)),
    st.sampled_from("BEGIN RESTART BOARD SWAP2BOARD DONE ABOUT PLAY START".split()),
    places,
    rows,
    st.text(),
)
boards = st.lists(rows, max_size=6).map(lambda inside: ["BOARD", *inside, "DONE"])
openings = st.lists(places, max_size=5).map(lambda inside: ["SWAP2BOARD", *inside, "DONE"])
streams = st.lists(st.one_of(commands.map(lambda line: [line]), boards, openings), max_size=25).map(
    lambda parts: ["START 4", *(line for part in parts for line in part)]
)


@law
@given(streams)
def test_whatever_is_said_an_error_changes_nothing(lines: list[str]) -> None:
    follow(gomocup.Brain(Robo()), lines)


@law
@given(st.lists(commands, max_size=6).map(lambda lines: ["INFO timeout_turn 1", *lines]))
def test_whatever_is_said_our_own_player_does_not_fail(lines: list[str]) -> None:
    follow(gomocup.Brain(), lines)


def follow(brain: gomocup.Brain, lines: list[str]) -> None:
    """Every answer is one of the protocol's, on one line, and an ERROR leaves the board alone."""
    before = brain.board
    for answer in brain.answers(lines):
        first = answer.split(" ")[0]
        assert answer.isprintable()
        if first in ("ERROR", "UNKNOWN", "MESSAGE", "SWAP") or first.startswith("name="):
            assert brain.board == before or first == "MESSAGE"
        else:
            assert first == "OK" or squares([first])
        if first == "ERROR":
            assert brain.board is before
        before = brain.board


# As a program


class Process(AbstractContextManager["Process"]):
    """The brain as a manager has it: a process, spoken to over pipes."""

    def __enter__(self) -> "Process":
        self._process = subprocess.Popen(
            [sys.executable, "-m", "games.evaluator.gomocup"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            self._process.kill()
        _, complaints = self._process.communicate(b"END\r\n", timeout=60)
        if kind is None:
            assert self._process.returncode == 0
            assert complaints == b""

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\r\n".encode())
        self._process.stdin.flush()

    def hear(self) -> str:
        """The next line that is not a remark."""
        assert self._process.stdout is not None
        while True:
            line = self._process.stdout.readline().decode().rstrip("\r\n")
            assert line, "it has ended"
            if not line.startswith("MESSAGE "):
                return line


def test_two_of_it_play_whole_games_over_pipes() -> None:
    with Process() as alice, Process() as bob:
        for process in (alice, bob):
            process.say("INFO timeout_turn 25")
        for start, variant in (
            ("START 15", mnk.Variant(15, 15, 5)),
            ("START 10", mnk.Variant(10, 10, 5)),
            ("RECTSTART 14,11", mnk.Variant(14, 11, 5)),
        ):
            assert len(_stones(whole_game(alice, bob, start, variant))) >= 9, start


def whole_game(alice: Process, bob: Process, start: str, variant: mnk.Variant) -> mnk.Position:
    """How a game ends that the two play from an empty board."""
    position = mnk.Position.start(variant)
    last = ""
    for process in (alice, bob):
        process.say(start)
        assert process.hear() == "OK"
    while not (position.is_full or position.has_line(position.side_to_move.other)):
        mover = (alice, bob)[position.side_to_move]
        mover.say(f"TURN {last}" if last else "BEGIN")
        last = mover.hear()
        ((x, y),) = squares([last])
        assert x in range(variant.width)
        assert y in range(variant.height)
        position = position.play((variant.height - 1 - y) * variant.width + x)
    return position


def test_each_answer_is_written_at_once() -> None:
    sink = io.StringIO()
    gomocup.converse(Robo(), io.StringIO("START 15\r\nABOUT\r\n\r\nBEGIN\nEND\r\n"), sink)

    assert sink.getvalue().splitlines() == ["OK", 'name="Robo"', "0,14"]


def test_bytes_that_are_no_text_are_an_unknown_command() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "games.evaluator.gomocup"],
        input=b"\xff\xfe\r\nABOUT\r\nEND\r\n",
        capture_output=True,
        timeout=100,
        check=True,
    )

    unknown, about = ran.stdout.decode().splitlines()
    assert unknown == r"UNKNOWN command '\ufffd\ufffd'"
    assert about.startswith('name="Inarow"')
    assert ran.stderr == b""


def test_what_a_managers_terminal_cannot_show_is_spelt_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard = io.BytesIO()
    robo = Robo()
    robo.about = 'name="Größe"'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"ABOUT\nEND\n"), "ascii"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(heard, "ascii"))

    gomocup.main(robo)

    assert heard.getvalue().decode("ascii").strip() == r'name="Gr\xf6\xdfe"'


def test_a_manager_that_is_gone_is_no_reason_to_complain() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "games.evaluator.gomocup"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"ABOUT\r\nABOUT\r\n")
        process.stdin.close()

        assert process.stderr.read() == b""
        assert process.wait(100) == 0


def _stones(position: mnk.Position) -> list[mnk.Square]:
    return [square for side in mnk.Side for square in position.stones(side)]


def test_rule_four_is_renju_and_its_forbidden_squares_are_told() -> None:
    threes = ["7,7,1", "0,0,2", "7,6,1", "14,0,2", "6,5,1", "0,14,2", "5,5,1", "14,14,2"]
    board = ("YXBOARD", *threes, "DONE", "YXSHOWFORBID")

    assert heard("START 15", "INFO rule 4", *board) == ["OK", "FORBID 0705."]
    assert heard("START 15", "INFO rule 0", *board) == ["OK", "FORBID ."]
    assert heard("START 15", "INFO rule 4", "YXSHOWFORBID") == ["OK", "FORBID ."]
    # after one more stone it is white's turn
    assert heard("START 15", "INFO rule 4", "YXBOARD", *threes[:-1], "DONE", "YXSHOWFORBID") == [
        "OK",
        "FORBID .",
    ]


def test_the_brain_plays_no_forbidden_square_and_takes_marks_of_them() -> None:
    threes = ["7,7,1", "0,0,2", "7,6,1", "14,0,2", "6,5,1", "0,14,2", "5,5,1", "14,14,2"]
    for marked in ([], ["7,5,3"]):
        answers = said("START 15", "INFO rule 4", "BOARD", *threes, *marked, "DONE")
        assert len(squares(answers)) == 1
        assert squares(answers) != [(7, 5)]
    refused = said("START 15", "INFO rule 0", "BOARD", *threes, "7,5,3", "DONE")
    assert any("marked 3" in answer for answer in refused)


def test_a_board_too_small_for_renju_and_another_k_are_refused() -> None:
    assert said("START 4", "INFO rule 4", "BEGIN")[-1] == (
        "ERROR Renju needs a board of at least 5×5 squares."
    )
    assert said("START 15", "INFO rule 4", "INFO mnk_k 4", "BEGIN")[-1] == (
        "ERROR Renju is played with 5 in a row, not 4."
    )
