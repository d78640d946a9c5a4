"""A live game as a value: everything about it that commands and viewers need, at one version.

`LiveGame.after` is the one place that says what a fact makes of a game. It makes the next game
when a step is taken, when another process has taken one, and when a game is read.
"""

import dataclasses
from itertools import chain
from typing import assert_never

import msgspec
from django.conf import settings
from msgspec.structs import replace

from games import mnk
from games.play import facts
from games.play.hint_kinds import HintKind
from games.play.series import Series
from games.play.terms import CASUAL, Terms
from games.play.watching import EVERYBODY, Watching
from games.players.identify import Visitor
from games.players.ratings import ShownRating

LEAVE_MS = 1_000 * settings.INAROW_LEAVE_S
"""A player who has been away this long may be left: the other side may claim the game."""


class LiveSeat(msgspec.Struct, frozen=True):
    """A side's seat. Nobody holds it while the invitation is open."""

    key: str
    holder: facts.Holder | None
    aggressiveness: float | None = None
    """A of the aggressive bot, where it sits."""
    seed: int = 0
    """What a bot's choices among equals follow from."""
    rating: ShownRating | None = None
    """How strong the holder was, on such boards, when they sat down."""
    kept_for: int | None = None
    """The player who alone may take it while it is open; None if anybody may."""

    @property
    def bot(self) -> facts.Holder | None:
        """The bot that holds it, if one does."""
        return self.holder if self.holder is not None and self.holder.is_bot else None


class NotedHint(msgspec.Struct, frozen=True):
    """A hint that was asked for, as the record notes it."""

    side: mnk.Side
    kind: HintKind
    ply: int


