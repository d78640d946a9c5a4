"""A live game as a value: everything of it that commands and viewers need, at one version.

A game is read by folding what happened to it, its moves and messages in the order of their
versions, from the start to the version asked for.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple, TypeAlias, assert_never

import msgspec
from django.conf import settings

from games import mnk
from games.play import metrics, models, protocol
from games.play.errors import NoSuchGame
from games.play.stakes import CASUAL, RatingRange, Stakes
from games.play.watching import EVERYBODY, Delay, Mark, Watching, shown_of
from games.players.identify import Visitor
from games.players.models import Player
from games.players.ratings import Standing

log = logging.getLogger(__name__)

LEAVE_MS = 1_000 * settings.INAROW_LEAVE_S
"""Who has been away so long may be left: the other side may claim the game."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a seat."""

    player_id: int
    name: str
    kind: str
    slug: str = ""
    """Their name in links."""
    level: str = ""
    """Of a bot: which one it is."""
    is_program: bool = False
    """Whether the key of the seat is all they have: made by the API, they have no browser."""

    @property
    def is_bot(self) -> bool:
        return self.level != ""


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """A side's seat. Nobody holds it while the invitation is open."""

    key: str
    holder: Holder | None
    aggressiveness: float | None = None
    """A of the aggressive bot, where it sits."""
    seed: int = 0
    """From which a bot's choices among equals follow."""
    standing: Standing | None = None
    """How strong the holder was, on such boards, when they sat down."""

    @property
    def bot(self) -> Holder | None:
        """The bot that holds it, if one does."""
        return self.holder if self.holder is not None and self.holder.is_bot else None


@dataclass(frozen=True, slots=True)
class LiveGame:
    """One game at one version."""

    id: int
    slug: str
    version: int
    state: mnk.GameState
    move_times: tuple[int, ...]
    """When each move was heard, in milliseconds since 1970 UTC."""
    seats: mnk.BySide[LiveSeat]
    rematch: str | None = None
    """The slug of the next game of the same two."""
    reason: str = ""
    """Why a bot resigned, if something was wrong with it."""
    hints: tuple[protocol.HintPart, ...] = ()
    """The hints that were asked for, in order."""
    hints_since: int | None = None
    """From which ply on both people have agreed to have hints; none if they have not."""
    taken_back: int = 0
    """The version that last took moves back: what was told before it may be gone. 0 without one."""
    watching: Watching = EVERYBODY
    """Who may watch, and how late."""
    stakes: Stakes = CASUAL
    """What it counts for, and whom the open seat is for."""
    ratings: protocol.RatingsPart | None = None
    """What it made of both ratings, once it has been counted."""

    def moved_on(self, state: mnk.GameState, *, at: int) -> "LiveGame":
        """The game one version on, with the move that led to `state`."""
        # Spelt out: on the way of every move `dataclasses.replace` costs 4 % of it all.
        return LiveGame(
            id=self.id,
            slug=self.slug,
            version=self.version + 1,
            state=state,
            move_times=(*self.move_times, at),
            seats=self.seats,
            rematch=self.rematch,
            reason=self.reason,
            hints=self.hints,
            hints_since=self.hints_since,
            taken_back=self.taken_back,
            watching=self.watching,
            stakes=self.stakes,
            ratings=self.ratings,
        )

    def changed(self, state: mnk.GameState) -> "LiveGame":
        """The game one version on, with another state that no move led to."""
        return replace(
            self,
            version=self.version + 1,
            state=state,
            move_times=self.move_times[: state.ply],
            hints_since=_still_since(self.hints_since, state),
        )

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
    def is_started(self) -> bool:
        """Whether both seats have been taken."""
        return self.seats.black.holder is not None and self.seats.white.holder is not None

    @property
    def open_side(self) -> mnk.Side | None:
        """The side whose seat may be taken, if one may."""
        if self.state.is_over:
            return None
        return next((side for side in mnk.Side if self.seats[side].holder is None), None)

    @property
    def bot_due(self) -> mnk.Side | None:
        """The side of a bot that has something to do: a move, or an offer to answer."""
        if self.seats.black.bot is None and self.seats.white.bot is None:
            return None  # as in most games: on the way of every move
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
        """A of the aggressive bot that plays here; none if it does not."""
        return next(
            (
                seat.aggressiveness
                for seat in (self.seats.black, self.seats.white)
                if seat.aggressiveness is not None
            ),
            None,
        )

    def side_of(self, visitor: Visitor) -> mnk.Side | None:
        """The side a visitor plays, by who they are before what keys they have; none for a
        spectator.
        """
        held = [side for side in mnk.Side if self.seats[side].holder is not None]
        own = (side for side in held if self.is_held_by(side, visitor))
        by_key = (side for side in held if visitor.has_key(self.seats[side].key))
        return next(chain(own, by_key), None)

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
        )

    def now_for(self, side: mnk.Side | None, now: int) -> int:
        """What time it is at `now` for who holds a side, or watches and has none (ms since 1970
        UTC): who sees the game late sees its clock late, too.
        """
        return now - (self.watching.delay.ms if side is None else 0)

    def snapshot(self, now: int) -> protocol.Snapshot:
        """All of the game, for the wire, as it is said at `now` (milliseconds since 1970 UTC)."""
        state = self.state
        return protocol.Snapshot(
            version=self.version,
            game=self.slug,
            variant=variant_part(state.variant),
            seats=protocol.SeatsPart(
                *self.seats.map(lambda seat: player_part(seat.holder, seat.standing))
            ),
            moves=tuple(map(protocol.MovePart, state.moves, self.move_times)),
            offers=protocol.OffersPart(
                **{what.value: protocol.SideWord.of(side) for what, side in state.offers}
            ),
            control=control_part(state.control),
            clock=clock_part(state.clock),
            paused=state.is_paused,
            now=now,
            dead=state.is_dead,
            outcome=outcome_part(state.outcome),
            line=state.winning_line,
            rematch=self.rematch,
            aggressiveness=self.aggressiveness,
            hints=self.hints,
            hints_since=self.hints_since,
            reason=self.reason,
            visibility=self.watching.visibility,
            delay=delay_part(self.watching.delay),
            rated=self.stakes.rated,
            range=range_part(self.stakes.range),
            ratings=self.ratings,
        )


