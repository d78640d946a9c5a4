"""The network that fails, and the client that survives it: each does exactly what it says."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import islice

import pytest

from drills.client import Held, Message
from drills.faultproxy import FaultProxy, Kind, Trouble, Troubles, seeded
from tests.reducer import NO_OFFERS

FRAME = b"0123456789" * 30


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionResetError):
        while data := await reader.read(4096):
            writer.write(data)
    writer.close()


@asynccontextmanager
async def _through(
    troubles: Troubles,
) -> AsyncIterator[tuple[FaultProxy, asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to an echo, through a proxy with these troubles."""
    echo = await asyncio.start_server(_echo, "127.0.0.1", 0)
    async with echo, FaultProxy("127.0.0.1", echo.sockets[0].getsockname()[1], troubles) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        try:
            yield proxy, reader, writer
        finally:
            writer.transport.abort()


def _at_once(kind: Kind, lasts_s: float = 0.2) -> Troubles:
    def of(number: int) -> Iterator[Trouble]:
        yield Trouble(kind, 0.0, lasts_s)
        yield Trouble(Kind.DROP, 60.0, 0.0)

    return of


def _never(number: int) -> Iterator[Trouble]:
    return iter(())


async def test_without_troubles_everything_gets_through() -> None:
    async with _through(_never) as (proxy, reader, writer):
        writer.write(FRAME)
        assert await reader.readexactly(len(FRAME)) == FRAME
        assert not proxy.happened


async def test_a_dropped_connection_is_reset() -> None:
    async with _through(_at_once(Kind.DROP)) as (proxy, reader, writer):
        with pytest.raises(ConnectionResetError):
            await reader.readexactly(1)
        assert proxy.happened == {Kind.DROP: 1}
        assert proxy.hurt == {writer.get_extra_info("sockname")[1]}


async def test_a_half_open_connection_is_silent_and_stays_open() -> None:
    async with _through(_at_once(Kind.HALF_OPEN)) as (proxy, reader, writer):
        await asyncio.sleep(0.02)
        writer.write(FRAME)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(1), 0.1)
        assert not reader.at_eof()
        assert proxy.happened == {Kind.HALF_OPEN: 1}


async def test_a_truncated_frame_lacks_its_end() -> None:
    async with _through(_at_once(Kind.TRUNCATE)) as (proxy, reader, writer):
        await asyncio.sleep(0.02)  # the trouble has begun; it shows with the next chunk
        writer.write(FRAME)
        got = await reader.read()
        assert len(got) < len(FRAME)
        assert FRAME.startswith(got)
        assert proxy.happened == {Kind.TRUNCATE: 1}


@pytest.mark.parametrize("kind", [Kind.DELAY, Kind.TRICKLE])
async def test_what_is_delayed_or_trickles_arrives_whole_and_in_order(kind: Kind) -> None:
    async with _through(_at_once(kind)) as (proxy, reader, writer):
        await asyncio.sleep(0.02)
        for _ in range(3):
            writer.write(FRAME)
        assert await reader.readexactly(3 * len(FRAME)) == 3 * FRAME
        assert proxy.happened == {kind: 1}
        assert not proxy.hurt
        assert proxy.slowed == {writer.get_extra_info("sockname")[1]}


async def test_when_calm_nothing_more_happens() -> None:
    async with _through(lambda number: iter([Trouble(Kind.DROP, 0.05, 0.0)])) as (
        proxy,
        reader,
        writer,
    ):
        proxy.is_calm = True
        await asyncio.sleep(0.1)
        writer.write(FRAME)
        assert await reader.readexactly(len(FRAME)) == FRAME


def test_troubles_follow_from_the_seed() -> None:
    assert [*islice(seeded(1, 9)(3), 5)] == [*islice(seeded(1, 9)(3), 5)]
    assert [*islice(seeded(1, 9)(3), 5)] != [*islice(seeded(2, 9)(3), 5)]


def test_of_five_connections_each_begins_with_another_trouble() -> None:
    assert {next(seeded(1, 9)(number)).kind for number in range(5, 10)} == set(Kind)


# --- The client's reducer --------------------------------------------------------------------


def _snapshot(version: int, *squares: int) -> Message:
    moves = [{"square": square, "at": 0} for square in squares]
    return {
        "type": "snapshot",
        "version": version,
        "moves": moves,
        "opening": None,
        "offers": NO_OFFERS | {"draw": "black"},
    }


def _move(version: int, ply: int, square: int) -> Message:
    move: Message = {"type": "movePlayed", "version": version, "ply": ply, "square": square}
    nothing = dict.fromkeys(("outcome", "clock", "opening"))
    return move | {"at": 0, "line": [], "dead": False, "forbidden": [], "command": "m"} | nothing


def _squares(held: Held) -> list[int]:
    assert held.game is not None
    return [move["square"] for move in held.game["moves"]]


def _is_behind(held: Held) -> bool:
    return held.is_behind


def test_a_move_is_taken_in_once_and_ends_the_offer() -> None:
    held = Held()
    held.hear(_snapshot(1, 4))
    assert held.hear(_move(2, 1, 5))
    assert not held.hear(_move(2, 1, 5))
    assert _squares(held) == [4, 5]
    assert held.game is not None
    assert held.game["offers"] == NO_OFFERS


def test_after_a_gap_only_a_snapshot_helps() -> None:
    held = Held()
    held.hear(_snapshot(1, 4))
    assert not held.hear(_move(3, 2, 6))
    assert _is_behind(held)
    held.hear(_snapshot(3, 4, 5, 6))
    assert not _is_behind(held)
    assert _squares(held) == [4, 5, 6]


def test_a_pong_tells_of_a_last_message_that_was_lost() -> None:
    held = Held()
    held.hear(_snapshot(1, 4))
    held.hear({"type": "pong", "version": 1})
    assert not _is_behind(held)
    held.hear({"type": "pong", "version": 2})
    assert _is_behind(held)


def test_an_older_snapshot_counts_on_a_new_connection_only() -> None:
    held = Held()
    held.hear(_snapshot(2, 4, 5))
    assert not held.hear(_snapshot(1, 4))
    held.hear({"type": "welcome", "side": None})
    assert held.hear(_snapshot(1, 4))
    assert _squares(held) == [4]
