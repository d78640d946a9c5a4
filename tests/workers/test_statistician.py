"""The statistician keeps up to date what is counted about players, one process for all."""

import pytest
from asgiref.sync import sync_to_async

from games import library
from games.library import botratings
from games.play.clock import now_ms
from games.play.hub import Hub
from games.players.models import BotRating, Kind, Player
from games.review.models import Agreement, Badge, Review
from games.reviews import badges
from games.workers import statistician
from games.workers.statistician import Statistician
from tests.library.test_botratings import _even
from tests.reviews.proved import reviewed
from tests.reviews.test_badges import DRAWN, FORK, _meets_perfect, _perfect, people


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody rests."""
    monkeypatch.setattr(statistician, "REST_S", 0.0)


def _games() -> None:
    alice, bob = people()
    club = Player.objects.create(name="Club", kind=Kind.BOT, level="club")
    at = now_ms() - 1_000
    _even(alice, club, botratings.LEAST_GAMES, at=at)
    reviewed(FORK, alice, bob, at=at)
    _meets_perfect(DRAWN, bob, _perfect(), at=at)
    while not library.shelve(most=50).is_last:
        pass


async def test_reviews_are_read_bots_measured_and_badges_given(hub: Hub) -> None:
    await sync_to_async(_games)()
    worker = Statistician(hub)

    await worker.tick()

    assert await Review.objects.filter(examined=False).acount() == 0
    assert await Agreement.objects.aexists()
    assert [row.player_id async for row in BotRating.objects.all()] == [
        (await Player.objects.aget(name="Club")).pk
    ]
    kinds = {row.kind async for row in Badge.objects.all()}
    assert kinds == {badges.QUICKEST, badges.HELD}

    # Within the hour bots are not measured again; what is new is found.
    await BotRating.objects.all().adelete()
    await worker.tick()
    assert not await BotRating.objects.aexists()


async def test_who_does_not_hold_the_lease_does_nothing(hub: Hub) -> None:
    await sync_to_async(_games)()
    first, second = Statistician(hub), Statistician(hub)
    assert await first._candidate.holds()

    await second.tick()

    assert not await Badge.objects.aexists()
    assert not await BotRating.objects.aexists()
