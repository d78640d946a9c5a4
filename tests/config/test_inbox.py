"""What an application has yet to hear."""

import asyncio

import pytest

from config.inbox import Inbox


async def test_what_came_is_heard_in_its_order() -> None:
    inbox = Inbox()
    for each in "abc":
        inbox.put_nowait(each)
    assert [await inbox.get() for _ in "abc"] == ["a", "b", "c"]


async def test_whoever_waits_hears_what_comes() -> None:
    inbox = Inbox()
    hearing = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait("a")
    inbox.put_nowait("b")
    assert await hearing == "a"
    assert await inbox.get() == "b"


async def test_what_comes_to_one_who_leaves_is_there_for_the_next() -> None:
    inbox = Inbox()
    for puts_first in (True, False):
        hearing = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        if puts_first:
            inbox.put_nowait("a")
        hearing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hearing
        if not puts_first:
            inbox.put_nowait("a")
        assert await inbox.get() == "a"
