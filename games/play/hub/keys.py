"""The keys of seats: whoever plays with one that was renewed loses the seat, in every process."""

import logging
from collections.abc import Callable, Iterable, Mapping

from django.db import Error as DatabaseError
from msgspec.structs import replace

from games import mnk
from games.play import history, models, notices
from games.play.crowd import Subscriber
from games.play.errors import DatabaseAway
from games.play.hub.followed import FollowedGame
from games.play.hub.others import Others
from games.play.hub.process import Process

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
        others.on(notices.SeatsRenewed, self._hear_renewed)

    def _hear_renewed(self, sender: str, notice: notices.SeatsRenewed) -> None:
        self._process.spawn(self._renewed(notice.games))

    async def tell_renewed(self, slugs: Iterable[str]) -> None:
        """Seats of these games have new keys from now on: look here, and have the others look.

        When this returns nobody here plays with an old key.
        """
        games = tuple(slugs)
        self._others.tell(notices.SeatsRenewed(games))
        await self._renewed(games)

    async def _renewed(self, slugs: Iterable[str]) -> None:
        for slug in slugs:
            if slug in self._followed:
                await self._look(self._followed[slug])

    async def make_sure(self, followed: FollowedGame) -> None:
        """Hold the keys of a game's seats as they are now: for a visitor who shows one. One query.

        Whoever sits here with a key that is no longer valid loses the seat. Raises `DatabaseAway`.
        """
        try:
            await self._look(followed)
        except DatabaseError as error:
            log.warning("keys_unreadable game=%s error=%r", followed.game.slug, error)
            raise DatabaseAway from error

    async def _look(self, followed: FollowedGame) -> None:
        # One at a time: what was read first is not taken for what holds now.
        async with followed.comparing:
            keys = await self._process.read(history.seat_keys, followed.game.id)
            game = followed.game
            if keys != game.seats.map(lambda seat: seat.key):
                black, white = game.seats
                now = mnk.BySide(replace(black, key=keys.black), replace(white, key=keys.white))
                followed.game = replace(game, seats=now)
            for each in tuple(followed.subscribers):
                if each.side is not None and followed.game.side_of(each.who) is not each.side:
                    self._lose(followed, each)
                    each.lose_seat()

    async def look_at_all(self) -> None:
        """Find the keys that were renewed elsewhere, should a notice be lost."""
        sat_by_key = {
            followed.game.id: followed
            for followed in self._followed.values()
            if any(each.side is not None and each.who.keys for each in followed.subscribers)
        }
        for game_id, side, key in await self._process.read(_keys, tuple(sat_by_key)):
            followed = sat_by_key[game_id]
            if followed.game.seats[side].key != key:
                await self._look(followed)


def _keys(games: tuple[int, ...]) -> list[tuple[int, mnk.Side, str]]:
    seats = models.Seat.objects.filter(game__in=games)
    return [
        (game, mnk.Side(side), key) for game, side, key in seats.values_list("game", "side", "key")
    ]
