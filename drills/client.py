"""A correct client, written from docs/api.md and docs/asyncapi.json: it survives its network.

It holds a game by snapshot and numbered messages, asks again when one is missing, sends each
command with an id until it is answered, pings after 2.5 s of silence, lets go of a connection that
is dead for 9 s and comes back. It shares nothing with the server and nothing with the browser.
On request it does what several connections of one player can do to commands: the same one twice,
and an old one after a newer.
"""

import asyncio
import contextlib
import json
import random
import socket
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from games.play.protocol import SUBPROTOCOL
from tests.reducer import NUMBERED, changes

Message: TypeAlias = dict[str, Any]

SILENCE_S = 2.5
DEAD_S = 9.0
RESEND_S = 4.0
FIRST_DELAY_S = 0.25
LONGEST_DELAY_S = 1.0
TICK_S = 0.5
AGAIN_S = 1.0
"""How soon a command that the server could not carry out just now is tried again."""
LET_GO = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError)
"""How a connection ends, or fails to open."""


class Held:
    """A game as a client holds it: a snapshot, moved on by each numbered message."""

    def __init__(self) -> None:
        self.game: Message | None = None
        self.is_fresh = True
        """On a new connection the first snapshot replaces everything."""
        self.is_behind = False
        """A version was missed: only a snapshot helps."""

    @property
    def version(self) -> int:
        return -1 if self.game is None else int(self.game["version"])

    def hear(self, message: Message) -> bool:
        """Take a message in; whether the game has changed."""
        kind = message["type"]
        if kind == "welcome":
            self.is_fresh = True
        elif kind == "snapshot":
            if self.is_fresh or message["version"] >= self.version:
                self.game, self.is_fresh, self.is_behind = message, False, False
                return True
        elif self.game is None:
            pass  # nothing is numbered before the first snapshot
        elif kind in ("pong", "rejected"):
            self.is_behind |= (message["version"] or 0) > self.version
        elif kind in NUMBERED and message["version"] > self.version:
            if message["version"] > self.version + 1:
                self.is_behind = True
            else:
                self.game = self.game | changes(self.game, message)
                self.game["version"] = message["version"]
                return True
        return False


@dataclass(slots=True)
class Lost:
    """A connection that was whole, and has ended."""

    at: float
    """When its end was noticed; or when the last attempt to come back met a fault."""
    why: str
    """`silent` if nothing was heard for too long, else `ended`."""
    story: list[tuple[float, str]] = field(default_factory=list)
    """What was tried since then, and what came of it."""


class Listener(Protocol):
    """Hears what a client goes through, and says what it does."""

    def decide(self, client: "Client") -> Message | None:
        """The command to give now, its id included; None to wait."""

    def heard(self, client: "Client", message: Message) -> None:
        """A message came, and has been taken in."""

    def live(self, client: "Client", port: int, lost: "Lost | None") -> None:
        """The connection from this local port is whole: its first snapshot is here.

        `lost` is about the connection before.
        """

    def ended(self, client: "Client", port: int, how: str) -> bool:
        """A connection from this local port ended, or failed to open; whether by a fault."""


