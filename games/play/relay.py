"""The line between server processes: notices about games, through the channel layer.

All notices of one turn of the event loop go out as one message to one group that every process
hears: a message costs the same whatever is in it, and most of what a process sends belongs to one
commit (docs/decisions/0007).
"""

import asyncio
import logging
import secrets
from functools import cache
from typing import Any

import msgspec
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer

from games.play import notices
from games.play.notices import Notice
from games.play.tick import end_tasks

log = logging.getLogger(__name__)

GROUP = "games"
RETRY_S = 1.0
"""How soon a layer that could not be reached is tried again."""


@cache
def _layer_errors() -> tuple[type[Exception], ...]:
    """What a channel layer raises when it cannot be reached."""
    # 6 MB that a server without Redis does not need.
    from redis.exceptions import RedisError

    return (RedisError, OSError)


class Relay:
    """This process's end of the line."""

    def __init__(self) -> None:
        layer = get_channel_layer()
        # The in-memory layer ends at this process: nobody else could hear, so nothing is sent.
        self._layer = None if isinstance(layer, InMemoryChannelLayer) else layer
        self._name = secrets.token_hex(4)
        self._outbox: list[Notice] = []
        self._sending: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Task[None] | None = None
        self._tried = asyncio.Event()
        self._echoes: set[asyncio.Future[None]] = set()
        """Done when something this process has sent comes back to it."""

    @property
    def is_alone(self) -> bool:
        """Whether there are no other processes to be heard or told."""
        return self._layer is None

    async def join(self) -> None:
        """Hear the others from now on; waits no longer than one try for a layer that is away.

        Then the joining goes on by itself until the layer is back.
        """
        if self._layer is None:
            return
        if self._listening is None:
            self._listening = asyncio.get_running_loop().create_task(self._listen(self._layer))
        await self._tried.wait()

    async def is_reachable(self, patience: float) -> bool:
        """Whether what is sent comes back within `patience` seconds; true where nobody else is."""
        if self._layer is None:
            return True
        echo: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._echoes.add(echo)
        try:
            async with asyncio.timeout(patience):
                await self._send(self._layer, [])
                await echo
        except TimeoutError:
            return False
        else:
            return True
        finally:
            self._echoes.discard(echo)

    def tell(self, notice: Notice) -> None:
        """Send a notice to the others, with all those still to come in this turn of the loop."""
        if self._layer is None:
            return
        if not self._outbox:
            asyncio.get_running_loop().call_soon(self._flush)
        self._outbox.append(notice)

    async def close(self) -> None:
        """Send what waits; hear nothing more."""
        self._flush()
        await asyncio.gather(*self._sending)
        if self._listening is not None:
            await end_tasks([self._listening])

    def _flush(self) -> None:
        waiting, self._outbox = self._outbox, []
        if waiting and self._layer is not None:
            task = asyncio.get_running_loop().create_task(self._send(self._layer, waiting))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send(self, layer: BaseChannelLayer, waiting: list[Notice]) -> None:
        try:
            message = {"type": "notices", "from": self._name, "notices": notices.encode(waiting)}
            await layer.group_send(GROUP, message)
        except _layer_errors() as error:
            # The rows are kept; the others find them by their sweep.
            log.warning("layer_send_failed notices=%d error=%r", len(waiting), error)

    async def _listen(self, layer: BaseChannelLayer) -> None:
        channel = await self._enter(layer)
        while channel is None:
            await asyncio.sleep(RETRY_S)
            channel = await self._enter(layer)
        self.tell(notices.Joined())
        while True:
            try:
                message = await layer.receive(channel)
            except _layer_errors() as error:
                log.warning("layer_receive_failed error=%r", error)
                await asyncio.sleep(RETRY_S)
                continue
            if message["from"] == self._name:
                for echo in self._echoes:
                    if not echo.done():
                        echo.set_result(None)
                continue
            self.take(message)

    def hear(self, sender: str, notice: Notice) -> None:
        """A notice from another process, and its name."""
        raise NotImplementedError

    def take(self, message: dict[str, Any]) -> None:
        """Take in the notices from another process."""
        try:
            heard = notices.decode(message["notices"])
        except (KeyError, TypeError, msgspec.MsgspecError) as error:
            # A process of a different version, while they are replaced: the sweep finds it all.
            log.warning("notices_unreadable error=%r", error)
            return
        for notice in heard:
            self.hear(message["from"], notice)

    async def _enter(self, layer: BaseChannelLayer) -> str | None:
        try:
            channel: str = await layer.new_channel()
            await layer.group_add(GROUP, channel)
        except _layer_errors() as error:
            log.warning("layer_join_failed error=%r", error)
            return None
        else:
            return channel
        finally:
            self._tried.set()
