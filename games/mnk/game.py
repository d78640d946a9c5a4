"""A game's state: the position, the moves that led to it, the clock, the offers, and its outcome.

Every command is one pure step from a state to the next, or a `RuleError` and no step at all. A
command that touches the clock is told the moment, `at`, in milliseconds by the clock of the game's
keeper. Whether somebody's time is up is asked (`is_time_up`), not enforced: a stored game is
replayed as it was allowed to go.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from games.mnk.clock import DAY, SECOND, Clock, TimeControl
from games.mnk.errors import (
    CannotAbortNow,
    CannotOfferNow,
    GameIsNotPaused,
    GameIsOver,
    GameIsPaused,
    LineStillPossible,
    NoClock,
    NothingToChoose,
    NotOffered,
    NotYourTurn,
    OfferedAlready,
    OpeningGoesOn,
)
from games.mnk.forbidden import Forbidden
from games.mnk.offer import STANDS, STANDS_NOT, TO_ANSWER_NOT, Offer
from games.mnk.openings import Decision, Opening, OpeningRule
from games.mnk.outcome import Outcome, Termination
from games.mnk.position import Position
from games.mnk.side import BySide, Side
from games.mnk.square import Square
from games.mnk.variant import Variant
from games.say import say

UNTIMED_PLIES = 2
"""This many moves are free: the clock begins when both sides have made their first. (Where a turn
has two stones it then runs for White's second.)"""
RESUME_DELAY_MS = 10 * SECOND
"""After a pause the clock begins to run this much later: both have time to look up."""
MOST_ADDED_MS = DAY
"""No gift may bring a side more than this much above the initial time."""


@dataclass(frozen=True, slots=True)
class GameState:
    """One game between two sides, at one ply.

    >>> from games import mnk
    >>> game = GameState.start(mnk.Variant(15, 15, 5))
    >>> game.play(112, by=mnk.Side.WHITE)
    Traceback (most recent call last):
    ...
    games.mnk.errors.NotYourTurn: It’s your opponent’s turn.
    >>> game.play(112, by=mnk.Side.BLACK).resign(by=mnk.Side.BLACK).outcome.winner
    <Side.WHITE: 1>
    """

    position: Position
    moves: tuple[Square, ...] = ()
    offers: tuple[tuple[Offer, Side], ...] = ()
    """What stands, and whose it is. An offer dies with the next move, and with the end."""
    outcome: Outcome | None = None
    clock: Clock | None = None
    opening: Opening | None = None
    """How far the opening rule is, and what was chosen; None without one."""

    @classmethod
    def start(
        cls,
        variant: Variant,
        control: TimeControl | None = None,
        opening: OpeningRule = OpeningRule.NONE,
        given: Iterable[Square] = (),
    ) -> "GameState":
        """A fresh game, with a clock if there is a time control, after the stones that are given.

        Raises `OpeningImpossible` if the variant cannot begin with this opening rule.
        """
        state = cls(
            Position.start(variant),
            clock=None if control is None else Clock.of(control),
            opening=None if opening is OpeningRule.NONE else Opening.of(opening, variant),
        )
        for square in given:
            state = state.play(square, by=state.side_to_move)
        return state

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
    def control(self) -> TimeControl | None:
        return None if self.clock is None else self.clock.control

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.moves)

    @property
    def side_to_move(self) -> Side:
        """The side whose turn it is: in an opening, to place a stone of either side or to choose.

        Whose stone comes next is said by the position.
        """
        side = None if self.opening is None else self.opening.side
        return self.position.side_to_move if side is None else side

    @property
    def in_opening(self) -> bool:
        """Whether the sides may still change, or stones are still kept to some squares."""
        return self.opening is not None and not self.opening.is_over

    @property
    def swapped(self) -> bool:
        """Whether the two have changed sides in the opening."""
        return self.opening is not None and self.opening.swapped

    @property
    def is_under_way(self) -> bool:
        """Whether both have moved, or decided something: the clock runs, and the game counts."""
        if self.opening is not None and self.opening.is_answered:
            return True
        return self.ply >= self._opened + UNTIMED_PLIES

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def is_dead(self) -> bool:
        """Whether the game goes on though neither side can complete a line any more."""
        return not self.is_over and self.position.is_dead

    @property
    def forbidden(self) -> Mapping[Square, Forbidden]:
        """Where the side to move may not play, and why; empty once the game is over."""
        return {} if self.is_over else self.position.forbidden

    @property
    def winning_line(self) -> tuple[Square, ...]:
        """The squares of the line that ended the game, whoever won by it; empty if none did."""
        if self.outcome is None or self.outcome.winner is None:
            return ()
        return self.position.line(self.variant.line_rule.decided_by(self.outcome.winner))

    @property
    def is_paused(self) -> bool:
        """Whether the clock is stopped: by agreement, or while somebody is on vacation."""
        return (
            self.clock is not None
            and self.clock.running is None
            and not self.is_over
            and self.is_under_way
        )

    def offered(self, what: Offer) -> Side | None:
        """The side whose offer of this stands; None otherwise."""
        return next((side for each, side in self.offers if each is what), None)

    def is_time_up(self, at: int, grace_ms: int = 0) -> bool:
        """Whether the side to move has used all its time, and a grace on top."""
        return self.clock is not None and self.outcome is None and self.clock.is_up(at, grace_ms)

    def play(self, square: Square, *, by: Side, at: int = 0) -> "GameState":
        """Play a stone.

        In an opening, `by` is whoever decides, and the stone is of the side that comes next.

        Raises `GameIsOver`, `GameIsPaused`, `NotYourTurn`, and what `Position.play` does; in an
        opening also `ChooseFirst` or `OutsideTheOpening`.
        """
        self._refuse_unless_turn_of(by)
        if self.in_opening:
            return self._placed(square, by, at)
        position = self.position.play(square)
        outcome = None
        if position.has_line(by):
            winner = self.variant.line_rule.decided_by(by)
            outcome = Outcome(winner, Termination.LINE)
        elif position.is_stuck:
            outcome = Outcome(None, Termination.FULL_BOARD)
        moves = (*self.moves, square)
        if self.clock is None:
            return GameState(position, moves, (), outcome, None, self.opening)
        clock = self.clock
        if clock.running is None:
            if len(moves) == self._opened + UNTIMED_PLIES:
                clock = clock.run(position.side_to_move, at)
        elif position.side_to_move is not by:
            clock = clock.moved(by, at)
        return GameState(
            position,
            moves,
            (),
            outcome,
            clock if outcome is None else clock.ended(at),
            self.opening,
        )

    def choose(self, choice: Decision, *, by: Side, at: int = 0) -> "GameState":
        """Choose one of the opening's choices, or offer squares, as it asks.

        `by` is the side of whoever decides as it is before. If the sides change (`opening.swapped`)
        each takes their time along. Raises `GameIsOver`, `GameIsPaused`, `NotYourTurn`, and what
        `Opening.chosen` does.
        """
        self._refuse_if_over()
        if self.opening is None:
            raise NothingToChoose(say("This game has no opening rule."))
        self._refuse_unless_turn_of(by)
        after = replace(self, opening=self.opening.chosen(choice), offers=())
        has_swapped = after.swapped is not self.swapped
        return after._timed(by.other if has_swapped else by, at, has_swapped=has_swapped)

    def _placed(self, square: Square, by: Side, at: int) -> "GameState":
        assert self.opening is not None
        opening = self.opening.placed(square)
        # No row is finished in an opening: it has too few stones (`refuse_unless_possible`).
        moves = (*self.moves, square)
        after = GameState(opening.position, moves, (), None, self.clock, opening)
        return after._timed(by, at)

    def _timed(self, by: Side, at: int, *, has_swapped: bool = False) -> "GameState":
        """The clock after a step of the opening by whoever has this side now.

        It goes on while the same player decides; their turn is over when the other one does.
        """
        clock = self.clock
        if clock is None or not self.is_under_way:
            return self
        if has_swapped:
            clock = clock.swapped()
        if clock.running is None:
            clock = clock.run(self.side_to_move, at)
        elif self.side_to_move is not by:
            clock = clock.moved(by, at)
        return replace(self, clock=clock)

    def resign(self, *, by: Side, at: int = 0) -> "GameState":
        """Give up: the other side wins. Allowed on either side's turn."""
        return self.ended(Outcome(by.other, Termination.RESIGNATION), at=at)

    def abort(self, *, at: int = 0) -> "GameState":
        """Call the game off; raises `CannotAbortNow` once it is under way."""
        self._refuse_if_over()
        if self.is_under_way:
            raise CannotAbortNow(say("You’ve both moved. Resign or offer a draw instead."))
        return self.ended(Outcome(None, Termination.ABORT), at=at)

    def flag(self, *, at: int = 0) -> "GameState":
        """End the game because the side to move has no time left; a dead game is a draw."""
        if self.is_dead:
            return self.ended(Outcome(None, Termination.DEAD_BOARD), at=at)
        return self.ended(Outcome(self.side_to_move.other, Termination.TIME), at=at)

    def claim_draw(self, *, at: int = 0) -> "GameState":
        """End a dead game as a draw, for either side; raises `LineStillPossible` otherwise."""
        self._refuse_if_over()
        if not self.position.is_dead:
            raise LineStillPossible(say("Somebody can still win. Offer a draw instead."))
        return self.ended(Outcome(None, Termination.DEAD_BOARD), at=at)

    def ended(self, outcome: Outcome, *, at: int = 0) -> "GameState":
        """The game with this outcome, whatever the reason; raises `GameIsOver` if it has one."""
        self._refuse_if_over()
        clock = None if self.clock is None else self.clock.ended(at)
        return replace(self, offers=(), outcome=outcome, clock=clock)

    # --- Offers ------------------------------------------------------------------------------

    def offer(self, what: Offer, *, by: Side, at: int = 0) -> "GameState":
        """Offer something; if the other side's offer of it stands already, that is agreement.

        Raises `OfferedAlready` if this side's own still stands, `GameIsOver`, or `CannotOfferNow`.
        """
        self._refuse_to_offer(what, by)
        stands = self.offered(what)
        if stands is by:
            raise OfferedAlready(say(STANDS[what]))
        if stands is by.other:
            return self.accept(what, by=by, at=at)
        return replace(self, offers=(*self.offers, (what, by)))

    def accept(self, what: Offer, *, by: Side, at: int = 0) -> "GameState":
        """Accept the other side's offer; raises `NotOffered` if there is none (any more).

        A draw ends the game, a takeback returns to the asker's last stone, a pause stops the clock.
        Hints and a rematch do not concern the board: only the offer is gone.
        """
        self._refuse_unless_offered_by_other(what, by)
        match what:
            case Offer.DRAW:
                return self.ended(Outcome(None, Termination.AGREEMENT), at=at)
            case Offer.TAKEBACK:
                return self.take_back(by=by.other, at=at)
            case Offer.PAUSE:
                return self.paused(at=at)
            case Offer.HINTS | Offer.REMATCH:
                return self.without_offer(what)
            case _:
                assert_never(what)

    def decline(self, what: Offer, *, by: Side) -> "GameState":
        """Decline the other side's offer; raises `NotOffered` if there is none (any more)."""
        self._refuse_unless_offered_by_other(what, by)
        return self.without_offer(what)

    def cancel(self, what: Offer, *, by: Side) -> "GameState":
        """Take back one's own offer; raises `NotOffered` if it does not stand (any more)."""
        if self.offered(what) is not by:
            raise NotOffered(say(STANDS_NOT[what]))
        return self.without_offer(what)

    def without_offer(self, what: Offer) -> "GameState":
        """The game with this offer gone, whoever made it."""
        return replace(self, offers=tuple(each for each in self.offers if each[0] is not what))

    def take_back(self, *, by: Side, at: int = 0) -> "GameState":
        """Return to where a side placed its last stone: without it and all that followed.

        Time that was spent stays spent. The clock runs for the asker; if a first move is taken
        back, it begins again when both sides have moved. Raises `GameIsOver`, `OpeningGoesOn`, or
        `CannotOfferNow` if the side has not moved yet (since the opening) or the game is paused.
        """
        self._refuse_to_offer(Offer.TAKEBACK, by)
        side_of_ply = self.variant.line_rule.side_of_ply
        ply = next(ply for ply in reversed(range(self.ply)) if side_of_ply(ply) is by)
        before = replace(GameState.replay(self.variant, self.moves[:ply]), opening=self.opening)
        clock = self.clock
        if clock is not None and clock.running is not None:
            clock = clock.stopped(at)
            if before.is_under_way:
                clock = clock.run(by, at)
        return replace(before, clock=clock)

    # --- Clock -------------------------------------------------------------------------------

    def paused(self, *, at: int = 0, keeps: bool = False) -> "GameState":
        """The game with its clock stopped, and no offer standing.

        A period that had begun is whole again, unless the turn `keeps` what it has left.
        """
        clock = self.clock and (self.clock.held(at) if keeps else self.clock.stopped(at))
        return replace(self, offers=(), clock=clock)

    def resume(self, *, at: int = 0, at_once: bool = False) -> "GameState":
        """Let the clock go on after a pause, with a short delay or at once.

        Raises `GameIsNotPaused`.
        """
        self._refuse_if_over()
        if not self.is_paused or self.clock is None:
            raise GameIsNotPaused(say("The game isn’t paused."))
        return replace(
            self, clock=self.clock.run(self.side_to_move, at if at_once else at + RESUME_DELAY_MS)
        )

    def add_time(self, ms: int, *, to: Side, at: int = 0) -> "GameState":
        """Give a side more time; raises `GameIsOver`, or `NoClock` if there is none to add to."""
        self._refuse_if_over()
        if self.clock is None:
            raise NoClock(say("This game has no clock."))
        if self.clock.left[to].main_ms + ms > MOST_ADDED_MS + self.clock.control.initial_ms:
            raise NoClock(say("That clock has enough time."))
        return replace(self, clock=self.clock.with_more(to, ms, at=at))

    def credited(self, ms: BySide[int], *, at: int = 0) -> "GameState":
        """Give both sides back time that neither has used; nothing once the game is over."""
        if self.clock is None or self.is_over:
            return self
        clock = self.clock
        for side in Side:
            clock = clock.with_more(side, ms[side], at=at)
        return replace(self, clock=clock)

    # -----------------------------------------------------------------------------------------

    @property
    def _opened(self) -> int:
        """How many stones were placed in the opening, or given."""
        return 0 if self.opening is None else self.opening.stones

    def _refuse_if_over(self) -> None:
        if self.outcome is not None:
            raise GameIsOver(say("The game is over."))

    def _has_not_moved(self, side: Side) -> bool:
        """Whether a side has not moved yet; what was placed in the opening does not count."""
        side_of_ply = self.variant.line_rule.side_of_ply
        return all(side_of_ply(ply) is not side for ply in range(self._opened, self.ply))

    def _refuse_unless_turn_of(self, by: Side) -> None:
        self._refuse_if_over()
        if self.is_paused:
            raise GameIsPaused(say("The game is paused. Resume it first."))
        if by is not self.side_to_move:
            raise NotYourTurn(say("It’s your opponent’s turn."))

    def _refuse_to_offer(self, what: Offer, by: Side) -> None:
        if what is Offer.REMATCH:
            if self.outcome is None:
                raise CannotOfferNow(say("You can offer a rematch when the game is over."))
            return
        self._refuse_if_over()
        if what is Offer.TAKEBACK and self.in_opening:
            raise OpeningGoesOn(say("Nothing is taken back during the opening."))
        if what is Offer.HINTS and self.in_opening:
            raise OpeningGoesOn(say("There are no hints during the opening."))
        if what is Offer.TAKEBACK and self._has_not_moved(by):
            raise CannotOfferNow(say("You haven’t moved yet, so there’s nothing to take back."))
        if what is Offer.TAKEBACK and self.is_paused:
            raise CannotOfferNow(say("The game is paused. Resume it first."))
        if what is Offer.PAUSE and (self.clock is None or self.clock.running is None):
            raise CannotOfferNow(say("No clock is running, so there’s nothing to pause."))

    def _refuse_unless_offered_by_other(self, what: Offer, by: Side) -> None:
        if what is not Offer.REMATCH:
            self._refuse_if_over()
        if self.offered(what) is not by.other:
            raise NotOffered(say(TO_ANSWER_NOT[what]))
