"""How soon a challenge reaches somebody, while many people have a page open, and what a page costs.

`python -m bench.calls` starts the server (SQLite, one process), opens the own socket (`/ws/me/`) of
500 people who have 10 friends each among the others, and then has one after another challenge
somebody by the form. It prints the server's memory for each socket, and how long it took from
sending the form to the message on the challenged person's socket.
"""

import argparse
import asyncio
import json
import os
import random
import time
import urllib.parse
import urllib.request
from contextlib import AsyncExitStack

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from bench.look import memory_bytes
from bench.processes import ask_games
from bench.spread import tell
from games.play.protocol import SUBPROTOCOL
from tests.live import parts

WARM = 50
"""Sockets that come and go before memory is looked at: what is loaded with the first stays."""
AT_ONCE = 16
TOKEN = "b" * 32
"""A browser's own token against forgery: it holds for whoever has it in cookie and form alike."""
FORM = {"preset": "10x10", "side": "black", "clock": "5+3", "best_of": "1"}
PATIENCE_S = 60.0


class Page:
    """Somebody with a page open."""

    def __init__(self, cookie: str) -> None:
        self.cookie = cookie
        self.player = ""
        """Their name in links."""
        self.socket: ClientConnection | None = None

    async def opens(self, server: parts.Server, stack: AsyncExitStack) -> None:
        host, port = server.address
        self.socket = await stack.enter_async_context(
            connect(
                f"ws://{host}:{port}/ws/me/",
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                origin=server.url,  # type: ignore[arg-type]  # an Origin is a str
                additional_headers={"Cookie": self.cookie},
                open_timeout=PATIENCE_S,
                ping_interval=None,
                compression=None,
            )
        )
        message = await self._hears()
        assert message["type"] == "me", message
        self.player = str(message["player"])

    async def hears_challenge(self) -> float:
        """When the next challenge arrives."""
        while True:
            message = await self._hears()
            if message["type"] == "meChanged" and message["challenges"]:
                return time.perf_counter()

    async def _hears(self) -> dict[str, object]:
        assert self.socket is not None
        message: dict[str, object] = json.loads(
            await asyncio.wait_for(self.socket.recv(), PATIENCE_S)
        )
        return message

    def challenges(self, server: parts.Server, whom: str) -> None:
        """Send the form, and go where it leads no further."""
        body = urllib.parse.urlencode({**FORM, "csrfmiddlewaretoken": TOKEN}).encode()
        headers = {
            "Cookie": f"{self.cookie}; inarow_csrf={TOKEN}",
            "Origin": server.url,
            "Accept": "text/html",
        }
        request = urllib.request.Request(f"{server.url}/player/{whom}/challenge", body, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            assert "/game/" in answer.url, (answer.url, answer.read()[:500])


def main() -> None:
    """Measure it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--friends", type=int, default=10)
    parser.add_argument("--challenges", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    before = os.getloadavg()[0]
    with parts.server(settings={"INAROW_LIMITS": "off"}) as server:
        answer = ask_games(
            server.environment, "friends", str(options.people + WARM), str(options.friends)
        )
        pages = [Page(cookie) for cookie in json.loads(answer)]
        rng = random.Random(options.seed)
        asyncio.run(_measure(server, pages, options.challenges, rng))
    print(f"load average before {before:.1f}, afterwards {os.getloadavg()[0]:.1f}")


async def _measure(server: parts.Server, pages: list[Page], count: int, rng: random.Random) -> None:
    (process,) = server.processes
    async with AsyncExitStack() as warm:
        await _all_open(server, pages[:WARM], warm)
    pages = pages[WARM:]
    await asyncio.sleep(10)  # those have gone for good by then
    empty = memory_bytes(process.pid)
    async with AsyncExitStack() as stack:
        began = time.perf_counter()
        await _all_open(server, pages, stack)
        opened_s = time.perf_counter() - began
        await asyncio.sleep(5)  # everybody has heard who is here
        each = (memory_bytes(process.pid) - empty) / len(pages) / 1024
        print(f"{len(pages)} people, opened in {opened_s:.1f} s: {each:.1f} KiB each")
        spent = []
        for number in range(count):
            by = pages[number % len(pages)]
            whom = rng.choice([page for page in pages if page is not by])
            hears = asyncio.create_task(whom.hears_challenge())
            began = time.perf_counter()
            await asyncio.to_thread(by.challenges, server, whom.player)
            answered = time.perf_counter() - began
            spent.append((await hears - began, answered))
    tell("from sending the form to the message", [arrived for arrived, _ in spent])
    tell("from sending the form to the game's page", [answered for _, answered in spent])


async def _all_open(server: parts.Server, pages: list[Page], stack: AsyncExitStack) -> None:
    turns = asyncio.Semaphore(AT_ONCE)

    async def open_one(page: Page) -> None:
        async with turns:
            await page.opens(server, stack)

    await asyncio.gather(*map(open_one, pages))


if __name__ == "__main__":
    main()
