"""The terminal itself: two streams, a window, and escape codes where they are understood."""

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TextIO

from games import mnk
from games.terminal.scene import Window, compose, in_place

_REDRAWING = ("SIGWINCH", "SIGCONT")
"""The window has been resized; the program is back in the foreground."""


class Screen:
    """A `dialogue.Terminal` of real streams.

    In a terminal that understands escape codes there are colours, and each scene is drawn over the
    one before if it fits; anywhere else boards follow one another as plain text.
    """

    def __init__(
        self, source: TextIO, out: TextIO, *, heading: Callable[[], str], styled: bool
    ) -> None:
        self._source = source
        self._out = out
        self._heading = heading
        self._styled = styled
        self._scene: tuple[mnk.GameState, tuple[str, ...]] | None = None
        self._is_drawn_in_place = False
        self._scrolled = False
        self._is_writing = False
        self._is_outdated = False

    def show(self, game: mnk.GameState, news: Sequence[str]) -> None:
        self._draw(game, news)
        self._scene = game, tuple(news)

    def show_thinking(self, game: mnk.GameState) -> None:
        if self._styled:
            self._draw(game, ["Computer is thinking …"], only_in_place=True)

    def say(self, sentence: str) -> None:
        if self._scene is not None and self._is_drawn_in_place:
            game, news = self._scene
            self._draw(game, [*news, sentence])
        else:
            self._write(sentence + "\n")

    def ask(self, prompt: str) -> str:
        with self._redrawing(prompt):  # before the prompt: a window may change at any moment
            self._undisturbed(lambda: self._write(prompt), prompt)
            line = self._source.readline()
        if not line:
            raise EOFError
        if not self._source.isatty():
            self._write("\n")  # nobody pressed Enter on the screen we write to
        return line

    def restore(self) -> None:
        """Give back the terminal's own colours, even if a scene is half drawn."""
        if self._styled:
            self._write("\x1b[0m")

    def _draw(
        self, game: mnk.GameState, news: Sequence[str], *, only_in_place: bool = False
    ) -> None:
        window = self.window()
        heading = self._heading() if self._styled or self._scene is None else ""
        scene = compose(heading, game, news, window=window, colours=self._styled)
        if not (self._styled and scene.fits):
            self._is_drawn_in_place = False
            if not only_in_place:
                self._write(scene.text)
            return
        if not self._scrolled:
            # what was here before is scrolled up, not drawn over
            self._write("\n" * (window or Window()).rows)
            self._scrolled = True
        self._write(in_place(scene.text))
        self._is_drawn_in_place = True

    def window(self) -> Window | None:
        """How large it is; None where nobody looks at one, as in a pipe."""
        if not self._out.isatty():
            return None
        try:
            columns, rows = os.get_terminal_size(self._out.fileno())
        except OSError:
            return Window()
        return Window(columns or Window().columns, rows or Window().rows)

    @contextmanager
    def _redrawing(self, prompt: str) -> Iterator[None]:
        """Within this block, draw the scene again whenever the window changes or comes back."""
        if not self._styled:
            yield
            return

        def redraw(number: int, frame: FrameType | None) -> None:
            self._is_outdated = True
            if not self._is_writing:
                self._undisturbed(lambda: None, prompt)

        before = {}
        with suppress(ValueError):  # signals belong to the main thread
            for name in _REDRAWING:
                number = getattr(signal, name)
                before[number] = signal.signal(number, redraw)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _undisturbed(self, write: Callable[[], None], prompt: str) -> None:
        """Write; then draw again if a signal came meanwhile: a stream cannot be entered twice."""
        self._is_writing = True
        write()
        self._is_writing = False
        while self._is_outdated and self._scene is not None:
            self._is_outdated = False
            self._is_writing = True
            self._draw(*self._scene)
            self._write(prompt)
            self._is_writing = False

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


def understands_escapes(out: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether escape codes may be written: to a terminal, unless it or its owner objects."""
    return (
        out.isatty()
        and not environment.get("NO_COLOR")
        and environment.get("TERM", "dumb") not in ("dumb", "")
    )
