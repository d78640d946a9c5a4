"""Alice plays black, Bob white, Eve watches: people at their sockets, through the whole server."""

import asyncio
import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction

from config.asgi import pages_and_sockets as application
from games import mnk
from games.lobby import invitations, pairing
from games.play import models
from games.play.clock import now_ms
from games.play.protocol import SUBPROTOCOL
from games.play.series import Series
from games.play.terms import CASUAL, Terms
from games.play.watching import EVERYBODY, Watching
from games.players.identify import Visitor
from games.players.models import Player

Message = dict[str, Any]
Headers = Sequence[tuple[bytes, bytes]]
PATIENCE_S = 60.0
PING = '{"type":"ping"}'
RESYNC = '{"type":"resync"}'
READ_CHAT = '{"type":"readChat"}'
HOST = b"127.0.0.1:8000"
OWN_ORIGIN = b"http://127.0.0.1:8000"


@dataclass
class Person:
    """Somebody at a socket of one game."""

    name: str
    socket: WebsocketCommunicator
    heard: list[Message] = field(default_factory=list)
    """Every message so far, presence left out."""
    is_gone: bool = False
    """Whether the socket has been closed, by either end."""
    _ids: "itertools.count[int]" = field(default_factory=itertools.count)

    async def hears(self) -> Message:
        """The next message; presence is passed over."""
        while True:
            message = await self._receives()
            if message["type"] != "presence":
                self.heard.append(message)
                return message

    async def hears_presence(self) -> Message:
        """The next presence; everything else is passed over."""
        while True:
            message = await self._receives()
            if message["type"] == "presence":
                return message

    async def _receives(self) -> Message:
        try:
            message: Message = json.loads(await self.socket.receive_from(timeout=PATIENCE_S))
        except TimeoutError:
            self.is_gone = True  # the communicator has ended the socket
            raise AssertionError(f"{self.name} hears nothing; so far {self.heard}") from None
        return message

    async def hears_nothing(self) -> None:
        """Nothing has been said to this person since they last listened, presence aside.

        A ping is the fence: frames keep their order, so whatever was said comes before the pong.
        """
        heard = await self.hears_the_rest()
        assert heard == [], heard

    async def hears_the_rest(self) -> list[Message]:
        """Everything said and not yet heard, presence aside."""
        await self.sends(PING)
        rest = []
        while (message := await self.hears())["type"] != "pong":
            rest.append(message)
        self.heard.pop()
        return rest

    async def sees_afresh(self) -> Message:
        """Ask for the game anew; returns the snapshot."""
        await self.sends(RESYNC)
        message = await self.hears()
        assert message["type"] == "snapshot", message
        return message

    async def says(self, type: str, id: str | None = None, **fields: Any) -> str:
        """Send a command; returns its id. An offer or an answer to one is written `offer draw`."""
        type, _, what = type.partition(" ")
        if what:
            fields["what"] = what
        id = id or f"{self.name}-{next(self._ids)}"
        await self.socket.send_to(json.dumps({"type": type, "id": id, **fields}))
        return id

    async def sends(self, text: str) -> None:
        """Send a frame as it is."""
        await self.socket.send_input({"type": "websocket.receive", "text": text})

    async def is_refused(self, code: str) -> Message:
        """The next message is a refusal with this code."""
        message = await self.hears()
        assert (message["type"], message.get("code")) == ("rejected", code), message
        assert message["sentence"].endswith(".")
        return message

    async def is_sent_away(self, code: int) -> None:
        """The server closes the connection with this code, sooner or later."""
        while True:
            event = await self.socket.receive_output(timeout=PATIENCE_S)
            if event["type"] == "websocket.close":
                assert event["code"] == code, event
                break
            self.heard.append(json.loads(event["text"]))
        # As a server does once the connection is closed.
        await self.socket.send_input({"type": "websocket.disconnect", "code": code})
        async with asyncio.timeout(PATIENCE_S):
            await self.socket.future
        self.is_gone = True

    async def leaves(self) -> None:
        """Close the socket."""
        if not self.is_gone:
            self.is_gone = True
            await self.socket.disconnect(timeout=PATIENCE_S)


