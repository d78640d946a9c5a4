"""What works beside a server: all of it where thinkers may be started, the rest where not."""

import asyncio
from typing import Any

import pytest
from django.db.models import QuerySet
from pytest_django import Settings

from games import mnk
from games.play import models
from games.play.hub import Hub
from games.reviews.evaluations import Evaluations
from games.thinking.service import Thinking
from games.workers import ahead, forgetter, library, notifier, puzzles, timekeeper, vacations
from games.workers.start import start_answers, start_workers
from tests.people import PATIENCE_S
from tests.workers.games import against

LEASES = models.Lease.objects.values_list("name", flat=True)
WITHOUT_THINKERS = (
    *(timekeeper.LEASE, library.LEASE, forgetter.LEASE),
    *(notifier.LEASE, ahead.LEASE, vacations.LEASE),
)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the server to have settled."""
    monkeypatch.setattr(forgetter, "FIRST_S", 0.0)
    monkeypatch.setattr(puzzles, "LOOK_S", 0.01)


async def _start(hub: Hub) -> None:
    start_answers(hub)
    await start_workers(hub)


async def _comes(rows: "QuerySet[Any]", *wanted: object) -> None:
    """In time the rows are these and no others."""
    found: set[object] = set()
    async with asyncio.timeout(PATIENCE_S):
        while found != set(wanted):
            await asyncio.sleep(0.02)
            found = {row async for row in rows.all()}


async def test_with_thinkers_everything_is_seen_to(hub: Hub, settings: Settings) -> None:
    settings.INAROW_THINKERS, settings.INAROW_PUZZLES_SHARE = 1, 5
    game = await against("first-free", side=mnk.Side.WHITE)

    await _start(hub)

    await _comes(LEASES, *WITHOUT_THINKERS, puzzles.LEASE)
    await _comes(models.Claim.objects.values_list("game_id", flat=True), game.pk)
    evaluations, thinkers = hub.part(Evaluations), hub.part(Thinking).soon
    assert thinkers.for_moves == 1
    assert None not in (evaluations.find, evaluations.find_benefits, evaluations.find_proof)


async def test_without_thinkers_nobody_thinks(hub: Hub, settings: Settings) -> None:
    settings.INAROW_THINKERS, settings.INAROW_PUZZLES_SHARE = 0, 5
    await against("first-free", side=mnk.Side.WHITE)

    await _start(hub)

    await _comes(LEASES, *WITHOUT_THINKERS)
    thinkers = hub.part(Thinking).soon
    assert (thinkers.for_moves, thinkers.pids) == (0, [])
    assert not await models.Claim.objects.aexists()
