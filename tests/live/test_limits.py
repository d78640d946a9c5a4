"""A visitor who asks for too much, and another who notices nothing, at a running server."""

import json
import random
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from pathlib import Path

import pytest

from games import mnk
from tests.live import parts
from tests.live.played import play_out

MALLORY, BYSTANDER = "203.0.113.7", "198.51.100.9"
PATIENCE_S = 120.0


@pytest.fixture
def server() -> Iterator[parts.Server]:
    """A server behind a proxy that says whose request it is.

    Few games a day, so that the test does not depend on how fast this machine is.
    """
    command = (sys.executable, "-m", "config.serve", "--proxied")
    with parts.server(settings={"INAROW_LIMITS": "games=10/day"}, command=command) as server:
        yield server


def _asks(
    server: parts.Server, path: str, network: str, body: object = None
) -> tuple[int, bytes, Message]:
    request = urllib.request.Request(
        server.url + path,
        None if body is None else json.dumps(body).encode(),
        {"x-forwarded-for": network, "content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return answer.status, answer.read(), answer.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read(), error.headers


def test_a_flood_of_games_is_stopped_and_others_make_theirs(server: parts.Server) -> None:
    fields = {"preset": "3x3"}
    with ThreadPoolExecutor(8) as threads:
        answers = threads.map(lambda _: _asks(server, "/api/games", MALLORY, fields)[0], range(30))
        told = list(answers)
    assert set(told) == {201, 429}
    assert told.count(201) == 10
    status, said, headers = _asks(server, "/api/games", MALLORY, fields)
    assert status == 429
    assert json.loads(said)["code"] == "tooManyRequests"
    assert int(headers["Retry-After"]) >= 1

    assert _asks(server, "/api/games", BYSTANDER, fields)[0] == 201
    assert _asks(server, "/api/presets", MALLORY)[0] == 200  # what costs little is still served
    assert server.errors_logged() == {}


def test_two_dozen_animations_of_one_visitor_are_in_nobodys_way(server: parts.Server) -> None:
    variant = mnk.PRESETS["15x15"].variant
    moves = " ".join(mnk.name(square, variant) for square in _long_game(variant))
    game = play_out(server, "15x15", moves, resigns=True)
    other = play_out(server, "3x3", "b2 a1 b3 c3 b1")
    assert _asks(server, f"{game.page}board.png", BYSTANDER)[0] == 200
    pid = server.processes[0].pid
    before = _rss(pid)

    with ThreadPoolExecutor(25) as threads:
        animations = [
            threads.submit(
                _asks, server, f"{game.page}game.{kind}?frame_ms={100 + number}", MALLORY
            )
            for number, kind in enumerate(["gif", "webp", "apng"] * 8)
        ]
        _until(lambda: sum(each.done() for each in animations) >= 1)
        # They are drawn one at a time; the bystander's comes in between.
        assert _asks(server, f"{other.page}board.png", BYSTANDER)[0] == 200
        assert not all(each.done() for each in animations)
        assert {each.result()[0] for each in animations} == {200}
    first = animations[0].result()[1]
    _until(lambda: not parts.children(pid))  # the artist has gone home, and its memory with it
    assert _rss(pid) <= 1.2 * before

    # Once drawn, it needs no artist again.
    assert _asks(server, f"{game.page}game.gif?frame_ms=100", BYSTANDER)[1] == first
    assert not parts.children(pid)
    assert server.errors_logged() == {}


def _long_game(variant: mnk.Variant) -> list[mnk.Square]:
    """Forty-five moves in which nobody makes a line."""
    game, moves = mnk.GameState.start(variant), list[mnk.Square]()
    for square in random.Random(1).sample(range(variant.width * variant.height), 60):
        after = game.play(square, by=game.side_to_move)
        if not after.is_over:
            game = after
            moves.append(square)
    return moves[:45]


def _rss(pid: int) -> int:
    """Kilobytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def _until(done: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < until
        time.sleep(0.05)
