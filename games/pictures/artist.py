"""An artist: a process that draws pictures, one at a time, beside the games.

It reads what to draw from its end of a socket and answers with the file, until the other end
closes. Drawing takes Python's lock for milliseconds at a time and leaves memory behind: in a
process of its own neither stops a game, and the memory is given back when the process ends. Only
the two ends write to the socket.
"""

import pickle
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BufferedIOBase
from typing import Any, TypeAlias

from games import mnk
from games.pictures.animation import FRAME_MS, Motion, TooMuchToDraw, animate
from games.pictures.card import Card, card_png
from games.pictures.drawing import Drawing, View
from games.pictures.raster import png

LENGTH = struct.Struct("!Q")
"""Before each message: its length in bytes."""

Work: TypeAlias = Callable[[], bytes]
"""What is to be drawn; it can be pickled."""


@dataclass(frozen=True, slots=True)
class Still:
    """A board as PNG: of a game after these moves, or of a position."""

    board: mnk.Variant | mnk.Position
    moves: Sequence[mnk.Move]
    view: View
    size: int
    last: mnk.Square | None = None

    def __call__(self) -> bytes:
        return png(drawing_of(self.board, self.moves, self.view, self.last), self.size)


@dataclass(frozen=True, slots=True)
class Moving:
    """A game's animation. Raises `TooMuchToDraw`, unless `may_shrink`."""

    variant: mnk.Variant
    moves: Sequence[mnk.Move]
    motion: Motion
    view: View
    size: int
    may_shrink: bool
    frame_ms: int = FRAME_MS

    def __call__(self) -> bytes:
        try:
            return self._drawn(self.size)
        except TooMuchToDraw as refusal:
            if not self.may_shrink:
                raise
            return self._drawn(refusal.fitting)

    def _drawn(self, size: int) -> bytes:
        return animate(
            self.variant,
            self.moves,
            self.motion,
            size=size,
            view=self.view,
            frame_ms=self.frame_ms,
        )


@dataclass(frozen=True, slots=True)
class Shared:
    """The card of a game."""

    variant: mnk.Variant
    moves: Sequence[mnk.Move]
    view: View
    names: mnk.BySide[str]
    status: str

    def __call__(self) -> bytes:
        return card_png(
            Card(
                drawing=Drawing.of_game(self.variant, self.moves, self.view),
                heading=self.variant.title,
                names=self.names,
                status=self.status,
            )
        )


def drawing_of(
    board: mnk.Variant | mnk.Position,
    moves: Sequence[mnk.Move],
    view: View,
    last: mnk.Square | None,
) -> Drawing:
    """What is on a board: after a game's moves, or in a position whose last move was `last`."""
    if isinstance(board, mnk.Position):
        return Drawing.of_position(board, view, last=last)
    return Drawing.of_game(board, moves, view)


def load() -> None:
    """All it needs is imported."""


def run(line: BufferedIOBase) -> None:
    """Draw until the other end closes the line."""
    while head := line.read(LENGTH.size):
        work: Work = pickle.loads(line.read(*LENGTH.unpack(head)))
        answer = pickle.dumps(_done(work))
        line.write(LENGTH.pack(len(answer)) + answer)
        line.flush()


def _done(work: Work) -> Any:
    """The file, or what was raised: it is raised again where the picture was asked for."""
    try:
        return work()
    except Exception as error:
        return error
