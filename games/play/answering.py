"""Answering whoever waits for a future."""

import asyncio
from typing import TypeVar

T = TypeVar("T")


def answer(waiting: "asyncio.Future[T]", outcome: T | Exception) -> None:
    """Give what has come, or raise what has gone wrong; nothing if whoever waited has gone."""
    if waiting.done():
        return
    if isinstance(outcome, Exception):
        waiting.set_exception(outcome)
    else:
        waiting.set_result(outcome)
