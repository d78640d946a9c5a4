"""The game tree at a keyboard: every value is the true one, and every way leads on or back."""

import re
from io import StringIO

import pytest

from games import mnk
from games.terminal import tree
from games.terminal.command import main
from games.terminal.dialogue import Left
from tests.evaluator import brute
from tests.terminal import test_dialogue
from tests.terminal.desk import sits_down
from tests.terminal.test_terminals import piped

SIGNS = {"+1": "win", "0": "draw", "−1": "loss"}  # a minus
MOVE = re.compile(r" *(\w+)  +(\S+)  (.*?)(?: \((\d+) pl\w+\))?(?:  also (.*))?")


def shown(variant: str, typed: str = "", moves: str = "") -> str:
    """What is shown while these lines are typed, one for each word."""
    options = ["--tree", "--variant", variant, "--moves", moves]
    return test_dialogue.typed(typed.split(" "), *options)


def values(position: mnk.Position) -> dict[mnk.Square, tuple[str, int]]:
    """Of every square of a position, the verdict and plies that its line says."""
    found = {}
    lines = list(tree.lines_of(tree.look(position, None)))
    for line in lines[position.variant.height + 2 :]:
        match = MOVE.fullmatch(line)
        assert match is not None, line
        for name in [match[1], *filter(None, (match[5] or "").split(", "))]:
            found[mnk.square(name, position.variant)] = SIGNS[match[2]], int(match[4])
    return found


@pytest.mark.parametrize(
    ("code", "moves"),
    [
        ("3x3", ""),
        ("3x3", "b2b1"),
        ("4x3x3", "a1b2"),
        ("2x4-full", "a1"),
        ("1x5x2", ""),
        ("3x3-misere", "b2"),
        ("3x3x3-gravity", ""),
        ("5x1x2", "c1"),
        ("3x3/XO1/3/2X/O", ""),
        ("3x3/X2/XO1/3/X", ""),
    ],
)
def test_every_value_of_a_level_is_what_brute_force_finds(code: str, moves: str) -> None:
    """Wins, losses and draws with their plies, on squares, strips and positions set up by hand."""
    position = tree.positions(code, moves)[-1]
    sign = "X" if position.side_to_move is mnk.Side.BLACK else "O"

    assert values(position) == brute.after_each(brute.board_of(position), sign, position.variant)


def test_the_best_move_comes_first() -> None:
    signs = [
        [line.split()[1] for line in list(tree.lines_of(tree.look(position, None)))[5:]]
        for position in tree.positions("3x3", "b2b1a1")
    ]

    assert signs == [["0", "0", "0"], ["0", "−1"], ["+1", "+1", "+1", "0"], ["−1"] * 6]


def test_what_the_search_cannot_prove_is_not_decided() -> None:
    position = tree.positions("8x8x5", "")[-1]
    lines = list(tree.lines_of(tree.look(position, 1000)))

    assert lines[9] == "X to move: not decided."
    assert {line.split()[1] for line in lines[10:]} == {"?"}


def test_alice_unfolds_a_move_and_goes_back() -> None:
    told = shown("3x3", "b2 A1 b b b q")

    assert told.startswith("3×3, three in a row\n")
    assert re.findall("Type .*?: ", told)[:2] == [
        "Type a move, q to leave: ",
        "Type a move, b to go back, q to leave: ",
    ]
    assert re.findall(r"[XO] to move: [^.]*", told) == [
        "X to move: draw (9 plies)",
        "O to move: draw (8 plies)",
        "X to move: draw (7 plies)",
        "O to move: draw (8 plies)",
        "X to move: draw (9 plies)",
    ]
    assert told.count("This is where the tree begins.") == 1
    assert told.endswith("Bye.\n")


def test_a_way_on_the_command_line_is_gone_back_along_too() -> None:
    told = shown("4x3x3", "b", "b2a1")

    assert "2| . X . .\n1| O . . .\nX to move: " in told
    assert "2| . X . .\n1| . . . .\nO to move: " in told


