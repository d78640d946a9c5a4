"""Whatever serves the application: bots move, flags fall, and nobody is left behind at the end.

`config.serve` is what we recommend and what all other tests use (docs/hosting.md, "Other servers").
"""

import json
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from games.play.protocol import SUBPROTOCOL
from tests.live import parts

PATIENCE_S = 90.0
"""The first answer of a bot waits for its thinker, on a machine that has other things to do."""
TOLD_OF_THE_END = {"uvicorn", "granian"}
"""They speak lifespan: what was started ends with them in good order, and notes it."""


class Game:
    """A game of a program against the bot that plays the first free square."""

    def __init__(self, server: parts.Server, clock: str) -> None:
        fields = {"preset": "3x3", "clock": clock, "side": "black", "opponent": "first-free"}
        self._server = server
        self._seat = server.post("/api/games", fields)
        self.slug = str(self._seat["game"])
        self._ids = 0

    def sits(self) -> ClientConnection:
        return connect(
            self._seat["socket"],
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            additional_headers={"Authorization": f"Bearer {self._seat['key']}"},
        )

    def plays(self, socket: ClientConnection, ply: int, square: int) -> None:
        self._ids += 1
        move = {"type": "playMove", "id": f"m{self._ids}", "ply": ply, "square": square}
        socket.send(json.dumps(move))

    def kept(self) -> tuple[Any, ...]:
        """Winner, termination and plies, as the database has them."""
        rows = parts.rows(
            self._server,
            "SELECT winner, termination, ply FROM play_game WHERE slug = %s",
            self.slug,
        )
        return rows[0]


def _hears(socket: ClientConnection, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    deadline = time.monotonic() + PATIENCE_S
    heard = []
    while True:
        message = json.loads(socket.recv(timeout=deadline - time.monotonic()))
        assert message["type"] != "rejected", message
        heard.append(message["type"])
        if is_it(message):
            return dict(message)
        assert time.monotonic() < deadline, heard


def _is_move(ply: int) -> Callable[[dict[str, Any]], bool]:
    return lambda message: message["type"] == "movePlayed" and message["ply"] == ply


@pytest.mark.parametrize("name", parts.OTHER_SERVERS)
def test_bots_move_flags_fall_and_nobody_is_left_behind(name: str) -> None:
    """Under each server in turn, started as that server's own documents say."""
    with parts.server(
        command=parts.OTHER_SERVERS[name],
        thinkers=1,
        settings={"INAROW_BOT_PACE_MS": "0"},
    ) as server:
        _a_game_against_a_bot_is_played_to_its_end(server)
        _a_flag_falls_though_nobody_asks(server)
        assert "Traceback" not in server.log.read_text()
        _nobody_is_left_behind(server, is_told=name in TOLD_OF_THE_END)
        assert not server.errors_logged()


def _a_game_against_a_bot_is_played_to_its_end(server: parts.Server) -> None:
    game = Game(server, "5+3")
    free = set(range(9))
    with game.sits() as alice:
        told: dict[str, Any] = {}
        for ply in range(0, 9, 2):
            game.plays(alice, ply, min(free))
            for heard in (ply, ply + 1):  # hers and, unless that was the last, the bot's
                if not told.get("outcome"):
                    told = _hears(alice, _is_move(heard))
                    free.remove(told["square"])
            if told.get("outcome"):
                break
    outcome = told["outcome"]
    winner = None if outcome["winner"] is None else ("black", "white").index(outcome["winner"])
    assert game.kept() == (winner, outcome["termination"], told["ply"] + 1)
    assert outcome["termination"] in ("line", "full")


def _a_flag_falls_though_nobody_asks(server: parts.Server) -> None:
    game = Game(server, "5s")
    with game.sits() as alice:
        game.plays(alice, 0, 7)
        _hears(alice, _is_move(1))
        told = _hears(alice, lambda message: message["type"] == "gameEnded")
    assert told["outcome"] == {**told["outcome"], "winner": "white", "termination": "time"}
    assert game.kept() == (1, "time", 2)


def _nobody_is_left_behind(server: parts.Server, *, is_told: bool) -> None:
    """The server ends: its sockets are closed, its thinkers go, and what it was is known."""
    game = Game(server, "5+3")
    with game.sits() as alice:
        _hears(alice, lambda message: message["type"] == "snapshot")
        process = server.processes[0]
        _soon(lambda: any("thinker" in _command(pid) for pid in parts.descendants(process.pid)))
        family = parts.descendants(process.pid)
        server.stop()
        with suppress(ConnectionClosed):
            _hears(alice, lambda message: False)  # to the end
        assert alice.close_code is not None
    _soon(lambda: not any(_command(pid) for pid in family))
    if is_told:
        assert parts.rows(server, "SELECT count(*) FROM play_serverprocess") == [(0,)]


def test_two_processes_that_cannot_hear_each_other_do_not_serve() -> None:
    """`--workers 2` on SQLite: each would take the other for dead, and tell nobody of its moves."""
    command = [*parts.OTHER_SERVERS["uvicorn"], "--workers", "2"]
    with parts.server(command=command) as server:
        _soon(lambda: "Another process serves the games" in server.log.read_text())
        assert "REDIS_URL" in server.log.read_text()


def test_a_second_server_on_the_same_games_says_why_it_does_not_serve() -> None:
    with parts.server() as first:
        environment = {**first.environment, "INAROW_URL": "http://127.0.0.1:1"}
        for name, command in {
            "config.serve": (*parts.SERVE, "--port", "{port}"),
            "daphne": parts.OTHER_SERVERS["daphne"],
        }.items():
            port = parts.free_port()
            second = subprocess.Popen(
                [word.format(port=port) for word in command],
                cwd=parts.ROOT,
                env=environment,
                stderr=subprocess.PIPE,
                text=True,
            )
            try:
                if name == "config.serve":
                    _, said = second.communicate(timeout=PATIENCE_S)
                    assert "Another process serves the games" in said
                    assert second.returncode == 1
                else:  # it cannot be told to end: it says so to everybody who asks
                    status, text = _asks_until_it_listens(f"http://127.0.0.1:{port}/")
                    assert status == 503
                    assert "Another process serves the games" in text
                    assert _asks_until_it_listens(f"http://127.0.0.1:{port}/readyz")[0] == 503
                    assert _asks_until_it_listens(f"http://127.0.0.1:{port}/healthz")[0] == 200
            finally:
                second.kill()
                second.communicate()
        assert not first.errors_logged()


def test_pages_say_so_where_the_database_is_away() -> None:
    """A start that cannot reach the database keeps nobody waiting for it."""
    with parts.breakable_postgres() as database:
        command = parts.OTHER_SERVERS["daphne"]
        with parts.server(database_url=database.url, command=command) as server:
            server.stop()
            database.crash()
            server.start_again()
            assert _asks_until_it_listens(f"{server.url}/healthz")[0] == 200
            status, text = _asks_until_it_listens(f"{server.url}/readyz")
            assert (status, "The database cannot be reached." in text) == (503, True)
            assert _asks_until_it_listens(f"{server.url}/api/games/none")[0] >= 500
            database.start_again()
            _soon(lambda: _asks_until_it_listens(f"{server.url}/api/games/none")[0] == 404)
            _soon(lambda: parts.rows(server, "SELECT count(*) FROM play_serverprocess") == [(1,)])


def _asks_until_it_listens(url: str) -> tuple[int, str]:
    """Status and text of the answer."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
        except (urllib.error.URLError, ConnectionError):
            assert time.monotonic() < deadline
            time.sleep(0.1)


def _soon(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def _command(pid: int) -> str:
    """The command a process was started with; empty if it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""
