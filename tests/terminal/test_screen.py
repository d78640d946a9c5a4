"""The screen alone: what it does while it is being written to."""

import io
import signal

from games import mnk
from games.terminal.screen import Screen


class Window(io.StringIO):
    """A stream that cannot be entered twice; its window is resized once in mid-write."""

    def __init__(self, pulled_at: str) -> None:
        super().__init__()
        self.pulled_at = pulled_at
        self._is_entered = False

    def write(self, text: str) -> int:
        assert not self._is_entered, "a buffered stream refuses that: reentrant call"
        self._is_entered = True
        if self.pulled_at and self.pulled_at in text:
            self.pulled_at = ""
            signal.raise_signal(signal.SIGWINCH)
        self._is_entered = False
        return super().write(text)


def test_a_window_pulled_while_the_prompt_is_written_is_drawn_again_after_it() -> None:
    out = Window(pulled_at="Your move: ")
    screen = Screen(io.StringIO("5\n"), out, heading=str, styled=True)
    screen.show(mnk.GameState.start(mnk.Variant(3, 3, 3)), ["The news"])
    assert out.getvalue().count("The news") == 1

    before = signal.getsignal(signal.SIGWINCH)
    assert screen.ask("Your move: ") == "5\n"
    assert signal.getsignal(signal.SIGWINCH) == before

    assert out.getvalue().count("The news") == 2
    assert out.getvalue().count("Your move: ") == 2


def test_a_window_pulled_while_it_is_drawn_again_is_drawn_once_more() -> None:
    out = Window(pulled_at="")

    class Pulling(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            out.pulled_at = "The news"
            signal.raise_signal(signal.SIGWINCH)
            return "5\n"

    screen = Screen(Pulling(), out, heading=str, styled=True)
    screen.show(mnk.GameState.start(mnk.Variant(3, 3, 3)), ["The news"])
    assert screen.ask("Your move: ") == "5\n"

    # shown, and drawn again after each of two resizes
    assert out.getvalue().count("The news") == 3
    assert out.getvalue().count("Your move: ") == 3


def test_a_terminal_gets_its_own_colours_back_and_a_file_no_signs() -> None:
    terminal, file = io.StringIO(), io.StringIO()

    Screen(io.StringIO(), terminal, heading=str, styled=True).restore()
    Screen(io.StringIO(), file, heading=str, styled=False).restore()

    assert (terminal.getvalue(), file.getvalue()) == ("\x1b[0m", "")
