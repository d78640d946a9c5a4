"""Alice plays in a real terminal: what she sees, and how she gets away."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.terminal.desk import PATIENCE, ROOT, command, environment, sits_down

pytestmark = pytest.mark.timeout(400)


def test_alice_plays_to_the_end_on_one_screen() -> None:
    with sits_down() as alice:
        shown = alice.is_asked()
        assert shown.splitlines() == [
            "3×3, three in a row. You: X. Computer: O, First free square. q leaves.",
            "",
            " 1 | 2 | 3",
            "---+---+---",
            " 4 | 5 | 6",
            "---+---+---",
            " 7 | 8 | 9",
            "",
            "Your move:",
        ]
        alice.types("4")
        assert alice.is_asked("Computer plays: 1").splitlines()[2:7:2] == [
            " O | 2 | 3",
            " X | 5 | 6",
            " 7 | 8 | 9",
        ]
        alice.types("5")
        alice.is_asked("Computer plays: 2")
        alice.types("6")

        alice.is_asked("Game over", prompt="Play again? (y/n)")
        assert not any(alice.glass.above)  # nothing of the game has scrolled away
        alice.types("n")
        assert alice.ends() == 0
        assert alice.glass.text().splitlines() == [
            "3×3, three in a row. You: X. Computer: O, First free square. q leaves.",
            "",
            " O | O | 3",
            "---+---+---",
            " X | X | X",
            "---+---+---",
            " 7 | 8 | 9",
            "",
            "Game over",
            "You win",
            "Play again? (y/n) n",
            "Bye.",
        ]


def test_a_second_game_is_drawn_over_the_first() -> None:
    with sits_down() as alice:
        for square in "456":
            alice.is_asked()
            alice.types(square)
        alice.is_asked("You win", prompt="Play again? (y/n)")
        alice.types("y")
        shown = alice.is_asked()

        assert shown.splitlines()[2] == " 1 | 2 | 3"
        assert "Game over" not in shown
        assert "You win" in alice.glass.above


def test_free_numbers_are_grey_the_winning_line_is_green_and_colours_end() -> None:
    with sits_down("--seed", "1") as alice:
        alice.is_asked()
        assert alice.glass.inks[2, 1] == "90"
        alice.types("4\n5\n6\nn")
        assert alice.ends() == 0

        assert [alice.glass.inks[4, column] for column in (1, 5, 9)] == ["1;30;42"] * 3
        assert alice.glass.inks[2, 1] == "1;33"
        assert alice.glass.inks[6, 1] == "90"
        assert alice.glass.ink == ""


def test_what_alice_had_on_her_screen_is_scrolled_up_not_wiped() -> None:
    with sits_down() as alice:
        alice.glass.feed("Dear diary\r\n")
        alice.is_asked()

        assert alice.glass.above[0] == "Dear diary"


def test_an_illegal_move_is_said_below_the_same_board() -> None:
    with sits_down() as alice:
        before = alice.is_asked().splitlines()
        for wrong in ("ten", "", "10"):
            alice.types(wrong)
            shown = alice.is_asked("Illegal move. Try again.").splitlines()
            assert shown[:8] == before[:8]
            assert shown[8:] == ["Illegal move. Try again.", "Your move:"]
        alice.types("9")
        assert "Illegal" not in alice.is_asked("Computer plays: 1")


def test_ctrl_c_at_the_prompt_leaves_with_130() -> None:
    with sits_down() as alice:
        modes = alice.modes()
        alice.is_asked()
        alice.presses("\x03")

        assert alice.ends() == 130
        assert alice.glass.text().endswith("Your move: ^C\nBye.")
        assert alice.glass.ink == ""
        assert alice.modes() == modes


@pytest.mark.parametrize(
    ("level", "variant"), [("perfect", "7x7"), ("master", "15x15")], ids=["perfect", "master"]
)
def test_ctrl_c_is_heard_while_the_computer_thinks(level: str, variant: str) -> None:
    nodes = "1000000000"
    with sits_down("--variant", variant, "--level", level, "--nodes", nodes, rows=40) as alice:
        alice.is_asked()
        alice.types("17")
        alice.sees("Computer is thinking …")
        time.sleep(0.5)  # into the compiled search; sooner is no harm
        alice.presses("\x03")

        assert alice.ends() == 130
        assert alice.glass.text().endswith("\nBye.")
        assert "Traceback" not in alice.raw


def test_ctrl_c_is_heard_while_a_level_is_loaded() -> None:
    with sits_down("--level", "master", "--variant", "15x15", rows=40) as alice:
        alice.waits_until_loaded("llvmlite")
        alice.presses("\x03")

        assert alice.ends() == 130
        assert "Traceback" not in alice.raw


def test_ctrl_d_leaves_with_0() -> None:
    with sits_down() as alice:
        alice.is_asked()
        alice.presses("\x04")

        assert alice.ends() == 0
        assert alice.glass.text().endswith("Your move:\nBye.")


def test_q_leaves_with_0() -> None:
    with sits_down("--two") as alice:
        alice.is_asked(prompt="Your move, X:")
        alice.types("q")

        assert alice.ends() == 0
        assert alice.glass.text().endswith("Your move, X: q\nBye.")


def test_a_narrow_window_shows_names_until_it_is_pulled_wider() -> None:
    with sits_down("--variant", "20x20x5", columns=60, rows=30) as alice:
        shown = alice.is_asked("Make the window 83 columns wide", prompt="Your move:")
        assert "20| . . ." in shown
        alice.types("c20")
        assert "20| O . X ." in alice.is_asked("Computer plays: 1 (a20)")
        alice.resizes(90, 30)
        assert "20|   O   2   X   4" in alice.is_asked("Computer plays: 1 (a20)")


def test_a_window_too_low_gets_one_board_after_another_and_advice() -> None:
    with sits_down("--variant", "10x10", rows=10) as alice:
        alice.is_asked("Make the window 16 rows high to see all of the board.")
        alice.types("1")
        alice.is_asked("Computer plays: 2 (b10)")

        assert "\x1b[H" not in alice.raw
        assert "\x1b[90m" in alice.raw
        whole = "\n".join([*alice.glass.above, alice.glass.text()])
        assert "10|   X   O   3" in whole


@pytest.mark.parametrize("name", ["NO_COLOR", "TERM"])
def test_a_terminal_may_want_no_escape_codes(name: str) -> None:
    with sits_down(more={name: "dumb"}) as alice:
        for square in "456":
            alice.is_asked()
            alice.types(square)
        alice.is_asked(prompt="Play again? (y/n)")
        alice.types("n")
        assert alice.ends() == 0

        assert "\x1b" not in alice.raw
        assert "*X |*X |*X" in alice.glass.text()
        assert alice.glass.text().endswith("Game over\nYou win\nPlay again? (y/n) n\nBye.")


def piped(*arguments: str, typed: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, *command(*arguments)],
        input=typed,
        capture_output=True,
        cwd=ROOT,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )


def test_through_pipes_a_game_is_plain_text() -> None:
    done = piped(typed=b"4\nx\n5\n6\n")

    assert done.returncode == 0
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    assert done.stdout.decode().count(" | ") + done.stdout.decode().count(" |*") >= 4 * 3
    assert done.stdout.decode().count("Illegal move. Try again.\n") == 1
    assert done.stdout.decode().endswith("\nGame over\nYou win\nPlay again? (y/n) \nBye.\n")


@pytest.mark.parametrize("typed", [b"", b"4", b"4\n", b"\xff\xfe\n\x00\n", b"\x1b[A\n"])
def test_the_end_of_the_input_is_a_goodbye(typed: bytes) -> None:
    done = piped(typed=typed)

    assert done.returncode == 0
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    assert done.stdout.endswith(b"\nBye.\n")


def test_a_font_without_signs_is_no_reason_to_stop() -> None:
    done = subprocess.run(
        [sys.executable, *command()],
        input=b"4\n5\n6\n",
        capture_output=True,
        cwd=ROOT,
        env=environment(PYTHONIOENCODING="ascii"),
        timeout=PATIENCE,
        check=True,
    )

    assert done.stdout.startswith(b"3?3, three in a row.")


@pytest.mark.parametrize("closed", ["<&-", "</dev/null >&-", "</dev/null 2>&-"])
def test_a_closed_stream_is_an_empty_one(closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {closed}', sys.executable, *command()],
        capture_output=True,
        cwd=ROOT,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [(), ("--list",), ("--help",)], ids=" ".join)
def test_nobody_reads_any_more(arguments: tuple[str, ...]) -> None:
    with subprocess.Popen(
        [sys.executable, *command(*arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(PATIENCE) == 141
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_an_interrupt_from_elsewhere_leaves_with_130() -> None:
    with subprocess.Popen(
        [sys.executable, *command()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        said = b""
        while not said.endswith(b"Your move: "):
            said += os.read(process.stdout.fileno(), 4096)
        process.send_signal(signal.SIGINT)
        rest, complaint = process.communicate(timeout=PATIENCE)

    assert process.returncode == 130
    assert rest == b"\nBye.\n"
    assert complaint == b""


def test_a_quick_game_loads_neither_numba_nor_django() -> None:
    code = """
import io, sys
from games.terminal.command import main
for level in ("first-free", "random", "aggressive", "perfect"):
    main(["--level", level], io.StringIO("5\\n"), io.StringIO())
loaded = {"numba", "numpy", "django", "channels"} & set(sys.modules)
assert not loaded, loaded
"""
    subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=ROOT, check=True)