class LiveGame(msgspec.Struct, frozen=True, gc=False):
    """One game at one version."""

    id: int
    slug: str
    version: int
    state: mnk.GameState
    move_times: tuple[int, ...]
    """When each move was heard, in milliseconds since 1970 UTC."""
    seats: mnk.BySide[LiveSeat]
    rematch: str | None = None
    """The slug of the next game between the same two."""
    reason: str = ""
    """Why a bot resigned, if something was wrong with it."""
    hints: tuple[NotedHint, ...] = ()
    """The hints that were asked for, in order."""
    hints_since: int | None = None
    """The ply from which both people have agreed to have hints; None if they have not."""
    taken_back: int = 0
    """The version that last took moves back: what was told before it may be gone. 0 without one."""
    watching: Watching = EVERYBODY
    """Who may watch, and how late."""
    terms: Terms = CASUAL
    """What it counts for, and whom the open seat is for."""
    series: Series | None = None
    """Its place in a series; None for a single game."""
    vacation: mnk.Side | None = None
    """The side whose vacation has stopped the clock, until it goes on."""
    ratings: mnk.BySide[facts.NewRating] | None = None
    """What it made of both ratings, once it has been counted."""

    def after(self, happened: facts.Happened) -> "LiveGame":
        """The game that follows from what happened. Raises `mnk.RuleError` if it cannot happen."""
        fact = happened.fact
        if isinstance(fact, facts.Played):
            return self._with_move(fact, happened)
        if isinstance(fact, facts.Chosen):
            return self._with_choice(fact.choice, happened)
        state = _state_after(self, happened)
        game = replace(
            self,
            version=happened.version,
            state=state,
            move_times=self.move_times[: state.ply],
            # Moves may have been taken back.
            hints_since=None if self.hints_since is None else min(self.hints_since, state.ply),
        )
        match fact:
            case facts.SeatTaken(side=side, holder=holder, rating=rating):
                if holder is None:
                    return game  # as it was read: who sits there was read from the seat's own row
                return game._with_seat(
                    side, replace(game.seats[side], holder=holder, rating=rating)
                )
            case facts.AggressivenessSet(value=value):
                other = happened.whose.other
                return game._with_seat(other, replace(game.seats[other], aggressiveness=value))
            case facts.HintAsked(kind=kind, ply=ply):
                hint = NotedHint(happened.whose, kind, ply)
                return replace(game, hints=(*game.hints, hint))
            case facts.HintsAgreed():
                return replace(game, hints_since=state.ply)
            case facts.Paused(vacation=vacation):
                return replace(game, vacation=vacation)
            case facts.Resumed():
                return replace(game, vacation=None)
            case facts.TakenBack():
                return replace(game, taken_back=happened.version)
            case facts.Ended(reason=reason):
                return replace(game, reason=reason)
            case facts.RematchAgreed(game=slug):
                return replace(game, rematch=slug)
            case facts.Rated(ratings=ratings):
                return replace(game, ratings=ratings)
            case _:
                return game

    def _with_move(self, move: facts.Played, happened: facts.Happened) -> "LiveGame":
        at = happened.at
        state = self.state.play(move.square, by=happened.whose, at=at)
        times = (*self.move_times, at)
        return replace(self, version=happened.version, state=state, move_times=times)

    def _with_choice(self, choice: mnk.Decision, happened: facts.Happened) -> "LiveGame":
        state = self.state.choose(choice, by=happened.whose, at=happened.at)
        game = replace(self, version=happened.version, state=state)
        return game if game.swapped is self.swapped else game.with_sides_swapped()

    def with_sides_swapped(self) -> "LiveGame":
        """The game with the two on each other's seats; board and clock stay as they are."""
        return replace(
            self,
            seats=self.seats.swapped(),
            series=None
            if self.series is None
            else dataclasses.replace(self.series, halves=self.series.halves.swapped()),
        )

    def _with_seat(self, side: mnk.Side, seat: LiveSeat) -> "LiveGame":
        return replace(self, seats=self.seats.having(side, seat))

    @property
    def title(self) -> str:
        """What people call it: the board, the line rule, and the opening if it has one."""
        return mnk.title_of(self.state.variant, self.terms.opening)

    @property
    def swapped(self) -> bool:
        """Whether the two have changed sides in the opening."""
        opening = self.state.opening
        return opening is not None and opening.swapped

    def first_side(self, side: mnk.Side) -> mnk.Side:
        """The side that whoever has this one now had when the game began."""
        return side.other if self.swapped else side

    @property
    def due_ms(self) -> int | None:
        """When the time of the side to move will be up, if it is a person's: bots have no flag."""
        clock = self.state.clock
        if clock is None or clock.running is None or self.seats[clock.running].bot is not None:
            return None
        return clock.due_ms

    @property
    def can_be_left(self) -> bool:
        """Whether the game may be claimed from a player who stays away.

        Not from a bot, and not where a turn may take days and nobody is expected at the board.
        """
        control = self.state.control
        return (
            self.is_started
            and self.seats.black.bot is None
            and self.seats.white.bot is None
            and not (control is not None and control.is_slow)
        )

    @property
    def people(self) -> tuple[int, ...]:
        """The players it concerns, bots left out: those who sit, and whom a seat is kept for."""
        return tuple(
            id
            for seat in self.seats
            if seat.bot is None
            and (id := seat.kept_for if seat.holder is None else seat.holder.player_id) is not None
        )

    @property
    def is_correspondence(self) -> bool:
        """Whether two people play it without staying at the board: days for each move, or no clock.

        Not with a bot, which is always there, nor with a program, which has no browser.
        """
        control = self.state.control
        if control is not None and not control.is_slow:
            return False
        holders = (self.seats.black.holder, self.seats.white.holder)
        return all(each is None or not (each.is_bot or each.is_program) for each in holders)

    @property
    def is_started(self) -> bool:
        """Whether both seats have been taken."""
        return self.seats.black.holder is not None and self.seats.white.holder is not None

    @property
    def open_side(self) -> mnk.Side | None:
        """The side whose seat may be taken, if one may."""
        if self.state.outcome is not None:
            return None
        if self.seats.black.holder is None:
            return mnk.Side.BLACK
        return mnk.Side.WHITE if self.seats.white.holder is None else None

    def seat_for(self, visitor: Visitor) -> mnk.Side | None:
        """The side whose seat a visitor may take, as far as its keeping goes."""
        side = self.open_side
        if side is None or self.side_of(visitor) is not None:
            return None
        kept_for = self.seats[side].kept_for
        return side if kept_for is None or kept_for == visitor.player_id else None

    @property
    def bot_due(self) -> mnk.Side | None:
        """The side of a bot that has something to do: a move, or an offer to answer."""
        if self.seats.black.bot is None and self.seats.white.bot is None:
            return None  # as in most games: on the path of every move
        if not self.is_started:
            return None
        return next((side for side in mnk.Side if self._is_due(side)), None)

    def _is_due(self, side: mnk.Side) -> bool:
        if self.seats[side].bot is None:
            return False
        if self.state.is_over:
            return self.state.offered(mnk.Offer.REMATCH) is side.other
        if any(offerer is side.other for _, offerer in self.state.offers):
            return True
        return self.state.side_to_move is side and not self.state.is_paused

    @property
    def aggressiveness(self) -> float | None:
        """A of the aggressive bot that plays here; None otherwise."""
        return next(
            (
                seat.aggressiveness
                for seat in (self.seats.black, self.seats.white)
                if seat.aggressiveness is not None
            ),
            None,
        )

    def side_of(self, visitor: Visitor) -> mnk.Side | None:
        """The side a visitor plays, first by who they are, then by the keys they have; None for a
        spectator.
        """
        return next(iter(self.sides_of(visitor)), None)

    def sides_of(self, visitor: Visitor) -> tuple[mnk.Side, ...]:
        """The sides a visitor plays, first those that are theirs, then those they have the keys of:
        both for somebody who plays against themselves."""
        held = [side for side in mnk.Side if self.seats[side].holder is not None]
        own = (side for side in held if self.is_held_by(side, visitor))
        by_key = (side for side in held if visitor.has_key(self.seats[side].key))
        return tuple(dict.fromkeys(chain(own, by_key)))

    def is_held_by(self, side: mnk.Side, visitor: Visitor) -> bool:
        """Whether a visitor is the person who holds a seat, not only somebody with its key."""
        holder = self.seats[side].holder
        return holder is not None and holder.player_id == visitor.player_id

    def admits(self, visitor: Visitor) -> bool:
        """Whether a visitor may see the game at all."""
        return (
            not self.watching.is_private
            or visitor.has_key(self.watching.key)
            or self.side_of(visitor) is not None
            or self._waits_for(visitor)
        )

    def _waits_for(self, visitor: Visitor) -> bool:
        """Whether the open seat is kept for a visitor."""
        side = self.open_side
        kept_for = None if side is None else self.seats[side].kept_for
        return kept_for is not None and kept_for == visitor.player_id

    def now_for(self, side: mnk.Side | None, now: int) -> int:
        """What time it is at `now` for the holder of a side, or for a spectator (None), in ms since
        1970 UTC: those who see the game late see its clock late, too.
        """
        return now - (self.watching.delay.ms if side is None else 0)