def test_the_end_of_a_game_has_no_moves_but_a_way_back() -> None:
    told = shown("3x3", "c3 b q", "a1a2b2a3")

    assert "The game is over: X wins.\nType b to go back, q to leave: " in told
    assert "The game is over: a draw." in shown("1x1x1", "q", "") or "X wins" in shown(
        "1x1x1", "a1 q"
    )
    assert "type b to go back." in shown("3x3", "b3 q", "a1a2b2a3c3")
    assert "The game is over: O wins." in shown("3x3-misere", "q", "a1b1a2b2a3")
    assert "The game is over: a draw." in shown("2x1x2", "b1 q", "a1")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("zz", "“zz” isn’t a square."),
        ("d1", "d1 isn’t on this board."),
        ("99", "There is no square 99"),
        ("b2", "b2 is taken"),
        ("m", "“m” isn’t a square."),
    ],
)
def test_what_is_no_move_is_told_and_asked_again(typed: str, said: str) -> None:
    told = shown("3x3", f"{typed} q", "b2")

    assert said in told
    assert told.count("Type a move, b to go back, q to leave: ") == 2
    assert told.count("O to move") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--variant", "9x8x5"], "up to 64 squares"),
        (["--variant", "15x15"], "up to 64 squares"),
        (["--variant", "nonsense"], "isn’t a board"),
        (["--variant", "3x3/3/3"], "isn’t a side to move"),
        (["--variant", "3x3/XXX/OOO/3/X"], "Both sides have a line"),
        (["--moves", "a1a1"], "a1"),
        (["--moves", "a1a2b1b2c1c2"], "The game is over before c2"),
        (["--level", "random"], "With --tree nobody plays"),
        (["--two"], "With --tree nobody plays"),
        (["--nodes", "0"], "--nodes must be more than zero."),
    ],
)
def test_what_has_no_tree_is_refused_in_one_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--tree", *arguments], StringIO(), StringIO()) == 2
    refusal = capsys.readouterr().err
    assert said in refusal
    assert refusal.count("\n") == 1


def test_moves_without_a_tree_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--moves", "a1"], StringIO(), StringIO()) == 2
    assert "--moves is for --tree" in capsys.readouterr().err


class Sheet:
    """A desk that answers from a list and remembers what was said."""

    def __init__(self, answers: str) -> None:
        self.answers = iter(answers.split(" "))
        self.said: list[str] = []

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        return next(self.answers) + "\n"


def test_a_long_level_comes_in_pages_and_a_move_can_be_typed_on_any() -> None:
    sheet = Sheet("m  b1 q")
    with pytest.raises(Left):
        tree.unfold(
            tree.positions("5x4x4", "a1"), lambda each: tree.look(each, 2000), sheet, lambda: 12
        )

    prompts = [line for line in sheet.said if line.startswith("Type ")]
    assert prompts == [
        "Type a move, m for 17 more, b to go back, q to leave: ",
        "Type a move, m for 7 more, b to go back, q to leave: ",
        "Type a move, b to go back, q to leave: ",
        "Type a move, m for 15 more, b to go back, q to leave: ",
    ]
    at = [number for number, line in enumerate(sheet.said) if line.startswith("Type ")]
    assert (at[0], at[1] - at[0]) == (10, 11)
    moves = [match[1] for line in sheet.said[: at[2]] if (match := MOVE.fullmatch(line))]
    assert len(moves) == len(set(moves)) == 19


def test_through_a_pipe_a_level_is_one_page_of_plain_text() -> None:
    done = piped("--tree", "--variant", "6x6x5", "--nodes", "500", typed=b"b2\nq\n")

    assert done.returncode == 0
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    text = done.stdout.decode()
    assert "more" not in text
    assert text.count("Type a move") == 2
    assert text.endswith("\nBye.\n")


def test_a_window_gets_no_more_of_a_level_than_it_has_room_for() -> None:
    with sits_down(
        "--tree", "--variant", "6x6x5", "--nodes", "500", "--moves", "a2", rows=14
    ) as alice:
        alice.is_asked("O to move", prompt="q to leave:")
        assert alice.glass.text().startswith("6×6, five in a row")
        alice.types("m")
        alice.is_asked("m for", prompt="q to leave:")
        alice.types("q")
        assert alice.ends() == 0
        assert alice.glass.text().endswith("Bye.")


def test_ctrl_c_leaves_a_long_search() -> None:
    with sits_down("--tree", "--variant", "8x8x5", "--nodes", "1000000000") as alice:
        alice.waits_until_loaded("llvmlite")
        alice.presses("\x03")

        assert alice.ends() == 130
        assert "Traceback" not in alice.raw
