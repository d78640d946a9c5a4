"""What the operator's machines ask: does the process answer, and can games be played here."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import AsyncClient
from pytest_django import Settings

from games.ops import health
from games.play.hub import Hub, others
from games.play.models import WriteAttempt
from games.thinking.service import Thinking
from games.workers.bots import Bots


async def _asks(path: str) -> tuple[int, Any]:
    response = await AsyncClient().get(path)
    assert "no-store" in response["Cache-Control"]
    is_json = response["Content-Type"] == "application/json"
    return response.status_code, response.json() if is_json else response.content.decode()


def _breaks(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    async def read(*args: object) -> object:
        raise OperationalError("the disk is gone")

    monkeypatch.setattr(hub, "read", read)


async def test_a_process_without_its_database_is_not_ready(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.INAROW_HAS_BOTS = False
    assert await _asks("/readyz") == (200, {"ready": True, "missing": []})
    _breaks(hub, monkeypatch)
    sentence = "The database cannot be reached."
    assert await _asks("/readyz") == (503, {"ready": False, "missing": [sentence]})


async def test_a_process_that_can_keep_nothing_or_hears_nobody_is_not_ready(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    def full() -> None:
        raise OperationalError("database or disk is full")

    async def is_reachable(patience_s: float) -> bool:
        return False

    settings.INAROW_HAS_BOTS = False
    monkeypatch.setattr(health, "WRITE_EVERY_S", 0.0)
    with monkeypatch.context() as broken:
        broken.setattr(health, "_write", full)
        broken.setattr(hub.others, "is_reachable", is_reachable)
        missing = [
            "The database cannot be written: is the disk full?",
            "The layer between the processes (Redis) cannot be reached.",
        ]
        assert await _asks("/readyz") == (503, {"ready": False, "missing": missing})
    assert await _asks("/readyz") == (200, {"ready": True, "missing": []})


async def test_a_database_that_hangs_takes_one_reader_and_no_more(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.INAROW_HAS_BOTS = False
    asked = 0

    async def read(*args: object) -> object:
        nonlocal asked
        asked += 1
        return await asyncio.Future[object]()

    monkeypatch.setattr(hub, "read", read)
    monkeypatch.setattr(health, "PATIENCE_S", 0.3)
    for _ in range(3):
        status, body = await _asks("/readyz")
        assert (status, body["missing"]) == (503, ["The database has not answered within 0.3 s."])
    assert asked == 1


async def test_a_database_of_an_older_version_is_not_ready(hub: Hub, settings: Settings) -> None:
    settings.INAROW_HAS_BOTS = False
    row = await MigrationRecorder.Migration.objects.filter(app="play").alast()
    assert row is not None
    await sync_to_async(row.delete)()
    try:
        status, body = await _asks("/readyz")
    finally:
        await MigrationRecorder.Migration.objects.acreate(app=row.app, name=row.name)
    sentence = "The database lacks 1 migrations: run manage.py migrate."
    assert (status, body["missing"]) == (503, [sentence])


async def test_where_bots_are_expected_a_worker_has_been_heard_from(
    hub: Hub, settings: Settings
) -> None:
    settings.INAROW_HAS_BOTS = True
    status, body = await _asks("/readyz")
    assert (status, body["missing"]) == (
        503,
        ["No worker has been heard from for 7 s: no bot moves."],
    )


async def test_a_worker_is_heard_from_while_it_lives(
    hub: Hub, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Bots(hub, Thinking(hub)).start()
    settings.INAROW_HAS_BOTS = True
    await asyncio.sleep(0)  # it has only just been started
    assert await _asks("/readyz") == (200, {"ready": True, "missing": []})
    assert (await WriteAttempt.objects.aget()).number == 1
    monkeypatch.setattr(others, "WORKER_EXPIRES_S", 0)
    assert (await _asks("/readyz"))[0] == 503


async def test_it_is_asked_from_beside_the_server_past_the_proxy(
    hub: Hub, settings: Settings
) -> None:
    settings.INAROW_HAS_BOTS = False
    settings.SECURE_SSL_REDIRECT = True
    assert (await _asks("/readyz"))[0] == 200
    redirected = await AsyncClient().get("/api/presets")
    assert redirected.status_code == 301


async def test_nothing_can_be_posted_there(hub: Hub) -> None:
    assert (await AsyncClient().post("/readyz")).status_code == 405