class Client:
    """One player's or spectator's line to one game after another."""

    def __init__(
        self,
        name: str,
        port: Callable[[], int],
        key: str | None,
        listener: Listener,
        rng: random.Random,
        *,
        longest_delay_s: float = LONGEST_DELAY_S,
        pace_s: tuple[float, float] = (0.2, 1.2),
        mischief: float = 0.0,
    ) -> None:
        self.name = name
        self.held = Held()
        self.side: str | None = None
        self.slug = ""
        self.is_live = False
        self.pending: Message | None = None
        self.last: Message | None = None
        """The last command answered."""
        self.did: Counter[str] = Counter()
        """Mischief done: `duplicate`, `reorder`; and how it fared: `resync`, `resent` …"""
        self.rejections: Counter[str] = Counter()
        self.is_done = asyncio.Event()
        self._port = port
        self._key = key
        self._listener = listener
        self._rng = rng
        self._longest_delay_s = longest_delay_s
        self._pace_s = pace_s
        self._mischief = mischief
        self._socket: ClientConnection | None = None
        self._heard_at = self._sent_at = 0.0
        self._pinged_at: float | None = None
        self._asked_at = 0.0
        self._deciding: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._lost: Lost | None = None
        self._is_silent = False
        self._local_port = 0

    async def play(self, slug: str) -> None:
        """Stay at this game, and at those the listener moves on to, until `is_done`."""
        self.slug = slug
        ticking = asyncio.ensure_future(self._tick())
        attempt = 0
        try:
            while not self.is_done.is_set():
                slug = self.slug
                was_live, how = await self._connection()
                if self.is_done.is_set():
                    break
                if self.slug != slug:  # on purpose: the next game
                    self._lost = None
                    continue
                by_fault = self._listener.ended(self, self._local_port, how)
                if was_live:
                    self.did["connection lost"] += 1
                    attempt = 0
                    self._lost = Lost(time.monotonic(), "silent" if self._is_silent else "ended")
                elif by_fault and self._lost is not None:
                    self._lost.at = time.monotonic()
                self._note(how)
                delay = min(self._longest_delay_s, FIRST_DELAY_S * 2 ** min(attempt, 10))
                attempt += 1
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(
                        self.is_done.wait(), delay * (0.5 + self._rng.random() / 2)
                    )
        finally:
            ticking.cancel()
            for task in tuple(self._tasks):
                task.cancel()
            if self._deciding is not None:
                self._deciding.cancel()

    async def _connection(self) -> tuple[bool, str]:
        """One connection from beginning to end: whether it was whole, and how it ended."""
        slug = self.slug
        self._is_silent = False
        how = "ended"
        self._note("tried")
        try:
            async with asyncio.timeout(DEAD_S - SILENCE_S):
                connection = await self._open(is_main=True)
        except LET_GO as error:
            return False, f"not opened: {type(error).__name__}"
        self._socket = connection
        self._note("opened")
        self._heard_at, self._pinged_at = time.monotonic(), None
        try:
            async for frame in connection:
                if self.slug != slug or self.is_done.is_set():
                    break
                self._hear(json.loads(frame))
        except LET_GO as error:
            how = f"ended: {error}"
        finally:
            connection.transport.abort()
            self._socket = None
        was_live, self.is_live = self.is_live, False
        return was_live, "silent" if self._is_silent else how

    def move_on(self, slug: str) -> None:
        """Leave this game for another."""
        self.slug, self.held = slug, Held()
        self.pending = self.last = None
        self.is_live = False
        self.drop()

    def drop(self) -> None:
        """Lose the connection; the client comes back by itself."""
        if self._socket is not None:
            self._socket.transport.abort()

    def stop(self) -> None:
        """Leave for good."""
        self.is_done.set()
        self.drop()

    def _note(self, what: str) -> None:
        if self._lost is not None:
            self._lost.story.append((time.monotonic(), what))

    # --- Hearing -------------------------------------------------------------------------------

    def _hear(self, message: Message) -> None:
        self._heard_at, self._pinged_at = time.monotonic(), None
        kind = message["type"]
        if kind == "welcome":
            self.side = message["side"]
        changed = self.held.hear(message)
        self._settle(message)
        slug = self.slug
        self._listener.heard(self, message)
        if self.slug != slug:  # moved on to the next game
            return
        if self.held.is_behind and time.monotonic() - self._asked_at > 1.0:
            self._asked_at = time.monotonic()
            self.did["resync"] += 1
            self._send({"type": "resync"})
        if kind == "snapshot" and not self.is_live:
            self.is_live = True
            self._note("snapshot")
            self._listener.live(self, self._local_port, self._lost)
            self._lost = None
            if self.pending is not None:
                self.did["resent"] += 1
                self._resend()
        if changed:
            self._decide_soon()

    def _settle(self, message: Message) -> None:
        pending = self.pending
        if pending is None:
            return
        if message["type"] == "rejected" and message["id"] == pending["id"]:
            code = message["code"]
            self.rejections[f"{pending['type']} {code}"] += 1
            if code in ("notKept", "busy", "tooFast"):
                self._sent_at = time.monotonic() - RESEND_S + AGAIN_S
            else:
                self.pending = None
                self._decide_soon()
        elif message.get("command") == pending["id"] and message["type"] in NUMBERED:
            self._answered()
        elif message["type"] == "snapshot" and pending["type"] == "playMove":
            moves = message["moves"]
            if pending["ply"] < len(moves):
                if moves[pending["ply"]]["square"] == pending["square"]:
                    self._answered()
                else:
                    self.pending = None

    def _answered(self) -> None:
        self.last, self.pending = self.pending, None

    # --- Saying --------------------------------------------------------------------------------

    def _decide_soon(self) -> None:
        if self._deciding is None and self.pending is None:
            self._deciding = asyncio.get_running_loop().call_later(
                self._rng.uniform(*self._pace_s), self._decide
            )

    def _decide(self) -> None:
        self._deciding = None
        if self.pending is not None or self.held.game is None or self.is_done.is_set():
            return
        self.pending = self._listener.decide(self)
        if self.pending is None:
            return
        self._sent_at = time.monotonic()
        chance = self._rng.random()
        if self.is_live and chance < self._mischief:
            self.did["duplicate"] += 1
            self._send(self.pending)
            self._send(self.pending)
        elif self.is_live and self.last is not None and chance < 2 * self._mischief:
            task = asyncio.get_running_loop().create_task(self._race(self.pending, self.last))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            self._resend()

    async def _race(self, command: Message, before: Message) -> None:
        """The command over two connections at once, then the one before it once more."""
        slug = self.slug
        try:
            async with asyncio.timeout(3.0):
                other = await self._open()
                async for frame in other:
                    if json.loads(frame)["type"] == "snapshot":
                        break
            if self.pending is command and slug == self.slug:
                self.did["reorder"] += 1
                await other.send(json.dumps(command))
                await other.send(json.dumps(before))
                self._resend()
                self._send(before)
            await asyncio.sleep(1.0)
            other.transport.abort()
        except LET_GO:
            if self.pending is command:
                self._resend()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            connection, now = self._socket, time.monotonic()
            if connection is None:
                continue
            if self._pinged_at is not None:
                if now - self._pinged_at >= DEAD_S - SILENCE_S:
                    self._is_silent = True
                    connection.transport.abort()
                    continue
            elif now - self._heard_at >= SILENCE_S:
                self._send({"type": "ping"})
                self._pinged_at = now
            if self.is_live and self.pending is not None and now - self._sent_at >= RESEND_S:
                self.did["resent"] += 1
                self._resend()
            if self.pending is None:
                self._decide_soon()

    def _resend(self) -> None:
        self._sent_at = time.monotonic()
        if self.pending is not None and self.is_live:
            self._send(self.pending)

    def _send(self, message: Mapping[str, Any]) -> None:
        if self._socket is None:
            return
        task = asyncio.get_running_loop().create_task(_say(self._socket, json.dumps(message)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open(self, *, is_main: bool = False) -> ClientConnection:
        line = socket.socket()
        line.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", self._port()))
            if is_main:
                self._local_port = line.getsockname()[1]
            headers = {} if self._key is None else {"Authorization": f"Bearer {self._key}"}
            return await connect(
                f"ws://127.0.0.1/ws/game/{self.slug}/",
                sock=line,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                additional_headers=headers,
                compression=None,
                ping_interval=None,
                close_timeout=0.1,
                open_timeout=None,
                proxy=None,
            )
        except BaseException:
            line.close()
            raise


async def _say(connection: ClientConnection, text: str) -> None:
    with contextlib.suppress(*LET_GO):
        await connection.send(text)
