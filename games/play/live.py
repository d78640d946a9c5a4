"""A live game as a value: everything of it that commands and viewers need, at one version."""

from dataclasses import dataclass

import msgspec

from games import mnk
from games.play import models, protocol
from games.play.errors import NoSuchGame
from games.players.identify import Visitor
from games.players.models import Player


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a seat."""

    player_id: int
    name: str
    kind: str
    level: str = ""
    """Of a bot: which one it is."""

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
    rematch_offer: mnk.Side | None = None
    rematch: str | None = None
    """The slug of the next game of the same two."""
    reason: str = ""
    """Why a bot resigned, if something was wrong with it."""
    hints: tuple[protocol.HintPart, ...] = ()
    """The hints that were asked for, in order."""

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
            rematch_offer=self.rematch_offer,
            rematch=self.rematch,
            reason=self.reason,
            hints=self.hints,
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
            return self.rematch_offer is side.other
        return self.state.side_to_move is side or self.state.draw_offer is side.other

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
        """The side a visitor plays; none for a spectator."""
        for side in mnk.Side:
            seat = self.seats[side]
            if seat.holder is not None and (
                seat.holder.player_id == visitor.player_id or seat.key in visitor.keys
            ):
                return side
        return None

    def snapshot(self) -> protocol.Snapshot:
        """All of the game, for the wire."""
        state = self.state
        return protocol.Snapshot(
            version=self.version,
            game=self.slug,
            variant=variant_part(state.variant),
            seats=protocol.SeatsPart(*self.seats.map(lambda seat: player_part(seat.holder))),
            moves=tuple(map(protocol.MovePart, state.moves, self.move_times)),
            draw_offer=_word(state.draw_offer),
            dead=state.is_dead,
            outcome=outcome_part(state.outcome),
            line=state.winning_line,
            rematch_offer=_word(self.rematch_offer),
            rematch=self.rematch,
            aggressiveness=self.aggressiveness,
            hints=self.hints,
            reason=self.reason,
        )


@dataclass(frozen=True, slots=True)
class PastMove:
    """Where to find a move that answered a command."""

    ply: int
    version: int


@dataclass(slots=True)
class Loaded:
    """A game read from the database, and the commands it has carried out."""

    game: LiveGame
    answered: dict[tuple[mnk.Side, str], protocol.Numbered | PastMove]
    """What came of each command, by who sent it and its id."""


def load(slug: str) -> Loaded:
    """Read a game: four queries. Raises `NoSuchGame`."""
    # The version is read first and later moves are left out: should one land between these reads,
    # this is the game as it was before, and the move's own message follows.
    row = models.Game.objects.filter(slug=slug).select_related("rematch").first()
    if row is None:
        raise NoSuchGame
    seats = {
        mnk.Side(seat.side): LiveSeat(
            seat.key, _holder(seat.player), seat.aggressiveness, seat.seed
        )
        for seat in models.Seat.objects.filter(game=row).select_related("player")
    }
    moves = list(
        models.Move.objects.filter(game=row, version__lte=row.version)
        .order_by("ply")
        .values_list("square", "at_ms", "version", "command")
    )
    state = mnk.GameState.replay(row.variant, (square for square, *_ in moves))
    if row.outcome is not None and state.outcome is None:
        state = state.ended(row.outcome)
    elif row.draw_offer is not None:
        state = state.offer_draw(by=mnk.Side(row.draw_offer))
    answered: dict[tuple[mnk.Side, str], protocol.Numbered | PastMove] = {}
    hints = []
    for ply, (_, _, version, command) in enumerate(moves):
        if command:
            answered[mnk.Side.of_ply(ply), command] = PastMove(ply, version)
    for side, command, text in (
        models.Message.objects.filter(game=row, version__lte=row.version, side__isnull=False)
        .order_by("version")
        .values_list("side", "command", "text")
    ):
        message = protocol.decode_numbered(text)
        if isinstance(message, protocol.HintAsked):
            hints.append(protocol.HintPart(message.by, message.kind, message.ply))
        if command and side is not None:
            answered[mnk.Side(side), command] = message
    return Loaded(
        LiveGame(
            id=row.pk,
            slug=row.slug,
            version=row.version,
            state=state,
            move_times=tuple(at for _, at, *_ in moves),
            seats=mnk.BySide(seats[mnk.Side.BLACK], seats[mnk.Side.WHITE]),
            rematch_offer=None if row.rematch_offer is None else mnk.Side(row.rematch_offer),
            rematch=None if row.rematch is None else row.rematch.slug,
            reason=row.reason,
            hints=tuple(hints),
        ),
        answered,
    )


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
    )


def past_move_message(game: LiveGame, past: PastMove, command: str) -> protocol.MovePlayed:
    """The message that told of an earlier move, as it was told then."""
    state = mnk.GameState.replay(game.state.variant, game.state.moves[: past.ply + 1])
    at = game.move_times[past.ply]
    return move_message(state, version=past.version, at=at, command=command)


def variant_part(variant: mnk.Variant) -> protocol.VariantPart:
    """A variant, for the wire."""
    return protocol.VariantPart(
        variant.width, variant.height, variant.k, variant.line_rule, variant.title
    )


def player_part(holder: Holder | None) -> protocol.PlayerPart | None:
    """Who holds a seat, for the wire."""
    if holder is None:
        return None
    return protocol.PlayerPart(holder.name, holder.kind, holder.level or None)


def seats_part(game: models.Game) -> protocol.SeatsPart:
    """Who sits where in a stored game, for the wire. Its seats and players are prefetched."""
    players = {seat.side: seat.player for seat in game.seats.all()}
    return protocol.SeatsPart(
        *(player_part(_holder(player)) for player in (players[0], players[1]))
    )


def outcome_part(outcome: mnk.Outcome | None) -> protocol.OutcomePart | None:
    """An outcome, for the wire."""
    if outcome is None:
        return None
    return protocol.OutcomePart(_word(outcome.winner), outcome.termination)


def to_json(message: msgspec.Struct) -> object:
    """A message as plain values, for a page that carries its first snapshot."""
    return msgspec.to_builtins(message)


def _word(side: mnk.Side | None) -> protocol.SideWord | None:
    return None if side is None else protocol.SideWord.of(side)


def _holder(player: Player | None) -> Holder | None:
    if player is None:
        return None
    return Holder(player.pk, player.name, player.kind, player.level)
