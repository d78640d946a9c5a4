"""A game's state: the position, the moves that led to it, the offers, and its outcome.

Every command is one pure step from a state to the next, or a `RuleError` and no step at all.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.mnk.errors import (
    CannotAbortNow,
    DrawNotOffered,
    DrawOfferedAlready,
    GameIsOver,
    LineStillPossible,
    NotYourTurn,
)
from games.mnk.outcome import Outcome, Termination
from games.mnk.position import Position
from games.mnk.side import Side
from games.mnk.square import Square
from games.mnk.variant import Variant


@dataclass(frozen=True, slots=True)
class GameState:
    """One game between two sides, at one ply.

    >>> from games import mnk
    >>> game = GameState.start(mnk.Variant(15, 15, 5))
    >>> game.play(112, by=mnk.Side.WHITE)
    Traceback (most recent call last):
    ...
    games.mnk.errors.NotYourTurn: It is black's turn.
    >>> game.play(112, by=mnk.Side.BLACK).resign(by=mnk.Side.BLACK).outcome.winner
    <Side.WHITE: 1>
    """

    position: Position
    moves: tuple[Square, ...] = ()
    draw_offer: Side | None = None
    """The side whose draw offer stands. An offer dies with the next move."""
    outcome: Outcome | None = None

    @classmethod
    def start(cls, variant: Variant) -> "GameState":
        """A fresh game."""
        return cls(Position.start(variant))

    @classmethod
    def replay(cls, variant: Variant, moves: Iterable[Square]) -> "GameState":
        """The game after these moves; raises as `play` does at the first that is refused."""
        state = cls.start(variant)
        for square in moves:
            state = state.play(square, by=state.side_to_move)
        return state

    @property
    def variant(self) -> Variant:
        return self.position.variant

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.moves)

    @property
    def side_to_move(self) -> Side:
        return self.position.side_to_move

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def is_dead(self) -> bool:
        """Whether the game goes on though neither side can complete a line any more."""
        return not self.is_over and self.position.is_dead

    @property
    def winning_line(self) -> tuple[Square, ...]:
        """The squares of the line that ended the game; empty if none did."""
        if self.outcome is None or self.outcome.winner is None:
            return ()
        return self.position.line(self.outcome.winner)

    def play(self, square: Square, *, by: Side) -> "GameState":
        """Play a stone. Raises `GameIsOver`, `NotYourTurn`, `NoSuchSquare` or `SquareTaken`."""
        self._refuse_if_over()
        if by is not self.side_to_move:
            raise NotYourTurn(f"It is {self.side_to_move.word}'s turn.")
        position = self.position.play(square)
        outcome = None
        if position.has_line(by):
            outcome = Outcome(by, Termination.LINE)
        elif position.is_full:
            outcome = Outcome(None, Termination.FULL_BOARD)
        return GameState(position, (*self.moves, square), None, outcome)

    def resign(self, *, by: Side) -> "GameState":
        """Give up: the other side wins. Allowed on either side's turn."""
        return self.ended(Outcome(by.other, Termination.RESIGNATION))

    def abort(self) -> "GameState":
        """Call the game off; raises `CannotAbortNow` once both sides have moved."""
        self._refuse_if_over()
        if self.ply >= 2:
            raise CannotAbortNow("Both sides have moved: resign or offer a draw instead.")
        return self.ended(Outcome(None, Termination.ABORT))

    def offer_draw(self, *, by: Side) -> "GameState":
        """Offer a draw; if the other side's offer stands already, that is agreement.

        Raises `DrawOfferedAlready` if this side's own offer still stands.
        """
        self._refuse_if_over()
        if self.draw_offer is by:
            raise DrawOfferedAlready("Your draw offer still stands: wait for the answer.")
        if self.draw_offer is by.other:
            return self.accept_draw(by=by)
        return replace(self, draw_offer=by)

    def accept_draw(self, *, by: Side) -> "GameState":
        """Accept the other side's offer; raises `DrawNotOffered` if there is none (any more)."""
        self._refuse_if_over()
        self._refuse_without_offer_of(by.other)
        return self.ended(Outcome(None, Termination.AGREEMENT))

    def decline_draw(self, *, by: Side) -> "GameState":
        """Decline the other side's offer; raises `DrawNotOffered` if there is none (any more)."""
        self._refuse_if_over()
        self._refuse_without_offer_of(by.other)
        return replace(self, draw_offer=None)

    def claim_draw(self) -> "GameState":
        """End a dead game as a draw, for either side; raises `LineStillPossible` otherwise."""
        self._refuse_if_over()
        if not self.position.is_dead:
            raise LineStillPossible("A line is still possible: offer a draw instead.")
        return self.ended(Outcome(None, Termination.DEAD_BOARD))

    def ended(self, outcome: Outcome) -> "GameState":
        """The game with this outcome, whatever the reason; raises `GameIsOver` if it has one."""
        self._refuse_if_over()
        return replace(self, draw_offer=None, outcome=outcome)

    def _refuse_if_over(self) -> None:
        if self.outcome is not None:
            raise GameIsOver("The game is over.")

    def _refuse_without_offer_of(self, side: Side) -> None:
        if self.draw_offer is not side:
            raise DrawNotOffered("There is no draw offer to answer: it may have lapsed.")
