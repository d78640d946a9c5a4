"""Sending never waits and never raises, whatever the server's own way of sending is."""

import asyncio
from typing import Any

from games.play.consumers import BACKLOG, Socket


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
        self.sent.append(event["text"])


async def test_texts_arrive_in_order_through_a_send_that_waits() -> None:
    slow = Slow()
    for text in "abc":
        slow.push(text)
    assert slow.sent == []
    slow.gate.set()
    assert slow._draining is not None
    await slow._draining
    slow.push("d")
    assert slow._draining is not None
    await slow._draining
    assert slow.sent == ["a", "b", "c", "d"]


async def test_what_a_slow_reader_is_owed_is_bounded() -> None:
    slow = Slow()
    for number in range(BACKLOG + 50):
        slow.push(str(number))
    slow.gate.set()
    assert slow._draining is not None
    await slow._draining
    assert slow.sent == [str(number) for number in range(BACKLOG + 1)]


async def test_a_broken_connection_is_nobodys_error() -> None:
    slow = Slow()

    async def fails(event: dict[str, Any]) -> None:
        raise ConnectionResetError

    slow._send = fails
    slow.push("a")
    assert slow._draining is None


async def test_a_sending_that_is_cut_off_ends() -> None:
    slow = Slow()
    slow.push("a")
    draining = slow._draining
    assert draining is not None
    draining.cancel()
    await asyncio.gather(draining, return_exceptions=True)
    assert draining.cancelled()
    assert slow.sent == []
