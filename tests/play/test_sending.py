"""Sending never waits and never raises, whatever the server's own way of sending is."""

import asyncio
from collections.abc import Generator
from typing import Any

import pytest

from games.play.protocol import CloseCode
from games.sockets.socket import BACKLOG, Socket, SocketClosed


class Slow(Socket):
    """A socket under a server whose send waits, and which may fail."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.gate = asyncio.Event()
        self._backlog = []
        self._write_frame = None
        self._send = self._sends

    async def _sends(self, event: dict[str, Any]) -> None:
        await self.gate.wait()
        await asyncio.sleep(0)
        self.sent.append(event.get("text", event["type"]))

    async def drains(self) -> None:
        """Wait until everything that can be is sent."""
        assert self._draining is not None
        await asyncio.wait([self._draining])


async def test_texts_arrive_in_order_through_a_send_that_waits() -> None:
    slow = Slow()
    for text in "abc":
        slow.push(text)
    assert slow.sent == []
    slow.gate.set()
    await slow.drains()
    slow.push("d")
    await slow.drains()
    assert slow.sent == ["a", "b", "c", "d"]


class _Sent:
    """Something awaitable that is not a coroutine, like what granian's send returns."""

    def __init__(self, done: "asyncio.Future[None]") -> None:
        self._done = done

    def __await__(self) -> Generator[Any, None, None]:
        return self._done.__await__()


async def test_a_send_need_only_be_awaitable() -> None:
    slow = Slow()

    def sends(event: dict[str, Any]) -> _Sent:
        slow.sent.append(event["text"])
        done = asyncio.get_running_loop().create_future()
        done.get_loop().call_soon(done.set_result, None)
        return _Sent(done)

    slow._send = sends
    for text in "abc":
        slow.push(text)
    await slow.drains()
    assert slow.sent == ["a", "b", "c"]


async def test_a_send_may_have_a_time_limit_of_its_own() -> None:
    """As any code that belongs in a task may: a hint for all sockets comes from none."""
    slow = Slow()

    async def sends(event: dict[str, Any]) -> None:
        async with asyncio.timeout(20):
            await asyncio.sleep(0)
            slow.sent.append(event["text"])

    slow._send = sends
    asyncio.get_running_loop().call_soon(slow.push, "a")
    await asyncio.sleep(0)
    await slow.drains()
    assert slow.sent == ["a"]


async def test_what_a_slow_reader_is_owed_is_bounded() -> None:
    slow = Slow()
    slow.push("first")
    await asyncio.sleep(0)  # it is on its way, and waits
    for number in range(BACKLOG + 50):
        slow.push(str(number))
    slow.gate.set()
    await slow.drains()
    assert slow.sent == ["first", *map(str, range(BACKLOG))]


async def test_what_was_said_before_a_closing_comes_before_it() -> None:
    slow = Slow()
    slow.push("a")
    slow.push("b")
    slow.gate.set()
    with pytest.raises(SocketClosed):
        await slow.close(CloseCode.TOO_MANY)
    assert slow.sent == ["a", "b", "websocket.close"]


async def test_a_broken_connection_is_nobodys_error() -> None:
    slow = Slow()

    async def fails(event: dict[str, Any]) -> None:
        raise ConnectionResetError

    slow._send = fails
    slow.push("a")
    slow.push("b")
    await slow.drains()
    assert slow._draining is None
    with pytest.raises(SocketClosed):
        await slow.close(CloseCode.TOO_MANY)


async def test_a_sending_that_is_cut_off_ends() -> None:
    slow = Slow()
    slow.push("a")
    draining = slow._draining
    assert draining is not None
    draining.cancel()
    await asyncio.gather(draining, return_exceptions=True)
    assert draining.cancelled()
    assert slow.sent == []