@dataclass(frozen=True, slots=True)
class PastMove:
    """The version of a game that a move made, which answered a command."""

    version: int


@dataclass(slots=True)
class Loaded:
    """A game read from the database, and the commands it has carried out."""

    game: LiveGame
    answered: dict[tuple[mnk.Side, str], protocol.Numbered | PastMove]
    """What came of each command, by who sent it and its id."""
    news: tuple["News", ...] = ()
    """What has happened since the version that was asked for, as it was told."""


class News(NamedTuple):
    """Something that happened to a game: the message that told of it, and its mark."""

    mark: Mark
    message: protocol.Numbered

    @classmethod
    def of(cls, message: protocol.Numbered, at_ms: int) -> "News":
        is_move = isinstance(message, protocol.MovePlayed)
        return cls(Mark(message.version, at_ms, is_move), message)


@dataclass(frozen=True, slots=True)
class Played:
    """A move as it is kept."""

    version: int
    ply: int
    square: int
    at_ms: int
    command: str


@dataclass(frozen=True, slots=True)
class Said:
    """A message as it is kept."""

    version: int
    message: protocol.Numbered
    at_ms: int
    side: mnk.Side | None
    command: str


Happened: TypeAlias = Played | Said


def load(slug: str, until: int | None = None, since: int | None = None) -> Loaded:
    """Read a game, as it is or as it was at the version `until`: four queries.

    With the news `since` a version, if that is wanted. Raises `NoSuchGame`.
    """
    # The version is read first and later moves are left out: should one land between these reads,
    # this is the game as it was before, and the move's own message follows.
    row = models.Game.objects.filter(slug=slug).first()
    if row is None:
        raise NoSuchGame
    version = row.version if until is None else until
    seats = {
        mnk.Side(seat.side): LiveSeat(
            seat.key, _holder(seat.player), seat.aggressiveness, seat.seed, _standing(seat)
        )
        for seat in models.Seat.objects.filter(game=row).select_related("player")
    }
    answered: dict[tuple[mnk.Side, str], protocol.Numbered | PastMove] = {}
    times: list[int] = []
    hints = []
    hints_since: int | None = None
    rematch: str | None = None
    ratings: protocol.RatingsPart | None = None
    taken_back, reason = 0, ""
    news: list[News] = []
    state = mnk.GameState.start(row.variant, row.control)
    for before, each, after in fold(row, version):
        state = after
        side = before.side_to_move if isinstance(each, Played) else each.side
        answer: protocol.Numbered | PastMove
        match each:
            case Played():
                times.append(each.at_ms)
                answer = PastMove(each.version)
            case Said(message=message):
                del times[state.ply :]
                hints_since = _still_since(hints_since, state)
                match message:
                    case protocol.HintAsked(by=by, kind=kind, ply=ply):
                        hints.append(protocol.HintPart(by, kind, ply))
                    case protocol.HintsAgreed(ply=ply):
                        hints_since = ply
                    case protocol.TakenBack():
                        taken_back = each.version
                    case protocol.GameEnded():
                        reason = message.reason
                    case protocol.RematchAgreed():
                        rematch = message.game
                    case protocol.Rated():
                        ratings = message.ratings
                answer = message
        if each.command and side is not None:
            if (side, each.command) in answered:
                note_doubled(slug, each.version, f"command {each.command}")
            answered[side, each.command] = answer
        if since is not None and each.version > since:
            news.append(News.of(_told(each, after), each.at_ms))
    return Loaded(
        LiveGame(
            id=row.pk,
            slug=row.slug,
            version=version,
            state=state,
            move_times=tuple(times),
            seats=mnk.BySide(seats[mnk.Side.BLACK], seats[mnk.Side.WHITE]),
            rematch=rematch,
            reason=reason,
            hints=tuple(hints),
            hints_since=hints_since,
            taken_back=taken_back,
            watching=row.watching,
            stakes=row.stakes,
            ratings=ratings,
        ),
        answered,
        tuple(news),
    )


