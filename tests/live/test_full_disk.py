"""The disk fills while people play, or the database goes away: everything stays readable as long
as possible, nobody is told that something was kept when it was not, and then the game goes on."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

import psycopg
from websockets.sync.client import ClientConnection

import inarow
from tests.live import parts
from tests.live.played import opened

FULL = "The database cannot be written: is the disk full?"
NOT_KEPT = "We couldn’t save this, so nothing has changed. Try again in a moment."
PAGES = ("/", "/watch", "/tv", "/tv/3x3", "/games", "/puzzles", "/puzzle/daily", "/analysis")


def _asks(server: parts.Server, path: str, body: dict[str, Any] | None = None) -> tuple[int, str]:
    data = None if body is None else json.dumps(body).encode()
    headers = {} if body is None else {"content-type": "application/json"}
    request = urllib.request.Request(server.url + path, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def _missing(server: parts.Server) -> list[str]:
    status, text = _asks(server, "/readyz")
    body: dict[str, Any] = json.loads(text)
    assert (status == 200) is body["ready"]
    return list(body["missing"])


def _soon(is_so: Callable[[], bool], within_s: float = 120) -> None:
    deadline = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.2)


def _plays(socket: ClientConnection, ply: int, square: int) -> dict[str, Any]:
    """What the sender of a move hears about it; the id is the same each time."""
    move = {"type": "playMove", "id": f"ply-{ply}", "ply": ply, "square": square}
    socket.send(json.dumps(move))
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=60))
        if message["type"] == "rejected" or (
            message["type"] == "movePlayed" and message["ply"] == ply
        ):
            return message


def _seats(server: parts.Server) -> tuple[dict[str, Any], dict[str, Any]]:
    black = server.post("/api/games", {"preset": "3x3", "side": "black", "name": "Alice"})
    return black, server.post(f"/api/games/{black['game']}/seat", {"name": "Bob"})


def test_on_a_full_disk_everything_is_read_and_nothing_is_lost() -> None:
    with (
        parts.small_disk(16) as disk,
        parts.server(data=disk.folder) as server,
    ):
        black, white = _seats(server)
        with opened(black) as alice, opened(white) as bob:
            assert _plays(alice, 0, 4)["type"] == "movePlayed"
            assert _missing(server) == []

            def is_full() -> bool:
                disk.fill()
                return FULL in _missing(server)

            _soon(is_full)
            refused = _plays(bob, 1, 0)
            assert (refused["type"], refused["code"]) == ("rejected", "notKept"), refused
            assert refused["sentence"] == NOT_KEPT
            for page in (*PAGES, f"/game/{black['game']}/"):
                assert _asks(server, page)[0] == 200, page
            status, text = _asks(server, "/api/games", {"preset": "3x3"})
            assert (status, json.loads(text)["code"]) == (503, "notKept")
            assert _asks(server, "/healthz") == (200, f"ok {inarow.__version__}")
            assert _missing(server) == [FULL]

            disk.free()
            _soon(lambda: _missing(server) == [])
            assert _plays(bob, 1, 0)["type"] == "movePlayed"
            assert _plays(alice, 2, 1)["type"] == "movePlayed"
        assert _asks(server, "/api/games", {"preset": "3x3"})[0] == 201
        rows = parts.rows(server, "SELECT ply, square FROM play_move ORDER BY ply")
        assert rows == [(0, 4), (1, 0), (2, 1)]
        assert not server.errors_logged()


def test_a_server_that_is_started_on_a_full_disk_is_well_when_there_is_room() -> None:
    with (
        parts.small_disk(16) as disk,
        parts.server(data=disk.folder) as server,
    ):
        black, white = _seats(server)
        with opened(black) as alice:
            assert _plays(alice, 0, 4)["type"] == "movePlayed"
        assert server.stop() == 0
        disk.fill()
        server.start_again()
        _soon(lambda: _is_up(server))
        assert _missing(server) != []
        assert _asks(server, "/")[0] in (200, 503)
        disk.free()
        _soon(lambda: _missing(server) == [])
        with opened(white) as bob:
            assert _plays(bob, 1, 0)["type"] == "movePlayed"
        assert not server.errors_logged()


def _is_up(server: parts.Server) -> bool:
    try:
        return _asks(server, "/healthz")[0] == 200
    except OSError:
        return False


def test_without_its_postgresql_a_server_says_so_on_every_page() -> None:
    with (
        parts.breakable_postgres() as postgres,
        parts.redis() as redis_url,
        parts.server(database_url=postgres.url, redis_url=redis_url) as server,
    ):
        black, _ = _seats(server)
        with psycopg.connect(postgres.url, autocommit=True) as admin:
            admin.execute("ALTER SYSTEM SET default_transaction_read_only = on")
            admin.execute("SELECT pg_reload_conf()")
            _soon(lambda: FULL in _missing(server))
            for page in (*PAGES, f"/game/{black['game']}/"):
                assert _asks(server, page)[0] == 200, page
            status, text = _asks(server, "/api/games", {"preset": "3x3"})
            assert (status, json.loads(text)["code"]) == (503, "notKept")
            admin.execute("SET default_transaction_read_only = off")
            admin.execute("ALTER SYSTEM RESET default_transaction_read_only")
            admin.execute("SELECT pg_reload_conf()")
        _soon(lambda: FULL not in _missing(server))
        postgres.crash()
        for page in (*PAGES[:6], f"/game/{black['game']}/"):
            status, text = _asks(server, page)
            assert status == 503, page
            assert "Look again in a moment" in text
        status, text = _asks(server, "/api/games", {"preset": "3x3"})
        assert (status, json.loads(text)["code"]) == (503, "databaseAway")
        assert "The database cannot be reached." in _missing(server)
        postgres.start_again()
        _soon(lambda: _asks(server, "/")[0] == 200)
        assert _asks(server, "/api/games", {"preset": "3x3"})[0] == 201
        assert not server.errors_logged()
