"""Reads that are asked for at the same time: one visit to a thread, and each its own answer."""

import asyncio
import threading
from collections.abc import Collection

import msgspec
import pytest

from games.play import history, models
from games.play.errors import NoSuchGame
from games.play.hub import Hub
from games.play.hub.together import MOST
from tests.people import PATIENCE_S, Table


class Desk:
    """Doubles numbers, but not the odd ones, when the test lets it."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.may_go_on = threading.Event()

    def doubles(self, numbers: Collection[int]) -> dict[int, int | Exception]:
        self.asked.append(list(numbers))
        assert self.may_go_on.wait(PATIENCE_S)
        return {each: ValueError(str(each)) if each % 2 else 2 * each for each in numbers}


async def _asks(hub: Hub, desk: Desk, numbers: Collection[int]) -> "list[asyncio.Task[int]]":
    asking = [asyncio.create_task(hub.read_one(desk.doubles, each)) for each in numbers]
    async with asyncio.timeout(PATIENCE_S):
        while not desk.asked:  # noqa: ASYNC110 - a thread has no event for it
            await asyncio.sleep(0.001)
    return asking


async def test_what_is_asked_for_while_one_is_read_is_read_together(hub: Hub) -> None:
    desk = Desk()
    first = await _asks(hub, desk, [2])
    rest = await _asks(hub, desk, [4, 4, 5, *range(6, 6 + 2 * MOST, 2)])
    desk.may_go_on.set()

    found = await asyncio.gather(*first, *rest, return_exceptions=True)

    assert found[:3] == [4, 8, 8]
    assert repr(found[3]) == "ValueError('5')"
    assert found[4:] == [2 * each for each in range(6, 6 + 2 * MOST, 2)]
    assert desk.asked == [
        [2],
        [4, 5, *range(6, 6 + 2 * (MOST - 3), 2)],
        [*range(2 * MOST, 2 * MOST + 6, 2)],
    ]


async def test_whoever_goes_while_it_is_read_keeps_nobody_from_their_answer(hub: Hub) -> None:
    desk = Desk()
    stays, goes = await _asks(hub, desk, [2, 4])
    goes.cancel()
    desk.may_go_on.set()
    assert await stays == 4


async def test_an_error_is_everybodys_and_the_next_one_is_read(hub: Hub) -> None:
    def fails(numbers: Collection[int]) -> dict[int, int | Exception]:
        raise ZeroDivisionError

    asking = (hub.read_one(fails, each) for each in (1, 2))
    found = await asyncio.gather(*asking, return_exceptions=True)
    assert [type(each) for each in found] == [ZeroDivisionError] * 2
    with pytest.raises(ZeroDivisionError):
        await hub.read_one(fails, 3)


async def test_whoever_waits_when_the_process_ends_waits_no_longer() -> None:
    hub, desk = Hub(), Desk()
    asking = await _asks(hub, desk, [2, 4])
    closing = asyncio.create_task(hub.close())
    await asyncio.wait(asking, timeout=PATIENCE_S)
    desk.may_go_on.set()
    await closing
    assert all(each.cancelled() for each in asking)


async def test_a_game_that_cannot_be_read_spoils_no_other(table: Table, hub: Hub) -> None:
    sound, broken = (await table.game()).slug, await table.game()
    await models.Fact.objects.acreate(game=broken, version=1, at_ms=0, text="{", command="")
    await models.Game.objects.filter(pk=broken.pk).aupdate(version=1)

    found = await hub.read(history.load_each, [broken.slug, sound])

    assert isinstance(found[broken.slug], msgspec.DecodeError)
    assert found[sound] == await hub.read(history.load, sound)


async def test_games_that_are_read_together_are_as_each_is_alone(table: Table, hub: Hub) -> None:
    slugs = []
    for square in (4, 0):
        game = await table.game()
        alice, *_ = await table.three(game)
        await alice.says("playMove", ply=0, square=square)
        await alice.hears_the_rest()
        slugs.append(game.slug)

    found = await hub.read(history.load_each, [*slugs, "nobody"])

    assert isinstance(found["nobody"], NoSuchGame)
    for slug in slugs:
        assert found[slug] == await hub.read(history.load, slug)
    assert await models.Move.objects.acount() == 2
