"""Who may sit: by a key, which can be renewed, or as the seat's player, who can join an account.

Both change a seat's row and no version of the game; whoever may no longer sit loses the seat, in
every process.
"""

import logging
import math
from collections.abc import Callable, Iterable, Mapping

from django.db import Error as DatabaseError
from msgspec.structs import replace

from games import mnk
from games.play import history, live, models, notices, protocol, wire
from games.play.clock import now_ms
from games.play.crowd import Subscriber
from games.play.errors import DatabaseAway
from games.play.hub.followed import FollowedGame
from games.play.hub.others import Others
from games.play.hub.process import Process
from games.players.identify import Visitor

log = logging.getLogger(__name__)


class Keys:
    """The keys of the seats in the games that are followed here."""

    def __init__(
        self,
        process: Process,
        others: Others,
        followed: Mapping[str, FollowedGame],
        lose: Callable[[FollowedGame, Subscriber], None],
    ) -> None:
        """`lose` stops sending to a socket."""
        self._process = process
        self._others = others
        self._followed = followed
        self._lose = lose
        others.on(notices.SeatsChanged, self._hear_changed)

    def _hear_changed(self, sender: str, notice: notices.SeatsChanged) -> None:
        self._process.spawn(self._look_at(notice))

    async def tell_changed(self, slugs: Iterable[str], *, by_others: bool = False) -> None:
        """Seats of these games have new keys: look here, and have the others look.

        With `by_others` they have new players, and everybody at the board is told their names.
        When this returns nobody here plays with an old key.
        """
        notice = notices.SeatsChanged(tuple(slugs), by_others)
        self._others.tell(notice)
        await self._look_at(notice)

    async def _look_at(self, notice: notices.SeatsChanged) -> None:
        for slug in notice.games:
            followed = self._followed.get(slug)
            if followed is not None:
                await self._look(followed)
                if notice.by_others:  # that is no news with a number
                    followed.push(protocol.encode(wire.snapshot(followed.game, now_ms())))

    def may_matter(self, followed: FollowedGame, visitor: Visitor) -> bool:
        """Whether a visitor may have come to a seat, or lost it, in a way this process missed.

        By a key that was renewed; or they signed in elsewhere, and the notice was lost.
        """
        may_have_joined = visitor.player_id is not None and not self._others.is_alone
        return bool(visitor.keys) or (may_have_joined and followed.game.side_of(visitor) is None)

    async def make_sure(self, followed: FollowedGame, *, since: float) -> None:
        """Hold a game's seats as they were at `since` (loop time) or later: for a visitor who may
        sit on one. One query, unless they have been read since.

        Whoever sits here with a key that is no longer valid loses the seat. Raises `DatabaseAway`.
        """
        try:
            await self._look(followed, since=since)
        except DatabaseError as error:
            log.warning("keys_unreadable game=%s error=%r", followed.game.slug, error)
            raise DatabaseAway from error

    async def _look(self, followed: FollowedGame, *, since: float = math.inf) -> None:
        # One at a time: what was read first is not taken for what holds now.
        async with followed.comparing:
            if followed.seats_at >= since:
                return
            began = self._process.loop.time()
            read, swapped = await self._process.read(history.seats_now, followed.game.id)
            followed.seats_at, game = began, followed.game
            if swapped is not game.swapped:  # they have changed sides: the news is on its way
                read = read.swapped()
            now = mnk.BySide(*(_now(game.seats[side], read[side]) for side in mnk.Side))
            if now != game.seats:
                followed.game = replace(game, seats=now)
            for each in tuple(followed.subscribers):
                if each.side is not None and each.side not in followed.game.sides_of(each.who):
                    self._lose(followed, each)
                    each.lose_seat()

    async def look_at_all(self) -> None:
        """Find the keys that were renewed elsewhere, should a notice be lost."""
        sat_by_key = {
            followed.game.id: followed
            for followed in self._followed.values()
            if any(each.side is not None and each.who.keys for each in followed.subscribers)
        }
        for game_id, key in await self._process.read(_keys, tuple(sat_by_key)):
            followed = sat_by_key[game_id]
            if all(seat.key != key for seat in followed.game.seats):
                await self._look(followed)


def _now(held: live.LiveSeat, read: live.LiveSeat) -> live.LiveSeat:
    """A seat as it is held here, with what changes without a version of the game."""
    # That somebody sits down or sets a bot has a version of its own, which may be on its way.
    holder = held.holder if held.holder is None or read.holder is None else read.holder
    return replace(held, key=read.key, holder=holder, kept_for=read.kept_for)


def _keys(games: tuple[int, ...]) -> list[tuple[int, str]]:
    return list(models.Seat.objects.filter(game__in=games).values_list("game", "key"))
