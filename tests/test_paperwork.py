"""Long work in Python: one piece at a time for everybody, each visitor in turn."""

import asyncio
import threading

import pytest

from games.paperwork import OF_SHARE, Paperwork
from games.play.errors import TooManyQuestions
from games.play.hub import Hub

PATIENCE_S = 60.0


class Desk:
    """Pieces of work that last until they are let go, and note who is worked for."""

    def __init__(self, hub: Hub) -> None:
        self.paperwork = hub.part(Paperwork)
        self.order: list[str] = []
        self.at_once = 0
        self.most_at_once = 0
        self._go = threading.Semaphore(0)

    def asks(self, name: str, of: str) -> "asyncio.Task[str]":
        return asyncio.ensure_future(self.paperwork.do(of, self._work, name))

    def lets_go(self, pieces: int) -> None:
        self._go.release(pieces)

    def _work(self, name: str) -> str:
        self.at_once += 1
        self.most_at_once = max(self.at_once, self.most_at_once)
        self.order.append(name)
        try:
            assert self._go.acquire(timeout=PATIENCE_S)
        finally:
            self.at_once -= 1
        return f"{name} is done"


@pytest.fixture
def desk(hub: Hub) -> Desk:
    return Desk(hub)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_one_piece_at_a_time_and_nobody_waits_for_all_of_another(desk: Desk) -> None:
    many = [desk.asks(f"a{number}", "alice") for number in range(5)]
    await settle()
    one = desk.asks("b", "bob")
    await settle()

    desk.lets_go(6)

    async with asyncio.timeout(PATIENCE_S):
        assert await asyncio.gather(*many, one) == [f"a{at} is done" for at in range(5)] + [
            "b is done"
        ]
    assert desk.order == ["a0", "b", "a1", "a2", "a3", "a4"]
    assert desk.most_at_once == 1


async def test_only_the_share_that_has_too_much_waiting_is_refused(desk: Desk) -> None:
    many = [desk.asks(f"a{number}", "alice") for number in range(OF_SHARE + 3)]
    one = desk.asks("b", "bob")
    await settle()

    # One is being done.
    refused = [each for each in many if each.done()]
    assert [type(each.exception()) for each in refused] == [TooManyQuestions] * 2

    desk.lets_go(OF_SHARE + 2)
    async with asyncio.timeout(PATIENCE_S):
        assert await one == "b is done"
        await asyncio.wait(many)


async def test_whoever_leaves_just_as_their_turn_comes_holds_up_nobody(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = (desk.asks(name, name) for name in ("alice", "bob", "carol"))
    await settle()
    following = desk.paperwork._turns.next

    def leaves() -> "asyncio.Future[None] | None":
        monkeypatch.undo()
        asyncio.get_running_loop().call_soon(second.cancel)
        return following()

    monkeypatch.setattr(desk.paperwork._turns, "next", leaves)
    desk.lets_go(2)
    async with asyncio.timeout(PATIENCE_S):
        assert [await first, await third] == ["alice is done", "carol is done"]
    assert second.cancelled()
    assert desk.order == ["alice", "carol"]


async def test_whoever_leaves_holds_up_nobody(desk: Desk) -> None:
    first, second, third = (desk.asks(name, name) for name in ("alice", "bob", "carol"))
    await settle()
    first.cancel()  # it is being done
    second.cancel()  # it waits
    await settle()
    assert desk.order in ([], ["alice"])  # one at a time still

    desk.lets_go(3)

    async with asyncio.timeout(PATIENCE_S):
        assert await third == "carol is done"
    assert desk.order == ["alice", "carol"]
    assert desk.most_at_once == 1


async def test_what_fails_fails_for_its_own_asker(desk: Desk) -> None:
    def fails() -> None:
        raise ValueError("no such file")

    with pytest.raises(ValueError, match="no such file"):
        await desk.paperwork.do("alice", fails)

    desk.lets_go(1)
    async with asyncio.timeout(PATIENCE_S):
        assert await desk.asks("b", "bob") == "b is done"
