"""A client that does not read costs the server a bounded buffer, and loses nothing for good."""

import asyncio
import json
import socket
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from games.play.protocol import SUBPROTOCOL
from tests.live import parts, scenes

ASKED = 3000
"""Snapshots asked for without reading one: some 25 MB, more than the kernel's buffers take."""
LIMIT_S = 60
"""For what never comes: the server draws up all of these snapshots first, on a busy machine."""


def _sit(seat: dict[str, Any]) -> connect:
    # A small buffer, set before connecting: else the kernel alone takes 32 MB for us.
    address = urlsplit(seat["socket"])
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    line.connect((address.hostname, address.port))
    return connect(
        seat["socket"],
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers={"Authorization": f"Bearer {seat['key']}"},
        sock=line,
        max_queue=1,  # the client's own reading stops, and the network's buffers fill
        ping_interval=None,
    )


async def _hears(line: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), LIMIT_S))
        if message["type"] == kind:
            return message


async def _plays(black: ClientConnection, white: ClientConnection, moves: range) -> None:
    for ply in moves:
        command = {"type": "playMove", "id": f"m{ply}", "ply": ply, "square": ply}
        await (black, white)[ply % 2].send(json.dumps(command))
        for line in (black, white):
            assert (await _hears(line, "movePlayed"))["ply"] == ply


async def _scene(server: parts.Server) -> None:
    board = {"width": 32, "height": 32, "k": 32, "side": "black"}
    alice = server.post("/api/games", board)
    bob = server.post(f"/api/games/{alice['game']}/seat", {})
    async with _sit(alice) as black, _sit(bob) as white, _sit(alice | {"key": "none"}) as eve:
        await _hears(eve, "snapshot")
        await _plays(black, white, range(200))
        for _ in range(ASKED):
            await eve.send('{"type": "resync"}')
        await _plays(black, white, range(200, 210))  # nobody waits for Eve

        # Eve reads again. What was sent meanwhile is not all there …
        snapshots = 0
        try:
            while True:
                message = json.loads(await asyncio.wait_for(eve.recv(), 1))
                snapshots += message["type"] == "snapshot"
        except TimeoutError:
            pass
        assert 0 < snapshots < ASKED
        # … but the next pong tells that she missed something, and a snapshot brings all of it.
        await eve.send('{"type": "ping"}')
        assert (await _hears(eve, "pong"))["version"] == 211
        await eve.send('{"type": "resync"}')
        snapshot = await _hears(eve, "snapshot")
        assert [move["square"] for move in snapshot["moves"]] == list(range(210))


def test_nobody_waits_for_a_client_that_does_not_read() -> None:
    with parts.server(settings={"INAROW_FRAMES_PER_SECOND": "10000"}) as server:
        scenes.play(_scene(server))
