"""Scenes of live tests that are coroutines, each played on an event loop of its own."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def play(scene: Coroutine[Any, Any, T], run: Callable[..., T] = asyncio.run) -> T:
    """What the scene returns.

    It is played in a thread: once a test has started Playwright's loop, it holds this thread.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run, scene).result()
