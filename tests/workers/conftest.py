"""Robo is a bot: it thinks in a real thinker, a process of its own."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from games.play.hub import Hub
from games.thinking.pool import Pool
from games.thinking.service import Thinking
from games.workers.bots import AT_ONCE, Bots
from games.workers.hints import Hints


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[Pool]:
    """One thinker, that loads engines when it needs them: most tests ask for none."""
    pool = Pool(1, warm=False)
    pool.start()
    yield pool
    await pool.close()


@pytest_asyncio.fixture
async def robo(hub: Hub, pool: Pool) -> Bots:
    """A worker that plays the bots' moves of this test's games, at once."""
    bots = Bots(hub, pool, pace=AT_ONCE)
    await bots.start()
    return bots


@pytest_asyncio.fixture
async def hints(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Hints:
    """Hints are answered, however long that takes: their thinker gives way to all other work."""
    monkeypatch.setattr("games.workers.hints.SECONDS", 60.0)
    monkeypatch.setattr("tests.people.PATIENCE_S", 90.0)
    return Hints(hub, Thinking(hub, warm=False))
