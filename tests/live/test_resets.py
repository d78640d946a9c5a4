"""Connections that are reset in mid-sentence are nobody else's trouble."""

import asyncio
import random
import socket
import struct

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from games.play.protocol import SUBPROTOCOL
from tests.live import parts, scenes


async def _comes_and_is_reset(server: parts.Server, slug: str, rng: random.Random) -> None:
    line = socket.socket()
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, server.address)
    connection = await connect(
        f"ws://127.0.0.1/ws/game/{slug}/",
        sock=line,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        ping_interval=None,
        proxy=None,
    )
    await connection.recv()
    for _ in range(rng.randrange(6)):
        await connection.send('{"type":"resync"}')
    await asyncio.sleep(rng.uniform(0, 0.02))
    line = connection.transport.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.transport.abort()


def test_the_server_has_nothing_to_complain_about_when_spectators_are_reset() -> None:
    """uvloop lets go of such a descriptor first; writing to it used to raise among the others."""
    rng = random.Random(1)

    async def resets(server: parts.Server, slug: str) -> None:
        for _ in range(20):
            async with asyncio.timeout(30):
                await asyncio.gather(*(_comes_and_is_reset(server, slug, rng) for _ in range(15)))

    with parts.server() as server:
        slug = str(server.post("/api/games", {"preset": "15x15"})["game"])
        scenes.play(resets(server, slug))
        assert " ERROR " not in server.log.read_text()
