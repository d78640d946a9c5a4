"""A whole server of `drills.races`, under any program that serves ASGI: moves come as frames.

`python -m drills.raceserver` is `config.serve` with it; `drills.raceserver:application` is for
others. Orders come by a socket of their own, `ORDERS` in the data folder. The players sit in the
same process, which so knows of each move when it was heard and what its sender was told.
"""

import asyncio
import collections
import contextlib
import itertools
import json
from collections.abc import Callable, Sequence
from typing import Any, cast

import django

django.setup()

import msgspec  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import path  # noqa: E402
from websockets.asyncio.client import ClientConnection, connect  # noqa: E402
from websockets.typing import Subprotocol  # noqa: E402

from config import asgi, start  # noqa: E402
from drills.racer import BLACK, Racer, quicken, until  # noqa: E402
from drills.races import ORDERS, Order, Play, Played  # noqa: E402
from games import mnk  # noqa: E402
from games.play import commands, commit, models, protocol  # noqa: E402
from games.play.clock import now_ms  # noqa: E402
from games.play.clocktime import timekeeping  # noqa: E402
from games.play.hub import FollowedGame, Hub, current  # noqa: E402
from games.sockets.game import GameSocket  # noqa: E402

PAGES = 2
"""Sockets that each player has: a game's two moves race each other."""
AGAIN_S = 3.0
"""A move that has no answer by then is sent again, as a page does."""
OPENING_AT_ONCE = 16
LONGEST_ORDER = 2**24

heard: dict[str, commands.Arrival] = {}
"""How each move was heard the first time, by its id."""
dues: dict[str, int | None] = {}
"""When the time of its side was up; None if there was nothing to play any more."""


class RacedSocket(GameSocket):
    """A player's page, whose lag puts the last moment of a move at its edge."""

    _racing: FollowedGame | None = None
    _edge_ms = 0

    def lag_ms(self) -> int:
        due = None if self._racing is None else self._racing.game.due_ms
        return 0 if due is None else timekeeping.grace_ms(max(0, now_ms() - due - self._edge_ms))

    def _arrival(self, followed: FollowedGame, command: protocol.Command) -> commands.Arrival:
        self._racing, self._edge_ms = followed, _edge_in(command.id)
        return super()._arrival(followed, command)


class ServerRacer(Racer):
    """Carries out orders on the hub of a server; its moves go by the server's sockets."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(hub)
        self._numbers = itertools.count()
        self._pages: dict[str, list[ClientConnection]] = {}
        self._ways_ms = collections.deque([0], maxlen=20)
        """How long the last moves were on their way."""

    async def _follow(self, slugs: Sequence[str]) -> int:
        for pages in self._pages.values():
            for page in pages:
                page.transport.abort()
        keys = await self._hub.read(keys_of, slugs)
        opening = asyncio.Semaphore(OPENING_AT_ONCE)
        opened = await asyncio.gather(
            *(_opened(slug, key, opening) for slug, key in keys for _ in range(PAGES))
        )
        self._pages = {slug: [] for slug in slugs}
        for slug, page in opened:
            self._pages[slug].append(page)
        return await super()._follow(slugs)

    async def _play(self, play: Play) -> Played:
        page = self._pages[play.slug].pop()
        move = protocol.PlayMove(id=f"{next(self._numbers)}-{play.edge_ms}", ply=2, square=2)
        await until(play.at_ms - min(self._ways_ms))
        sent = now_ms()
        answer = await _answer(page, move)
        arrival, due = heard[move.id], dues[move.id]
        self._ways_ms.append(arrival.at - sent)
        last = 0 if due is None else due + timekeeping.grace_ms(arrival.lag_ms)
        return Played(play.slug, arrival.at, last, answer)


async def _opened(slug: str, key: str, opening: asyncio.Semaphore) -> tuple[str, ClientConnection]:
    """A page of this seat, which has seen the board."""
    async with opening:
        page = await connect(
            f"{settings.INAROW_URL.replace('http', 'ws', 1)}/ws/game/{slug}/",
            subprotocols=[Subprotocol(protocol.SUBPROTOCOL)],
            additional_headers={"Authorization": f"Bearer {key}"},
            compression=None,
            ping_interval=None,
            proxy=None,
        )
        while json.loads(await page.recv())["type"] != "snapshot":
            pass
    return slug, page


async def _answer(page: ClientConnection, move: protocol.PlayMove) -> str:
    """What the sender of a move is told in the end: `kept`, or the code of a refusal."""
    while True:
        await page.send(msgspec.json.encode(move).decode())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(AGAIN_S):
                while True:
                    told = json.loads(await page.recv())
                    if told["type"] == "movePlayed" and told["command"] == move.id:
                        return "kept"
                    if told["type"] == "rejected" and told["id"] == move.id:
                        if told["code"] not in ("busy", "notKept"):
                            return str(told["code"])
                        break


def keys_of(slugs: Sequence[str]) -> list[tuple[str, str]]:
    """The games with the key of black's seat."""
    seats = models.Seat.objects.filter(game__slug__in=slugs, side=BLACK)
    return list(seats.values_list("game__slug", "key"))


def _edge_in(id: str) -> int:
    return int(id.partition("-")[2])


_carry_out = commands.carry_out
_carry_out_now = commands.carry_out_now


async def _noted(
    hub: Hub,
    followed: FollowedGame,
    side: mnk.Side | None,
    command: protocol.Command,
    arrival: commands.Arrival,
) -> commit.Submitted:
    _note(followed, command, arrival)
    return await _carry_out(hub, followed, side, command, arrival)


def _noted_now(
    hub: Hub,
    followed: FollowedGame,
    side: mnk.Side,
    command: protocol.Command,
    arrival: commands.Arrival,
    then: Callable[[Exception | None], None],
) -> bool:
    begun = _carry_out_now(hub, followed, side, command, arrival, then)
    if begun:  # otherwise it is heard once more, the ordinary way
        _note(followed, command, arrival)
    return begun


def _note(followed: FollowedGame, command: protocol.Command, arrival: commands.Arrival) -> None:
    if command.id not in heard:
        heard[command.id] = arrival
        dues[command.id] = followed.game.due_ms if followed.game.state.ply == 2 else None


class _Obeys:
    """The application; orders are heard as soon as it is asked for anything."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self._hearing: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self._hearing is None:
            self._hearing = asyncio.create_task(_hear_orders())
        await self._application(scope, receive, send)


async def _hear_orders() -> None:
    racer = ServerRacer(current())

    async def hear(orders: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        while line := await orders.readline():
            answer = await racer.does(msgspec.json.decode(line, type=Order))
            answers.write(msgspec.json.encode(answer) + b"\n")
            await answers.drain()

    orders = settings.DATA_DIR / ORDERS
    async with await asyncio.start_unix_server(hear, orders, limit=LONGEST_ORDER) as server:
        await server.serve_forever()


quicken()
commands.carry_out, commands.carry_out_now = _noted, _noted_now
application = _Obeys(
    start.Begins(
        ProtocolTypeRouter(
            {
                "http": asgi.pages_and_sockets.application_mapping["http"],
                "websocket": URLRouter(
                    [path("ws/game/<slug:slug>/", cast(Any, RacedSocket.as_asgi()))]
                ),
            }
        )
    )
)


if __name__ == "__main__":
    from config import serve

    asgi.application = application  # type: ignore[assignment]  # it begins what `Begins` does
    serve.main()
