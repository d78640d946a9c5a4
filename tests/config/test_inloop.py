"""Middlewares answer in the loop, but where they wait."""

from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.test import AsyncClient

from tests.pages.browser import Browser
from tests.people import Table


@pytest.fixture
def switches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Steps of middlewares that were run in a thread, by their names."""
    found: list[str] = []
    call = SyncToAsync.__call__

    async def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        if ".process_" in self.func.__qualname__:
            found.append(self.func.__qualname__)
        return await call(self, *args, **kwargs)

    monkeypatch.setattr(SyncToAsync, "__call__", counted)
    return found


@pytest.mark.parametrize("path", ["/about", "/no/such/page"])
async def test_a_stranger_who_looks_needs_no_thread(
    table: Table, switches: list[str], path: str
) -> None:
    await AsyncClient().get(path)

    assert switches == []


async def test_what_is_sent_and_what_is_kept_wait_in_a_thread(
    table: Table, switches: list[str]
) -> None:
    alice = Browser()
    await alice.token()
    switches.clear()

    await alice.starts()

    assert "CsrfViewMiddleware.process_view" in switches
    assert "SessionMiddleware.process_response" in switches
