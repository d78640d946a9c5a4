"""People with pages open."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from games.friends import feed
from tests.friends.pages import Pages
from tests.people import Table


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is new is told without the pauses that spare the database."""
    monkeypatch.setattr(feed, "PAUSE_S", 0.01)
    monkeypatch.setattr(feed, "TURNS_S", 0.05)
    monkeypatch.setattr(feed, "LOOK_S", 0.05)


@pytest_asyncio.fixture
async def pages(table: Table) -> AsyncIterator[Pages]:
    """Where people open pages."""
    pages = Pages(table)
    yield pages
    await pages.close()
