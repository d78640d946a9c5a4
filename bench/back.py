"""How soon everybody is back after a server was killed: `python -m bench.back` (`--seats 5000`).

`make run`'s server (SQLite, one process) with this many seats of games, two of each, all connected
and having seen their boards. It is killed (SIGKILL) and started again; every client comes back as
soon as it can, `--at-once 200` handshakes under way at a time, and has its board again. Printed are
the seconds from the server's first answer to the last board, the server's CPU time for each seat,
and that of this process, of one core: it must stay well below the first, or it is the clients that
are measured.
"""

import argparse
import asyncio
import math
import time

import uvloop

from bench import cpu, record
from bench.plan import Prepared
from bench.processes import prepared
from bench.seats import PATIENCE_S, Seat
from tests.live import parts


class Guest:
    """A seat's client: the game as its seat knows it. Done when the board has been seen."""

    def __init__(self, prepared: Prepared, side: int) -> None:
        self.slug = prepared.slug
        self.sees: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_gone = asyncio.Event()
        self.seat = Seat(self, side, prepared.keys[side])

    def seated(self, side: int) -> None:
        if not self.sees.done():
            self.sees.set_result(None)

    def heard_of(self, side: int, plies: int) -> None:
        """Nobody plays."""

    def hung_up(self) -> None:
        self.is_gone.set()
        self.fail("the server hung up")

    def fail(self, reason: str) -> None:
        if not self.sees.done():
            self.sees.set_exception(ConnectionError(reason))


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=5000)
    parser.add_argument("--at-once", type=int, default=200)
    options = parser.parse_args()
    results = record.begin("back")
    with parts.server() as server:
        games = prepared(server.environment, math.ceil(options.seats / 2))
        seats = [(game, side) for game in games for side in range(2)][: options.seats]
        host, port = server.address

        async def come() -> list[Guest]:
            turns = asyncio.Semaphore(options.at_once)

            async def sit(game: Prepared, side: int) -> Guest:
                guest = Guest(game, side)
                async with turns:
                    await guest.seat.open(host, port)
                    await asyncio.wait_for(guest.sees, PATIENCE_S)
                return guest

            return await asyncio.gather(*(sit(game, side) for game, side in seats))

        first = await come()
        server.crash()
        await asyncio.gather(*(guest.is_gone.wait() for guest in first))
        started = time.perf_counter()
        server.start_again()
        # It waits in the line of the socket that the server listens on.
        await asyncio.to_thread(server.fetch, "/healthz")
        process = server.processes[0]
        answered, used, own = time.perf_counter(), cpu.of(process.pid), time.process_time()
        await come()
        back = time.perf_counter()
        figures = {
            "seats": len(seats),
            "starts_s": answered - started,
            "back_s": back - answered,
            "server_ms_per_seat": 1000 * (cpu.of(process.pid) - used) / len(seats),
            "clients_percent": 100 * (time.process_time() - own) / (back - answered),
        }
    results.add(figures)
    print(
        f"{len(seats):,} seats: the server answered after {figures['starts_s']:.1f} s, "
        f"all were back {figures['back_s']:.1f} s later: "
        f"{figures['server_ms_per_seat']:.2f} ms of the server's CPU for each, "
        f"{figures['clients_percent']:.0f} % of a core for the clients."
    )


if __name__ == "__main__":
    uvloop.run(main())