def seat_keys(game_id: int) -> mnk.BySide[str]:
    """The keys of a game's seats, as they are now."""
    seats = models.Seat.objects.filter(game=game_id).order_by("side")
    return mnk.BySide(*seats.values_list("key", flat=True))


def horizon(loaded: Loaded, *, now: int) -> int:
    """The version up to which spectators may see a game that was read with all its news."""
    game = loaded.game
    marks = [news.mark for news in loaded.news]
    count = shown_of(marks, game.watching.delay, now=now, is_over=game.state.is_over)
    return marks[count - 1].version if count else 0


def _told(happened: Happened, after: mnk.GameState) -> protocol.Numbered:
    """The message that told of it."""
    if isinstance(happened, Said):
        return happened.message
    return move_message(
        after, version=happened.version, at=happened.at_ms, command=happened.command or None
    )


def fold(row: models.Game, until: int) -> Iterator[tuple[mnk.GameState, Happened, mnk.GameState]]:
    """What happened to a game up to a version, in order, with the states before and after.

    Two queries. A move at a ply or on a square that has one already is noted and passed over.
    """
    state = mnk.GameState.start(row.variant, row.control)
    for each in _happened(row.pk, until):
        if isinstance(each, Played) and _is_doubled(state, each):
            note_doubled(row.slug, each.version, f"ply {each.ply}")
            continue
        before, state = state, _state_after(state, each)
        yield before, each, state


def _happened(game_id: int, until: int) -> Iterator[Happened]:
    moves = models.Move.objects.filter(game_id=game_id, version__lte=until)
    messages = models.Message.objects.filter(game_id=game_id, version__lte=until)
    all_of_it: list[Happened] = [
        Played(*row) for row in moves.values_list("version", "ply", "square", "at_ms", "command")
    ]
    for version, text, at_ms, side, command in messages.values_list(
        "version", "text", "at_ms", "side", "command"
    ):
        by = None if side is None else mnk.Side(side)
        all_of_it.append(Said(version, protocol.decode_numbered(text), at_ms, by, command))
    yield from sorted(all_of_it, key=lambda each: each.version)


def _state_after(state: mnk.GameState, happened: Happened) -> mnk.GameState:
    at = happened.at_ms
    if isinstance(happened, Played):
        return state.play(happened.square, by=state.side_to_move, at=at)
    match happened.message:
        case protocol.Offered(what=what, by=by):
            return state.offer(what, by=side_of_word(by), at=at)
        case protocol.Declined(what=what) | protocol.Cancelled(what=what):
            return state.without_offer(what)
        case protocol.TakenBack(by=by):
            return state.take_back(by=side_of_word(by), at=at)
        case protocol.Paused():
            return state.paused(at=at)
        case protocol.Resumed():
            return state.resume(at=at)
        case protocol.TimeAdded(by=by, ms=ms):
            return state.add_time(ms, to=side_of_word(by).other, at=at)
        case protocol.TimeCredited(black_ms=black, white_ms=white):
            return state.credited(mnk.BySide(black, white), at=at)
        case protocol.GameEnded(outcome=outcome):
            winner = None if outcome.winner is None else side_of_word(outcome.winner)
            return state.ended(mnk.Outcome(winner, outcome.termination), at=at)
        case protocol.HintsAgreed():
            return state.without_offer(mnk.Offer.HINTS)
        case protocol.RematchAgreed():
            return state.without_offer(mnk.Offer.REMATCH)
        case (
            protocol.SeatTaken()
            | protocol.AggressivenessSet()
            | protocol.HintAsked()
            | protocol.Rated()
        ):
            return state
        case protocol.MovePlayed():
            raise ValueError("a move is kept as a move")
        case _:
            assert_never(happened.message)


