"""Whoever leaves takes their memory with them: nothing waits for the garbage collector.

It would look through what all who are there hold, which stops every game for as long.
"""

import json
import urllib.error
import urllib.request
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from games.play.protocol import SUBPROTOCOL
from tests.live import parts

PATIENCE_S = 60.0


SERVERS = parts.embedded("tests.live.tellsleft", "tests.live.tellsleft:application")


def _visit(server: parts.Server, path: str, key: str = "", says: str = "") -> None:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    url = server.url.replace("http", "ws") + path
    with connect(url, subprotocols=[Subprotocol(SUBPROTOCOL)], additional_headers=headers) as here:
        here.recv()
        if says:
            here.send(says)
            while json.loads(here.recv())["type"] != "movePlayed":
                pass


@pytest.mark.parametrize("name", SERVERS)
def test_of_sockets_that_have_ended_nothing_is_left(name: str) -> None:
    with parts.server(command=SERVERS[name], thinkers=1) as server:
        seat: dict[str, Any] = server.post(
            "/api/games", {"preset": "3x3", "side": "black", "opponent": "first-free"}
        )
        path = f"/ws/game/{seat['game']}/"
        move = {"type": "playMove", "id": "a", "ply": 0, "square": 4}
        before = server.get("/left")
        for _ in range(3):
            _visit(server, "/ws/lobby/")
            _visit(server, path)
            _visit(server, path, seat["key"])
        _visit(server, path, seat["key"], json.dumps(move))
        parts.until(lambda: server.get("/left").items() <= before.items(), PATIENCE_S)


def test_an_application_that_fails_is_answered_for() -> None:
    with parts.server(command=SERVERS["embedded"]) as server:
        before = server.get("/left")
        with pytest.raises(urllib.error.HTTPError) as failed:
            urllib.request.urlopen(f"{server.url}/fails", timeout=PATIENCE_S)
        failed.value.close()
        assert failed.value.code == 500
        with pytest.raises(InvalidStatus) as refused:
            connect(server.url.replace("http", "ws") + "/ws/fails/")
        assert refused.value.response.status_code == 500
        assert server.errors_logged() == {"config.frames application_failed": 2}
        parts.until(lambda: server.get("/left") == before, PATIENCE_S)
