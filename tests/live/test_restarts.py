"""The server is stopped in good order: every socket is told, and nothing is lost or doubled."""

import asyncio
import contextlib
import json
import signal
import time
from typing import Any

from playwright.sync_api import Browser
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from games.play.protocol import SUBPROTOCOL
from tests.live import parts, scenes
from tests.live.pages import Chromium

BOARD = {"width": 32, "height": 32, "k": 32, "side": "black"}
GAMES = 10
PLIES = 300
GRACE_S = 15
"""How long a host gives a server to end (docs/hosting.md, docker-compose.yml) before killing it."""


def _seats(server: parts.Server) -> tuple[dict[str, Any], dict[str, Any]]:
    alice = server.post("/api/games", BOARD)
    return alice, server.post(f"/api/games/{alice['game']}/seat", {})


def _sit(seat: dict[str, Any]) -> connect:
    return connect(
        seat["socket"],
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers={"Authorization": f"Bearer {seat['key']}"},
        ping_interval=None,
    )


async def _is_told(line: ClientConnection) -> None:
    """The line ends, whatever comes first, with 1012."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await asyncio.wait_for(line.recv(), 60)
    assert (line.close_code, line.close_reason) == (1012, "restarting")


def test_every_socket_is_told_that_the_server_restarts() -> None:
    async def scene(server: parts.Server) -> None:
        alice, bob = await asyncio.to_thread(_seats, server)
        lobby = alice | {"socket": server.url.replace("http", "ws") + "/ws/lobby/"}
        async with (
            _sit(alice) as black,
            _sit(bob) as white,
            _sit(alice | {"key": "none"}) as eve,
            _sit(lobby) as dan,
        ):
            lines = (black, white, eve, dan)
            for line in lines:
                await asyncio.wait_for(line.recv(), 60)
            began = time.monotonic()
            server.processes[0].send_signal(signal.SIGTERM)
            await asyncio.gather(*map(_is_told, lines))
            assert await asyncio.to_thread(server.processes[0].wait, 60) == 0
            assert time.monotonic() - began < GRACE_S

    with parts.server() as server:
        scenes.play(scene(server))


class Program:
    """Plays both sides of a game in turn; sends again whatever has not been answered."""

    def __init__(self, seats: tuple[dict[str, Any], dict[str, Any]]) -> None:
        self.game: str = seats[0]["game"]
        self.answered = 0
        self.codes: list[int | None] = []
        """The codes that the connections ended with."""
        self._seats = seats
        self._told = asyncio.Condition()

    async def plays(self) -> None:
        while self.answered < PLIES:
            try:
                async with _sit(self._seats[0]) as black, _sit(self._seats[1]) as white:
                    await self._plays_on((black, white))
            except ConnectionClosed as closed:
                self.codes.append(None if closed.rcvd is None else closed.rcvd.code)
            except (OSError, InvalidHandshake, EOFError):
                pass
            await asyncio.sleep(0.2)

    async def has_played(self, plies: int) -> None:
        """Wait until it has been told of this many moves."""
        async with self._told:
            await self._told.wait_for(lambda: self.answered >= plies)

    async def _plays_on(self, lines: tuple[ClientConnection, ClientConnection]) -> None:
        while self.answered < PLIES:
            ply = self.answered
            line = lines[ply % 2]
            move = {"type": "playMove", "id": f"m{ply}", "ply": ply, "square": ply}
            await line.send(json.dumps(move))
            while True:
                message = json.loads(await asyncio.wait_for(line.recv(), 60))
                assert message["type"] != "rejected", message
                if message["type"] == "movePlayed" and message["ply"] == ply:
                    break
            async with self._told:
                self.answered += 1
                self._told.notify_all()


def test_a_move_on_its_way_when_the_server_stops_is_played_once() -> None:
    async def scene(server: parts.Server) -> None:
        programs = [Program(await asyncio.to_thread(_seats, server)) for _ in range(GAMES)]
        playing = asyncio.gather(*(program.plays() for program in programs))
        for stop in (1, 2):
            await programs[0].has_played(PLIES * stop // 4)
            assert await asyncio.to_thread(server.stop) == 0
            # Everything anybody was told is kept.
            kept = dict(await asyncio.to_thread(_kept, server))
            for program in programs:
                assert kept.get(program.game, 0) >= program.answered
            server.start_again()
        await playing
        for program in programs:
            assert set(program.codes) == {1012}, program.codes
        moves = await asyncio.to_thread(_moves, server)
        for program in programs:
            played = [(ply, square) for game, ply, square in moves if game == program.game]
            assert played == [(ply, ply) for ply in range(PLIES)]

    with parts.server(settings={"INAROW_FRAMES_PER_SECOND": "10000"}) as server:
        scenes.play(scene(server))


def test_a_server_stops_while_its_bots_think_and_they_go_on_afterwards() -> None:
    def plies(server: parts.Server) -> list[int]:
        return [ply for (ply,) in parts.rows(server, "SELECT ply FROM play_move ORDER BY ply")]

    def has_come_to(server: parts.Server, count: int) -> None:
        deadline = time.monotonic() + 60
        while len(plies(server)) < count:
            assert time.monotonic() < deadline
            time.sleep(0.1)

    with parts.server(thinkers=1, settings={"INAROW_BOT_PACE_MS": "0"}) as server:
        parts.manage(server.environment, "exhibition", "master", "expert", "--at-once", "1")
        has_come_to(server, 3)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < GRACE_S
        kept = plies(server)
        server.start_again()
        has_come_to(server, len(kept) + 2)
        assert plies(server)[: len(kept)] == kept == list(range(len(kept)))
        assert "ERROR" not in server.log.read_text()


def _kept(server: parts.Server) -> list[tuple[Any, ...]]:
    return parts.rows(
        server,
        "SELECT slug, count(*) FROM play_game JOIN play_move ON play_game.id = game_id GROUP BY 1",
    )


def _moves(server: parts.Server) -> list[tuple[Any, ...]]:
    return parts.rows(
        server,
        "SELECT slug, play_move.ply, square FROM play_game JOIN play_move"
        " ON play_game.id = game_id ORDER BY play_move.ply",
    )


def test_when_one_process_of_a_cluster_stops_its_people_are_back_at_once(browser: Browser) -> None:
    with (
        parts.redis() as redis_url,
        parts.server(processes=2, redis_url=redis_url) as server,
        Chromium(browser, server) as people,
    ):
        alice, bob, eve = (people.person(name) for name in ("Alice", "Bob", "Eve"))
        address = alice.invites("10x10")
        bob.joins(address)
        eve.watches(address)
        alice.clicks("e5")
        for person in (alice, bob, eve):
            person.sees_stones(1)
        assert server.stop() == 0
        bob.clicks("f6")
        for person in (alice, bob, eve):
            person.sees_stones(2)
            person.is_live()
        people.complaints.clear()  # the console has noticed that a process ended
