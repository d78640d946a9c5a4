"""What it costs a server that somebody comes: `python -m bench.handshakes` (`--games 300`).

`make run`'s server (SQLite, one process) with games between two seats. One socket after another is
opened, hears its first messages and is closed: in the lobby, then on the first seat of each game,
then on the second. The milliseconds are of the server's CPU time, from /proc; nobody else is there,
so that every game, and the lobby, is read anew for each.
"""

import argparse
import asyncio
from collections.abc import Mapping, Sequence

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from bench import cpu
from bench.processes import prepared
from games.play.protocol import SUBPROTOCOL
from tests.live import parts

WARM = 20
"""Sockets that come before anything is counted."""


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    count = parser.parse_args().games
    print(cpu.machine())
    with parts.server() as server:
        games = prepared(server.environment, WARM + count)
        seats = [
            [
                (f"/ws/game/{game.slug}/", {"Authorization": f"Bearer {game.keys[i]}"})
                for game in games
            ]
            for i in range(2)
        ]
        lobby: list[tuple[str, dict[str, str]]] = [("/ws/lobby/", {})] * (WARM + count)
        for name, messages, came in (
            ("the lobby", 1, lobby),
            ("a game's first seat", 2, seats[0]),
            ("its second seat", 2, seats[1]),
        ):
            await _come(server, came[:WARM], messages)
            before = cpu.of(server.processes[0].pid)
            await _come(server, came[WARM:], messages)
            used = cpu.of(server.processes[0].pid) - before
            print(f"{name}: {1000 * used / count:.2f} ms of the server's CPU")


async def _come(
    server: parts.Server, addresses: Sequence[tuple[str, Mapping[str, str]]], messages: int
) -> None:
    """Open a socket at each address, hear this many messages, and close it."""
    host, port = server.address
    for path, headers in addresses:
        async with connect(
            f"ws://{host}:{port}{path}",
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            additional_headers=headers,
            ping_interval=None,
            compression=None,
        ) as socket:
            for _ in range(messages):
                await socket.recv()


if __name__ == "__main__":
    asyncio.run(main())
