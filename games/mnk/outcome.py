"""How a game ended: the winner, or none, and why."""

from dataclasses import dataclass
from enum import StrEnum

from games.mnk.side import Side


class Termination(StrEnum):
    """Why a game ended."""

    LINE = "line"
    """A side completed a line: it wins, or loses where the rule says so."""
    FULL_BOARD = "fullBoard"
    """No square is left to play, and nobody has a line. In renju some may be empty, all of them
    forbidden to black, who is to move."""
    DEAD_BOARD = "deadBoard"
    """Neither side could complete a line any more, and a player claimed the draw."""
    AGREEMENT = "agreement"
    """A draw was offered and accepted."""
    RESIGNATION = "resignation"
    TIME = "time"
    """A side's time was up."""
    ABANDONMENT = "abandonment"
    """A side had left, and the other claimed the win, or a draw."""
    ABORT = "abort"
    """Called off before both sides had moved; the game does not count."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. `winner` is None for a draw and for an aborted game."""

    winner: Side | None
    termination: Termination

    def __post_init__(self) -> None:
        if self.termination is Termination.ABANDONMENT:
            return
        decisive = self.termination in _DECISIVE
        if decisive != (self.winner is not None):
            raise ValueError(f"{self.termination} with winner {self.winner}")


_DECISIVE = (Termination.LINE, Termination.RESIGNATION, Termination.TIME)
