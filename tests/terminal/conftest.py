"""Ctrl-C reaches the programs under test, however the tests themselves were started."""

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def interrupts_are_not_ignored() -> Iterator[None]:
    """Tests started in the background ignore SIGINT, and whatever they start would inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
