"""The librarian: games are shelved as they end, by one process at a time, beside the play."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from games import mnk
from games.library import shelves
from games.play import models
from games.play.hub import Hub
from games.review import worths
from games.review.findings import Assessment as Found
from games.review.models import Assessment, DailyPuzzle, Puzzle, Reached, Shelved
from games.reviews import assessments
from games.workers import library
from games.workers.library import Librarian
from tests.library import shelf
from tests.people import Table, all_hear, plays
from tests.puzzles.puzzlegames import kept


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The librarian looks often, and the lease is short."""
    monkeypatch.setattr(library, "TICK_S", 0.01)
    monkeypatch.setattr(library, "QUIET_S", 0.01)
    monkeypatch.setattr(library, "REST_S", 0.0)
    monkeypatch.setattr(library, "LEASE_MS", 300)


def _some(count: int = 1) -> None:
    players = shelf.people()[:2]
    for _ in range(count):
        shelf.write(shelf.resigned("a1b2c3"), players)


some = sync_to_async(_some)


async def _are_shelved(count: int) -> None:
    async with asyncio.timeout(60):
        while True:
            if await Shelved.objects.acount() >= count:
                return
            await asyncio.sleep(0.01)


async def test_a_game_is_shelved_when_it_ends_and_not_before(table: Table, hub: Hub) -> None:
    await Librarian(hub).start()
    game = await table.game()
    people = await table.three(game)
    await plays(game, "a1a2b1b2", *people)
    other = await table.game()
    others = await table.three(other)
    await others[0].says("abort")
    await all_hear(*others)
    await _are_shelved(1)
    assert not await Shelved.objects.filter(game=game).aexists()

    await plays(game, "c1", *people)

    await _are_shelved(2)
    assert await Reached.objects.filter(game=game).acount() == 6


async def test_what_was_there_before_is_shelved_in_batches(hub: Hub) -> None:
    await some(2 * shelves.GAMES_AT_ONCE + 1)

    assert await Librarian(hub).tick() == 2 * shelves.GAMES_AT_ONCE + 1
    assert await Reached.objects.acount() == 4 * (2 * shelves.GAMES_AT_ONCE + 1)


async def test_of_two_librarians_one_shelves_until_it_dies(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "LEASE_MS", 3_600_000)
    first, second = Librarian(hub), Librarian(hub)
    await some()
    assert await first.tick() == 1
    await some()
    assert await second.tick() == 0

    # The first says nothing any more: in time its lease runs out.
    await models.Lease.objects.aupdate(until_ms=0)

    assert await second.tick() == 1
    assert await first.tick() == 0


async def test_a_game_that_ended_earlier_than_the_last_is_shelved_all_the_same(hub: Hub) -> None:
    librarian = Librarian(hub)
    await some()
    assert await librarian.tick() == 1

    def late() -> None:
        state = shelf.resigned("a1b2c3")
        shelf.write(state, shelf.people()[:2], at=shelf.AT - library.LATE_MS + 1)

    await sync_to_async(late)()

    assert await librarian.tick() == 1


async def test_after_an_hour_all_games_are_looked_through(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    librarian = Librarian(hub)
    await some()
    assert await librarian.tick() == 1

    def very_late() -> None:
        shelf.write(shelf.resigned("a1b2c3"), shelf.people()[:2], at=1)

    await sync_to_async(very_late)()
    assert await librarian.tick() == 0

    monkeypatch.setattr(library, "WHOLE_S", 0.0)

    assert await librarian.tick() == 1


async def test_assessments_that_no_review_needs_are_let_go_when_there_are_too_many(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def assessed(count: int) -> None:
        for square in range(count):
            position = mnk.Position.start(mnk.Variant(32, 32, 5)).play(square)
            assessments.keep(position, Found(worth=worths.UNKNOWN), nodes=1, asked_ms=square)

    librarian = Librarian(hub, most=3)
    await sync_to_async(assessed)(5)
    await librarian.tick()
    assert await Assessment.objects.acount() == 3

    await sync_to_async(assessed)(2)  # the two that were let go
    await librarian.tick()
    assert await Assessment.objects.acount() == 5  # it has only just looked

    monkeypatch.setattr(library, "TIDY_S", 0.0)
    monkeypatch.setattr(assessments, "_AT_ONCE", 1)  # it goes on while the lease is its own
    await librarian.tick()
    assert await Assessment.objects.acount() == 3


async def test_a_database_that_is_away_is_asked_again(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = iter([OperationalError("the database is away")])
    real = shelves.shelve

    def shelve(mark: shelves.Bookmark) -> shelves.Batch:
        for failure in failures:
            raise failure
        return real(mark)

    monkeypatch.setattr("games.library.shelve", shelve)
    await some()
    await Librarian(hub).start()

    await _are_shelved(1)


async def test_at_the_end_another_may_take_over_at_once(hub: Hub) -> None:
    await some()
    librarian = Librarian(hub)
    await librarian.start()
    await _are_shelved(1)

    await librarian._candidate.end()  # as the hub does when it closes

    lease = await models.Lease.objects.aget(name=library.LEASE)
    assert lease.until_ms == 0


async def test_shelving_waits_for_nobody_who_plays(table: Table, hub: Hub) -> None:
    await some(100)
    game = await table.game(mnk.Variant(15, 15, 5))
    people = await table.three(game)
    shelving = asyncio.ensure_future(Librarian(hub).tick())

    await plays(game, "h8i9g8i8i7j10f8k11", *people)

    assert await shelving == 100


async def test_the_day_has_its_puzzle_though_nobody_looked_at_it(hub: Hub) -> None:
    row = await sync_to_async(kept)(mnk.position_from_line("4x3x3-freestyle/1O2/3X/1X2/O"))
    await Librarian(hub).start()
    async with asyncio.timeout(20):
        while not await DailyPuzzle.objects.filter(puzzle=row).aexists():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_puzzles_of_earlier_versions_get_their_themes(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "THEMES", 1)
    lines = ("4x3x3-freestyle/1O2/3X/1X2/O", "3x4x3-full/X1O/1X1/XOO/1OX/X")
    rows = [await sync_to_async(kept)(mnk.position_from_line(line)) for line in lines]
    await Puzzle.objects.aupdate(theme="")

    await Librarian(hub).tick()

    for row in rows:
        assert row.theme
        assert (await Puzzle.objects.aget(pk=row.pk)).theme == row.theme