def _still_since(ply: int | None, state: mnk.GameState) -> int | None:
    """From which ply on there are hints, when moves may have been taken back."""
    return None if ply is None else min(ply, state.ply)


def _is_doubled(state: mnk.GameState, happened: Played) -> bool:
    return happened.ply != state.ply or state.position.stone(happened.square) is not None


def note_doubled(slug: str, version: int, what: str) -> None:
    """Say aloud, for the operator, that something was found twice: it must never be."""
    metrics.moves_doubled.inc()
    log.error("move_doubled game=%s version=%d what=%r", slug, version, what)


def move_message(
    state: mnk.GameState, *, version: int, at: int, command: str | None
) -> protocol.MovePlayed:
    """The message that tells of the last move of `state`."""
    return protocol.MovePlayed(
        version=version,
        command=command,
        ply=state.ply - 1,
        square=state.moves[-1],
        at=at,
        outcome=outcome_part(state.outcome),
        line=state.winning_line,
        dead=state.is_dead,
        clock=clock_part(state.clock),
    )


def last_move_message(game: LiveGame, command: str | None) -> protocol.MovePlayed:
    """The message that told of the move by which a game came to its version."""
    at = game.move_times[-1]
    return move_message(game.state, version=game.version, at=at, command=command)


def variant_part(variant: mnk.Variant) -> protocol.VariantPart:
    """A variant, for the wire."""
    return protocol.VariantPart(
        variant.width, variant.height, variant.k, variant.line_rule, variant.title
    )


def control_part(control: mnk.TimeControl | None) -> protocol.ControlPart | None:
    """A time control, for the wire."""
    if control is None:
        return None
    return protocol.ControlPart(
        control.initial_ms,
        control.increment_ms,
        control.period_ms,
        control.periods,
        control.title,
    )


def clock_part(clock: mnk.Clock | None) -> protocol.ClockPart | None:
    """A clock, for the wire."""
    if clock is None:
        return None
    black, white = clock.left
    return protocol.ClockPart(
        protocol.TimePart(black.main_ms, black.periods),
        protocol.TimePart(white.main_ms, white.periods),
        _word(clock.running),
        clock.since_ms,
    )


def timed_clock_part(state: mnk.GameState) -> protocol.ClockPart:
    """The clock of a game that has one, for the wire."""
    clock = clock_part(state.clock)
    assert clock is not None, "this happens only to a game with a clock"
    return clock


def delay_part(delay: Delay) -> protocol.DelayPart | None:
    """How late a game is shown, for the wire."""
    return protocol.DelayPart(ms=delay.ms, moves=delay.moves) if delay else None


def range_part(of: RatingRange | None) -> protocol.RangePart | None:
    """Whom an open seat is for, for the wire."""
    return None if of is None else protocol.RangePart(of.low, of.high)


def player_part(holder: Holder | None, standing: Standing | None) -> protocol.PlayerPart | None:
    """Who holds a seat, and how strong they were when they sat down, for the wire."""
    if holder is None:
        return None
    return protocol.PlayerPart(
        name=holder.name,
        kind=holder.kind,
        player=holder.slug,
        level=holder.level or None,
        rating=None if standing is None else standing.rating,
        provisional=standing is not None and standing.provisional,
    )


def seats_part(game: models.Game) -> protocol.SeatsPart:
    """Who sits where in a stored game, for the wire. Its seats and players are prefetched."""
    seats = {seat.side: seat for seat in game.seats.all()}
    return protocol.SeatsPart(
        *(player_part(_holder(seat.player), _standing(seat)) for seat in (seats[0], seats[1]))
    )


def outcome_part(outcome: mnk.Outcome | None) -> protocol.OutcomePart | None:
    """An outcome, for the wire."""
    if outcome is None:
        return None
    return protocol.OutcomePart(_word(outcome.winner), outcome.termination)


def to_json(message: msgspec.Struct) -> object:
    """A message as plain values, for a page that carries its first snapshot."""
    return msgspec.to_builtins(message)


def side_of_word(word: protocol.SideWord) -> mnk.Side:
    """The side a word of the wire names."""
    return mnk.Side.BLACK if word is protocol.SideWord.BLACK else mnk.Side.WHITE


def _word(side: mnk.Side | None) -> protocol.SideWord | None:
    return None if side is None else protocol.SideWord.of(side)


def _standing(seat: models.Seat) -> Standing | None:
    return None if seat.rating is None else Standing(seat.rating, seat.provisional)


def _holder(player: Player | None) -> Holder | None:
    if player is None:
        return None
    return Holder(player.pk, player.name, player.kind, player.slug, player.level, player.program)