def _state_after(game: LiveGame, happened: facts.Happened) -> mnk.GameState:
    """What a fact other than a move makes of the board, the offers and the clock."""
    state, at = game.state, happened.at
    match happened.fact:
        case facts.Offered(what=what):
            return state.offer(what, by=happened.whose, at=at)
        case facts.Declined(what=what) | facts.Cancelled(what=what):
            return state.without_offer(what)
        case facts.TakenBack(asker=asker):
            return state.take_back(by=asker, at=at)
        case facts.Paused(vacation=vacation):
            return state.paused(at=at, keeps=vacation is not None)
        case facts.Resumed():
            # Whoever goes away often gains nothing: nobody waits for anybody to be ready.
            return state.resume(at=at, at_once=game.vacation is not None)
        case facts.TimeAdded(ms=ms):
            return state.add_time(ms, to=happened.whose.other, at=at)
        case facts.TimeCredited(ms=credited):
            return state.credited(credited, at=at)
        case facts.Ended(outcome=outcome):
            return state.ended(outcome, at=at)
        case facts.HintsAgreed():
            return state.without_offer(mnk.Offer.HINTS)
        case facts.RematchAgreed():
            return state.without_offer(mnk.Offer.REMATCH)
        case facts.SeatTaken() | facts.AggressivenessSet() | facts.HintAsked() | facts.Rated():
            return state
        case facts.Played() | facts.Chosen():
            raise ValueError("a move or a choice is taken by `LiveGame.after`")
        case _:
            assert_never(happened.fact)