@dataclass
class Table:
    """Where a test's people meet over one game at a time."""

    people: list[Person] = field(default_factory=list)

    async def game(
        self,
        variant: mnk.Variant | None = None,
        *,
        clock: str | None = None,
        watching: Watching = EVERYBODY,
        listed: bool = False,
        terms: Terms = CASUAL,
        series: Series | None = None,
    ) -> models.Game:
        """A game between Alice (black) and Bob (white), both seated, as stored."""

        @transaction.atomic
        def make() -> models.Game:
            game = models.Game.objects.create_of(
                variant or mnk.PRESETS["3x3"].variant,
                None if clock is None else mnk.time_control_from_text(clock),
                watching,
                terms,
                series,
                listed=listed,
                started=True,
            )
            for side, name in ((mnk.Side.BLACK, "Alice"), (mnk.Side.WHITE, "Bob")):
                # Each shows the key of the seat, as a program does.
                player = Player.objects.create(name=name, program=True)
                models.Seat.objects.create(game=game, side=side, player=player)
            return game

        # In one piece, as the server does it: the lobby may be read at any time.
        return await sync_to_async(make)()

    async def live_game(
        self, variant: mnk.Variant | None = None, *, watching: Watching = EVERYBODY
    ) -> models.Game:
        """A game between Alice and Bob, with Alice at the board."""
        game = await self.game(variant, watching=watching)
        await self.sits(game, mnk.Side.BLACK)
        return game

    async def invitation(
        self,
        side: mnk.Side = mnk.Side.BLACK,
        variant: mnk.Variant | None = None,
        *,
        listed: bool = False,
        by: str = "Alice",
        terms: Terms = CASUAL,
    ) -> models.Game:
        """A game whose other seat is open, as stored."""
        return await invitations.invite(
            variant=variant or mnk.PRESETS["3x3"].variant,
            player=await Player.objects.acreate(name=by),
            side=side,
            listed=listed,
            terms=terms,
        )

    async def seeks(
        self,
        player: Player,
        preset: str = "3x3",
        clock: str | None = None,
        *,
        side: mnk.Side = mnk.Side.BLACK,
        at: int | None = None,
    ) -> pairing.Place:
        """A player asks for quick pairing; on `side` if they have to wait."""
        control = None if clock is None else mnk.time_control_from_text(clock)
        return await pairing.pair(
            player=player,
            visitor=Visitor(player.pk),
            seek=pairing.Seek(mnk.PRESETS[preset].variant, control),
            side=side,
            at=now_ms() if at is None else at,
        )

    async def comes(self, game: models.Game, name: str = "Bob") -> mnk.Side:
        """Somebody takes the open seat (their socket is another matter)."""
        player = await Player.objects.acreate(name=name)
        return await invitations.take_seat(
            game.slug, player=player, visitor=Visitor(player.pk), at=now_ms()
        )

    async def played(self, names: str, watching: Watching = EVERYBODY) -> models.Game:
        """A game between Alice and Bob in which these squares have been played."""
        game = await self.game(watching=watching)
        alice = await self.sits(game, mnk.Side.BLACK)
        bob = await self.sits(game, mnk.Side.WHITE)
        await plays(game, names, alice, bob)
        return game

    async def sits(
        self,
        game: models.Game,
        side: mnk.Side | None,
        name: str = "",
        *,
        pipe: "asyncio.Queue[Any] | None" = None,
    ) -> Person:
        """Open a socket; the welcome and the snapshot have been heard."""
        headers = []
        if side is not None:
            seat = await models.Seat.objects.aget(game=game, side=side)
            headers.append((b"authorization", f"Bearer {seat.key}".encode()))
        name = name or (("Alice", "Bob")[side] if side is not None else "Eve")
        person = await self.comes_to(f"/ws/game/{game.slug}/", name, headers, pipe=pipe)
        welcome = await person.hears()
        assert welcome == {"type": "welcome", "side": side.word if side is not None else None}
        assert (await person.hears())["type"] == "snapshot"
        return person

    async def watches(self, game: models.Game, player: Player) -> Person:
        """Open a socket from the browser of a player without a seat; the snapshot was heard."""
        session = SessionStore()
        await session.aset("player", player.pk)
        await session.asave()
        cookie = f"{settings.SESSION_COOKIE_NAME}={session.session_key}".encode()
        headers = [(b"origin", OWN_ORIGIN), (b"cookie", cookie)]
        person = await self.comes_to(f"/ws/game/{game.slug}/", player.name, headers)
        assert await person.hears() == {"type": "welcome", "side": None}
        assert (await person.hears())["type"] == "snapshot"
        return person

    async def comes_to(
        self,
        path: str,
        name: str,
        headers: Headers = (),
        *,
        pipe: "asyncio.Queue[Any] | None" = None,
    ) -> Person:
        """Open a socket at an address; nothing was heard yet. What is sent goes into `pipe`."""
        socket = WebsocketCommunicator(
            application, path, [(b"host", HOST), *headers], [SUBPROTOCOL]
        )
        socket._output_queue = pipe
        connected, subprotocol = await socket.connect(timeout=PATIENCE_S)
        assert connected
        assert subprotocol == SUBPROTOCOL
        person = Person(name, socket)
        self.people.append(person)
        return person

    async def three(self, game: models.Game) -> tuple[Person, Person, Person]:
        """Alice, Bob and Eve at one game."""
        return (
            await self.sits(game, mnk.Side.BLACK),
            await self.sits(game, mnk.Side.WHITE),
            await self.sits(game, None),
        )

    async def leave(self) -> None:
        """Everybody closes their socket."""
        for person in self.people:
            await person.leaves()


async def all_hear(*people: Person) -> Message:
    """The one message everybody hears next, the same for each."""
    messages = [await person.hears() for person in people]
    assert all(message == messages[0] for message in messages), messages
    return messages[0]


async def plays(game: models.Game, names: str, *people: Person) -> list[Message]:
    """Alice and Bob (the first two of `people`) play these squares in turn; everybody hears."""
    squares = mnk.moves_from_text(names, game.variant)
    told = []
    ply = await models.Move.objects.filter(game=game, taken_back=0).acount()
    for at, square in enumerate(squares, ply):
        await people[at % 2].says("playMove", ply=at, square=square)
        told.append(await all_hear(*people))
        assert told[-1]["type"] == "movePlayed", told[-1]
    return told
