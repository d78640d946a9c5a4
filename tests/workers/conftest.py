"""Robo is a bot: it thinks in a real thinker, a process of its own."""

import pytest
import pytest_asyncio

from games.play.hub import Hub
from games.thinking.service import Thinking
from games.workers.bots import AT_ONCE, Bots
from games.workers.hints import Hints
from games.workers.on_demand import Analyst


@pytest_asyncio.fixture
async def moving(thinking: Thinking) -> Thinking:
    """One thinker is kept for bots."""
    thinking.soon.keep(for_moves=1)
    return thinking


@pytest_asyncio.fixture
async def robo(hub: Hub, moving: Thinking, monkeypatch: pytest.MonkeyPatch) -> Bots:
    """A worker that plays the bots' moves of this test's games, at once. However slow the machine
    is just now, no simpler level stands in for one."""
    monkeypatch.setattr("games.workers.bots.THINK_S", 60.0)
    monkeypatch.setattr("games.workers.bots.SIMPLER_S", 60.0)
    bots = Bots(hub, moving, pace=AT_ONCE)
    await bots.start()
    return bots


@pytest_asyncio.fixture
async def hints(hub: Hub, thinking: Thinking, monkeypatch: pytest.MonkeyPatch) -> Hints:
    """Hints are answered, however long that takes: their thinker gives way to all other work."""
    monkeypatch.setattr("games.workers.hints.SECONDS", 60.0)
    monkeypatch.setattr("tests.people.PATIENCE_S", 90.0)
    Analyst(hub, thinking)
    return Hints(hub, thinking)
