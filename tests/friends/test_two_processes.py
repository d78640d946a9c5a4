"""Friends who are at two server processes, joined by Redis."""

import pytest

from games.friends import feed
from tests.friends.pages import Pages, guest
from tests.friends.test_feed import befriend, is_here
from tests.play.test_two_processes import Elsewhere, elsewhere, hub, joined, redis

__all__ = ["elsewhere", "hub", "joined", "redis"]


async def test_a_friend_at_another_process_comes_and_goes(
    pages: Pages, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "LINGER_S", 0.1)
    alice, bob = await guest("Alice"), await guest("Bob")
    await befriend(alice, bob)
    hers = await pages.opens(alice)
    theirs = Pages(elsewhere.table)

    his = await elsewhere.do(theirs.opens(bob))

    await hers.sees(is_here("Bob"))  # type: ignore[arg-type]
    await elsewhere.do(his.sees(is_here("Alice")))  # type: ignore[arg-type]
    await elsewhere.do(his.closes())
    await hers.sees(lambda me: not me["friends"][0]["here"])
