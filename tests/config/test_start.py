"""What begins with a server, and what is answered before it has begun, or cannot."""

import asyncio
import socket
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError
from pytest_django import Settings

import inarow
from config import start
from games.notices.seen import Seen
from games.play.clocktime.pulse import Pulse
from games.play.hub import Hub, current
from games.play.models import ServerProcess
from games.review.models import Puzzle
from games.thinking.service import Thinking

EVERY_PROCESS = {"pulse", "seeks", "challenges", "ratings", "thinkers"}
ONE_FOR_ALL = {
    *("timekeeper", "librarian", "forgetter", "statistician", "ahead", "vacations", "notifier"),
}
THINKERS = {"bots", "worker", "claims", "reviews", "reviews_renewed"}

Sent = list[dict[str, Any]]


@pytest.fixture
def alone(settings: Settings, tmp_path: Path) -> Settings:
    """A server without Redis, with a folder of its own and no thinkers."""
    settings.REDIS_URL = None
    settings.DATA_DIR = tmp_path
    settings.INAROW_THINKERS = 0
    settings.INAROW_METRICS_PORT = 0
    return settings


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all work that is done every so often, as it begins."""
    names: list[str] = []
    every = Hub.every

    def noted(hub: Hub, seconds: float, work: Any, name: str, **how: float) -> Any:
        names.append(name)
        return every(hub, seconds, work, name, **how)

    monkeypatch.setattr(Hub, "every", noted)
    return names


def a_free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def read(url: str) -> bytes:
    with urllib.request.urlopen(url) as answer:
        return bytes(answer.read())


async def asked(
    path: str, kind: str = "http", *, method: str = "GET", messages: Sent | None = None
) -> Sent:
    """What one request, socket or server is told."""
    said = iter(messages or [{"type": f"{kind}.connect"}])
    sent: Sent = []

    async def receive() -> dict[str, Any]:
        return next(said)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def answers(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "answered"})

    scope = {"type": kind, "path": path, "method": method}
    await start.Begins(answers)(scope, receive, send)
    return sent


async def test_everything_begins(hub: Hub, alone: Settings, begun: list[str]) -> None:
    port = alone.INAROW_METRICS_PORT = a_free_port()

    await start._steps(hub)

    assert set(begun) == EVERY_PROCESS | ONE_FOR_ALL
    assert await Puzzle.objects.aexists()
    assert await ServerProcess.objects.acount() == 1
    assert hub.presence.on_going == hub.part(Seen)._goes
    figures = await asyncio.to_thread(read, f"http://127.0.0.1:{port}/metrics")
    assert f'inarow_info{{version="{inarow.__version__}"}} 1.0' in figures.decode()
    assert b"inarow_moves_total" in figures
    with pytest.raises(start.CannotServe):  # the folder is held
        start._be_alone(Hub())


async def test_with_thinkers_bots_move_and_games_are_reviewed(
    hub: Hub, alone: Settings, begun: list[str]
) -> None:
    alone.INAROW_THINKERS = 1

    await start._steps(hub)

    assert set(begun) >= EVERY_PROCESS | ONE_FOR_ALL | THINKERS


async def test_where_processes_share_redis_workers_do_what_one_does_for_all(
    hub: Hub, alone: Settings, begun: list[str]
) -> None:
    alone.REDIS_URL = "redis://127.0.0.1:1"

    await start._steps(hub)

    assert set(begun) == EVERY_PROCESS


async def test_puzzles_that_cannot_be_kept_stop_no_server(
    hub: Hub, alone: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full() -> int:
        raise DatabaseError("database or disk is full")

    monkeypatch.setattr("games.puzzles.stock", full)

    await start._stock_puzzles(hub)

    assert "disk is full" in caplog.text


async def test_a_server_begins_once_and_answers_when_it_has(
    hub: Hub, alone: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins, go_on = [], asyncio.Event()

    async def steps(hub: Hub) -> None:
        begins.append(hub)
        await go_on.wait()

    monkeypatch.setattr(start, "_steps", steps)
    answered = [{"type": "answered"}]

    head, body = await asked("/healthz")
    assert (head["status"], body["body"]) == (200, f"ok {inarow.__version__}".encode())
    assert dict(head["headers"])[b"cache-control"] == b"no-store"
    assert await asked("/readyz") == answered  # says itself that it has not begun
    page = asyncio.create_task(asked("/"))
    await asyncio.sleep(0.05)
    assert not page.done()
    go_on.set()
    assert await page == answered
    assert await asked("/readyz") == answered
    assert begins == [hub]


async def test_nothing_can_be_sent_to_the_address_that_says_it_lives(
    hub: Hub, alone: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(hub: Hub) -> None:
        """Nothing has to begin."""

    monkeypatch.setattr(start, "_steps", steps)
    head, _ = await asked("/healthz", method="POST")
    assert (head["status"], dict(head["headers"])[b"allow"]) == (405, b"GET, HEAD")
    assert (await asked("/healthz", method="HEAD"))[0]["status"] == 200
    assert await asked("/healthz", "websocket") == [{"type": "answered"}]


async def test_a_visitor_is_seen_and_what_only_probes_the_server_is_none(
    hub: Hub, alone: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(hub: Hub) -> None:
        """Nothing has to begin."""

    visits: list[str] = []
    monkeypatch.setattr(start, "_steps", steps)
    monkeypatch.setattr(Thinking, "visited", lambda self: visits.append("somebody"))

    for path in ("/healthz", "/readyz"):
        await asked(path)
    assert visits == []
    await asked("/")
    await asked("/ws/lobby/", "websocket")
    assert len(visits) == 2


async def test_whoever_has_waited_long_enough_is_answered_all_the_same(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(hub: Hub) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(start, "_steps", steps)
    monkeypatch.setattr(start, "PATIENCE_S", 0.05)

    assert await asked("/") == [{"type": "answered"}]
    start.begin().cancel()


@pytest.mark.foreign_errors("inarow.start")
@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (start.CannotServe("Another serves these games."), "Another serves these games."),
        (ValueError("nobody knows"), "This server could not start. Its log says why."),
    ],
)
async def test_a_server_that_cannot_serve_says_so(
    failure: Exception,
    sentence: str,
    hub: Hub,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def steps(hub: Hub) -> None:
        raise failure

    monkeypatch.setattr(start, "_steps", steps)

    head, body = await asked("/")
    assert (head["status"], dict(head["headers"])[b"retry-after"]) == (503, b"10")
    assert body["body"].decode() == f"{sentence}\n"
    assert await asked("/readyz") == [head, body]
    assert (await asked("/healthz"))[0]["status"] == 200
    assert await asked("/ws/lobby/", "websocket") == [{"type": "websocket.close", "code": 1013}]
    said = [{"type": "lifespan.startup"}]
    (failed,) = await asked("", "lifespan", messages=said)
    assert failed == {"type": "lifespan.startup.failed", "message": sentence}
    assert "not_started" in caplog.text


async def test_a_server_is_told_when_all_has_begun_and_when_all_has_ended(
    transactional_db: None, alone: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = current()
    ended: list[str] = []

    async def counters_close() -> None:
        ended.append("limits")

    async def hub_closes() -> None:
        ended.append("hub")
        assert hub.part(Pulse)._ends_ms is not None

    hub.at_close(hub_closes)
    monkeypatch.setattr("games.limits.close", counters_close)
    said = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]

    told = await asked("", "lifespan", messages=said)

    assert [message["type"] for message in told] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]
    assert ended == ["hub", "limits"]
    start._be_alone(Hub())  # the folder is let go
